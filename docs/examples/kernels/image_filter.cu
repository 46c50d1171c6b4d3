/* Blurs an image in a CUDA kernel. It reads one surface object and writes another; the images are
 * arrays, whose texels lie in the device's own order.
 *
 *     cudainterop-cc image_filter.cu -o image_filter --rpath && ./image_filter */
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

/* The mean of 3 x 3 texels; texels beyond the edge are those of the edge. */
__global__ void blur(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned int red = 0, green = 0, blue = 0;

    if (x >= width || y >= height)
        return;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            uchar4 texel = surf2Dread<uchar4>(from, (x + right) * 4, y + down,
                                              cudaBoundaryModeClamp);
            red += texel.x;
            green += texel.y;
            blue += texel.z;
        }
    surf2Dwrite(make_uchar4(red / 9, green / 9, blue / 9, 255), to, x * 4, y);
}

static cudaSurfaceObject_t make_surface(cudaArray_t array)
{
    cudaResourceDesc description = {};
    cudaSurfaceObject_t surface;

    description.resType = cudaResourceTypeArray;
    description.res.array.array = array;
    check(cudaCreateSurfaceObject(&surface, &description), "making a surface");
    return surface;
}

static unsigned char mean(const std::vector<uchar4> &image, int width, int height, int x, int y)
{
    unsigned int red = 0;

    for (int i = 0; i < 9; i++) {
        int right = min(max(x + i % 3 - 1, 0), width - 1);
        int down = min(max(y + i / 3 - 1, 0), height - 1);
        red += image[down * width + right].x;
    }
    return red / 9;
}

int main()
{
    const int width = 300, height = 200, row = width * sizeof(uchar4);
    const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    std::vector<uchar4> image(width * height), blurred(width * height);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaArray_t from, to;
    int wrong = 0;

    for (int i = 0; i < width * height; i++)
        image[i] = make_uchar4(i % 251, i / width, i * 7 % 256, 255);
    check(cudaMallocArray(&from, &format, width, height, cudaArraySurfaceLoadStore), "allocating");
    check(cudaMallocArray(&to, &format, width, height, cudaArraySurfaceLoadStore), "allocating");
    check(cudaMemcpy2DToArray(from, 0, 0, image.data(), row, row, height, cudaMemcpyHostToDevice),
          "copying to the device");
    cudaSurfaceObject_t source = make_surface(from), target = make_surface(to);
    blur<<<grid, block>>>(source, target, width, height);
    check(cudaGetLastError(), "launching");
    check(cudaMemcpy2DFromArray(blurred.data(), row, to, 0, 0, row, height,
                                cudaMemcpyDeviceToHost), "copying back");
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += blurred[y * width + x].x != mean(image, width, height, x, y);
    std::printf("%d texels, %d wrong\n", width * height, wrong);
    check(cudaDestroySurfaceObject(source), "destroying a surface");
    check(cudaDestroySurfaceObject(target), "destroying a surface");
    check(cudaFreeArray(from), "freeing");
    check(cudaFreeArray(to), "freeing");
    return wrong != 0;
}
