#include "kernel/container/unpack.h"

#ifdef GI_HAVE_LZ4
#include <lz4.h>
#endif
#ifdef GI_HAVE_ZSTD
#include <zstd.h>
#endif

#if !defined(GI_HAVE_LZ4) || !defined(GI_HAVE_ZSTD)
static gi_status lacks(const char *library, const char *option)
{
    return gi_fail(GI_NOT_SUPPORTED, "PTX is packed by %s, which this build of the library lacks:"
                   " build it with the option %s, or compile by nvcc --compress-mode=none",
                   library, option);
}
#endif

#if defined(GI_HAVE_LZ4) || defined(GI_HAVE_ZSTD)
static gi_status damaged(const char *packing, size_t byte_count, size_t unpacked_count)
{
    return gi_fail(GI_INVALID_IMAGE, "%zu bytes packed by %s do not become %zu bytes of PTX",
                   byte_count, packing, unpacked_count);
}
#endif

static gi_status unpack_lz4(const uint8_t *bytes, size_t byte_count, char *out_bytes,
                            size_t unpacked_count)
{
#ifdef GI_HAVE_LZ4
    /* Sizes were compared with GI_CONTAINER_MOST_BYTES, which an int holds. */
    int came = LZ4_decompress_safe((const char *)bytes, out_bytes, (int)byte_count,
                                   (int)unpacked_count);

    return came >= 0 && (size_t)came == unpacked_count
               ? GI_OK
               : damaged("LZ4", byte_count, unpacked_count);
#else
    (void)bytes, (void)byte_count, (void)out_bytes, (void)unpacked_count;
    return lacks("LZ4", "lz4");
#endif
}

static gi_status unpack_zstd(const uint8_t *bytes, size_t byte_count, char *out_bytes,
                             size_t unpacked_count)
{
#ifdef GI_HAVE_ZSTD
    size_t came = ZSTD_decompress(out_bytes, unpacked_count, bytes, byte_count);

    return !ZSTD_isError(came) && came == unpacked_count
               ? GI_OK
               : damaged("zstd", byte_count, unpacked_count);
#else
    (void)bytes, (void)byte_count, (void)out_bytes, (void)unpacked_count;
    return lacks("zstd", "zstd");
#endif
}

gi_status gi_unpack(enum gi_code_packing packing, const uint8_t *bytes, size_t byte_count,
                    char *out_bytes, size_t unpacked_count)
{
    switch (packing) {
    case GI_PACKING_LZ4:
        return unpack_lz4(bytes, byte_count, out_bytes, unpacked_count);
    case GI_PACKING_ZSTD:
        return unpack_zstd(bytes, byte_count, out_bytes, unpacked_count);
    case GI_PACKING_NONE:
    case GI_PACKING_UNKNOWN:
        break;
    }
    return gi_fail(GI_INVALID_IMAGE, "PTX is packed in a way that is not known");
}
