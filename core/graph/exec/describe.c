#include "describe.h"

#include <stdio.h>

#include "module/function.h"
#include "node_kinds.h"

#define ADDRESS "0x%016llX"

static unsigned long long wide(uint64_t number)
{
    return number;
}

/* ---- kernels --------------------------------------------------------------------------------- */

static void print_size(char *text, size_t bytes, const uint32_t size[3])
{
    if (size[1] == 1 && size[2] == 1)
        (void)snprintf(text, bytes, "%u", size[0]);
    else
        (void)snprintf(text, bytes, "(%u,%u,%u)", size[0], size[1], size[2]);
}

static void describe_launch(const struct gi_launch *launch, struct gi_picture *picture)
{
    char grid[48], block[48], all[160];

    print_size(grid, sizeof grid, launch->grid);
    print_size(block, sizeof block, launch->block);
    if (picture->is_record) {
        gi_picture_row(picture, "grid", grid);
        gi_picture_row(picture, "block", block);
        gi_picture_rowf(picture, "shared bytes", "%llu", wide(launch->shared_bytes));
    } else {
        (void)snprintf(all, sizeof all, "<<<%s,%s,%llu>>>", grid, block,
                       wide(launch->shared_bytes));
        gi_picture_line(picture, all);
    }
}

/* Values have no types here, so an attribute is its number and the first bytes. */
static void describe_attributes(const struct gi_asked_kernel *kernel, struct gi_picture *picture)
{
    gi_picture_rowf(picture, "cooperative", "%d", kernel->launch.is_cooperative);
    for (size_t i = 0; i < kernel->attribute_count; i++) {
        const struct gi_node_attribute *attribute = &kernel->attributes[i];
        char name[48];

        (void)snprintf(name, sizeof name, "attribute %d", attribute->id);
        gi_picture_rowf(picture, name, "%02X %02X %02X %02X", attribute->value[0],
                        attribute->value[1], attribute->value[2], attribute->value[3]);
    }
}

static void describe_kernel(const struct gi_asked *asked, struct gi_picture *picture)
{
    const struct gi_asked_kernel *kernel = (const struct gi_asked_kernel *)asked;
    struct gi_function *function = NULL;
    bool is_there = gi_function_acquire(kernel->function, &function) == GI_OK;
    const char *name = is_there ? function->name : "(its module is unloaded)";

    if (picture->is_record)
        gi_picture_row(picture, "name", name);
    else
        gi_picture_line(picture, name);
    if (is_there)
        gi_object_unref(&function->object);
    if ((picture->flags & GI_PICTURE_KERNELS) != 0)
        describe_launch(&kernel->launch, picture);
    if ((picture->flags & GI_PICTURE_HANDLES) != 0)
        gi_picture_rowf(picture, "func handle", ADDRESS,
                        wide(kernel->name != 0 ? kernel->name : kernel->function));
    if ((picture->flags & GI_PICTURE_KERNEL_ATTRIBUTES) != 0)
        describe_attributes(kernel, picture);
}

const struct gi_node_look gi_node_look_kernel = {
    .title = "KERNEL", .shape = "octagon", .style = "bold", .names_itself = true,
    .tables = GI_PICTURE_KERNEL_ATTRIBUTES, .describe = describe_kernel,
};

/* ---- copies and fills ------------------------------------------------------------------------ */

/* Host, device, array, or unified: the address tells when the node runs. */
static char letter_of(const struct gi_copy_side *side, int kind, bool is_source)
{
    bool is_device = kind == GI_COPY_DEVICE_TO_DEVICE ||
                     kind == (is_source ? GI_COPY_DEVICE_TO_HOST : GI_COPY_HOST_TO_DEVICE);

    switch (side->declared) {
    case GI_DECLARED_HOST:    return 'H';
    case GI_DECLARED_DEVICE:  return 'D';
    case GI_DECLARED_ARRAY:   return 'A';
    case GI_DECLARED_NOTHING: break;
    }
    if (kind < GI_COPY_HOST_TO_HOST || kind >= GI_COPY_INFER)
        return 'U';
    return is_device ? 'D' : 'H';
}

static void describe_side(const char *which, const struct gi_copy_side *side, char letter,
                          struct gi_picture *picture)
{
    const struct { const char *name; uint64_t value; } numbers[] = {
        { "X", side->x }, { "Y", side->y }, { "Z", side->z }, { "Pitch", side->pitch },
        { "Height", side->rows },
    };
    char name[48];

    (void)snprintf(name, sizeof name, "%s MemoryType", which);
    gi_picture_row(picture, name, letter == 'H' ? "HOST" : letter == 'D' ? "DEVICE" :
                                  letter == 'A' ? "ARRAY" : "UNIFIED");
    (void)snprintf(name, sizeof name, letter == 'A' ? "%s Array" : "%s Address", which);
    gi_picture_rowf(picture, name, ADDRESS, wide(letter == 'A' ? side->array : side->pointer));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        (void)snprintf(name, sizeof name, "%s %s", which, numbers[i].name);
        gi_picture_rowf(picture, name, "%llu", wide(numbers[i].value));
    }
}

static bool is_one_row(const struct gi_asked_copy *copy)
{
    enum gi_copy_measure measure = copy->copy.measure;

    return copy->is_line || measure == GI_COPY_LINEAR || measure == GI_COPY_RUN ||
           measure == GI_COPY_ROW;
}

static void describe_copy(const struct gi_asked *asked, struct gi_picture *picture)
{
    const struct gi_asked_copy *node = (const struct gi_asked_copy *)asked;
    const struct gi_copy *copy = &node->copy;
    char from = letter_of(&copy->src, copy->kind, true);
    char to = letter_of(&copy->dst, copy->kind, false);
    char size[80], all[128];

    if (is_one_row(node))
        (void)snprintf(size, sizeof size, "%llu", wide(copy->width));
    else
        (void)snprintf(size, sizeof size, "%llux%llux%llu", wide(copy->width), wide(copy->height),
                       wide(copy->depth));
    if (picture->is_record) {
        describe_side("src", &copy->src, from, picture);
        describe_side("dst", &copy->dst, to, picture);
        gi_picture_row(picture, "Extent", size);
    } else {
        (void)snprintf(all, sizeof all, "(%cto%c,%s)", from, to, size);
        gi_picture_line(picture, all);
    }
}

const struct gi_node_look gi_node_look_copy = {
    .title = "MEMCPY", .shape = "trapezium", .style = "solid", .tables = GI_PICTURE_COPIES,
    .describe = describe_copy,
};

static void describe_fill(const struct gi_asked *asked, struct gi_picture *picture)
{
    const struct gi_asked_fill *fill = (const struct gi_asked_fill *)asked;
    char all[128];

    if (picture->is_record) {
        gi_picture_rowf(picture, "dptr", ADDRESS, wide(fill->pointer));
        gi_picture_rowf(picture, "pitch", "%llu", wide(fill->pitch));
        gi_picture_rowf(picture, "value", "%u", fill->value);
        gi_picture_rowf(picture, "elementSize", "%u", fill->element_bytes);
        gi_picture_rowf(picture, "width", "%llu", wide(fill->width));
        gi_picture_rowf(picture, "height", "%llu", wide(fill->height));
    } else {
        (void)snprintf(all, sizeof all, "(%u,%llu)", fill->value,
                       wide(fill->width * fill->element_bytes * fill->height));
        gi_picture_line(picture, all);
    }
}

const struct gi_node_look gi_node_look_fill = {
    .title = "MEMSET", .shape = "invtrapezium", .style = "solid", .tables = GI_PICTURE_FILLS,
    .describe = describe_fill,
};

/* ---- host functions, children, empty nodes, events ------------------------------------------- */

static void describe_host(const struct gi_asked *asked, struct gi_picture *picture)
{
    const struct gi_asked_host *host = (const struct gi_asked_host *)asked;

    if ((picture->flags & GI_PICTURE_HOST_FUNCTIONS) == 0)
        return;
    gi_picture_rowf(picture, "fn", ADDRESS, wide((uintptr_t)host->fn));
    gi_picture_rowf(picture, "userData", ADDRESS, wide((uintptr_t)host->argument));
}

const struct gi_node_look gi_node_look_host = {
    .title = "HOST", .shape = "rectangle", .style = "solid", .describe = describe_host,
};

const struct gi_node_look gi_node_look_child_graph = {
    .title = "CHILD_GRAPH", .shape = "rectangle", .style = "solid",
};

const struct gi_node_look gi_node_look_empty = {
    .title = "EMPTY", .shape = "rectangle", .style = "solid",
};

static void describe_event(const struct gi_asked *asked, struct gi_picture *picture)
{
    if ((picture->flags & GI_PICTURE_EVENTS) != 0)
        gi_picture_rowf(picture, "event", ADDRESS,
                        wide(((const struct gi_asked_event *)asked)->event));
}

const struct gi_node_look gi_node_look_event_record = {
    .title = "EVENT_RECORD", .shape = "rectangle", .style = "solid", .describe = describe_event,
};

const struct gi_node_look gi_node_look_event_wait = {
    .title = "EVENT_WAIT", .shape = "rectangle", .style = "solid", .describe = describe_event,
};

/* ---- semaphores ------------------------------------------------------------------------------ */

static void describe_semaphores(const struct gi_asked *asked, struct gi_picture *picture)
{
    const struct gi_asked_semaphores *semaphores = (const struct gi_asked_semaphores *)asked;

    if (!picture->is_record)
        return;
    gi_picture_rowf(picture, "numExtSems", "%zu", semaphores->count);
    for (size_t i = 0; i < semaphores->count; i++) {
        const struct gi_external_semaphore_item *item = &semaphores->items[i];
        char name[64];

        (void)snprintf(name, sizeof name, "extSem[%zu]", i);
        gi_picture_rowf(picture, name, ADDRESS, wide(item->semaphore));
        (void)snprintf(name, sizeof name, "value[%zu]", i);
        gi_picture_rowf(picture, name, "%llu", wide(item->value));
        (void)snprintf(name, sizeof name, "flags[%zu]", i);
        gi_picture_rowf(picture, name, "0x%08X", item->flags);
    }
}

const struct gi_node_look gi_node_look_semaphore_signal = {
    .title = "EXT_SEMAS_SIGNAL", .shape = "rectangle", .style = "solid",
    .tables = GI_PICTURE_SIGNALS, .describe = describe_semaphores,
};

const struct gi_node_look gi_node_look_semaphore_wait = {
    .title = "EXT_SEMAS_WAIT", .shape = "rectangle", .style = "solid",
    .tables = GI_PICTURE_WAITS, .describe = describe_semaphores,
};
