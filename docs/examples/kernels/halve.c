/* Loads a kernel that was written in GLSL and gives it a texture and a surface, by CUDA. The
 * texture's filter makes the mean of four texels.
 *
 *     cc halve.c -o halve $(pkg-config --cflags --libs cudainterop) && ./halve halve.spv */
#include <cuda_runtime_api.h>

#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 240, HEIGHT = 135, BLOCK = 16 };

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static cudaArray_t make_image(size_t width, size_t height, unsigned int flags)
{
    struct cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0,
                                                                cudaChannelFormatKindFloat);
    cudaArray_t image;

    check(cudaMallocArray(&image, &format, width, height, flags), "making an image");
    return image;
}

static void launch(cudaKernel_t halve, cudaSurfaceObject_t to, cudaTextureObject_t from)
{
    int width = WIDTH, height = HEIGHT;
    void *arguments[] = { &to, &from, &width, &height };
    dim3 grid = { (WIDTH + BLOCK - 1) / BLOCK, (HEIGHT + BLOCK - 1) / BLOCK, 1 };
    dim3 block = { BLOCK, BLOCK, 1 };

    check(cudaLaunchKernel((const void *)halve, grid, block, arguments, 0, NULL), "launching");
}

int main(int argc, char **argv)
{
    static float texels[2 * HEIGHT][2 * WIDTH], result[HEIGHT][WIDTH];
    cudaArray_t image = make_image((size_t)2 * WIDTH, (size_t)2 * HEIGHT, cudaArrayDefault);
    cudaArray_t half = make_image(WIDTH, HEIGHT, cudaArraySurfaceLoadStore);
    struct cudaResourceDesc resource = { .resType = cudaResourceTypeArray };
    struct cudaTextureDesc filtered = {
        .addressMode = { cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp },
        .filterMode = cudaFilterModeLinear
    };
    cudaTextureObject_t from;
    cudaSurfaceObject_t to;
    cudaLibrary_t library;
    cudaKernel_t halve;
    int wrong = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: halve FILE, the kernel as SPIR-V\n");
        return 2;
    }
    for (int y = 0; y < 2 * HEIGHT; y++) {
        for (int x = 0; x < 2 * WIDTH; x++)
            texels[y][x] = (float)(x * y % 1000);
    }
    check(cudaMemcpy2DToArray(image, 0, 0, texels, sizeof texels[0], sizeof texels[0],
                              (size_t)2 * HEIGHT, cudaMemcpyHostToDevice), "copying the image");
    resource.res.array.array = image;
    check(cudaCreateTextureObject(&from, &resource, &filtered, NULL), "making a texture");
    resource.res.array.array = half;
    check(cudaCreateSurfaceObject(&to, &resource), "making a surface");
    check(cudaLibraryLoadFromFile(&library, argv[1], NULL, NULL, 0, NULL, NULL, 0), "loading");
    check(cudaLibraryGetKernel(&halve, library, "halve"), "asking for the kernel");
    launch(halve, to, from);
    check(cudaMemcpy2DFromArray(result, sizeof result[0], half, 0, 0, sizeof result[0], HEIGHT,
                                cudaMemcpyDeviceToHost), "copying back");
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            float mean = (texels[2 * y][2 * x] + texels[2 * y][2 * x + 1] +
                          texels[2 * y + 1][2 * x] + texels[2 * y + 1][2 * x + 1]) / 4;

            /* the filter weighs by fractions of 8 bits or more */
            wrong += !(result[y][x] - mean <= 4 && mean - result[y][x] <= 4);
        }
    }
    printf("%d texels, %d wrong\n", WIDTH * HEIGHT, wrong);
    check(cudaDestroyTextureObject(from), "destroying the texture");
    check(cudaDestroySurfaceObject(to), "destroying the surface");
    check(cudaLibraryUnload(library), "unloading");
    check(cudaFreeArray(image), "freeing");
    check(cudaFreeArray(half), "freeing");
    return wrong != 0;
}
