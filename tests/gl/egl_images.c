/* Images of EGL that streams use in place, by the runtime and by the driver interface. Mesa 25
 * shares their memory by /dev/udmabuf, which this program emulates (udmabuf.c). Where OpenGL shares
 * none, the registration is refused. */
#include "../scenario/scenario.h"

#include <stdio.h>
#include <string.h>

#include <cudaEGL.h>
#include <cuda_egl_interop.h>

#include "egl_context.h"
#include "gl_names.h"
#include "gl_state.h"
#include "image_program.h"
#include "test_cases.h"

enum { EGL_WORDS = 0x3055, TEXTURE_2D_OF_GL = 0x30B1, WIDTH = 61, HEIGHT = 33, BGRA = 0x80E1,
       UNSIGNED_BYTE = 0x1401, FORMAT_RGB8 = 0x8051 };

static void *(*create_image)(void *display, void *context, unsigned int target, void *object,
                             const int *wanted);
static unsigned int (*destroy_image)(void *display, void *image);
static void *display, *context;
static bool shares;              /* OpenGL shares images of EGL */

static uint32_t texels[HEIGHT][WIDTH], got[HEIGHT][WIDTH];

/* ---- a program's side of EGL ---------------------------------------------------------------- */

static void fill(uint32_t seed)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            texels[y][x] = (seed + (uint32_t)(y * WIDTH + x)) * 2654435761u;
}

static void give_texels(gigl_name texture)
{
    gl.BindTexture(GIGL_TEXTURE_2D, texture);
    gl.TexSubImage2D(GIGL_TEXTURE_2D, 0, 0, 0, WIDTH, HEIGHT, PIXELS_RGBA, UNSIGNED_BYTE, texels);
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    gl.Finish();
}

static void expect_texels(gigl_name texture)
{
    memset(got, 0, sizeof got);
    gl.BindTexture(GIGL_TEXTURE_2D, texture);
    gl.GetTexImage(GIGL_TEXTURE_2D, 0, PIXELS_RGBA, UNSIGNED_BYTE, got);
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    assert_memory_equal(got, texels, sizeof got);
}

/* A texture of OpenGL, and its image. pixels is the order of the program's texels: OpenGL may keep
 * them in it. */
static void *make_image(int internal, gigl_enum pixels, uint32_t seed, gigl_name *out_texture)
{
    void *image;

    fill(seed);
    gl.GenTextures(1, out_texture);
    gl.BindTexture(GIGL_TEXTURE_2D, *out_texture);
    gl.TexParameteri(GIGL_TEXTURE_2D, GIGL_TEXTURE_MIN_FILTER, GIGL_NEAREST);
    gl.TexImage2D(GIGL_TEXTURE_2D, 0, internal, WIDTH, HEIGHT, 0, pixels, UNSIGNED_BYTE, texels);
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    give_texels(*out_texture);
    image = create_image(display, context, TEXTURE_2D_OF_GL, (void *)(uintptr_t)*out_texture, NULL);
    assert_non_null(image);
    return image;
}

static void end(void *image, gigl_name texture)
{
    destroy_image(display, image);
    gl.DeleteTextures(1, &texture);
    assert_int_equal(gl.GetError(), 0);
}

/* ---- a program's side of streams ------------------------------------------------------------ */

static cudaGraphicsResource_t registered(void *image)
{
    cudaGraphicsResource_t resource;

    OK(cudaGraphicsEGLRegisterImage(&resource, image, cudaGraphicsRegisterFlagsNone));
    return resource;
}

static struct cudaPitchedPtr rows_of(cudaGraphicsResource_t resource, cudaEglColorFormat order)
{
    cudaEglFrame frame;
    const cudaEglPlaneDesc *plane = &frame.planeDesc[0];

    memset(&frame, 0xA5, sizeof frame);
    OK(cudaGraphicsResourceGetMappedEglFrame(&frame, resource, 0, 0));
    assert_int_equal(frame.frameType, cudaEglFrameTypePitch);
    assert_int_equal(frame.planeCount, 1);
    assert_int_equal(frame.eglColorFormat, order);
    assert_int_equal(plane->width, WIDTH);
    assert_int_equal(plane->height, HEIGHT);
    assert_int_equal(plane->pitch, frame.frame.pPitch[0].pitch);
    assert_int_equal(plane->numChannels, 4);
    assert_int_equal(plane->channelDesc.w, 8);
    assert_int_equal(plane->channelDesc.f, cudaChannelFormatKindUnsigned);
    return frame.frame.pPitch[0];
}

static void expect_rows(struct cudaPitchedPtr rows)
{
    memset(got, 0, sizeof got);
    OK(cudaMemcpy2D(got, sizeof got[0], rows.ptr, rows.pitch, sizeof got[0], HEIGHT,
                    cudaMemcpyDeviceToHost));
    assert_memory_equal(got, texels, sizeof got);
}

static void write_rows(struct cudaPitchedPtr rows)
{
    OK(cudaMemcpy2D(rows.ptr, rows.pitch, texels, sizeof got[0], sizeof got[0], HEIGHT,
                    cudaMemcpyHostToDevice));
    OK(cudaDeviceSynchronize());
}

static bool is_refused(cudaError_t code)
{
    return shares ? code == cudaErrorInvalidValue : code == cudaErrorNotSupported;
}

/* ---- cases ---------------------------------------------------------------------------------- */

/* Both sides see what the other writes, without a map, also when the texture and the image have
 * ended. */
TEST_CASE(texels_are_shared)
{
    gigl_name texture;
    void *image = make_image(FORMAT_RGBA8, PIXELS_RGBA, 1, &texture);
    cudaGraphicsResource_t resource;
    struct cudaPitchedPtr rows;

    if (!shares) {
        assert_int_equal(cudaGraphicsEGLRegisterImage(&resource, image, 0), cudaErrorNotSupported);
        expect_texels(texture);
        end(image, texture);
        return;
    }
    resource = registered(image);
    rows = rows_of(resource, cudaEglColorFormatRGBA);
    expect_texels(texture);
    expect_rows(rows);
    fill(2);
    give_texels(texture);
    expect_rows(rows);
    fill(3);
    write_rows(rows);
    expect_texels(texture);
    end(image, texture);
    expect_rows(rows);
    OK(cudaGraphicsUnregisterResource(resource));
}

/* OpenGL can keep the texels of a texture with blue first. The frame says so. */
TEST_CASE(the_order_is_told)
{
    gigl_name texture;
    void *image = make_image(PIXELS_RGBA, BGRA, 4, &texture);
    cudaGraphicsResource_t resource;
    cudaEglFrame frame;
    struct cudaPitchedPtr rows;
    uint32_t first;

    if (shares) {
        resource = registered(image);
        OK(cudaGraphicsResourceGetMappedEglFrame(&frame, resource, 0, 0));
        rows = frame.frame.pPitch[0];
        OK(cudaMemcpy(&first, rows.ptr, 4, cudaMemcpyDeviceToHost));
        if (frame.eglColorFormat == cudaEglColorFormatBGRA)
            first = (first & 0xFF00FF00u) | (first >> 16 & 0xFFu) | (first & 0xFFu) << 16;
        else
            assert_int_equal(frame.eglColorFormat, cudaEglColorFormatRGBA);
        assert_int_equal(first, texels[0][0]);
        expect_texels(texture);
        OK(cudaGraphicsUnregisterResource(resource));
    }
    end(image, texture);
}

TEST_CASE(the_driver_interface_shares_it)
{
    gigl_name texture;
    void *image = make_image(FORMAT_RGBA8, PIXELS_RGBA, 5, &texture);
    CUgraphicsResource resource;
    CUeglFrame frame;

    assert_int_equal(cuGraphicsEGLRegisterImage(NULL, image, 0), CUDA_ERROR_INVALID_VALUE);
    if (!shares) {
        assert_int_equal(cuGraphicsEGLRegisterImage(&resource, image, 0), CUDA_ERROR_NOT_SUPPORTED);
        end(image, texture);
        return;
    }
    assert_int_equal(cuGraphicsEGLRegisterImage(&resource, image, 0), CUDA_SUCCESS);
    memset(&frame, 0xA5, sizeof frame);
    assert_int_equal(cuGraphicsResourceGetMappedEglFrame(&frame, resource, 1, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphicsResourceGetMappedEglFrame(NULL, resource, 0, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphicsResourceGetMappedEglFrame(&frame, resource, 0, 0), CUDA_SUCCESS);
    assert_int_equal(frame.frameType, CU_EGL_FRAME_TYPE_PITCH);
    assert_int_equal(frame.eglColorFormat, CU_EGL_COLOR_FORMAT_RGBA);
    assert_int_equal(frame.cuFormat, CU_AD_FORMAT_UNSIGNED_INT8);
    assert_int_equal(frame.numChannels, 4);
    assert_int_equal(frame.planeCount, 1);
    assert_int_equal(frame.width, WIDTH);
    assert_int_equal(frame.height, HEIGHT);
    expect_rows((struct cudaPitchedPtr){ frame.frame.pPitch[0], frame.pitch, WIDTH, HEIGHT });
    assert_int_equal(cuGraphicsMapResources(1, &resource, NULL), CUDA_ERROR_UNKNOWN);
    assert_int_equal(cuGraphicsUnregisterResource(resource), CUDA_SUCCESS);
    end(image, texture);
}

/* Such a resource is neither mapped nor unmapped; it has a pointer and no array. */
TEST_CASE(it_needs_no_map)
{
    gigl_name texture;
    void *image = make_image(FORMAT_RGBA8, PIXELS_RGBA, 6, &texture), *pointer;
    cudaGraphicsResource_t resource;
    cudaMipmappedArray_t mipmapped;
    struct cudaPitchedPtr rows;
    cudaArray_t array;
    size_t size;

    if (shares) {
        resource = registered(image);
        rows = rows_of(resource, cudaEglColorFormatRGBA);
        assert_int_equal(cudaGraphicsMapResources(1, &resource, NULL), cudaErrorUnknown);
        assert_int_equal(cudaGraphicsUnmapResources(1, &resource, NULL), cudaErrorUnknown);
        OK(cudaGraphicsResourceSetMapFlags(resource, cudaGraphicsMapFlagsReadOnly));
        OK(cudaGraphicsResourceGetMappedPointer(&pointer, &size, resource));
        assert_ptr_equal(pointer, rows.ptr);
        assert_int_equal(size, rows.pitch * HEIGHT);
        assert_int_equal(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0),
                         cudaErrorNotMappedAsArray);
        assert_int_equal(cudaGraphicsResourceGetMappedMipmappedArray(&mipmapped, resource),
                         cudaErrorNotMappedAsArray);
        OK(cudaGraphicsUnregisterResource(resource));
        assert_int_equal(cudaGraphicsUnregisterResource(resource), cudaErrorInvalidResourceHandle);
    }
    end(image, texture);
}

TEST_CASE(arguments_are_checked)
{
    gigl_name texture;
    void *image = make_image(FORMAT_RGBA8, PIXELS_RGBA, 7, &texture);
    cudaGraphicsResource_t resource;
    cudaEglFrame frame;

    assert_int_equal(cudaGraphicsEGLRegisterImage(NULL, image, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaGraphicsEGLRegisterImage(&resource, NULL, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaGraphicsEGLRegisterImage(&resource, image, 3), cudaErrorInvalidValue);
    assert_int_equal(cudaGraphicsResourceGetMappedEglFrame(&frame, NULL, 0, 0),
                     cudaErrorInvalidResourceHandle);
    assert_true(is_refused(cudaGraphicsEGLRegisterImage(&resource, &frame, 0)));
    assert_int_equal(gl.GetError(), 0);
    OK(cudaGraphicsGLRegisterImage(&resource, texture, GIGL_TEXTURE_2D, 0));
    assert_int_equal(cudaGraphicsResourceGetMappedEglFrame(&frame, resource, 0, 0),
                     cudaErrorUnknown);
    OK(cudaGraphicsUnregisterResource(resource));
    end(image, texture);
    image = make_image(FORMAT_RGB8, PIXELS_RGBA, 8, &texture);
    assert_int_equal(cudaGraphicsEGLRegisterImage(&resource, image, 0), cudaErrorNotSupported);
    end(image, texture);
}

TEST_CASE(a_context_is_needed)
{
    gigl_name texture;
    void *image = make_image(FORMAT_RGBA8, PIXELS_RGBA, 9, &texture);
    cudaGraphicsResource_t resource;
    cudaEglFrame frame;

    egl_make_current(-1);
    assert_int_equal(cudaGraphicsEGLRegisterImage(&resource, image, 0),
                     cudaErrorInvalidGraphicsContext);
    egl_make_current(0);
    if (shares) {
        resource = registered(image);
        egl_make_current(-1);
        OK(cudaGraphicsResourceGetMappedEglFrame(&frame, resource, 0, 0));
        expect_rows(frame.frame.pPitch[0]);
        OK(cudaGraphicsUnregisterResource(resource));
        egl_make_current(0);
    }
    end(image, texture);
}

TEST_CASE(state_stays)
{
    gigl_name texture;
    void *image = make_image(FORMAT_RGBA8, PIXELS_RGBA, 10, &texture);
    cudaGraphicsResource_t resource;

    gl.BindTexture(GIGL_TEXTURE_2D, texture);
    gl.PixelStorei(STORE_UNPACK_ALIGNMENT, 8);
    gl.PixelStorei(STORE_PACK_ALIGNMENT, 2);
    gl_state_keep();
    if (cudaGraphicsEGLRegisterImage(&resource, image, 0) == cudaSuccess)
        OK(cudaGraphicsUnregisterResource(resource));
    gl_state_expect("an image of EGL was registered and ended");
    gl.PixelStorei(STORE_UNPACK_ALIGNMENT, 4);
    gl.PixelStorei(STORE_PACK_ALIGNMENT, 4);
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    end(image, texture);
}

TEST_CASE(nothing_is_left)
{
    gigl_name texture;
    void *image = make_image(FORMAT_RGBA8, PIXELS_RGBA, 11, &texture);
    cudaGraphicsResource_t resource;
    int fds = 0;

    for (int i = 0; i < 200; i++) {
        if (i == 2)
            fds = open_fds();
        if (cudaGraphicsEGLRegisterImage(&resource, image, 0) == cudaSuccess)
            OK(cudaGraphicsUnregisterResource(resource));
    }
    assert_true(no_more_fds(fds));
    end(image, texture);
}

/* ---- where it runs -------------------------------------------------------------------------- */

static void find(void *out_function, const char *name)
{
    void *symbol = egl_function(name);

    memcpy(out_function, &symbol, sizeof symbol);
}

/* Why no image can be made; NULL: it can. */
static const char *begin(void)
{
    const char *(*query)(void *display, int what);
    void *(*current)(void);
    const char *words;
    unsigned int count;
    int device;

    find(&query, "eglQueryString");
    find(&current, "eglGetCurrentDisplay");
    display = current();
    find(&current, "eglGetCurrentContext");
    context = current();
    words = query(display, EGL_WORDS);
    find(&create_image, "eglCreateImageKHR");
    find(&destroy_image, "eglDestroyImageKHR");
    if (words == NULL || strstr(words, "EGL_KHR_gl_texture_2D_image") == NULL ||
        create_image == NULL || destroy_image == NULL)
        return "EGL makes no images of textures";
    shares = strstr(words, "EGL_MESA_gl_interop") != NULL &&
             cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll) == cudaSuccess &&
             device == 0;
    printf("OpenGL shares %s\n", shares ? "images of EGL" : "no images of EGL");
    return NULL;
}

int main(void)
{
    const char *why;
    int count;

    if (cudaGetDeviceCount(&count) == cudaErrorNoDevice)
        why = "no device";
    else
        why = egl_begin();
    if (why == NULL)
        why = begin();
    if (why != NULL) {
        printf("skipped: %s\n", why);
        return 77;
    }
    return run_test_cases(NULL);
}
