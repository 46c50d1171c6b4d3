/* Products of matrices in a loop, by mma: four of each warp at a time, so that none waits for its
 * own sum. The factors change in each round. */
#pragma once

enum { PRODUCT_ROUNDS = 2000, PRODUCTS_AT_ONCE = 4 };

template <class T, class Product> static __device__ void multiply(T *sums, Product product)
{
    unsigned a[4], b[2];
    T d[PRODUCTS_AT_ONCE][4];

    for (int i = 0; i < 4; i++)
        a[i] = 0x24002400u + (threadIdx.x & 3) * 0x100;
    for (int i = 0; i < 2; i++)
        b[i] = 0x22002200u + (threadIdx.x & 7) * 0x80;
    for (int at = 0; at < PRODUCTS_AT_ONCE; at++) {
        for (int i = 0; i < 4; i++)
            d[at][i] = at;
    }
    for (unsigned round = PRODUCT_ROUNDS; round != 0; round--) {
        for (int i = 0; i < 4; i++)
            a[i] ^= round & 0x01010101;
        for (int i = 0; i < 2; i++)
            b[i] ^= round & 0x01010101;
        for (int at = 0; at < PRODUCTS_AT_ONCE; at++)
            product(d[at], a, b);
    }
    for (int i = 0; i < 4; i++)
        sums[4 * (blockIdx.x * blockDim.x + threadIdx.x) + i] = d[0][i] + d[1][i] + d[2][i] + d[3][i];
}

/* A block of 8 warps makes 2000 x 4 x 8 products, of 4096 operations each, and below of 8192. */
static __global__ void products_f16(float *sums)
{
#if __CUDA_ARCH__ >= 800
    multiply(sums, [](float *d, const unsigned *a, const unsigned *b) {
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    });
#endif
}

static __global__ void products_s8(int *sums)
{
#if __CUDA_ARCH__ >= 800
    multiply(sums, [](int *d, const unsigned *a, const unsigned *b) {
        asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    });
#endif
}
