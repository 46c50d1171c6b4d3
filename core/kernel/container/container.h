/** Images of device code, as compilers and programs hand them over, and the PTX in them.
 *
 *  Taken are bare PTX; fatbins of nvcc, with plain, LZ4 or zstd entries; offload bundles of
 *  clang; SPIR-V. Machine code (ELF) is seen, but cannot run here.
 *
 *  The end of an image is known (files), or not (registered images, pointers that an API takes).
 *  Where it is known, nothing behind it is read. Where not, this is what is read:
 *  - the bytes that tell the kinds apart, one by one up to the first that fits no kind;
 *  - of a fatbin its 16 bytes of header, then at most what these say that it has;
 *  - of a bundle its 32 bytes of header, its table of entries, then at most what that says;
 *  - of text up to its NUL, but at most GI_CONTAINER_MOST_BYTES.
 *
 *  Threads: any; each container is of one thread at a time. */
#ifndef GI_CONTAINER_H
#define GI_CONTAINER_H

#include "base/status.h"

/** The size of an image whose end is not known. */
#define GI_CONTAINER_ENDLESS SIZE_MAX

/** The longest text and SPIR-V that is taken, packed or not. */
#define GI_CONTAINER_MOST_BYTES ((size_t)256 << 20)

/** The largest file with several entries that is read. */
#define GI_CONTAINER_MOST_FILE_BYTES ((size_t)1 << 30)

/** The most entries that one image may have. */
#define GI_CONTAINER_MOST_ENTRIES 4096u

enum gi_code_kind {
    GI_CODE_PTX,
    GI_CODE_SPIRV,
    GI_CODE_ELF,            /* machine code of some GPU */
    GI_CODE_NVVM,           /* for optimization at link time */
    GI_CODE_OTHER
};

enum gi_code_packing {
    GI_PACKING_NONE,
    GI_PACKING_LZ4,         /* one raw block */
    GI_PACKING_ZSTD,        /* one frame */
    GI_PACKING_UNKNOWN
};

/** One piece of code in an image. Pointers are into the image. */
struct gi_container_entry {
    enum gi_code_kind kind;
    enum gi_code_packing packing;
    uint32_t architecture;      /* of PTX and ELF: 75 is compute capability 7.5; 0 is unknown */
    bool is_specific;           /* made for this architecture, or its family, alone */
    uint16_t version_major;     /* of the PTX language; 0 is unknown */
    uint16_t version_minor;
    const uint8_t *bytes;
    size_t byte_count;          /* as they lie there, packed or not; GI_CONTAINER_ENDLESS for ELF
                                   without a container whose end is not known */
    size_t unpacked_count;      /* of packed ones: the size in the container's header; else
                                   byte_count */
    const char *target;         /* of bundles: the entry's target, not ended by NUL; else NULL */
    uint32_t target_count;
};

/** The entries of an image, in the image's order. */
struct gi_container {
    struct gi_container_entry *entries;
    uint32_t count;
    uint32_t room;
    bool is_bundle;
};

/** The image that a compiler's segment (24 bytes: magic, version, pointer) leads to, or image
 *  itself if it is no segment. Up to 24 bytes are read.
 *  Errors:  GI_INVALID_IMAGE for NULL and for segments of relocatable code. */
GI_MUST_CHECK gi_status gi_container_of_segment(const void *image, const void **out_image);

/** The largest file of an image that begins so. Only images with several entries may be larger than
 *  a text. */
enum { GI_CONTAINER_FIRST_BYTES = 32 };
size_t gi_container_most_bytes(const void *first, size_t byte_count);

/** Lists what an image holds.
 *  Owner:   the caller ends it by gi_container_finish, after success; the image has to live as
 *           long.
 *  Errors:  GI_INVALID_IMAGE for what is none or is damaged; GI_OUT_OF_MEMORY; GI_NO_BINARY for
 *           bundles that are compressed as a whole. */
GI_MUST_CHECK gi_status gi_container_read(const void *image, size_t byte_count,
                                          struct gi_container *out_container);

/** Ends a container; one of zeros is accepted. */
void gi_container_finish(struct gi_container *container);

/** Text that was taken out of a container. A NUL is behind it.
 *  Owner:   the caller, by gi_container_text_finish. */
struct gi_container_text {
    char *text;
    size_t byte_count;
    const struct gi_container_entry *entry;
};

/** Takes the text of one entry out.
 *  Errors:  GI_INVALID_IMAGE for damaged data and for what would grow beyond all measure;
 *           GI_NOT_SUPPORTED where this build lacks the packing's library; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_container_unpack(const struct gi_container_entry *entry,
                                            struct gi_container_text *out_text);

void gi_container_text_finish(struct gi_container_text *text);

/** The SPIR-V of a container; NULL if there is none. */
const struct gi_container_entry *gi_container_spirv(const struct gi_container *container);

#endif
