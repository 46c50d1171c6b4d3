/* Formatted stores, atomics on surfaces, questions about formats and samplers, reads with offsets,
 * and gathers of layers and cubes. */
#include <string.h>

#include "instructions.h"

static const uint32_t sizes[4] = { 7, 5, 3, 4 };

#define STORE "st.global.v4.b32 [%q], {%r8, %r9, %r10, %r11};\n"

/* ---- stores by format ----------------------------------------------------------------------- */

/* The words of a texel whose channels are numbers. */
static void channels_of(const uint8_t *bytes, enum gi_format format, union rig_texel *out)
{
    enum gi_texel_class class = gi_format_info(format)->texel_class;
    double channels[4];

    model_decode(bytes, format, false, channels);
    for (int k = 0; k < 4; k++) {
        if (class == GI_TEXEL_UINT)
            out->u[k] = (uint32_t)channels[k];
        else if (class == GI_TEXEL_SINT)
            out->i[k] = (int32_t)channels[k];
        else
            out->f[k] = (float)channels[k];
    }
}

static void check_formatted(uint32_t what, enum gi_format format)
{
    size_t bytes = gi_format_info(format)->block_bytes;
    struct gi_resource resource;
    struct holder holder;
    uint64_t surface;
    size_t count;
    uint8_t *right;

    holder_create(&holder, format, RIG_2D, sizes, 1, GI_ARRAY_SURFACE);
    resource = holder_resource(&holder);
    OK(gi_surface_create(&resource, &surface));
    count = texels_of_level(&holder.model, 0);
    right = malloc(count * bytes);
    expect(right != NULL, "memory", 0);
    memcpy(right, holder.model.texels[0], count * bytes);
    memset(holder.model.texels[0], 0x5a, count * bytes);
    holder_write(&holder, 0);
    memcpy(holder.model.texels[0], right, count * bytes);
    memset(places, 0, sizeof *places * count);
    for (size_t i = 0; i < count; i++) {
        places[i].x = (int32_t)(i % sizes[0]);
        places[i].y = (int32_t)(i / sizes[0]);
        channels_of(right + i * bytes, format, &texels[i]);
    }
    rig_run(RIG_FLOATS, what, surface, places, count, texels);
    holder_compare(&holder, 0, "sust.p");
    free(right);
    OK(gi_surface_destroy(surface));
    holder_destroy(&holder);
}

/* Numbers beyond those of the format become the next one that it has. */
static void check_beyond(uint32_t what)
{
    struct gi_resource resource;
    struct holder holder;
    uint64_t surface;

    holder_create(&holder, GI_FORMAT_RGBA8_SINT, RIG_2D, sizes, 1, GI_ARRAY_SURFACE);
    resource = holder_resource(&holder);
    OK(gi_surface_create(&resource, &surface));
    memset(places, 0, sizeof *places);
    texels[0] = (union rig_texel){ .i = { 200, -200, 127, -128 } };
    memcpy(holder.model.texels[0], (int8_t[]){ 127, -128, 127, -128 }, 4);
    rig_run(RIG_FLOATS, what, surface, places, 1, texels);
    holder_compare(&holder, 0, "sust.p beyond the format");
    OK(gi_surface_destroy(surface));
    holder_destroy(&holder);
}

void test_formatted(void)
{
    static const enum gi_format formats[] = {
        GI_FORMAT_R8_UINT, GI_FORMAT_RG8_UINT, GI_FORMAT_RGBA8_SINT, GI_FORMAT_RGBA8_UNORM,
        GI_FORMAT_R16_FLOAT, GI_FORMAT_RGBA16_UINT, GI_FORMAT_RGBA16_FLOAT, GI_FORMAT_R32_SINT,
        GI_FORMAT_RG32_UINT, GI_FORMAT_RGBA32_FLOAT,
    };
    uint32_t what = rig_code_body("ld.global.v4.b32 {%r8, %r9, %r10, %r11}, [%q];\n"
                                  "sust.p.2d.v4.b32.trap [%o, {%r2, %r3}], "
                                  "{%r8, %r9, %r10, %r11};\n");

    for EACH(i, formats)
        check_formatted(what, formats[i]);
    check_beyond(what);
}

/* ---- atomics -------------------------------------------------------------------------------- */

static uint32_t changed(uint32_t old, uint32_t value, int how)
{
    bool less = (int32_t)value < (int32_t)old;

    switch (how) {
    case 0: return old + value;
    case 1: return value < old ? value : old;
    case 2: return value > old ? value : old;
    case 3: return old & value;
    case 4: return old | value;
    case 5: return less ? value : old;
    default: return less ? old : value;
    }
}

static void check_change(enum gi_format format, uint32_t shape, const char *body, int how,
                         bool in_texels, bool clamps)
{
    uint32_t what = rig_code_body(body);
    struct gi_resource resource;
    struct holder holder;
    uint64_t surface;
    size_t count, all;

    holder_create(&holder, format, shape, sizes, 1, GI_ARRAY_SURFACE);
    resource = holder_resource(&holder);
    OK(gi_surface_create(&resource, &surface));
    count = places_of_surface(&holder.model, 0, places);
    all = 3 * count + 1;        /* each texel three times, and a place beyond the edge */
    for (size_t i = 0; i < all; i++) {
        uint32_t *texel = (uint32_t *)holder.model.texels[0] + i % count;

        places[i] = places[i % count];
        texels[i].u[0] = (uint32_t)(i * 2654435761u);
        if (i == 3 * count)
            places[i].x = -4;
        if (i < 3 * count || clamps)
            *texel = changed(*texel, texels[i].u[0], how);
    }
    for (size_t i = 0; in_texels && i < all; i++)
        places[i].x /= 4;
    rig_run(RIG_FLOATS, what, surface, places, all, texels);
    holder_compare(&holder, 0, body);
    OK(gi_surface_destroy(surface));
    holder_destroy(&holder);
}

#define CHANGE(form, at) "ld.global.b32 %r8, [%q];\nsured." form " [%o, " at "], %r8;\n"

void test_changes(void)
{
    check_change(GI_FORMAT_R32_UINT, RIG_2D, CHANGE("b.add.2d.u32.trap", "{%r2, %r3}"), 0, false,
                 false);
    check_change(GI_FORMAT_R32_UINT, RIG_2D, CHANGE("b.min.2d.u32.clamp", "{%r2, %r3}"), 1, false,
                 true);
    check_change(GI_FORMAT_R32_UINT, RIG_1D, CHANGE("b.max.1d.u32.zero", "{%r2}"), 2, false,
                 false);
    check_change(GI_FORMAT_R32_UINT, RIG_2D, CHANGE("b.and.2d.b32.zero", "{%r2, %r3}"), 3, false,
                 false);
    check_change(GI_FORMAT_R32_UINT, RIG_3D, CHANGE("b.or.3d.b32.trap", "{%r2, %r3, %r0, %r0}"),
                 4, false, false);
    check_change(GI_FORMAT_R32_SINT, RIG_2D, CHANGE("b.min.2d.s32.trap", "{%r2, %r3}"), 5, false,
                 false);
    check_change(GI_FORMAT_R32_UINT, RIG_2D, CHANGE("p.max.2d.b32.trap", "{%r2, %r3}"), 2, true,
                 false);
    check_change(GI_FORMAT_R32_SINT, RIG_2D, CHANGE("p.max.2d.b32.clamp", "{%r2, %r3}"), 6, true,
                 true);
}

/* ---- questions ------------------------------------------------------------------------------ */

void test_more_questions(void)
{
    uint32_t format = rig_code_body(
        "txq.channel_data_type.b32 %r8, [%o]; txq.channel_order.b32 %r9, [%o];\n"
        "txq.num_samples.b32 %r10, [%o]; txq.filter_mode.b32 %r11, [%o];\n" STORE);
    uint32_t modes = rig_code_body(
        "txq.addr_mode_0.b32 %r8, [%o]; txq.addr_mode_1.b32 %r9, [%o];\n"
        "txq.addr_mode_2.b32 %r10, [%o]; txq.force_unnormalized_coords.b32 %r11, [%o];\n" STORE);
    uint32_t of_surface = rig_code_body(
        "suq.channel_data_type.b32 %r8, [%o]; suq.channel_order.b32 %r9, [%o];\n"
        "suq.memory_layout.b32 %r10, [%o]; suq.width.b32 %r11, [%o];\n" STORE);
    struct gi_sampling sampling = plain_sampling();
    struct gi_resource resource;
    struct holder holder;
    uint64_t object;

    sampling.filter = GI_FILTER_LINEAR;
    sampling.address[1] = GI_ADDRESS_BORDER;
    holder_create(&holder, GI_FORMAT_RG16_FLOAT, RIG_2D, sizes, 1, GI_ARRAY_SURFACE);
    resource = holder_resource(&holder);
    OK(gi_texture_create(&resource, &sampling, NULL, &object));
    ask(format, object, (uint32_t[]){ 0x10dd, 0x10b2, 1, 1 }, "txq of the format");
    ask(modes, object,
        (uint32_t[]){ sampling.address[0] == GI_ADDRESS_CLAMP ? 3 : 4, 4,
                      sampling.address[2] == GI_ADDRESS_CLAMP ? 3 : 4, 1 }, "txq of the sampler");
    OK(gi_texture_destroy(object));
    OK(gi_surface_create(&resource, &object));
    ask(of_surface, object, (uint32_t[]){ 0x10dd, 0x10b2, 0, 7 }, "suq of the format");
    OK(gi_surface_destroy(object));
    holder_destroy(&holder);
    holder_create(&holder, GI_FORMAT_R8_UINT, RIG_2D, sizes, 1, GI_ARRAY_SURFACE);
    resource = holder_resource(&holder);
    OK(gi_surface_create(&resource, &object));
    ask(of_surface, object, (uint32_t[]){ 0x10da, 0x10b0, 0, 7 }, "suq of the format");
    OK(gi_surface_destroy(object));
    holder_destroy(&holder);
}

/* ---- offsets -------------------------------------------------------------------------------- */

static void compare_moved(const struct model *model, const struct gi_sampling *sampling,
                          uint32_t level, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        struct rig_place moved = places[i];
        double right[4];

        moved.at[0] += 1.0f / (sampling->normalized
                               ? (float)model_at_level(model->width, level) : 1.0f);
        moved.at[1] -= 2.0f / (sampling->normalized
                               ? (float)model_at_level(model->height, level) : 1.0f);
        model_read(model, model->format, sampling, &moved, level, right);
        for (int k = 0; k < 4; k++)
            expect((float)right[k] == texels[i].f[k], name, i);
    }
}

static void check_moved(bool normalized, uint32_t levels, const char *body)
{
    struct gi_sampling sampling = plain_sampling();
    uint32_t what = rig_code_body(body);
    static const uint32_t large[4] = { 16, 8, 1, 1 };
    struct gi_resource resource;
    struct holder holder;
    uint64_t texture;
    size_t count;

    sampling.normalized = normalized;
    holder_create(&holder, GI_FORMAT_RGBA32_FLOAT, RIG_2D, large, levels, 0);
    resource = holder_resource(&holder);
    sampling.max_level = 10;
    OK(gi_texture_create(&resource, &sampling, NULL, &texture));
    count = places_of_texels(&holder.model, &sampling, levels - 1, places);
    for (size_t i = 0; i < count; i++)
        places[i].at[3] = (float)(levels - 1);
    rig_run(RIG_FLOATS, what, texture, places, count, texels);
    compare_moved(&holder.model, &sampling, levels - 1, count, body);
    OK(gi_texture_destroy(texture));
    holder_destroy(&holder);
}

#define BY "mov.u32 %r5, 1; mov.u32 %r6, -2;\n"

void test_offsets(void)
{
    check_moved(false, 1, BY "tex.2d.v4.f32.f32 {%r8, %r9, %r10, %r11}, [%o, {%f0, %f1}], "
                "{%r5, %r6};\n" STORE);
    check_moved(true, 1, BY "tex.2d.v4.f32.f32 {%r8, %r9, %r10, %r11}, [%o, {%f0, %f1}], "
                "{1, -2};\n" STORE);
    check_moved(true, 3, BY "tex.level.2d.v4.f32.f32 {%r8, %r9, %r10, %r11}, [%o, {%f0, %f1}], "
                "%f3, {%r5, %r6};\n" STORE);
}

/* ---- gathers -------------------------------------------------------------------------------- */

/* The four texels around the corner between them: lower left, lower right, upper right, upper
 * left. */
static void expect_gathered(const struct model *model, uint32_t x, uint32_t y, uint32_t slice,
                            int channel, size_t at, const char *name)
{
    static const uint32_t corners[4][2] = { { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, 0 } };

    enum rig_kernel kernel = model->format == GI_FORMAT_RGBA32_SINT ? RIG_SIGNED
                             : model->format == GI_FORMAT_RGBA32_UINT ? RIG_UNSIGNED : RIG_FLOATS;

    for (int k = 0; k < 4; k++) {
        double right[4];

        model_decode(model_texel(model, 0, x + corners[k][0], y + corners[k][1], slice),
                     model->format, false, right);
        expect(right[channel] == texel_channel(kernel, &texels[at], k), name, at);
    }
}

static void check_gather(enum gi_format format, uint32_t shape, const char *body, int channel,
                         int moves)
{
    static const uint32_t square[4] = { 8, 8, 1, 3 };
    struct gi_sampling sampling = plain_sampling();
    bool cube = shape == RIG_CUBE || shape == RIG_CUBE_LAYERED;
    uint32_t what = rig_code_body(body);
    struct gi_resource resource;
    struct holder holder;
    uint64_t texture;
    size_t count = 0;

    sampling.normalized = cube;
    holder_create(&holder, format, shape, square, 1, 0);
    resource = holder_resource(&holder);
    OK(gi_texture_create(&resource, &sampling, NULL, &texture));
    for (uint32_t slice = 0; slice < holder.model.layers; slice++) {
        for (uint32_t i = 0; i < 25; i++) {
            double direction[3] = { i % 5 + 1.0, i / 5 + 1.0, 0 };

            if (cube)
                model_direction(slice % 6, direction[0] / 8, direction[1] / 8, direction);
            places[count] = (struct rig_place){
                .at = { (float)direction[0], (float)direction[1], (float)direction[2] },
                .layer = (int32_t)(cube ? slice / 6 : slice) };
            count++;
        }
    }
    rig_run(RIG_FLOATS, what, texture, places, count, texels);
    for (size_t i = 0; i < count; i++)
        expect_gathered(&holder.model, (uint32_t)(i % 25 % 5 + (size_t)moves),
                        (uint32_t)(i % 25 / 5), (uint32_t)(i / 25), channel, i, body);
    OK(gi_texture_destroy(texture));
    holder_destroy(&holder);
}

#define GATHER(form, type, at) \
    "tld4." form ".v4." type ".f32 {%r8, %r9, %r10, %r11}, [%o, " at "]"

/* In each shape, of texels that are of one type. */
#define GATHERS(format, type) \
    do { \
        check_gather(format, RIG_2D, GATHER("g.2d", type, "{%f0, %f1}") ", {1, 0};\n" STORE, 1, \
                     1); \
        check_gather(format, RIG_2D_LAYERED, \
                     GATHER("r.a2d", type, "{%r0, %f0, %f1, %f1}") ";\n" STORE, 0, 0); \
        check_gather(format, RIG_2D_LAYERED, \
                     GATHER("a.a2d", type, "{%r0, %f0, %f1, %f1}") ", {2, 0};\n" STORE, 3, 2); \
        check_gather(format, RIG_CUBE, GATHER("b.cube", type, "{%f0, %f1, %f2, %f2}") ";\n" STORE, \
                     2, 0); \
        check_gather(format, RIG_CUBE_LAYERED, \
                     GATHER("a.acube", type, "{%r0, %f0, %f1, %f2}") ";\n" STORE, 3, 0); \
    } while (0)

void test_gathers(void)
{
    GATHERS(GI_FORMAT_RGBA32_FLOAT, "f32");
    GATHERS(GI_FORMAT_RGBA32_SINT, "s32");
    GATHERS(GI_FORMAT_RGBA32_UINT, "u32");
}

/* ---- long loops ----------------------------------------------------------------------------- */

/* A device may end all loops of a thread after 65535 rounds. A filter of four texels leaves a
 * thread at least 3000 reads. The loop goes on while a texel is not below -1, so the reads stay in
 * it. */
void test_many_reads(void)
{
    uint32_t what = rig_code_body(
        "mov.u32 %r8, 0; mov.u32 %r9, 0; mov.u32 %r10, 0; mov.u32 %r11, 0;\nMORE:\n"
        "tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%o, {%f0, %f1}];\n"
        "add.u32 %r8, %r8, 1; setp.lt.u32 %c1, %r8, 3000;\n"
        "setp.ge.and.f32 %c1, %f4, 0fBF800000, %c1;\n@%c1 bra MORE;\n" STORE);
    struct gi_sampling sampling = plain_sampling();
    struct gi_resource resource;
    struct holder holder;
    uint64_t texture;

    sampling.filter = GI_FILTER_LINEAR;
    sampling.read = GI_READ_NORMALIZED;
    sampling.address[0] = sampling.address[1] = GI_ADDRESS_CLAMP;
    holder_create(&holder, GI_FORMAT_RGBA8_UNORM, RIG_2D, sizes, 1, 0);
    resource = holder_resource(&holder);
    OK(gi_texture_create(&resource, &sampling, NULL, &texture));
    ask(what, texture, (uint32_t[]){ 3000, 0, 0, 0 }, "reads in a loop");
    OK(gi_texture_destroy(texture));
    holder_destroy(&holder);
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* The places of the other direction are those that the instruction takes: the middle of the row. */
static void check_row_in_mode(const struct holder *holder, const struct gi_sampling *sampling,
                              uint32_t what)
{
    static const char name[] = "a row by an instruction of one direction";
    enum { PLACES = 200 };
    double tolerance = sampling->filter == GI_FILTER_POINT ? 1e-6 :
                       rig_is_bindless() ? 3.0 / 512 : 1e-4;
    struct gi_resource resource = holder_resource(holder);
    struct gi_sampling effective = *sampling;
    const struct model *model = &holder->model;
    uint64_t texture;

    for (int i = 0; i < 3 && !sampling->normalized; i++)
        if (sampling->address[i] != GI_ADDRESS_BORDER)
            effective.address[i] = GI_ADDRESS_CLAMP;
    OK(gi_texture_create(&resource, sampling, NULL, &texture));
    compare_reads(model, model->format, &effective, texture, what, places,
                  places_of_texels(model, &effective, 0, places), tolerance, name);
    places_around(model, &effective, 0, PLACES, 1, places);
    for (int i = 0; i < PLACES; i++)
        places[i].at[1] = 0.5f;
    compare_reads(model, model->format, &effective, texture, what, places, PLACES, tolerance, name);
    OK(gi_texture_destroy(texture));
}

/* Instructions of one direction read an array with a height of 1 as those of two do. */
static void check_row(const char *body)
{
    static const uint32_t row[4] = { 9, 1, 1, 1 };
    struct gi_sampling sampling = plain_sampling();
    uint32_t what = rig_code_body(body);
    struct holder holder;

    holder_create(&holder, GI_FORMAT_RGBA32_FLOAT, RIG_2D, row, 1, 0);
    for (int mode = 0; mode < 16; mode++) {
        sampling.normalized = (mode & 1) != 0;
        sampling.filter = (mode & 2) != 0 ? GI_FILTER_LINEAR : GI_FILTER_POINT;
        for (int i = 0; i < 3; i++)
            sampling.address[i] = mode >> 2;         /* wrap, clamp, mirror, border */
        check_row_in_mode(&holder, &sampling, what);
    }
    holder_destroy(&holder);
}

void test_rows(void)
{
    static const char *const bodies[] = {
        "tex.1d.v4.f32.f32 {%r8, %r9, %r10, %r11}, [%o, {%f0}];\n" STORE,
        "tex.level.1d.v4.f32.f32 {%r8, %r9, %r10, %r11}, [%o, {%f0}], %f3;\n" STORE,
        "tex.grad.1d.v4.f32.f32 {%r8, %r9, %r10, %r11}, [%o, {%f0}], {%f4}, {%f8};\n" STORE,
    };

    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        check_row(bodies[i]);
}
