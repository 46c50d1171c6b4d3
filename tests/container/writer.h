/** Writes images of device code for tests: fatbins and offload bundles, also wrong ones. */
#ifndef TEST_CONTAINER_WRITER_H
#define TEST_CONTAINER_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Bytes that grow; begins as zeros, ends by image_finish. */
struct image {
    uint8_t *bytes;
    size_t count;
};

void image_add(struct image *image, const void *bytes, size_t count);
void image_add_number(struct image *image, uint64_t number, int bytes);
void image_set_number(struct image *image, size_t at, uint64_t number, int bytes);
void image_finish(struct image *image);

/** An entry of a fatbin. Zeros mean: not packed, version 0.0. */
struct fatbin_entry {
    uint16_t kind;              /* 1 PTX, 2 ELF, 8 NVVM */
    uint32_t architecture;
    uint64_t flags;             /* 0x2000 LZ4, 0x8000 zstd, 0x100000 specific */
    const void *code;
    size_t byte_count;
    size_t unpacked_count;      /* of packed ones */
    uint32_t header_bytes;      /* 0: 64 */
    uint16_t major, minor;
};

/** Begins a fatbin, adds an entry, and ends it: its size is written then. */
void fatbin_begin(struct image *image);
void fatbin_add(struct image *image, const struct fatbin_entry *entry);
void fatbin_end(struct image *image);

/** A bundle of all its parts. */
struct bundle_part {
    const char *target;
    const void *code;
    size_t byte_count;
};

void bundle_write(struct image *image, const struct bundle_part *parts, size_t count);

#endif
