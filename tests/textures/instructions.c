/* Forms of texture and surface instructions that kernel.comp has no counterpart of. With the
 * argument "time" it measures what a kernel of 41 reads costs at first. */
#include <string.h>
#include <time.h>

#include "instructions.h"

struct rig_place places[RIG_MAX_PLACES];
union rig_texel texels[RIG_MAX_PLACES];
static const uint32_t sizes[4] = { 7, 5, 3, 4 };

void expect(bool right, const char *what, size_t where)
{
    if (right)
        return;
    fprintf(stderr, "%s: wrong at %zu\n", what, where);
    exit(1);
}

/* ---- surfaces: every width ------------------------------------------------------------------ */

/* A texel of each form goes between a surface and memory. */
static const struct {
    enum gi_format format;
    const char *read, *write;
} widths[] = {
    { GI_FORMAT_R8_UINT,
      "suld.b.2d.b8.trap {%h0}, [%o, {%r2, %r3}];\nst.global.b8 [%q], %h0;\n",
      "ld.global.b8 %h0, [%q];\nsust.b.2d.b8.trap [%o, {%r2, %r3}], {%h0};\n" },
    { GI_FORMAT_RG8_UINT,
      "suld.b.2d.v2.b8.zero {%h0, %h1}, [%o, {%r2, %r3}];\nst.global.v2.b8 [%q], {%h0, %h1};\n",
      "ld.global.v2.b8 {%h0, %h1}, [%q];\nsust.b.2d.v2.b8.zero [%o, {%r2, %r3}], {%h0, %h1};\n" },
    { GI_FORMAT_RGBA8_UINT,
      "suld.b.2d.v4.b8.clamp {%h0, %h1, %h2, %h3}, [%o, {%r2, %r3}];\n"
      "st.global.v4.b8 [%q], {%h0, %h1, %h2, %h3};\n",
      "ld.global.v4.b8 {%h0, %h1, %h2, %h3}, [%q];\n"
      "sust.b.2d.v4.b8.clamp [%o, {%r2, %r3}], {%h0, %h1, %h2, %h3};\n" },
    { GI_FORMAT_R16_FLOAT,
      "suld.b.2d.b16.trap {%h0}, [%o, {%r2, %r3}];\nst.global.b16 [%q], %h0;\n",
      "ld.global.b16 %h0, [%q];\nsust.b.2d.b16.trap [%o, {%r2, %r3}], {%h0};\n" },
    { GI_FORMAT_RGBA16_UINT,
      "suld.b.2d.v4.b16.trap {%h0, %h1, %h2, %h3}, [%o, {%r2, %r3}];\n"
      "st.global.v4.b16 [%q], {%h0, %h1, %h2, %h3};\n",
      "ld.global.v4.b16 {%h0, %h1, %h2, %h3}, [%q];\n"
      "sust.b.2d.v4.b16.trap [%o, {%r2, %r3}], {%h0, %h1, %h2, %h3};\n" },
    { GI_FORMAT_R32_SINT,
      "suld.b.2d.b32.trap %r8, [%o, {%r2, %r3}];\nst.global.b32 [%q], %r8;\n",
      "ld.global.b32 %r8, [%q];\nsust.b.2d.b32.trap [%o, {%r2, %r3}], %r8;\n" },
    { GI_FORMAT_RG32_UINT,
      "suld.b.2d.b64.trap {%l0}, [%o, {%r2, %r3}];\nst.global.b64 [%q], %l0;\n",
      "ld.global.b64 %l0, [%q];\nsust.b.2d.b64.trap [%o, {%r2, %r3}], {%l0};\n" },
    { GI_FORMAT_RGBA32_FLOAT,
      "suld.b.2d.v2.b64.trap {%l0, %l1}, [%o, {%r2, %r3}];\nst.global.v2.b64 [%q], {%l0, %l1};\n",
      "ld.global.v2.b64 {%l0, %l1}, [%q];\nsust.b.2d.v2.b64.trap [%o, {%r2, %r3}], {%l0, %l1};\n" },
};

static void test_widths(void)
{
    for EACH(i, widths) {
        size_t bytes = gi_format_info(widths[i].format)->block_bytes;
        struct gi_resource resource;
        struct holder holder;
        uint64_t surface;
        size_t count;

        holder_create(&holder, widths[i].format, RIG_2D, sizes, 1, GI_ARRAY_SURFACE);
        resource = holder_resource(&holder);
        OK(gi_surface_create(&resource, &surface));
        count = places_of_surface(&holder.model, 0, places);
        memset(texels, 0, sizeof *texels * count);
        rig_run(RIG_FLOATS, rig_code_body(widths[i].read), surface, places, count, texels);
        for (size_t k = 0; k < count; k++)
            expect(memcmp(&texels[k], holder.model.texels[0] + k * bytes, bytes) == 0, "suld", k);
        for (size_t k = 0; k < count; k++) {
            memset(&texels[k], (int)(3 * k + 7), bytes);
            memcpy(holder.model.texels[0] + k * bytes, &texels[k], bytes);
        }
        rig_run(RIG_FLOATS, rig_code_body(widths[i].write), surface, places, count, texels);
        holder_compare(&holder, 0, "sust");
        OK(gi_surface_destroy(surface));
        holder_destroy(&holder);
    }
}

/* ---- questions ------------------------------------------------------------------------------ */

void ask(uint32_t what, uint64_t object, const uint32_t right[4], const char *name)
{
    memset(texels, 0xff, sizeof *texels);
    memset(places, 0, sizeof *places);
    rig_run(RIG_FLOATS, what, object, places, 1, texels);
    for (int i = 0; i < 4; i++)
        expect(texels[0].u[i] == right[i], name, (size_t)i);
}

static void test_questions(void)
{
    static const uint32_t size[4] = { 16, 8, 5, 3 };
    uint32_t sizes_of = rig_code_body(
        "txq.width.b32 %r8, [%o]; txq.height.b32 %r9, [%o]; txq.depth.b32 %r10, [%o];\n"
        "txq.array_size.b32 %r11, [%o];\nst.global.v4.b32 [%q], {%r8, %r9, %r10, %r11};\n");
    uint32_t levels = rig_code_body(
        "mov.u32 %r5, 2; txq.level.width.b32 %r8, [%o], %r5;\n"
        "txq.level.height.b32 %r9, [%o], 1; txq.num_mipmap_levels.b32 %r10, [%o];\n"
        "txq.normalized_coords.b32 %r11, [%o];\n"
        "st.global.v4.b32 [%q], {%r8, %r9, %r10, %r11};\n");
    uint32_t surfaces = rig_code_body(
        "suq.width.b32 %r8, [%o]; suq.height.b32 %r9, [%o]; suq.depth.b32 %r10, [%o];\n"
        "suq.array_size.b32 %r11, [%o];\nst.global.v4.b32 [%q], {%r8, %r9, %r10, %r11};\n");
    static const struct { uint32_t shape, right[4]; } shapes[] = {
        { RIG_1D, { 16, 0, 0, 0 } }, { RIG_2D, { 16, 8, 0, 0 } }, { RIG_3D, { 16, 8, 5, 0 } },
        { RIG_1D_LAYERED, { 16, 0, 0, 3 } }, { RIG_2D_LAYERED, { 16, 8, 0, 3 } },
        { RIG_CUBE, { 16, 16, 0, 0 } }, { RIG_CUBE_LAYERED, { 16, 16, 0, 3 } },
    };
    struct gi_sampling sampling = plain_sampling();
    struct gi_resource resource;
    struct holder holder;
    uint64_t object;

    for EACH(i, shapes) {
        holder_create(&holder, GI_FORMAT_RGBA32_FLOAT, shapes[i].shape, size, 1, GI_ARRAY_SURFACE);
        resource = holder_resource(&holder);
        OK(gi_texture_create(&resource, &sampling, NULL, &object));
        ask(sizes_of, object, shapes[i].right, "txq");
        OK(gi_texture_destroy(object));
        if (shapes[i].shape < RIG_CUBE) {
            OK(gi_surface_create(&resource, &object));
            ask(surfaces, object, shapes[i].right, "suq");
            OK(gi_surface_destroy(object));
        }
        holder_destroy(&holder);
    }
    sampling.normalized = true;
    holder_create(&holder, GI_FORMAT_RGBA32_FLOAT, RIG_2D, size, 3, 0);
    resource = holder_resource(&holder);
    OK(gi_texture_create(&resource, &sampling, NULL, &object));
    ask(levels, object, (uint32_t[]){ 4, 4, 3, 1 }, "txq.level");
    OK(gi_texture_destroy(object));
    ask(levels, object, (uint32_t[]){ 0, 0, 0, 0 }, "txq of nothing");
    holder_destroy(&holder);
}

/* ---- forms of tex --------------------------------------------------------------------------- */

/* Reads a texture of floats whose texels halves can hold, in a form of the instruction. */
static void check_form(const char *body, size_t bytes_of_channel, bool moves)
{
    struct gi_sampling sampling = plain_sampling();
    uint32_t what = rig_code_body(body);
    struct gi_resource resource;
    struct holder holder;
    uint64_t texture;
    size_t count;

    holder_create(&holder, GI_FORMAT_RGBA16_FLOAT, RIG_2D, sizes, 1, 0);
    resource = holder_resource(&holder);
    OK(gi_texture_create(&resource, &sampling, NULL, &texture));
    count = places_of_texels(&holder.model, &sampling, 0, places);
    for (size_t i = 0; i < count; i++) {
        places[i].x = (int32_t)(i % sizes[0]);
        places[i].y = (int32_t)(i / sizes[0]);
        if (moves)
            places[i].at[0] = places[i].at[1] = -1e9f;
    }
    memset(texels, 0, sizeof *texels * count);
    rig_run(RIG_FLOATS, what, texture, places, count, texels);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *right = holder.model.texels[0] + i * 8;
        double channels[4];

        model_decode(right, GI_FORMAT_RGBA16_FLOAT, false, channels);
        if (bytes_of_channel == 2)
            expect(memcmp(&texels[i], right, 8) == 0, body, i);
        for (int k = 0; bytes_of_channel == 4 && k < 4; k++)
            expect((double)texels[i].f[k] == channels[k], body, i);
    }
    OK(gi_texture_destroy(texture));
    holder_destroy(&holder);
}

static void test_forms(void)
{
    check_form("tex.2d.v4.f16.f32 {%h0, %h1, %h2, %h3}, [%o, {%f0, %f1}];\n"
               "st.global.v4.b16 [%q], {%h0, %h1, %h2, %h3};\n", 2, false);
    check_form("tex.2d.v2.f16x2.f32 {%r8, %r9}, [%o, {%f0, %f1}];\n"
               "st.global.v2.b32 [%q], {%r8, %r9};\n", 2, false);
    check_form("tex.2d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%o, {%r2, %r3}];\n"
               "st.global.v4.f32 [%q], {%f4, %f5, %f6, %f7};\n", 4, true);
    check_form("tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}|%c1, [%o, {%f0, %f1}];\n"
               "@!%c1 mov.f32 %f4, 0f7F800000;\n"
               "st.global.v4.f32 [%q], {%f4, %f5, %f6, %f7};\n", 4, false);
    check_form("tex.2d.v4.f32.f32 {%f4, _, %f6, %f7}, [%o, {%f0, %f1}];\n"
               "tex.level.2d.v4.f32.f32 {_, %f5, _, _}, [%o, {%f0, %f1}], 0f00000000;\n"
               "st.global.v4.f32 [%q], {%f4, %f5, %f6, %f7};\n", 4, false);
}

/* ---- without filters ------------------------------------------------------------------------ */

static const char *const plain_read =
    "tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%o, {%f0, %f1}];\n"
    "st.global.v4.f32 [%q], {%f4, %f5, %f6, %f7};\n";

/* A kernel without filters reads what needs none as the full one does. Where the shader would
 * filter, it reads the nearest texel, which shows that the lean functions are there. */
static void test_lean(void)
{
    struct gi_sampling sampling = plain_sampling(), point = sampling;
    struct gi_resource resource;
    struct holder holder;
    uint64_t texture;
    size_t count;
    uint32_t what;

    rig_code_lean(true);
    what = rig_code_body(plain_read);
    holder_create(&holder, GI_FORMAT_RGBA32_FLOAT, RIG_2D, sizes, 1, 0);
    resource = holder_resource(&holder);
    for (int linear = 0; linear < 2; linear++) {
        sampling.filter = linear ? GI_FILTER_LINEAR : GI_FILTER_POINT;
        if ((linear && rig_is_bindless()) || (!linear && rig_is_bindless() && !sampling.normalized))
            continue;           /* there the sampler filters, and addresses */
        OK(gi_texture_create(&resource, &sampling, NULL, &texture));
        count = places_around(&holder.model, &sampling, 0, 300, 5, places);
        rig_run(RIG_FLOATS, what, texture, places, count, texels);
        for (size_t i = 0; i < count; i++) {
            double right[4];

            model_read(&holder.model, GI_FORMAT_RGBA32_FLOAT, &point, &places[i], 0, right);
            for (int k = 0; k < 4; k++)
                expect((float)right[k] == texels[i].f[k], "lean", i);
        }
        OK(gi_texture_destroy(texture));
    }
    holder_destroy(&holder);
    rig_code_lean(false);
}

/* ---- what it costs -------------------------------------------------------------------------- */

static void measure(int reads)
{
    static char body[2][12000];
    struct gi_sampling sampling = plain_sampling();
    struct gi_resource resource;
    struct holder holder;
    uint64_t texture;

    holder_create(&holder, GI_FORMAT_RGBA32_FLOAT, RIG_2D, sizes, 1, 0);
    resource = holder_resource(&holder);
    OK(gi_texture_create(&resource, &sampling, NULL, &texture));
    for (int lean = 0; lean < 2; lean++) {
        size_t used = (size_t)snprintf(body[lean], sizeof body[lean],
                                       "mov.f32 %%f11, 0f00000000;\n");
        clock_t start;
        uint32_t what;

        for (int i = 0; i < reads; i++)
            used += (size_t)snprintf(body[lean] + used, sizeof body[lean] - used,
                                     "add.f32 %%f0, %%f0, 0f3F800000;\n"
                                     "tex.2d.v4.f32.f32 {%%f4, %%f5, %%f6, %%f7}, [%%o, "
                                     "{%%f0, %%f1}];\nadd.f32 %%f11, %%f11, %%f4;\n");
        snprintf(body[lean] + used, sizeof body[lean] - used, "st.global.f32 [%%q], %%f11;\n");
        rig_code_lean(lean);
        what = rig_code_body(body[lean]);
        start = clock();
        rig_run(RIG_FLOATS, what, texture, places, 1, texels);
        printf("%d reads, %s: %.1f ms of processors to the first result\n", reads,
               lean ? "lean" : "full", (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC);
    }
    OK(gi_texture_destroy(texture));
    holder_destroy(&holder);
}

int main(int argument_count, char **arguments)
{
    const char *why;

    if (!rig_open(&rig_ptx, &why)) {
        printf("skipped: %s\n", why);
        return 77;
    }
    if (argument_count > 1 && strcmp(arguments[1], "time") == 0) {
        measure(argument_count > 2 ? atoi(arguments[2]) : 41);
        return 0;
    }
    test_widths();
    test_questions();
    test_forms();
    test_lean();
    test_formatted();
    test_changes();
    test_more_questions();
    test_offsets();
    test_gathers();
    test_many_reads();
    test_rows();
    return 0;
}
