/* Random bindings, fills and copies of one to three dimensions to a multicast object against a
 * model: an array of bytes for the memory of each device, and for each step of the object the place
 * that each device has bound there.
 *
 *      multicast-model [STEPS [SEED]]
 *
 * Exit: 0 all bytes are the model's, 1 some are not, 77 no device has ranges. */
#include <string.h>

#include "device/device.h"
#include "ranges/multicast_bind.h"
#include "ranges/range.h"
#include "walk.h"

#ifdef ON_FAKE_DRIVER
#include "fake.h"
#endif

#define STEP GI_MULTICAST_STEP

enum { MOST_DEVICES = 4, STEPS = 3, OWN_STEPS = 4, SOURCE_BYTES = 1 << 18 };

/* What one device has. A number of 0 means that there is nothing. */
struct device {
    gi_handle pages;
    uint64_t own;                /* the address of its memory */
    uint8_t *bytes;              /* the model of it */
    int bound[STEPS];            /* by step of the object: step of the memory, plus 1 */
    int call[STEPS];             /* the call that has bound it; equal for all of its steps */
    uint64_t source;             /* other memory of the device, to copy from */
};

static struct {
    struct device devices[MOST_DEVICES];
    int device_count, newest_call;
    gi_handle object;
    uint64_t all;                /* the address of the object */
    uint64_t pinned;
    uint8_t *pageable, *read;
} world;

static struct device *any_device(void)
{
    return &world.devices[below((uint64_t)world.device_count)];
}

static int ordinal_of(const struct device *device)
{
    return (int)(device - world.devices);
}

/* ---- bindings ------------------------------------------------------------------------------- */

static bool is_bound_anywhere(const struct device *device, uint64_t own_step)
{
    for (int i = 0; i < STEPS; i++) {
        if (device->bound[i] == (int)own_step + 1)
            return true;
    }
    return false;
}

static void bind(void)
{
    struct device *device = any_device();
    uint64_t at = below(STEPS), own = below(OWN_STEPS), count = 1 + below(3);
    gi_status status;
    bool fits;

    if (below(4) != 0) {                 /* mostly where nothing is yet */
        for (at = 0; at + 1 < STEPS && device->bound[at] != 0;)
            at++;
        for (count = 1; own + 1 < OWN_STEPS && is_bound_anywhere(device, own);)
            own++;
    }
    fits = at + count <= STEPS && own + count <= OWN_STEPS;
    for (uint64_t i = 0; i < count && own + i < OWN_STEPS; i++) {
        if (is_bound_anywhere(device, own + i))
            return;              /* the model knows no memory that is bound twice */
    }
    for (uint64_t i = 0; i < count && fits; i++)
        fits = device->bound[at + i] == 0;
    status = below(2) == 0
                 ? gi_multicast_bind_pages(world.object, -1, at * STEP, device->pages, own * STEP,
                                           count * STEP)
                 : gi_multicast_bind_address(world.object, ordinal_of(device), at * STEP,
                                             device->own + own * STEP, count * STEP);
    CHECK(status == (fits ? GI_OK : GI_INVALID_VALUE), "binding: %s", gi_status_name(status));
    world.newest_call++;
    for (uint64_t i = 0; i < count && fits; i++) {
        device->bound[at + i] = (int)(own + i) + 1;
        device->call[at + i] = world.newest_call;
    }
    walk.counts[0] += fits;
}

static void unbind(void)
{
    struct device *device = any_device();
    uint64_t at = below(STEPS), count = 1 + below(3);
    bool fits = at + count <= STEPS && device->bound[at] != 0;
    gi_status status;

    for (uint64_t i = 0; i < STEPS && fits; i++)
        fits = (device->bound[i] != 0 && device->call[i] == device->call[at]) ==
               (i >= at && i < at + count);
    status = gi_multicast_unbind(world.object, ordinal_of(device), at * STEP, count * STEP);
    CHECK(status == (fits ? GI_OK : GI_INVALID_VALUE), "unbinding: %s", gi_status_name(status));
    for (uint64_t i = at; i < at + count && fits; i++)
        device->bound[i] = 0;
    walk.counts[1] += fits;
}

/* ---- boxes ---------------------------------------------------------------------------------- */

struct shape {
    struct gi_box box;
    struct gi_strides strides;
    uint64_t offset;             /* in the object */
};

static struct shape draw_any(uint64_t unit)
{
    struct shape shape = { .box = { (1 + below(400)) * unit, 1, 1 } };

    if (below(8) == 0)
        shape.box.width_bytes = (1 + below(15000)) * unit;
    else if (below(3) != 0)
        shape.box.height = 1 + below(12);
    if (shape.box.height > 1 && below(2) == 0)
        shape.box.depth = 1 + below(3);
    shape.strides.row_bytes = shape.box.width_bytes + below(below(2) == 0 ? 100 : 60000) * unit;
    shape.strides.slice_bytes = shape.box.height * shape.strides.row_bytes + below(300000) * unit;
    return shape;
}

/* A box that the object has room for. */
static struct shape draw(uint64_t unit)
{
    struct shape shape;
    uint64_t span;

    do {
        shape = draw_any(unit);
        span = gi_box_span(&shape.box, &shape.strides);
    } while (span >= STEPS * STEP - unit);
    shape.offset = below((STEPS * STEP - span) / unit) * unit;
    if (below(2) == 0 && span < STEP)    /* over the end of a step */
        shape.offset = (1 + below(STEPS - 1)) * STEP - below(span / unit) * unit;
    return shape;
}

/* Whether every device has something bound from the first byte to the last. */
static bool is_bound(const struct shape *shape)
{
    uint64_t end = shape->offset + gi_box_span(&shape->box, &shape->strides);

    for (int i = 0; i < world.device_count; i++) {
        for (uint64_t step = shape->offset / STEP; step * STEP < end; step++) {
            if (world.devices[i].bound[step] == 0)
                return false;
        }
    }
    return true;
}

/* The byte of the model that a device has for a byte of the object. */
static uint8_t *model_of(const struct device *device, uint64_t offset)
{
    return &device->bytes[(uint64_t)(device->bound[offset / STEP] - 1) * STEP + offset % STEP];
}

/* Writes a box in the model; a NULL source: the bytes of a pattern. */
static void write_model(const struct shape *shape, const uint8_t *source, uint64_t pitch,
                        const uint8_t *pattern, uint64_t unit)
{
    for (uint64_t row = 0; row < shape->box.height * shape->box.depth; row++) {
        uint64_t y = row % shape->box.height, z = row / shape->box.height;
        uint64_t begin = shape->offset + gi_box_offset(&shape->strides, 0, y, z);

        for (uint64_t x = 0; x < shape->box.width_bytes; x++) {
            uint8_t byte = source != NULL ? source[row * pitch + x] : pattern[x % unit];

            for (int i = 0; i < world.device_count; i++)
                *model_of(&world.devices[i], begin + x) = byte;
        }
    }
}

/* ---- work ----------------------------------------------------------------------------------- */

static void fill(void)
{
    static const uint32_t units[] = { 1, 2, 4 };
    uint32_t unit = units[below(3)], pattern = (uint32_t)below(UINT32_MAX);
    struct shape shape = draw(unit);
    const struct gi_copy_side to = { .pointer = world.all + shape.offset,
                                       .pitch = shape.strides.row_bytes,
                                       .slice_bytes = shape.strides.slice_bytes };
    bool fits = is_bound(&shape);
    gi_status status = gi_fill_box_async(&to, pattern, unit, &shape.box, stream());

    CHECK(status == (fits ? GI_OK : GI_INVALID_VALUE), "filling: %s", gi_status_name(status));
    if (fits)
        write_model(&shape, NULL, 0, (const uint8_t *)&pattern, unit);
    walk.counts[2] += fits;
}

/* In the default stream. */
static gi_status copy_now(const struct gi_copy_side *to, const struct gi_copy_side *from,
                          const struct gi_box *box)
{
    gi_status status;

    OK(gi_stream_synchronize(stream()));
    status = gi_copy_box(to, from, box, GI_COPY_INFER);
    OK(gi_device_synchronize());
    return status;
}

static void copy(void)
{
    struct shape shape = draw(1);
    uint64_t pitch = shape.box.width_bytes + below(20), from;
    const struct gi_copy_side to = { .pointer = world.all + shape.offset,
                                       .pitch = shape.strides.row_bytes,
                                       .slice_bytes = shape.strides.slice_bytes };
    struct gi_copy_side source = { .pitch = pitch, .slice_bytes = pitch * shape.box.height };
    bool fits = is_bound(&shape);
    gi_status status;

    if (shape.box.height * shape.box.depth * pitch > SOURCE_BYTES)
        return;
    from = below(3);
    source.pointer = from == 0 ? world.pinned
                   : from == 1 ? (uint64_t)(uintptr_t)world.pageable : any_device()->source;
    status = below(4) == 0 ? copy_now(&to, &source, &shape.box)
                           : gi_copy_box_async(&to, &source, &shape.box, GI_COPY_INFER, stream());
    CHECK(status == (fits ? GI_OK : GI_INVALID_VALUE), "copying: %s", gi_status_name(status));
    if (fits)
        write_model(&shape, world.pageable, pitch, NULL, 1);
    walk.counts[3] += fits;
}

/* A member's own address, in order with the object's. */
static void fill_own(void)
{
    struct device *device = any_device();
    uint64_t offset = below(OWN_STEPS * STEP - 5000), size = 1 + below(5000);
    uint8_t value = (uint8_t)below(256);

    OK(gi_fill_async(device->own + offset, value, 1, size, stream()));
    memset(device->bytes + offset, value, size);
    walk.counts[4]++;
}

static void compare(const struct device *device, uint64_t offset, uint64_t size)
{
    OK(gi_stream_synchronize(stream()));
    OK(gi_copy_now((uint64_t)(uintptr_t)world.read, device->own + offset, size,
                   GI_COPY_DEVICE_TO_HOST));
    for (uint64_t i = 0; i < size; i++)
        CHECK(world.read[i] == device->bytes[offset + i], "byte %llu of device %d is %d instead of "
              "%d", (unsigned long long)(offset + i), ordinal_of(device), world.read[i],
              device->bytes[offset + i]);
    walk.counts[5]++;
}

/* Reads around the end of a step, and goes on with the other stream. */
static void look(void)
{
    compare(any_device(), (1 + below(OWN_STEPS - 1)) * STEP - 100000, 200000);
    next_stream();
}

/* ---- all of it ------------------------------------------------------------------------------ */

static uint64_t map(gi_handle handle, uint64_t steps, int ordinal)
{
    struct gi_range_location location = { .type = 1, .id = ordinal,
                                          .access = GI_ACCESS_READ_WRITE };
    uint64_t address;

    OK(gi_range_reserve(steps * STEP, 0, 0, &address));
    OK(gi_range_map(address, steps * STEP, 0, handle));
    OK(gi_range_set_access(address, steps * STEP, &location, 1));
    return address;
}

static void begin_device(int ordinal)
{
    struct device *device = &world.devices[ordinal];
    const struct gi_pages_properties properties = { .type = 1, .location_type = 1,
                                                    .location_id = ordinal };

    OK(gi_device_set_current(ordinal));
    OK(gi_pages_create(&properties, OWN_STEPS * STEP, &device->pages));
    device->own = map(device->pages, OWN_STEPS, ordinal);
    device->bytes = calloc(OWN_STEPS, STEP);
    CHECK(device->bytes != NULL, "no memory");
    OK(gi_memory_alloc(SOURCE_BYTES, &device->source));
    OK(gi_copy_now(device->source, (uint64_t)(uintptr_t)world.pageable, SOURCE_BYTES,
                   GI_COPY_HOST_TO_DEVICE));
    OK(gi_multicast_add_device(world.object, ordinal));
}

static void configure(void)
{
#ifdef ON_FAKE_DRIVER
    struct gifake_device_config configs[3];

    for (uint32_t i = 0; i < 3; i++)
        gifake_default_config(&configs[i], i);
    gifake_configure(configs, 3);
#endif
}

static bool begin(void)
{
    struct gi_multicast_properties properties = { .size_bytes = STEPS * STEP };

    configure();
    OK(gi_device_count(&world.device_count));
    if (world.device_count > MOST_DEVICES)
        world.device_count = MOST_DEVICES;
    for (int i = 0; i < world.device_count; i++) {
        if (gi_multicast_check_device(i) != GI_OK) {
            printf("skipped: %s\n", gi_last_error_detail());
            return false;
        }
    }
    printf("%d devices\n", world.device_count);
    properties.device_count = properties.visible_count = (uint64_t)world.device_count;
    OK(gi_multicast_create(&properties, &world.object));
    world.pageable = malloc(SOURCE_BYTES);
    world.read = malloc(OWN_STEPS * STEP);
    CHECK(world.pageable != NULL && world.read != NULL, "no memory");
    for (int i = 0; i < SOURCE_BYTES; i++)
        world.pageable[i] = (uint8_t)below(256);
    for (int i = world.device_count - 1; i >= 0; i--)
        begin_device(i);
    OK(gi_memory_host_alloc(SOURCE_BYTES, 0, &world.pinned));
    memcpy((void *)(uintptr_t)world.pinned, world.pageable, SOURCE_BYTES);
    world.all = map(world.object, STEPS, 0);
    return true;
}

static void end(void)
{
    for (int i = 0; i < world.device_count; i++) {
        struct device *device = &world.devices[i];

        compare(device, 0, OWN_STEPS * STEP);
        OK(gi_pages_release(device->pages));
        OK(gi_range_unmap(device->own, OWN_STEPS * STEP));
        OK(gi_range_free(device->own, OWN_STEPS * STEP));
        OK(gi_memory_free(device->source));
        free(device->bytes);
    }
    OK(gi_range_unmap(world.all, STEPS * STEP));
    OK(gi_range_free(world.all, STEPS * STEP));
    OK(gi_pages_release(world.object));
    OK(gi_memory_host_free(world.pinned));
    free(world.pageable);
    free(world.read);
}

int main(int argc, char **argv)
{
    static void (*const steps[])(void) = {
        bind, bind, bind, bind, unbind, fill, fill, fill, fill, copy, copy, copy, fill_own, look
    };
    static const struct walk_plan plan = {
        .steps = steps, .step_count = sizeof steps / sizeof steps[0], .default_steps = 1000,
        .words = { "binds", "unbinds", "fills", "copies", "own fills", "looks" },
        .begin = begin, .end = end
    };

    return walk_main(argc, argv, &plan);
}
