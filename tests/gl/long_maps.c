/* Buffers and textures of OpenGL are mapped, changed by kernels of random length and unmapped, for
 * a number of rounds or seconds. OpenGL changes them in between, and some are registered anew. A
 * model has their words.
 *
 *     gl_long_maps [ROUNDS [SECONDS [STEPS]]]   until both are over; a thread's steps are fewer
 */
#include "../scenario/scenario.h"

#include <cuda_gl_interop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "egl_context.h"
#include "test_cases.h"

enum { OBJECTS = 12, BUFFERS = 8, STREAMS = 3, WORDS = 1 << 14, SIDE = 1 << 7, BLOCK = 64,
       DYNAMIC_DRAW = 0x88E8, RGBA8 = 0x8058, RGBA = 0x1908, UNSIGNED_BYTE = 0x1401 };

/* Each thread makes its steps and adds the value to its word. */
static const char code[] =
    ".version 7.0\n.target sm_52\n.address_size 64\n"
    ".visible .entry add_slowly(.param .u64 words, .param .u32 count, .param .u32 steps,\n"
    "                           .param .u32 value)\n"
    "{\n"
    "    .reg .pred %p<2>; .reg .b32 %r<10>; .reg .b64 %d<4>;\n"
    "    ld.param.u64 %d0, [words]; ld.param.u32 %r0, [count];\n"
    "    ld.param.u32 %r1, [steps]; ld.param.u32 %r2, [value];\n"
    "    mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %tid.x;\n"
    "    mad.lo.u32 %r6, %r3, %r4, %r5;\n"
    "    setp.ge.u32 %p0, %r6, %r0;\n"
    "    @%p0 bra END;\n"
    "    mov.u32 %r7, %r6;\n"
    "LOOP:\n"
    "    setp.eq.u32 %p1, %r1, 0;\n"
    "    @%p1 bra ADD;\n"
    "    mad.lo.u32 %r7, %r7, 1664525, 1013904223;\n"
    "    sub.u32 %r1, %r1, 1;\n"
    "    bra LOOP;\n"
    "ADD:\n"             /* x(x + 1) is even: so the steps are needed, and change nothing */
    "    add.u32 %r8, %r7, 1; mul.lo.u32 %r8, %r8, %r7; and.b32 %r8, %r8, 1;\n"
    "    cvta.to.global.u64 %d0, %d0;\n"
    "    mul.wide.u32 %d1, %r6, 4; add.u64 %d2, %d0, %d1;\n"
    "    ld.global.u32 %r9, [%d2]; add.u32 %r9, %r9, %r2; add.u32 %r9, %r9, %r8;\n"
    "    st.global.u32 [%d2], %r9;\n"
    "END:\n"
    "    ret;\n"
    "}\n";

/* A buffer, or a texture whose texels are the words. */
static struct object {
    gigl_name name;
    cudaGraphicsResource_t resource;
    uint32_t width, height;      /* of a texture; 0: it is a buffer */
    uint32_t *scratch;           /* of a texture: device memory */
    uint32_t count, words[WORDS];
} objects[OBJECTS];

static unsigned long least_rounds = 500, maps, registrations;
static uint32_t most_steps = 100;
static double least_seconds;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint32_t below(uint32_t end)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % end;
}

static void register_object(struct object *object)
{
    if (object->width == 0)
        OK(cudaGraphicsGLRegisterBuffer(&object->resource, object->name, 0));
    else
        OK(cudaGraphicsGLRegisterImage(&object->resource, object->name, GIGL_TEXTURE_2D, 0));
    registrations++;
}

static void make_buffer(struct object *object)
{
    gl.GenBuffers(1, &object->name);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, object->name);
    gl.BufferData(GIGL_ARRAY_BUFFER, (ptrdiff_t)object->count * 4, object->words, DYNAMIC_DRAW);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
}

/* Half of the textures have filters that let shaders see them. */
static void make_texture(struct object *object)
{
    gl.GenTextures(1, &object->name);
    gl.BindTexture(GIGL_TEXTURE_2D, object->name);
    gl.TexImage2D(GIGL_TEXTURE_2D, 0, RGBA8, (int)object->width, (int)object->height, 0, RGBA,
                  UNSIGNED_BYTE, object->words);
    if (below(2) == 0)
        gl.TexParameteri(GIGL_TEXTURE_2D, GIGL_TEXTURE_MIN_FILTER, GIGL_NEAREST);
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    OK(cudaMalloc((void **)&object->scratch, (size_t)object->count * 4));
}

static void make_object(struct object *object)
{
    bool is_buffer = object < objects + BUFFERS;

    object->width = is_buffer ? 0 : 1 + below(SIDE);
    object->height = is_buffer ? 0 : 1 + below(SIDE);
    object->count = is_buffer ? 1 + below(WORDS) : object->width * object->height;
    for (uint32_t i = 0; i < object->count; i++)
        object->words[i] = below(1 << 30);
    if (is_buffer)
        make_buffer(object);
    else
        make_texture(object);
    register_object(object);
}

static void end_object(struct object *object)
{
    OK(cudaGraphicsUnregisterResource(object->resource));
    if (object->width == 0) {
        gl.DeleteBuffers(1, &object->name);
    } else {
        gl.DeleteTextures(1, &object->name);
        OK(cudaFree(object->scratch));
    }
}

static void change_words(struct object *object, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        object->words[i] = below(1 << 30);
}

static void use_buffer(struct object *buffer, uint32_t *got)
{
    uint32_t first = below(buffer->count), count = 1 + below(buffer->count - first);

    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer->name);
    gl.GetBufferSubData(GIGL_ARRAY_BUFFER, 0, (ptrdiff_t)buffer->count * 4, got);
    change_words(buffer, first, count);
    gl.BufferSubData(GIGL_ARRAY_BUFFER, (ptrdiff_t)first * 4, (ptrdiff_t)count * 4,
                     buffer->words + first);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
}

static void use_texture(struct object *texture, uint32_t *got)
{
    uint32_t first = below(texture->height), rows = 1 + below(texture->height - first);
    uint32_t begin = first * texture->width;

    gl.BindTexture(GIGL_TEXTURE_2D, texture->name);
    gl.GetTexImage(GIGL_TEXTURE_2D, 0, RGBA, UNSIGNED_BYTE, got);
    change_words(texture, begin, rows * texture->width);
    gl.TexSubImage2D(GIGL_TEXTURE_2D, 0, 0, (int)first, (int)texture->width, (int)rows, RGBA,
                     UNSIGNED_BYTE, texture->words + begin);
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
}

/** OpenGL reads the object, and writes some of its words. */
static void use_by_opengl(struct object *object)
{
    static uint32_t got[WORDS], wanted[WORDS];

    memcpy(wanted, object->words, object->count * sizeof wanted[0]);
    if (object->width == 0)
        use_buffer(object, got);
    else
        use_texture(object, got);
    assert_memory_equal(got, wanted, object->count * sizeof got[0]);
    assert_int_equal(gl.GetError(), 0);
}

/** Adds to the words at an address. */
static void add_slowly(struct object *object, uint32_t *words, cudaKernel_t kernel,
                       cudaStream_t stream)
{
    uint32_t steps = below(most_steps), value = below(1 << 20);
    void *arguments[] = { &words, &object->count, &steps, &value };

    OK(cudaLaunchKernel((const void *)kernel, (dim3){ (object->count + BLOCK - 1) / BLOCK, 1, 1 },
                        (dim3){ BLOCK, 1, 1 }, arguments, 0, stream));
    for (uint32_t i = 0; i < object->count; i++)
        object->words[i] += value;
}

static void add_to_buffer(struct object *buffer, cudaKernel_t kernel, cudaStream_t stream)
{
    uint32_t *words;
    size_t size;

    OK(cudaGraphicsResourceGetMappedPointer((void **)&words, &size, buffer->resource));
    assert_int_equal(size, buffer->count * sizeof words[0]);
    add_slowly(buffer, words, kernel, stream);
}

/* By device memory beside the array. */
static void add_to_texture(struct object *texture, cudaKernel_t kernel, cudaStream_t stream)
{
    size_t row = texture->width * sizeof texture->words[0];
    cudaArray_t array;

    OK(cudaGraphicsSubResourceGetMappedArray(&array, texture->resource, 0, 0));
    OK(cudaMemcpy2DFromArrayAsync(texture->scratch, row, array, 0, 0, row, texture->height,
                                  cudaMemcpyDeviceToDevice, stream));
    add_slowly(texture, texture->scratch, kernel, stream);
    OK(cudaMemcpy2DToArrayAsync(array, 0, 0, texture->scratch, row, row, texture->height,
                                cudaMemcpyDeviceToDevice, stream));
}

/** Maps some objects at once, changes them, and unmaps them. */
static void map_some(cudaKernel_t kernel, cudaStream_t stream)
{
    cudaGraphicsResource_t list[OBJECTS];
    struct object *mapped[OBJECTS];
    int count = 0;

    for (int i = 0; i < OBJECTS; i++) {
        if (below(3) != 0)
            continue;
        mapped[count] = &objects[i];
        list[count++] = objects[i].resource;
    }
    if (count == 0)
        return;
    OK(cudaGraphicsMapResources(count, list, stream));
    for (int i = 0; i < count; i++) {
        for (uint32_t more = below(3); more != 0; more--)
            (mapped[i]->width == 0 ? add_to_buffer : add_to_texture)(mapped[i], kernel, stream);
    }
    OK(cudaGraphicsUnmapResources(count, list, stream));
    maps += (unsigned long)count;
}

TEST_CASE(words_are_those_of_the_model)
{
    const double begin = now();
    cudaStream_t streams[STREAMS];
    cudaLibrary_t library;
    cudaKernel_t kernel;

    OK(cudaLibraryLoadData(&library, code, NULL, NULL, 0, NULL, NULL, 0));
    OK(cudaLibraryGetKernel(&kernel, library, "add_slowly"));
    for (int i = 0; i < STREAMS; i++)
        OK(cudaStreamCreate(&streams[i]));
    for (int i = 0; i < OBJECTS; i++)
        make_object(&objects[i]);
    for (unsigned long round = 0; round < least_rounds || now() - begin < least_seconds; round++) {
        struct object *one = &objects[below(OBJECTS)];

        map_some(kernel, streams[below(STREAMS)]);
        use_by_opengl(one);
        if (below(8) == 0) {
            end_object(one);
            make_object(one);
        } else if (below(8) == 0) {
            OK(cudaGraphicsUnregisterResource(one->resource));
            register_object(one);
        }
    }
    for (int i = 0; i < OBJECTS; i++) {
        use_by_opengl(&objects[i]);
        end_object(&objects[i]);
    }
    for (int i = 0; i < STREAMS; i++)
        OK(cudaStreamDestroy(streams[i]));
    OK(cudaLibraryUnload(library));
    print_message("%lu maps, %lu registrations, %.1f s\n", maps, registrations, now() - begin);
}

int main(int argc, char **argv)
{
    const char *why;
    int count;

    if (argc > 1)
        least_rounds = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        least_seconds = strtod(argv[2], NULL);
    if (argc > 3)
        most_steps = (uint32_t)strtoul(argv[3], NULL, 10);
    why = cudaGetDeviceCount(&count) == cudaErrorNoDevice ? "no device" : egl_begin();
    if (why != NULL) {
        printf("skipped: %s\n", why);
        return 77;
    }
    return run_test_cases(NULL);
}
