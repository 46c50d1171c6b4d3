#include "clang/packed.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    FATBIN_MAGIC = 0x50,        /* the lowest byte of the magic */
    FATBIN_HEADER = 16,
    ENTRY_HEADER = 64,
    KIND_PTX = 1,
    FLAGS = 0x11,
    BUNDLE_ALIGN = GI_PACKED_HEADER         /* of code behind the table */
};

/* Numbers in a container are little-endian. */
static void put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* "//\n.version 6.3": the number in a text, times 10; 63 if it is not found. */
static int language_version(const char *text)
{
    const char *at = strstr(text, ".version ");
    int major, minor;

    if (at == NULL || sscanf(at, ".version %d.%d", &major, &minor) != 2)
        return 63;
    return major * 10 + minor;
}

/* ".target sm_61": the number in a text; 75 if it is not found. */
static int capability(const char *text)
{
    const char *at = strstr(text, ".target sm_");
    int number;

    return at != NULL && sscanf(at, ".target sm_%d", &number) == 1 ? number : 75;
}

static size_t fatbin_header(uint8_t *header, const char *text, size_t bytes)
{
    int version = language_version(text);
    uint8_t *entry = header + FATBIN_HEADER;

    put(header, 0xba55ed00u | FATBIN_MAGIC, 4);
    put(header + 4, 1, 2);
    put(header + 6, FATBIN_HEADER, 2);
    put(header + 8, ENTRY_HEADER + bytes, 8);
    put(entry, KIND_PTX, 2);
    put(entry + 2, 0x0101, 2);
    put(entry + 4, ENTRY_HEADER, 4);
    put(entry + 8, bytes, 8);
    put(entry + 20, ENTRY_HEADER, 4);       /* no options */
    put(entry + 24, (uint64_t)version % 10, 2);
    put(entry + 26, (uint64_t)version / 10, 2);
    put(entry + 28, (uint64_t)capability(text), 4);
    put(entry + 40, FLAGS, 8);
    return FATBIN_HEADER + ENTRY_HEADER;
}

static uint8_t *bundle_entry(uint8_t *at, uint64_t place, uint64_t bytes, const char *target)
{
    put(at, place, 8);
    put(at + 8, bytes, 8);
    put(at + 16, strlen(target), 8);
    memcpy(at + 24, target, strlen(target));
    return at + 24 + strlen(target);
}

static size_t bundle_header(uint8_t *header, size_t bytes)
{
    uint8_t *at = header + 32;

    memcpy(header, "__CLANG_OFFLOAD_BUNDLE__", 24);
    put(header + 24, 2, 8);
    at = bundle_entry(at, BUNDLE_ALIGN, 0, "host-x86_64-unknown-linux-gnu");
    bundle_entry(at, BUNDLE_ALIGN, bytes, "hip-nvptx64-gpuinterop-ptx--sm_75");
    return BUNDLE_ALIGN;
}

size_t gi_packed_header(uint8_t *out_header, const char *text, size_t bytes, bool is_bundle)
{
    memset(out_header, 0, GI_PACKED_HEADER);
    return is_bundle ? bundle_header(out_header, bytes) : fatbin_header(out_header, text, bytes);
}
