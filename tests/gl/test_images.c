/* Images of OpenGL as resources, on the fake driver and a fake OpenGL. Each way carries the texels
 * of each shape both ways, a refused way leaves another, and nothing is left behind. */
#include "harness.h"

#include <malloc.h>
#include <pthread.h>
#include <string.h>

#include "arrays/array.h"
#include "arrays/texture.h"
#include "base/counters.h"
#include "fake_gl.h"
#include "graphics/map.h"
#include "graphics/resource.h"
#include "ops/copy.h"

enum { RGBA8 = 0x8058, RGBA4 = 0x8056, R32F = 0x822E, TEXEL = 4, MOST = 1 << 16 };
enum way { SHADOW, PIXELS, HOST, WAYS };

struct shape {
    gigl_enum target;
    int width, height, depth, levels;
    unsigned int faces, layers;
};

static const struct shape shapes[] = {
    { GIGL_TEXTURE_2D, 9, 5, 1, 1, 1, 1 },
    { GIGL_TEXTURE_2D, 8, 4, 1, 4, 1, 1 },
    { GIGL_TEXTURE_RECTANGLE, 7, 3, 1, 1, 1, 1 },
    { GIGL_TEXTURE_3D, 4, 6, 5, 3, 1, 1 },
    { GIGL_TEXTURE_2D_ARRAY, 6, 5, 3, 2, 1, 3 },
    { GIGL_TEXTURE_CUBE_MAP, 4, 4, 1, 3, 6, 6 },
    { GIGL_RENDERBUFFER, 11, 3, 1, 1, 1, 1 },
};

enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static void begin(enum way way)
{
    static const char *const wishes[WAYS] = { "", "pixels", "host" };
    struct gifake_device_config config;

    setenv("GPUINTEROP_GL", wishes[way], 1);
    gifake_default_config(&config, 0);
    config.info.memory_exports = true;
    config.info.kind = GI_DEVICE_CPU;    /* no shaders */
    config.timeline_caps = CAPS_ALL;
    sched_begin_config(&config);
    fake_gl_reset();
    fake_gl_make_current(0);
    memcpy(fake_gl.uuid, config.info.uuid, sizeof fake_gl.uuid);
    fake_gl.room_behind = 48;
}

static int at_level(int size, int level)
{
    return size >> level != 0 ? size >> level : 1;
}

static size_t row_of(const struct shape *shape, int level)
{
    return (size_t)at_level(shape->width, level) * TEXEL;
}

static size_t slices_of(const struct shape *shape, int level)
{
    int depth = shape->target == GIGL_TEXTURE_3D ? at_level(shape->depth, level) : shape->depth;

    return (size_t)depth * shape->faces;
}

static size_t size_of(const struct shape *shape, int level)
{
    return row_of(shape, level) * (size_t)at_level(shape->height, level) * slices_of(shape, level);
}

static void fill(unsigned char *bytes, size_t size, unsigned int seed)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(seed + i * 7);
}

static gigl_name counting(const struct shape *shape, int internal, unsigned int seed)
{
    gigl_name name = fake_gl_image(shape->target, internal, shape->width, shape->height,
                                   shape->depth, shape->levels);

    for (int level = 0; level < shape->levels; level++)
        fill(fake_gl_texels(name, level), size_of(shape, level), seed + (unsigned int)level);
    return name;
}

static gi_handle registered(gigl_name name, gigl_enum target, uint32_t flags)
{
    gi_handle resource;

    OK(gi_graphics_register_image(name, target, flags, &resource));
    return resource;
}

static void copy_array(gi_handle array, unsigned char *bytes, size_t row, size_t rows,
                       size_t slices, bool to_array)
{
    struct gi_copy_side texels = { .declared = GI_DECLARED_ARRAY, .array = array }, memory = {
        .pointer = (uint64_t)(uintptr_t)bytes, .pitch = row, .slice_bytes = row * rows };

    OK(gi_copy(&(struct gi_copy){ .measure = GI_COPY_BOX, .dst = to_array ? texels : memory,
                                  .src = to_array ? memory : texels, .width = row,
                                  .height = rows, .depth = slices, .kind = GI_COPY_INFER },
               gi_in_legacy()));
}

/* Copies a level of a mapped resource, each layer by its own array. */
static void copy_level(const struct shape *shape, gi_handle resource, int level,
                       unsigned char *bytes, bool to_array)
{
    size_t rows = (size_t)at_level(shape->height, level), row = row_of(shape, level);
    size_t slices = slices_of(shape, level) / shape->layers;
    gi_handle array, again;

    for (unsigned int layer = 0; layer < shape->layers; layer++) {
        OK(gi_graphics_array(resource, layer, (uint32_t)level, &array));
        OK(gi_graphics_array(resource, layer, (uint32_t)level, &again));
        REQUIRE(array == again, "the array's handle changes");
        copy_array(array, bytes + layer * slices * rows * row, row, rows, slices, to_array);
    }
}

static void expect_mapped(const struct shape *shape, gi_handle resource, unsigned int seed)
{
    static unsigned char got[MOST], wanted[MOST];

    for (int level = 0; level < shape->levels; level++) {
        copy_level(shape, resource, level, got, false);
        fill(wanted, size_of(shape, level), seed + (unsigned int)level);
        REQUIRE(memcmp(got, wanted, size_of(shape, level)) == 0,
                "target 0x%x, level %d: the mapped texels are others", shape->target, level);
    }
}

static void write_mapped(const struct shape *shape, gi_handle resource, unsigned int seed)
{
    static unsigned char bytes[MOST];

    for (int level = 0; level < shape->levels; level++) {
        fill(bytes, size_of(shape, level), seed + (unsigned int)level);
        copy_level(shape, resource, level, bytes, true);
    }
}

static void expect_image(const struct shape *shape, gigl_name name, unsigned int seed)
{
    static unsigned char wanted[MOST];

    for (int level = 0; level < shape->levels; level++) {
        fill(wanted, size_of(shape, level), seed + (unsigned int)level);
        REQUIRE(memcmp(fake_gl_texels(name, level), wanted, size_of(shape, level)) == 0,
                "target 0x%x, level %d: the image's texels are others", shape->target, level);
    }
}

static void expect_no_trace(int objects)
{
    REQUIRE(fake_gl_live() == objects, "%d objects instead of %d", fake_gl_live(), objects);
    REQUIRE(fake_gl_error() == 0, "error 0x%x", fake_gl_error());
    REQUIRE(fake_gl.stubs == 0, "a stub was called");
    REQUIRE(fake_gl.stolen_fds == 0, "an fd of the interface was closed");
    REQUIRE(fake_gl.fences == 0, "%d fences are left", fake_gl.fences);
}

/* ---- texels --------------------------------------------------------------------------------- */

static void trip(const struct shape *shape, int internal)
{
    gigl_name name = counting(shape, internal, 1);
    gi_handle stream = sched_stream(), resource = registered(name, shape->target, 0);

    for (unsigned int round = 0; round < 3; round++) {
        OK(gi_graphics_map(&resource, 1, stream));
        OK(gi_stream_synchronize(stream));
        expect_mapped(shape, resource, round == 0 ? 1 : round * 50);
        write_mapped(shape, resource, round * 50 + 50);
        OK(gi_graphics_unmap(&resource, 1, stream));
        expect_image(shape, name, round * 50 + 50);
    }
    OK(gi_graphics_unregister(resource));
    fake_gl_delete_image(name);
    expect_no_trace(0);
    OK(gi_stream_destroy(stream));
}

static void all_shapes(enum way way)
{
    begin(way);
    uint64_t pixels = gi_counter_value(GI_COUNT_MAPS_BY_PIXELS);
    for (size_t i = 0; i < SHAPES; i++)
        trip(&shapes[i], RGBA8);
    REQUIRE((gi_counter_value(GI_COUNT_MAPS_BY_PIXELS) > pixels) == (way == PIXELS), "other maps");
    REQUIRE((fake_gl.imports > 0) == (way != HOST), "%d imports", fake_gl.imports);
    REQUIRE((fake_gl.reads == 0) == (way == SHADOW), "%d reads", fake_gl.reads);
    sched_expect_nothing_left();
}

static void by_a_shadow(void) { all_shapes(SHADOW); }
static void through_a_buffer(void) { all_shapes(PIXELS); }
static void by_the_host(void) { all_shapes(HOST); }

/* A format that is converted goes through a buffer. */
static void converted_formats_go_through_a_buffer(void)
{
    begin(SHADOW);
    for (size_t i = 0; i < SHAPES; i++)
        trip(&shapes[i], RGBA4);
    REQUIRE(fake_gl.imports > 0 && fake_gl.reads > 0, "the way");
}

/* Old contexts: the way of the host, and no question that they do not know. */
static void old_contexts(void)
{
    static const char *const versions[] = { "3.2 fake", "2.1 fake", "1.5 fake" };

    begin(SHADOW);
    fake_gl.extensions = "";
    for (size_t i = 0; i < 3; i++) {
        fake_gl.version = versions[i];
        fake_gl.profile = i == 0 ? 1 : 0;        /* a core profile */
        trip(&shapes[0], RGBA8);
        trip(&shapes[3], R32F);
    }
}

/* Each place that can refuse the shadow leaves the next way. */
static void a_refused_way_leaves_another(void)
{
    static const char *const places[] = { "TexStorageMem", "ImportMemoryFdEXT" };

    begin(SHADOW);
    for (size_t s = 0; s < SHAPES; s++)
        for (size_t i = 0; i < 3; i++) {
            if (i < 2)
                fake_gl.fails = places[i];
            else
                gifake_fail_slot("memory.export", GI_OS_ERROR);
            fake_gl.failure = GIGL_OUT_OF_MEMORY;
            trip(&shapes[s], RGBA8);
            REQUIRE(fake_gl.fails == NULL, "nothing failed");
        }
    REQUIRE(fake_gl.reads > 0, "the way");
    setenv("GPUINTEROP_GL", "pixels", 1);
    fake_gl.fails = "BufferStorageMemEXT";
    trip(&shapes[0], RGBA8);
    sched_expect_nothing_left();
}

static void expect_zeros(const struct shape *shape, gi_handle resource)
{
    static unsigned char got[MOST], zeros[MOST];

    copy_level(shape, resource, 0, got, false);
    REQUIRE(memcmp(got, zeros, size_of(shape, 0)) == 0, "bytes of somebody's memory");
}

/* Without a new name for the texture between, the program's renderbuffer is left alone, and streams
 * see zeros. */
static void without_a_name_nothing_is_deleted(void)
{
    const struct shape *shape = &shapes[6];

    begin(HOST);
    mallopt(M_PERTURB, 0x55);
    gigl_name name = counting(shape, RGBA8, 1);
    gi_handle stream = sched_stream(), resource = registered(name, shape->target, 0);

    fake_gl.failure = 0;
    fake_gl.fails = "GenTextures";
    OK(gi_graphics_map(&resource, 1, stream));
    REQUIRE(fake_gl.fails == NULL, "nothing failed");
    OK(gi_stream_synchronize(stream));
    expect_zeros(shape, resource);
    fake_gl.fails = "GenTextures";
    OK(gi_graphics_unmap(&resource, 1, stream));
    REQUIRE(fake_gl.fails == NULL, "nothing failed");
    expect_no_trace(2);          /* the image, and the buffer by which its group is known */
    expect_image(shape, name, 1);
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

static void uses_save_copies(enum way way)
{
    const struct shape *shape = &shapes[0];

    begin(way);
    gigl_name name = counting(shape, RGBA8, 1);
    gi_handle stream = sched_stream(), resource = registered(name, shape->target, 1);

    OK(gi_graphics_map(&resource, 1, stream));
    OK(gi_stream_synchronize(stream));
    expect_mapped(shape, resource, 1);
    write_mapped(shape, resource, 2);
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_image(shape, name, 1);
    OK(gi_graphics_set_use(resource, GI_GRAPHICS_WRITE_DISCARD, 3));
    OK(gi_graphics_map(&resource, 1, stream));
    expect_mapped(shape, resource, 2);
    write_mapped(shape, resource, 3);
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_image(shape, name, 3);
    REQUIRE(fake_gl.copies == (way == SHADOW ? 2 : 0), "%d copies", fake_gl.copies);
    REQUIRE(fake_gl.reads == (way == SHADOW ? 0 : 1) && fake_gl.writes == fake_gl.reads,
            "%d reads, %d writes", fake_gl.reads, fake_gl.writes);
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
}

static void uses_by_a_shadow(void) { uses_save_copies(SHADOW); }
static void uses_through_a_buffer(void) { uses_save_copies(PIXELS); }
static void uses_by_the_host(void) { uses_save_copies(HOST); }

/* ---- the context's state -------------------------------------------------------------------- */

/* Bindings, the pixel store, the texture's own values and the error flag stay. */
static void nothing_of_the_context_changes(enum way way)
{
    begin(way);
    for (size_t i = 0; i < SHAPES; i++) {
        gigl_enum target = shapes[i].target;
        gigl_name name = counting(&shapes[i], RGBA8, 1), bound = counting(&shapes[i], RGBA8, 1);
        gigl_name buffer = fake_gl_buffer(16, "0123456789abcdef");
        gi_handle stream = sched_stream(), resource;
        int filter = fake_gl_parameter(name, 0), last = fake_gl_parameter(name, 3);

        fake_gl_bind_image(target, bound);
        fake_gl_bind(GIGL_PIXEL_PACK_BUFFER, buffer);
        fake_gl_bind(GIGL_PIXEL_UNPACK_BUFFER, buffer);
        fake_gl_store(0x0D05, 8);
        fake_gl_store(0x0CF2, 77);
        fake_gl_set_error(0x0502);
        resource = registered(name, target, 0);
        OK(gi_graphics_map(&resource, 1, stream));
        OK(gi_graphics_unmap(&resource, 1, stream));
        OK(gi_graphics_unregister(resource));
        REQUIRE(fake_gl_error() == 0x0502, "the error is 0x%x", fake_gl_error());
        fake_gl_set_error(0);
        REQUIRE(fake_gl_bound_image(target) == bound, "the texture's binding");
        REQUIRE(fake_gl_bound(GIGL_PIXEL_PACK_BUFFER) == buffer &&
                fake_gl_bound(GIGL_PIXEL_UNPACK_BUFFER) == buffer, "the buffers' bindings");
        REQUIRE(fake_gl_stored(0x0D05) == 8 && fake_gl_stored(0x0CF2) == 77, "the pixel store");
        REQUIRE(fake_gl_parameter(name, 0) == filter && fake_gl_parameter(name, 3) == last,
                "the texture's values");
        fake_gl_delete(buffer);
        fake_gl_delete_image(name);
        fake_gl_delete_image(bound);
        expect_no_trace(0);
        OK(gi_stream_destroy(stream));
    }
}

static void state_by_a_shadow(void) { nothing_of_the_context_changes(SHADOW); }
static void state_through_a_buffer(void) { nothing_of_the_context_changes(PIXELS); }
static void state_by_the_host(void) { nothing_of_the_context_changes(HOST); }

/* A texture whose parameters suit the copy can be one with a bindless handle, which OpenGL lets
 * nobody change. */
static void suitable_parameters_are_not_set(void)
{
    const struct shape *shape = &shapes[0];

    begin(SHADOW);
    gigl_name name = counting(shape, RGBA8, 1);
    gi_handle stream = sched_stream(), resource = registered(name, shape->target, 0);

    fake_gl_set_parameter(name, 0, GIGL_NEAREST);
    fake_gl_set_parameter(name, 1, GIGL_NEAREST);
    fake_gl_set_parameter(name, 3, 0);
    int set = fake_gl.parameters;
    OK(gi_graphics_map(&resource, 1, stream));
    OK(gi_graphics_unmap(&resource, 1, stream));
    REQUIRE(fake_gl.parameters == set, "%d parameters were set", fake_gl.parameters - set);
    REQUIRE(fake_gl.copies == 2, "%d copies", fake_gl.copies);
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
    OK(gi_stream_destroy(stream));
}

/* ---- states --------------------------------------------------------------------------------- */

static void states_are_the_vendors(void)
{
    const struct shape *shape = &shapes[5];

    begin(SHADOW);
    gigl_name name = counting(shape, RGBA8, 1);
    gi_handle stream = sched_stream(), resource = registered(name, shape->target, 15), array, none;

    STATUS(GI_NOT_MAPPED, gi_graphics_array(resource, 0, 0, &array));
    STATUS(GI_NOT_MAPPED, gi_graphics_mipmapped(resource, &array));
    OK(gi_graphics_map(&resource, 1, stream));
    STATUS(GI_NOT_MAPPED_AS_POINTER, gi_graphics_pointer(resource, NULL, NULL));
    STATUS(GI_INVALID_VALUE, gi_graphics_array(resource, 6, 0, &array));
    STATUS(GI_INVALID_VALUE, gi_graphics_array(resource, 0, 3, &array));
    OK(gi_graphics_array(resource, 5, 2, &array));
    STATUS(GI_INVALID_VALUE, gi_array_destroy(array));
    OK(gi_graphics_mipmapped(resource, &array));
    STATUS(GI_INVALID_VALUE, gi_mipmapped_array_destroy(array));
    OK(gi_graphics_unmap(&resource, 1, stream));
    OK(gi_graphics_unregister(resource));
    STATUS(GI_INVALID_VALUE, gi_graphics_register_image(name, shape->target, 16, &none));
    STATUS(GI_INVALID_VALUE, gi_graphics_register_image(name, 0, 0, &none));
    STATUS(GI_INVALID_VALUE, gi_graphics_register_image(name, 0x0DE0, 0, &none));
    STATUS(GI_INVALID_VALUE, gi_graphics_register_image(0, shape->target, 0, &none));
    STATUS(GI_INVALID_HANDLE, gi_graphics_register_image(60, shape->target, 0, &none));
    STATUS(GI_INVALID_HANDLE, gi_graphics_register_image(name, GIGL_RENDERBUFFER, 0, &none));
    fake_gl_make_current(-1);
    STATUS(GI_INVALID_GRAPHICS_CONTEXT, gi_graphics_register_image(name, shape->target, 0, &none));
    fake_gl_make_current(0);
    expect_no_trace(1);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

static void images_without_texels_are_refused(void)
{
    static const gigl_enum targets[] = { GIGL_TEXTURE_3D, GIGL_TEXTURE_2D_ARRAY };
    gi_handle none;

    begin(SHADOW);
    for (size_t i = 0; i < 2; i++) {
        gigl_name name = fake_gl_image(targets[i], RGBA8, 4, 4, 0, 1);

        STATUS(GI_INVALID_VALUE, gi_graphics_register_image(name, targets[i], 0, &none));
        fake_gl_delete_image(name);
    }
    expect_no_trace(0);
    sched_expect_nothing_left();
}

/* Renderbuffers with samples, borders, and contexts that copy no images. */
static void other_images_are_refused(void)
{
    const struct shape *shape = &shapes[6];
    gi_handle none;

    begin(HOST);
    gigl_name buffer = counting(shape, RGBA8, 1), texture = counting(&shapes[0], RGBA8, 1);
    gi_handle stream = sched_stream(), resource = registered(buffer, shape->target, 0);

    OK(gi_graphics_map(&resource, 1, stream));
    write_mapped(shape, resource, 9);
    fake_gl.samples = 4;
    OK(gi_graphics_unmap(&resource, 1, stream));         /* it has another shape now */
    expect_image(shape, buffer, 1);
    OK(gi_graphics_unregister(resource));
    STATUS(GI_INVALID_VALUE, gi_graphics_register_image(buffer, shape->target, 0, &none));
    REQUIRE(strstr(gi_last_error_detail(), "4 samples") != NULL, "%s", gi_last_error_detail());
    fake_gl.samples = 0;
    fake_gl.border = 1;
    STATUS(GI_INVALID_VALUE, gi_graphics_register_image(texture, shapes[0].target, 0, &none));
    REQUIRE(strstr(gi_last_error_detail(), "border") != NULL, "%s", gi_last_error_detail());
    fake_gl.version = "3.2 fake";
    fake_gl.extensions = "";
    STATUS(GI_NOT_SUPPORTED, gi_graphics_register_image(buffer, shape->target, 0, &none));
    REQUIRE(strstr(gi_last_error_detail(), "glCopyImageSubData") != NULL, "%s",
            gi_last_error_detail());
    expect_no_trace(2);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- layers --------------------------------------------------------------------------------- */

/* A texture and a surface of a layer's array begin at that layer. */
static void textures_see_their_layer(void)
{
    const struct shape *shape = &shapes[4];
    struct gi_sampling sampling = { .normalized = true };

    begin(HOST);
    gigl_name name = counting(shape, RGBA8, 1);
    gi_handle stream = sched_stream();
    gi_handle resource = registered(name, shape->target, GI_GRAPHICS_SURFACE);

    OK(gi_graphics_map(&resource, 1, stream));
    for (uint32_t i = 0; i < shape->layers * (uint32_t)shape->levels; i++) {
        uint32_t layer = i % shape->layers, level = i / shape->layers;
        struct gi_resource of = { .kind = GI_RESOURCE_ARRAY };
        uint64_t objects[2];

        OK(gi_graphics_array(resource, layer, level, &of.array));
        OK(gi_texture_create(&of, &sampling, NULL, &objects[0]));
        OK(gi_surface_create(&of, &objects[1]));
        for (int k = 0; k < 2; k++) {
            struct gi_texture seen;

            REQUIRE(gifake_texture(0, (uint32_t)objects[k], &seen), "no texture");
            REQUIRE(seen.first_layer == layer && seen.layer_count == 1 &&
                    seen.first_level == level && seen.level_count == 1 && !seen.is_layered,
                    "layer %u, level %u: it begins at %u, %u", layer, level, seen.first_layer,
                    seen.first_level);
        }
        OK(gi_texture_destroy(objects[0]));
        OK(gi_surface_destroy(objects[1]));
    }
    OK(gi_graphics_unmap(&resource, 1, stream));
    OK(gi_graphics_unregister(resource));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Threads that ask at once for the arrays of all layers. */
struct asking {
    gi_handle resource, arrays[6 * 3];
    pthread_barrier_t *meeting;
};

static void *ask_for_layers(void *argument)
{
    struct asking *asking = argument;

    pthread_barrier_wait(asking->meeting);
    for (uint32_t i = 0; i < 6 * 3; i++)
        OK(gi_graphics_array(asking->resource, i % 6, i / 6, &asking->arrays[i]));
    return NULL;
}

static void two_threads_get_one_handle(void)
{
    const struct shape *shape = &shapes[5];
    struct asking askings[2];
    pthread_barrier_t meeting;
    pthread_t threads[2];

    begin(HOST);
    gigl_name name = counting(shape, RGBA8, 1);
    gi_handle stream = sched_stream();

    pthread_barrier_init(&meeting, NULL, 2);
    for (int round = 0; round < 20; round++) {
        gi_handle resource = registered(name, shape->target, 0);

        OK(gi_graphics_map(&resource, 1, stream));
        for (int i = 0; i < 2; i++) {
            askings[i] = (struct asking){ .resource = resource, .meeting = &meeting };
            REQUIRE(pthread_create(&threads[i], NULL, ask_for_layers, &askings[i]) == 0,
                    "no thread");
        }
        for (int i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
        REQUIRE(memcmp(askings[0].arrays, askings[1].arrays, sizeof askings[0].arrays) == 0,
                "the threads have other handles");
        OK(gi_graphics_unmap(&resource, 1, stream));
        OK(gi_graphics_unregister(resource));
    }
    pthread_barrier_destroy(&meeting);
    expect_no_trace(1);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- contexts ------------------------------------------------------------------------------- */

/* A context that shares no textures is refused; so is a texture of another target, where OpenGL
 * does not tell targets, and the error that this raises is taken away. */
static void contexts_and_targets_decide(void)
{
    begin(SHADOW);
    gigl_name name = counting(&shapes[0], RGBA8, 1);
    gi_handle stream = sched_stream(), resource = registered(name, GIGL_TEXTURE_3D, 0), none;

    fake_gl_make_current(2);
    STATUS(GI_INVALID_GRAPHICS_CONTEXT, gi_graphics_map(&resource, 1, stream));
    fake_gl_make_current(1);
    OK(gi_graphics_map(&resource, 1, stream));
    OK(gi_graphics_unmap(&resource, 1, stream));
    fake_gl_make_current(0);
    OK(gi_graphics_unregister(resource));
    fake_gl.version = "3.2 fake";
    fake_gl.extensions = "";
    STATUS(GI_INVALID_VALUE, gi_graphics_register_image(name, GIGL_TEXTURE_3D, 0, &none));
    expect_no_trace(1);
}

static void changed_images_are_left_out(enum way way)
{
    const struct shape *shape = &shapes[0];

    begin(way);
    gigl_name gone = counting(shape, RGBA8, 1), other = counting(shape, RGBA8, 1);
    gi_handle stream = sched_stream(), list[2];

    list[0] = registered(gone, shape->target, 0);
    list[1] = registered(other, shape->target, 0);
    OK(gi_graphics_map(list, 2, stream));
    fake_gl_delete_image(gone);
    fake_gl_reshape(other, R32F, shape->width, shape->height);
    OK(gi_graphics_unmap(list, 2, stream));
    REQUIRE(fake_gl_texels(other, 0)[1] == 0, "a texture of another format was written");
    OK(gi_graphics_map(list, 2, stream));
    write_mapped(shape, list[1], 9);
    OK(gi_graphics_unmap(list, 2, stream));
    OK(gi_graphics_unregister(list[0]));
    OK(gi_graphics_unregister(list[1]));
    expect_no_trace(1);
}

static void changed_by_a_shadow(void) { changed_images_are_left_out(SHADOW); }
static void changed_through_a_buffer(void) { changed_images_are_left_out(PIXELS); }
static void changed_by_the_host(void) { changed_images_are_left_out(HOST); }

/* A level of the chain that the program has not made keeps what streams wrote. */
static void missing_levels_keep_texels(enum way way)
{
    struct shape chain = shapes[1], made = chain;

    begin(way);
    made.levels = 1;
    gigl_name name = counting(&made, RGBA8, 1);
    gi_handle stream = sched_stream(), resource = registered(name, made.target, 0);

    OK(gi_graphics_map(&resource, 1, stream));
    OK(gi_stream_synchronize(stream));
    expect_mapped(&made, resource, 1);
    write_mapped(&chain, resource, 30);
    for (int round = 0; round < 2; round++) {
        OK(gi_graphics_unmap(&resource, 1, stream));
        expect_image(&made, name, 30);
        OK(gi_graphics_map(&resource, 1, stream));
        OK(gi_stream_synchronize(stream));
        expect_mapped(&chain, resource, 30);
    }
    OK(gi_graphics_unmap(&resource, 1, stream));
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

static void missing_by_a_shadow(void) { missing_levels_keep_texels(SHADOW); }
static void missing_through_a_buffer(void) { missing_levels_keep_texels(PIXELS); }
static void missing_by_the_host(void) { missing_levels_keep_texels(HOST); }

/* A failed stream: its failure comes back, nothing is copied, and the resource is unmapped. */
static void a_failed_stream_copies_nothing(void)
{
    const struct shape *shape = &shapes[0];

    begin(PIXELS);
    gigl_name name = counting(shape, RGBA8, 1);
    gi_handle stream = sched_stream(), resource = registered(name, shape->target, 2);

    OK(gi_graphics_map(&resource, 1, stream));
    gifake_fail_slot("queue.submit", GI_OUT_OF_MEMORY);
    STATUS(GI_OUT_OF_MEMORY, gi_graphics_unmap(&resource, 1, stream));
    expect_image(shape, name, 1);
    STATUS(GI_NOT_MAPPED, gi_graphics_unmap(&resource, 1, stream));
    OK(gi_graphics_unregister(resource));
}

/* Resources and arrays end with a reset; OpenGL's part goes with a later call. */
static void a_reset_ends_images(void)
{
    begin(SHADOW);
    gigl_name name = counting(&shapes[4], RGBA8, 1);
    gi_handle stream = sched_stream(), resource = registered(name, shapes[4].target, 0), array;
    struct gi_array_info info;

    OK(gi_graphics_map(&resource, 1, stream));
    OK(gi_graphics_array(resource, 2, 1, &array));
    OK(gi_device_reset());
    STATUS(GI_INVALID_HANDLE, gi_graphics_unregister(resource));
    STATUS(GI_STALE_HANDLE, gi_array_query(array, &info));
    resource = registered(name, shapes[4].target, 0);
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
}

/* ---- other contexts ------------------------------------------------------------------------- */

/* A texture stays bound that was deleted in another context, where its number is given again. */
static void a_bound_number_of_another_kind(void)
{
    begin(SHADOW);
    gigl_name bound = counting(&shapes[0], RGBA8, 1), name = counting(&shapes[0], RGBA8, 2);
    gi_handle resource;

    fake_gl_bind_image(GIGL_TEXTURE_2D, bound);
    fake_gl_make_current(1);
    fake_gl_delete_image(bound);
    REQUIRE(counting(&shapes[3], RGBA8, 3) == bound, "the number is not given again");
    fake_gl_make_current(0);
    resource = registered(name, GIGL_TEXTURE_2D, 0);
    OK(gi_graphics_map(&resource, 1, GI_STREAM_LEGACY));
    OK(gi_graphics_unmap(&resource, 1, GI_STREAM_LEGACY));
    OK(gi_graphics_unregister(resource));
    REQUIRE(fake_gl_bound_image(GIGL_TEXTURE_2D) == 0, "a texture of the library is bound");
    expect_no_trace(2);
}

/* It is registered by its number, which is bound as another kind. */
static void a_bound_number(const char *version, gigl_enum told)
{
    begin(SHADOW);
    gigl_name name = counting(&shapes[0], RGBA8, 1), other = counting(&shapes[3], RGBA8, 1);
    gi_handle resource;

    fake_gl.version = version;
    fake_gl_bind_image(GIGL_TEXTURE_2D, name);
    fake_gl_make_current(1);
    fake_gl_delete_image(name);
    REQUIRE(counting(&shapes[3], RGBA8, 3) == name, "the number is not given again");
    fake_gl_make_current(0);
    if (told == GIGL_TEXTURE_3D) {
        STATUS(GI_INVALID_VALUE, gi_graphics_register_image(other, GIGL_TEXTURE_2D, 0, &resource));
        expect_no_trace(2);
        STATUS(GI_INVALID_VALUE, gi_graphics_register_image(name, GIGL_TEXTURE_2D, 0, &resource));
    }
    resource = registered(name, told, 0);
    OK(gi_graphics_map(&resource, 1, GI_STREAM_LEGACY));
    expect_mapped(&shapes[3], resource, 3);
    OK(gi_graphics_unmap(&resource, 1, GI_STREAM_LEGACY));
    OK(gi_graphics_unregister(resource));
    expect_no_trace(2);
}

/* OpenGL 4.5 tells the kind, which counts instead of what the call says. */
static void a_number_that_is_bound_as_another_kind(void)
{
    a_bound_number("4.5 fake", GIGL_TEXTURE_2D);
}

static void the_same_without_the_kind(void)
{
    a_bound_number("3.2 fake", GIGL_TEXTURE_3D);
}

enum { THREADS = 2, ROUNDS = 500 };

static int contexts[THREADS] = { 1, 3 };     /* both share */
static gigl_name shared;

static void *map_shared(void *data)
{
    gi_handle resource;

    fake_gl_make_current(*(const int *)data);
    resource = registered(shared, GIGL_TEXTURE_2D, 0);
    for (int i = 0; i < ROUNDS; i++) {
        OK(gi_graphics_map(&resource, 1, GI_STREAM_PER_THREAD));
        OK(gi_graphics_unmap(&resource, 1, GI_STREAM_PER_THREAD));
    }
    OK(gi_graphics_unregister(resource));
    REQUIRE(fake_gl_error() == 0, "error 0x%x", fake_gl_error());
    return NULL;
}

/* Copies set a texture's values for a moment, also those of two threads. */
static void threads_copy_one_texture(void)
{
    begin(SHADOW);
    pthread_t threads[THREADS];
    int filter, last;

    shared = counting(&shapes[1], RGBA8, 1);
    filter = fake_gl_parameter(shared, 0);
    last = fake_gl_parameter(shared, 3);
    fake_gl.yields = 1;
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, map_shared, &contexts[i]) == 0, "no thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    REQUIRE(fake_gl_parameter(shared, 0) == filter && fake_gl_parameter(shared, 3) == last,
            "the texture's values");
    expect_no_trace(1);
}

#define CASE(name) { #name, name, 0 }

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        CASE(by_a_shadow), CASE(through_a_buffer), CASE(by_the_host),
        CASE(converted_formats_go_through_a_buffer), CASE(old_contexts),
        CASE(a_refused_way_leaves_another), CASE(without_a_name_nothing_is_deleted),
        CASE(uses_by_a_shadow), CASE(uses_through_a_buffer), CASE(uses_by_the_host),
        CASE(state_by_a_shadow), CASE(state_through_a_buffer), CASE(state_by_the_host),
        CASE(suitable_parameters_are_not_set), CASE(states_are_the_vendors),
        CASE(images_without_texels_are_refused), CASE(other_images_are_refused),
        CASE(textures_see_their_layer), CASE(two_threads_get_one_handle),
        CASE(contexts_and_targets_decide), CASE(changed_by_a_shadow),
        CASE(changed_through_a_buffer), CASE(changed_by_the_host), CASE(missing_by_a_shadow),
        CASE(missing_through_a_buffer), CASE(missing_by_the_host),
        CASE(a_failed_stream_copies_nothing), CASE(a_reset_ends_images),
        CASE(a_bound_number_of_another_kind), CASE(a_number_that_is_bound_as_another_kind),
        CASE(the_same_without_the_kind), CASE(threads_copy_one_texture),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
