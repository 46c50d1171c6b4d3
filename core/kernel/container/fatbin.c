#include "kernel/container/fatbin.h"

#include "kernel/container/span.h"

enum {
    HEADER_BYTES = 16,          /* magic, version, bytes of the header, bytes behind it */
    ENTRY_BYTES = 64,           /* the part of an entry's header that all have */
    KIND_PTX = 1,
    KIND_ELF = 2,
    KIND_NVVM = 8
};

/* Flags of an entry. */
enum {
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
    FLAG_SPECIFIC = 0x100000,   /* sm_90a */
    FLAG_FAMILY = 0x200000      /* sm_100f */
};

static const uint32_t magic = 0xba55ed50;

/* More than this is damage, not code. */
static const uint64_t most_bytes = (uint64_t)4 << 30;

bool gi_fatbin_begins(const uint8_t *bytes)
{
    return gi_read_u32(bytes) == magic;
}

static enum gi_code_packing packing_of(uint64_t flags, uint32_t packed_bytes)
{
    if (flags & FLAG_ZSTD)
        return GI_PACKING_ZSTD;
    if (flags & FLAG_LZ4)
        return GI_PACKING_LZ4;
    return packed_bytes ? GI_PACKING_UNKNOWN : GI_PACKING_NONE;
}

static enum gi_code_kind code_kind(uint16_t kind)
{
    return kind == KIND_PTX    ? GI_CODE_PTX
           : kind == KIND_ELF  ? GI_CODE_ELF
           : kind == KIND_NVVM ? GI_CODE_NVVM
                               : GI_CODE_OTHER;
}

/* One entry at a place where ENTRY_BYTES are; left counts all from there. */
static gi_status read_entry(struct gi_container *container, const uint8_t *at, uint64_t left,
                            uint64_t *out_bytes)
{
    uint32_t header_bytes = gi_read_u32(at + 4);
    uint64_t payload_bytes = gi_read_u64(at + 8);
    uint32_t packed_bytes = gi_read_u32(at + 16);
    uint64_t flags = gi_read_u64(at + 40);
    uint64_t unpacked_bytes = gi_read_u64(at + 56);
    struct gi_container_entry *entry;
    gi_status status;

    if (header_bytes < ENTRY_BYTES || !gi_is_within(left, header_bytes, payload_bytes))
        return gi_fail(GI_INVALID_IMAGE, "fatbin: entry %u has %u bytes of header and %llu of"
                       " code, %llu bytes are left", container->count, header_bytes,
                       (unsigned long long)payload_bytes, (unsigned long long)left);
    status = gi_container_add(container, code_kind(gi_read_u16(at)), &entry);
    if (status != GI_OK)
        return status;
    entry->packing = packing_of(flags, packed_bytes);
    if (entry->packing != GI_PACKING_NONE && packed_bytes > payload_bytes)
        return gi_fail(GI_INVALID_IMAGE, "fatbin: entry %u has %u packed bytes in %llu",
                       container->count - 1, packed_bytes, (unsigned long long)payload_bytes);
    entry->version_minor = gi_read_u16(at + 24);
    entry->version_major = gi_read_u16(at + 26);
    entry->architecture = gi_read_u32(at + 28);
    entry->is_specific = (flags & (FLAG_SPECIFIC | FLAG_FAMILY)) != 0;
    entry->bytes = at + header_bytes;
    entry->byte_count = entry->packing == GI_PACKING_NONE ? payload_bytes : packed_bytes;
    entry->unpacked_count = entry->packing == GI_PACKING_NONE ? payload_bytes : unpacked_bytes;
    *out_bytes = header_bytes + payload_bytes;
    return GI_OK;
}

gi_status gi_fatbin_read(struct gi_container *container, const uint8_t *image, size_t byte_count)
{
    uint64_t at = 0;
    uint64_t bytes = 0;
    uint64_t left;
    uint16_t header_bytes;

    if (byte_count < HEADER_BYTES)
        return gi_fail(GI_INVALID_IMAGE, "fatbin: %zu bytes are not even its header", byte_count);
    if (gi_read_u16(image + 4) != 1)
        return gi_fail(GI_INVALID_IMAGE, "fatbin: it is of version %u, not 1",
                       gi_read_u16(image + 4));
    header_bytes = gi_read_u16(image + 6);
    left = gi_read_u64(image + 8);
    if (header_bytes < HEADER_BYTES || left > most_bytes ||
        !gi_is_within(byte_count, header_bytes, left) ||
        (uintptr_t)image > UINTPTR_MAX - header_bytes - left)
        return gi_fail(GI_INVALID_IMAGE, "fatbin: its header tells of %u + %llu bytes",
                       header_bytes, (unsigned long long)left);
    for (at = header_bytes; left >= ENTRY_BYTES; at += bytes, left -= bytes) {
        gi_status status = read_entry(container, image + at, left, &bytes);

        if (status != GI_OK)
            return status;
    }
    return GI_OK;
}
