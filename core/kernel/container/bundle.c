#include "kernel/container/bundle.h"

#include "kernel/container/span.h"

enum {
    HEADER_BYTES = GI_BUNDLE_MAGIC_BYTES + 8,
    ROW_BYTES = 24,             /* place, bytes of code, bytes of the name behind them */
    MOST_NAME_BYTES = 1024,
    MOST_OVERLAPS = 16          /* so that the time to read all follows from the image's size */
};

const char gi_bundle_magic[GI_BUNDLE_MAGIC_BYTES + 1] = "__CLANG_OFFLOAD_BUNDLE__";

/* More than this is damage, not code. */
static const uint64_t most_bytes = (uint64_t)4 << 30;

/* "...-sm_75": the number, or 0. */
static uint32_t architecture_of(const char *target, size_t count)
{
    uint32_t number = 0;

    for (size_t i = 0; i + 4 < count; i++) {
        if (memcmp(target + i, "-sm_", 4) != 0)
            continue;
        for (i += 4; i < count && target[i] >= '0' && target[i] <= '9' && number < 1000; i++)
            number = number * 10 + (uint32_t)(target[i] - '0');
        return number;
    }
    return 0;
}

static gi_status read_code(struct gi_container *container, const uint8_t *bytes, size_t byte_count,
                           const char *target, uint32_t target_count)
{
    uint32_t first = container->count;
    gi_status status;

    if (!byte_count || (target_count >= 4 && memcmp(target, "host", 4) == 0))
        return GI_OK;
    status = gi_container_add_code(container, bytes, byte_count);
    for (uint32_t i = first; i < container->count; i++) {
        struct gi_container_entry *entry = &container->entries[i];

        entry->target = target;
        entry->target_count = target_count;
        if (!entry->architecture)
            entry->architecture = architecture_of(target, target_count);
    }
    return status;
}

gi_status gi_bundle_read(struct gi_container *container, const uint8_t *image, size_t byte_count)
{
    uint64_t at = HEADER_BYTES;
    uint64_t all_bytes = 0;
    uint64_t count;

    container->is_bundle = true;
    if (byte_count < HEADER_BYTES)
        return gi_fail(GI_INVALID_IMAGE, "offload bundle: %zu bytes are not even its header",
                       byte_count);
    count = gi_read_u64(image + GI_BUNDLE_MAGIC_BYTES);
    if (count > GI_CONTAINER_MOST_ENTRIES)
        return gi_fail(GI_INVALID_IMAGE, "offload bundle: it tells of %llu entries, %u are allowed",
                       (unsigned long long)count, GI_CONTAINER_MOST_ENTRIES);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t place;
        uint64_t bytes;
        uint64_t name_bytes;
        gi_status status;

        if (!gi_is_within(byte_count, at, ROW_BYTES))
            return gi_fail(GI_INVALID_IMAGE, "offload bundle: its table ends in entry %llu",
                           (unsigned long long)i);
        place = gi_read_u64(image + at);
        bytes = gi_read_u64(image + at + 8);
        name_bytes = gi_read_u64(image + at + 16);
        at += ROW_BYTES;
        if (name_bytes > MOST_NAME_BYTES || !gi_is_within(byte_count, at, name_bytes))
            return gi_fail(GI_INVALID_IMAGE, "offload bundle: entry %llu has a name of %llu bytes",
                           (unsigned long long)i, (unsigned long long)name_bytes);
        if (place > most_bytes || bytes > most_bytes || !gi_is_within(byte_count, place, bytes) ||
            (uintptr_t)image > UINTPTR_MAX - place - bytes)
            return gi_fail(GI_INVALID_IMAGE, "offload bundle: entry %llu is %llu bytes at %llu",
                           (unsigned long long)i, (unsigned long long)bytes,
                           (unsigned long long)place);
        all_bytes += bytes;
        if (all_bytes / MOST_OVERLAPS > byte_count)
            return gi_fail(GI_INVALID_IMAGE, "offload bundle: entry %llu lies upon too many others",
                           (unsigned long long)i);
        status = read_code(container, image + place, bytes, (const char *)image + at,
                           (uint32_t)name_bytes);
        if (status != GI_OK)
            return status;
        at += name_bytes;
    }
    return GI_OK;
}
