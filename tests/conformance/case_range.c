/* Ranges: addresses that pages are put into. */
#include "conformance.h"

#include <stdlib.h>
#include <unistd.h>

enum { PARTS = 4 };

/* A range of four parts, pages of two parts each, and memory that the host reads. */
struct ranged {
    struct conf_rig rig;
    uint64_t part;               /* bytes */
    struct gi_memory *range, *out;
};

static bool open_ranged(struct ranged *r)
{
    uint64_t step = conf_info.range_granularity_bytes;

    if (step == 0)
        return false;
    conf_open(&r->rig);
    r->part = step < 65536 ? 65536 : step;
    r->range = conf_memory_blank(r->rig.base);
    CONF_OK(r->range->ops->reserve(r->range, PARTS * r->part, r->part, 0));
    CONF_THAT(r->range->device_address % r->part == 0, "the range is not aligned");
    r->out = conf_memory(r->rig.base, PARTS * r->part, GI_MEMORY_HOST);
    return true;
}

static void free_range(struct ranged *r)
{
    struct gi_range_place all = { .size_bytes = PARTS * r->part };

    CONF_OK(r->range->ops->place(r->range, &all, 1));
    conf_memory_free(r->range);
    conf_memory_free(r->out);
}

static struct gi_range_place part(const struct ranged *r, uint64_t at, uint64_t parts,
                                  struct gi_memory *pages, uint64_t from)
{
    return (struct gi_range_place){ .offset_bytes = at * r->part, .size_bytes = parts * r->part,
                                    .pages = pages, .pages_offset_bytes = from * r->part };
}

static void place(struct ranged *r, struct gi_range_place what)
{
    CONF_OK(r->range->ops->place(r->range, &what, 1));
}

static void fill(struct ranged *r, uint64_t at, uint64_t size_bytes, uint8_t value)
{
    struct gi_command command = conf_fill(r->range, at, size_bytes, value, 1);

    conf_run(&r->rig, &command, 1);
}

/* Each part of the range has bytes of one value; 0xff: not read. */
static void expect(struct ranged *r, const uint8_t values[PARTS])
{
    for (uint64_t i = 0; i < PARTS; i++) {
        struct gi_command read = conf_copy(r->out, i * r->part, r->range, i * r->part, r->part);

        if (values[i] == 0xff)
            continue;
        conf_run(&r->rig, &read, 1);
        for (uint64_t k = i * r->part; k < (i + 1) * r->part; k++)
            CONF_THAT(((uint8_t *)r->out->host_address)[k] == values[i], "byte %llu is %d",
                      (unsigned long long)k, ((uint8_t *)r->out->host_address)[k]);
    }
}

static void parts_of_pages(void **state)
{
    struct ranged r;

    (void)state;
    if (!open_ranged(&r))
        conf_skip("the device has no ranges");
    struct gi_memory *one = conf_memory(r.rig.base, 2 * r.part, GI_MEMORY_PAGES);
    struct gi_memory *two = conf_memory(r.rig.base, 2 * r.part, GI_MEMORY_PAGES);
    place(&r, part(&r, 0, 2, one, 0));
    place(&r, part(&r, 2, 2, two, 0));
    expect(&r, (uint8_t[PARTS]){ 0, 0, 0, 0 });
    fill(&r, 0, PARTS * r.part, 7);              /* over both */
    expect(&r, (uint8_t[PARTS]){ 7, 7, 7, 7 });
    fill(&r, 3 * r.part, r.part, 9);
    place(&r, part(&r, 1, 2, NULL, 0));          /* a part of each */
    place(&r, part(&r, 1, 1, two, 1));           /* which is there twice then */
    expect(&r, (uint8_t[PARTS]){ 7, 9, 0xff, 9 });
    fill(&r, r.part, r.part, 3);
    expect(&r, (uint8_t[PARTS]){ 7, 3, 0xff, 3 });
    place(&r, part(&r, 2, 1, one, 1));
    expect(&r, (uint8_t[PARTS]){ 7, 3, 7, 3 });
    free_range(&r);
    conf_memory_free(one);
    conf_memory_free(two);
    conf_close(&r.rig);
}

static void read_only_parts(void **state)
{
    struct ranged r;

    (void)state;
    if (!open_ranged(&r))
        conf_skip("the device has no ranges");
    struct gi_memory *pages = conf_memory(r.rig.base, r.part, GI_MEMORY_PAGES);
    struct gi_range_place first = part(&r, 0, 1, pages, 0);

    place(&r, first);
    fill(&r, 0, r.part, 5);
    first.read_only = true;
    place(&r, first);
    expect(&r, (uint8_t[PARTS]){ 5, 0xff, 0xff, 0xff });
    place(&r, part(&r, 3, 1, pages, 0));         /* the other place may be written to */
    fill(&r, 3 * r.part, r.part, 6);
    expect(&r, (uint8_t[PARTS]){ 6, 0xff, 0xff, 6 });
    first.read_only = false;
    place(&r, first);
    fill(&r, 0, r.part, 8);
    expect(&r, (uint8_t[PARTS]){ 8, 0xff, 0xff, 8 });
    free_range(&r);
    conf_memory_free(pages);
    conf_close(&r.rig);
}

/* Exportable memory as pages, and the same memory imported. */
static void pages_by_fd(void **state)
{
    struct gi_os_handle handle;
    struct ranged r;

    (void)state;
    if (!conf_info.memory_opaque_fd || !conf_info.tells_import_size || !open_ranged(&r))
        conf_skip("the device does not share pages");
    struct gi_memory *pages = conf_memory_blank(r.rig.base);
    struct gi_memory *imported = conf_memory_blank(r.rig.base);
    CONF_OK(pages->ops->allocate_exportable(pages, r.part, GI_OS_HANDLE_OPAQUE_FD));
    CONF_OK(pages->ops->export(pages, GI_OS_HANDLE_OPAQUE_FD, &handle));
    CONF_OK(imported->ops->import(imported, &handle, 0, false));
    CONF_THAT(imported->size_is_known || conf_info.kind != GI_DEVICE_CPU ||
                  getenv("GPUINTEROP_VULKAN_PLAN") != NULL, "a CPU device finds no size");
    CONF_THAT(imported->size_bytes >= (imported->size_is_known ? r.part : 1), "%llu bytes were "
              "found", (unsigned long long)imported->size_bytes);
    if (!imported->size_is_known) {      /* the size is the caller's to say */
        conf_memory_free(imported);
        imported = conf_memory_blank(r.rig.base);
        imported->wants_exactly = true;
        CONF_OK(imported->ops->import(imported, &handle, r.part, false));
    }
    close(handle.fd);
    place(&r, part(&r, 0, 1, pages, 0));
    place(&r, part(&r, 2, 1, imported, 0));
    fill(&r, 0, r.part, 4);
    expect(&r, (uint8_t[PARTS]){ 4, 0xff, 4, 0xff });
    fill(&r, 2 * r.part, r.part, 2);
    expect(&r, (uint8_t[PARTS]){ 2, 0xff, 2, 0xff });
    free_range(&r);
    conf_memory_free(pages);
    conf_memory_free(imported);
    conf_close(&r.rig);
}

/* One that no buffer could cover; only a few of its pages exist. */
static void a_large_range(void **state)
{
    const uint64_t size_bytes = UINT64_C(20) << 30, far = UINT64_C(13) << 30;
    struct ranged r;

    (void)state;
    if (!open_ranged(&r))
        conf_skip("the device has no ranges");
    struct gi_memory *pages = conf_memory(r.rig.base, 2 * r.part, GI_MEMORY_PAGES);
    struct gi_memory *large = conf_memory_blank(r.rig.base);
    CONF_OK(large->ops->reserve(large, size_bytes, r.part, 0));
    struct gi_range_place there = { .offset_bytes = far - r.part, .size_bytes = 2 * r.part,
                                    .pages = pages };
    CONF_OK(large->ops->place(large, &there, 1));
    struct gi_command commands[] = {
        conf_fill(large, far - r.part, 2 * r.part, 11, 1),
        conf_after(conf_copy(r.out, 0, large, far - r.part, 2 * r.part)),
    };
    conf_run(&r.rig, commands, 2);
    for (uint64_t i = 0; i < 2 * r.part; i++)
        CONF_THAT(((uint8_t *)r.out->host_address)[i] == 11, "byte %llu", (unsigned long long)i);
    there.pages = NULL;
    CONF_OK(large->ops->place(large, &there, 1));
    conf_memory_free(large);
    free_range(&r);
    conf_memory_free(pages);
    conf_close(&r.rig);
}

const struct conf_case conf_range_cases[] = {
    { "range.parts_of_pages", parts_of_pages },
    { "range.read_only_parts", read_only_parts },
    { "range.pages_by_fd", pages_by_fd },
    { "range.a_large_range", a_large_range },
    { NULL, NULL },
};
