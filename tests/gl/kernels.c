/* Copies by compute shaders of the machine's OpenGL, by CUDA's interface: what a program's own
 * shaders use stays, and where it could not, OpenGL copies by itself. Large textures of one colour
 * come through. */
#include "../scenario/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "egl_context.h"
#include "gl_names.h"
#include "gl_state.h"
#include "image_program.h"
#include "test_cases.h"

enum { CURRENT_PROGRAM = 0x8B8D, COMPUTE_SHADER = 0x91B9, VERTEX_SHADER = 0x8B31,
       FRAGMENT_SHADER = 0x8B30, STORAGE = 0x90D2, IMAGE_NAME = 0x8F3A, IMAGE_FORMAT = 0x906E,
       STORAGE_BINDING = 0x90D3, STORAGE_SIZE = 0x90D5, READ_WRITE = 0x88BA, R8 = 0x8229,
       COMPILE = 0x1300, VERTEX_BIT = 1, IMAGES = 2, PLACES = 6 * IMAGES + 3 };

static const char empty_kernel[] =
    "#version 430\nlayout(local_size_x = 1) in;\nvoid main() {}\n";
static const char choice_of_subroutines[] =
    "#version 430\nsubroutine vec4 choice();\nsubroutine uniform choice chosen;\n"
    "subroutine(choice) vec4 one() { return vec4(1); }\n"
    "subroutine(choice) vec4 two() { return vec4(0.5); }\n"
    "out vec4 colour;\nvoid main() { colour = chosen(); }\n";
static const char plain_vertex[] =
    "#version 430\nout gl_PerVertex { vec4 gl_Position; };\n"
    "void main() { gl_Position = vec4(0); }\n";

static const struct image_format *const rgba8 = &image_formats[0];
static const struct image_shape *const shape = &image_shapes[IMAGE_FIXED];

static gigl_name texture;
static gpuGraphicsResource_t resource;

static int count_programs(void)
{
    int count = 0;

    for (gigl_name name = 1; name < 64; name++)
        count += gl.IsProgram(name);
    return count;
}

static gigl_name make_program(gigl_enum kind, const char *text)
{
    gigl_name program = gl.CreateShaderProgramv(kind, 1, &text);
    int is_linked = 0;

    gl.GetProgramiv(program, 0x8B82, &is_linked);
    assert_true(is_linked);
    return program;
}

/* The first places for images and buffers. */
static void read_places(int64_t *out)
{
    for (gigl_enum place = 0; place < IMAGES; place++, out += 6) {
        for (gigl_enum i = 0; i < 5; i++) {
            int is = 0;

            gl.GetIntegeri_v(IMAGE_NAME + i, place, &is);
            out[i] = is;
        }
        gl.GetInteger64i_v(IMAGE_FORMAT, place, &out[5]);
    }
    for (gigl_enum i = 0; i < 3; i++)
        gl.GetInteger64i_v(STORAGE_BINDING + i, 0, &out[i]);
}

/* The ways by shaders, and how many programs a map and an unmap have. */
static const struct { const char *name; int programs; } ways[] = {
    { "kernels", 2 }, { "shadow-kernels", 1 },
};

enum { WAYS = sizeof ways / sizeof ways[0] };

static void begin(const char *way)
{
    setenv("GPUINTEROP_GL", way, 1);
    texture = image_make(shape, rgba8, 1);
    gl.BindTexture(GIGL_TEXTURE_2D, texture);
    gl.TexParameteri(GIGL_TEXTURE_2D, GIGL_TEXTURE_MIN_FILTER, GIGL_NEAREST);
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    OK(gpuGraphicsGLRegisterImage(&resource, texture, GIGL_TEXTURE_2D, 0));
}

static void end(void)
{
    OK(gpuGraphicsUnregisterResource(resource));
    image_delete(shape, texture);
    unsetenv("GPUINTEROP_GL");
    assert_int_equal(gl.GetError(), 0);
}

/* A map, new texels and an unmap: they reach OpenGL, no error is raised, and all that glGet answers
 * is as before. So many programs are there more. */
static void cycle(unsigned int seed, int programs, const char *when)
{
    int before = count_programs();
    int64_t places[PLACES], now[PLACES];
    gpuArray_t array;
    size_t row = (size_t)shape->width * 4;

    read_places(places);
    gl_state_keep();
    OK(gpuGraphicsMapResources(1, &resource, NULL));
    OK(gpuGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
    OK(gpuMemcpy2DFromArray(image_got, row, array, 0, 0, row, (size_t)shape->height,
                            gpuMemcpyDeviceToHost));
    image_fill(rgba8, shape, 0, seed);
    image_compare(shape, rgba8, 0, when);
    image_fill(rgba8, shape, 0, seed + 1);
    OK(gpuMemcpy2DToArray(array, 0, 0, image_wanted, row, row, (size_t)shape->height,
                          gpuMemcpyHostToDevice));
    OK(gpuGraphicsUnmapResources(1, &resource, NULL));
    assert_int_equal(gl.GetError(), 0);
    gl_state_expect(when);
    read_places(now);
    assert_memory_equal(now, places, sizeof places);
    assert_int_equal(count_programs() - before, programs);
    gl.BindTexture(GIGL_TEXTURE_2D, texture);
    gl.GetTexImage(GIGL_TEXTURE_2D, 0, rgba8->pixels, rgba8->type, image_got);
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    image_compare(shape, rgba8, 0, when);
}

static void bind_images(gigl_name image)
{
    for (gigl_name place = 0; place < IMAGES; place++)
        gl.BindImageTexture(place, image, image != 0, 0, image != 0 ? (int)(2 - place) : 0,
                            READ_WRITE, R8);
}

TEST_CASE(what_shaders_use_stays)
{
    gigl_name program = make_program(COMPUTE_SHADER, empty_kernel), image, buffers[2];

    image = image_make(&image_shapes[IMAGE_LAYERS], rgba8, 1);
    gl.GenBuffers(2, buffers);
    for (int i = 0; i < 2; i++) {
        gl.BindBuffer(GIGL_ARRAY_BUFFER, buffers[i]);
        gl.BufferData(GIGL_ARRAY_BUFFER, 8192, NULL, GIGL_STATIC_DRAW);
    }
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    for (int way = 0; way < WAYS; way++) {
        begin(ways[way].name);
        cycle(1, ways[way].programs, "nothing is bound");
        gl.UseProgram(program);
        bind_images(image);
        gl.BindBufferRange(STORAGE, 0, buffers[0], 4096, 1024);
        gl.BindBuffer(STORAGE, buffers[1]);
        cycle(2, 0, "a program is used");
        gl.BindBufferBase(STORAGE, 0, buffers[1]);
        cycle(3, 0, "a whole buffer");
        gl.UseProgram(0);
        bind_images(0);
        gl.BindBufferBase(STORAGE, 0, 0);
        end();
        assert_int_equal(count_programs(), 1);
    }
    gl.DeleteProgram(program);
    gl.DeleteBuffers(2, buffers);
    image_delete(&image_shapes[IMAGE_LAYERS], image);
}

static void cycle_of_pipeline(void)
{
    void (*gen_pipelines)(int count, gigl_name *out) = egl_function("glGenProgramPipelines");
    void (*bind_pipeline)(gigl_name pipeline) = egl_function("glBindProgramPipeline");
    void (*use_stages)(gigl_name pipeline, unsigned int stages, gigl_name program) =
        egl_function("glUseProgramStages");
    void (*delete_pipelines)(int count, const gigl_name *pipelines) =
        egl_function("glDeleteProgramPipelines");
    gigl_name program = make_program(VERTEX_SHADER, plain_vertex), pipeline;

    gen_pipelines(1, &pipeline);
    use_stages(pipeline, VERTEX_BIT, program);
    bind_pipeline(pipeline);
    cycle(3, 0, "a pipeline");
    bind_pipeline(0);
    delete_pipelines(1, &pipeline);
    gl.DeleteProgram(program);
}

/* A program that is deleted while it is used, a choice of subroutines, and a pipeline. */
TEST_CASE(what_cannot_come_back_is_left_alone)
{
    for (int way = 0; way < WAYS; way++) {
        gigl_name program = make_program(COMPUTE_SHADER, empty_kernel);

        begin(ways[way].name);
        gl.UseProgram(program);
        gl.DeleteProgram(program);
        cycle(1, 0, "a deleted program");
        gl.UseProgram(0);
        assert_int_equal(count_programs(), 0);
        program = make_program(FRAGMENT_SHADER, choice_of_subroutines);
        gl.UseProgram(program);
        cycle(2, 0, "subroutines");
        gl.UseProgram(0);
        gl.DeleteProgram(program);
        cycle_of_pipeline();
        cycle(4, ways[way].programs, "nothing any more");
        end();
    }
}

/* ---- one colour ----------------------------------------------------------------------------- */

enum { SIDE = 1024, ROW = SIDE * 4, BYTES = SIDE * ROW };

static void expect_bytes(const uint8_t *bytes, int above, int below, const char *where)
{
    for (int i = 0; i < BYTES; i++) {
        int wanted = i < BYTES / 2 ? above : below;

        if (bytes[i] != wanted)
            fail_msg("%s: byte %d is %d instead of %d", where, i, bytes[i], wanted);
    }
}

/* OpenGL gives the bound texture one colour: by texels, or by itself. */
static void paint(uint8_t *bytes, int value, bool by_itself)
{
    void (*clear)(gigl_name texture, int level, gigl_enum pixels, gigl_enum type,
                  const void *colour) = egl_function("glClearTexImage");

    memset(bytes, value, BYTES);
    if (by_itself && clear != NULL && atof((const char *)gl.GetString(GIGL_VERSION)) >= 4.4)
        clear(texture, 0, rgba8->pixels, rgba8->type, bytes);
    else
        gl.TexSubImage2D(GIGL_TEXTURE_2D, 0, 0, 0, SIDE, SIDE, rgba8->pixels, rgba8->type, bytes);
}

static void trip_of_colours(uint8_t *bytes, int value)
{
    gpuArray_t array;

    paint(bytes, value, value % 2 != 0);
    OK(gpuGraphicsMapResources(1, &resource, NULL));
    OK(gpuGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
    OK(gpuMemcpy2DFromArray(bytes, ROW, array, 0, 0, ROW, SIDE, gpuMemcpyDeviceToHost));
    expect_bytes(bytes, value, value, "in the array");
    memset(bytes, value + 1, BYTES);
    OK(gpuMemcpy2DToArray(array, 0, 0, bytes, ROW, ROW, SIDE / 2, gpuMemcpyHostToDevice));
    OK(gpuGraphicsUnmapResources(1, &resource, NULL));
    gl.GetTexImage(GIGL_TEXTURE_2D, 0, rgba8->pixels, rgba8->type, bytes);
    expect_bytes(bytes, value + 1, value, "in OpenGL");
}

/* Devices can keep bytes compressed that are all alike, in memory that both interfaces see. */
TEST_CASE(one_colour_goes_both_ways)
{
    static const char *const wishes[] = { "", "shadow-kernels", "pixels", "host" };
    uint8_t *bytes = malloc(BYTES);

    assert_non_null(bytes);
    for (size_t way = 0; way < sizeof wishes / sizeof wishes[0]; way++) {
        setenv("GPUINTEROP_GL", wishes[way], 1);
        gl.GenTextures(1, &texture);
        gl.BindTexture(GIGL_TEXTURE_2D, texture);
        gl.TexParameteri(GIGL_TEXTURE_2D, GIGL_TEXTURE_MIN_FILTER, GIGL_NEAREST);
        gl.TexImage2D(GIGL_TEXTURE_2D, 0, FORMAT_RGBA8, SIDE, SIDE, 0, rgba8->pixels,
                      rgba8->type, NULL);
        OK(gpuGraphicsGLRegisterImage(&resource, texture, GIGL_TEXTURE_2D, 0));
        for (int value = 0; value < 4; value++)
            trip_of_colours(bytes, value * 85 / 2);
        OK(gpuGraphicsUnregisterResource(resource));
        gl.BindTexture(GIGL_TEXTURE_2D, 0);
        gl.DeleteTextures(1, &texture);
        assert_int_equal(gl.GetError(), 0);
    }
    unsetenv("GPUINTEROP_GL");
    free(bytes);
}

int main(void)
{
    const char *why;
    int count;

    why = gpuGetDeviceCount(&count) == gpuErrorNoDevice ? "no device" : egl_begin();
    if (why == NULL)
        why = image_begin();
    if (why == NULL && (gl.DispatchCompute == NULL || gl.GetString(GIGL_VERSION)[0] < '4'))
        why = "OpenGL has no compute shaders";
    if (why != NULL) {
        printf("skipped: %s\n", why);
        return 77;
    }
    return run_test_cases(NULL);
}
