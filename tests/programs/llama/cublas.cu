/* A stand-in for the functions of cuBLAS that llama.cpp's backend calls. llama.py builds it, and nothing installs it.
 *
 * A thread makes one element of a product, in f32. Matrices are stored by columns, as cuBLAS has them. The stream and
 * the order of calls are the caller's. What a caller of these functions could ask for and llama.cpp does not (other
 * types, other sides of StrsmBatched) is CUBLAS_STATUS_NOT_SUPPORTED. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdlib.h>

#define EXPORTED extern "C" __attribute__((visibility("default")))

enum { SUCCESS = 0, NOT_INITIALIZED = 1, ALLOC_FAILED = 3, INVALID_VALUE = 7, EXECUTION_FAILED = 13, NOT_SUPPORTED = 15 };
enum { TYPE_F32 = 0, TYPE_F16 = 2, TYPE_BF16 = 14 };    /* cudaDataType */
enum { COMPUTE_16F = 64, COMPUTE_16F_PEDANTIC = 65 };   /* cublasComputeType_t; the others of here sum in f32 */
enum { SIDE_RIGHT = 1, FILL_UPPER = 1, NOT_TRANSPOSED = 0, NOT_UNIT = 0 };

struct handle {
    cudaStream_t stream;
};

/* A matrix of each product: by an array of pointers on the device, or by a stride in elements. */
struct operand {
    const void *start;
    const void *const *pointers;
    long long stride;
    int type, ld, transposed;
};

struct product {
    struct operand a, b, c;
    int m, n, k;
    float alpha, beta;
};

static __device__ const void *matrix_of(const struct operand *of, unsigned number, size_t bytes)
{
    return of->pointers ? of->pointers[number] : (const char *)of->start + number * of->stride * (long long)bytes;
}

static __device__ float element(const void *matrix, int type, size_t at)
{
    if (type == TYPE_F32)
        return ((const float *)matrix)[at];
    return type == TYPE_F16 ? __half2float(((const __half *)matrix)[at])
                            : __bfloat162float(((const __nv_bfloat16 *)matrix)[at]);
}

static __device__ void set_element(void *matrix, int type, size_t at, float value)
{
    if (type == TYPE_F32)
        ((float *)matrix)[at] = value;
    else if (type == TYPE_F16)
        ((__half *)matrix)[at] = __float2half(value);
    else
        ((__nv_bfloat16 *)matrix)[at] = __float2bfloat16(value);
}

static __device__ size_t bytes_of(int type)
{
    return type == TYPE_F32 ? 4 : 2;
}

static __global__ void multiply(struct product p)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int column = blockIdx.y;
    const void *a = matrix_of(&p.a, blockIdx.z, bytes_of(p.a.type));
    const void *b = matrix_of(&p.b, blockIdx.z, bytes_of(p.b.type));
    void *c = (void *)matrix_of(&p.c, blockIdx.z, bytes_of(p.c.type));
    const size_t a_step = p.a.transposed ? 1 : p.a.ld, b_step = p.b.transposed ? p.b.ld : 1;
    size_t a_at = p.a.transposed ? (size_t)row * p.a.ld : row, b_at = p.b.transposed ? column : (size_t)column * p.b.ld;
    const size_t c_at = row + (size_t)column * p.c.ld;
    float sum = 0;

    if (row >= p.m)
        return;
    for (int i = 0; i < p.k; i++, a_at += a_step, b_at += b_step)
        sum += element(a, p.a.type, a_at) * element(b, p.b.type, b_at);
    sum *= p.alpha;
    if (p.beta != 0)
        sum += p.beta * element(c, p.c.type, c_at);
    set_element(c, p.c.type, c_at, sum);
}

/* X A = alpha B in place, with A upper and without a transposition: a thread has a row of B. */
static __global__ void solve(const float *const *as, int lda, float *const *bs, int ldb, int m, int n, float alpha)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const float *a = as[blockIdx.y];
    float *b = bs[blockIdx.y];

    if (row >= m)
        return;
    for (int j = 0; j < n; j++) {
        float sum = alpha * b[row + (size_t)j * ldb];

        for (int i = 0; i < j; i++)
            sum -= b[row + (size_t)i * ldb] * a[i + (size_t)j * lda];
        b[row + (size_t)j * ldb] = sum / a[j + (size_t)j * lda];
    }
}

static bool is_taken(int type)
{
    return type == TYPE_F32 || type == TYPE_F16 || type == TYPE_BF16;
}

static int launched(void)
{
    return cudaGetLastError() == cudaSuccess ? SUCCESS : EXECUTION_FAILED;
}

static int run(struct handle *handle, const struct product *product, int count)
{
    const dim3 blocks((product->m + 63) / 64, product->n, count);

    if (handle == NULL)
        return NOT_INITIALIZED;
    if (product->m < 0 || product->n < 0 || product->k < 0 || count < 0)
        return INVALID_VALUE;
    if (!is_taken(product->a.type) || !is_taken(product->b.type) || !is_taken(product->c.type))
        return NOT_SUPPORTED;
    if (product->m == 0 || product->n == 0 || count == 0)
        return SUCCESS;
    multiply<<<blocks, 64, 0, handle->stream>>>(*product);
    return launched();
}

static float factor(const void *at, int compute)
{
    return compute == COMPUTE_16F || compute == COMPUTE_16F_PEDANTIC ? __half2float(*(const __half *)at)
                                                                     : *(const float *)at;
}

EXPORTED int cublasCreate_v2(struct handle **out_handle)
{
    *out_handle = (struct handle *)calloc(1, sizeof **out_handle);
    return *out_handle != NULL ? SUCCESS : ALLOC_FAILED;
}

EXPORTED int cublasDestroy_v2(struct handle *handle)
{
    free(handle);
    return handle != NULL ? SUCCESS : NOT_INITIALIZED;
}

EXPORTED int cublasSetStream_v2(struct handle *handle, cudaStream_t stream)
{
    handle->stream = stream;
    return SUCCESS;
}

EXPORTED int cublasSetWorkspace_v2(struct handle *, void *, size_t)
{
    return SUCCESS;
}

EXPORTED int cublasSetMathMode(struct handle *, int)
{
    return SUCCESS;
}

EXPORTED const char *cublasGetStatusString(int status)
{
    return status == SUCCESS ? "CUBLAS_STATUS_SUCCESS" : status == NOT_SUPPORTED ? "CUBLAS_STATUS_NOT_SUPPORTED"
         : status == EXECUTION_FAILED ? "CUBLAS_STATUS_EXECUTION_FAILED" : "another status of cuBLAS";
}

EXPORTED int cublasGemmStridedBatchedEx(struct handle *handle, int op_a, int op_b, int m, int n, int k,
                                        const void *alpha, const void *a, int a_type, int lda, long long a_stride,
                                        const void *b, int b_type, int ldb, long long b_stride, const void *beta,
                                        void *c, int c_type, int ldc, long long c_stride, int count, int compute, int)
{
    const struct product product = { { a, NULL, a_stride, a_type, lda, op_a != NOT_TRANSPOSED },
                                     { b, NULL, b_stride, b_type, ldb, op_b != NOT_TRANSPOSED },
                                     { c, NULL, c_stride, c_type, ldc, 0 }, m, n, k, factor(alpha, compute),
                                     factor(beta, compute) };

    return run(handle, &product, count);
}

EXPORTED int cublasGemmBatchedEx(struct handle *handle, int op_a, int op_b, int m, int n, int k, const void *alpha,
                                 const void *const a[], int a_type, int lda, const void *const b[], int b_type, int ldb,
                                 const void *beta, void *const c[], int c_type, int ldc, int count, int compute, int)
{
    const struct product product = { { NULL, a, 0, a_type, lda, op_a != NOT_TRANSPOSED },
                                     { NULL, b, 0, b_type, ldb, op_b != NOT_TRANSPOSED },
                                     { NULL, c, 0, c_type, ldc, 0 }, m, n, k, factor(alpha, compute),
                                     factor(beta, compute) };

    return run(handle, &product, count);
}

EXPORTED int cublasGemmEx(struct handle *handle, int op_a, int op_b, int m, int n, int k, const void *alpha,
                          const void *a, int a_type, int lda, const void *b, int b_type, int ldb, const void *beta,
                          void *c, int c_type, int ldc, int compute, int algorithm)
{
    return cublasGemmStridedBatchedEx(handle, op_a, op_b, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb, 0, beta, c,
                                      c_type, ldc, 0, 1, compute, algorithm);
}

EXPORTED int cublasSgemmStridedBatched(struct handle *handle, int op_a, int op_b, int m, int n, int k,
                                       const float *alpha, const float *a, int lda, long long a_stride, const float *b,
                                       int ldb, long long b_stride, const float *beta, float *c, int ldc,
                                       long long c_stride, int count)
{
    return cublasGemmStridedBatchedEx(handle, op_a, op_b, m, n, k, alpha, a, TYPE_F32, lda, a_stride, b, TYPE_F32, ldb,
                                      b_stride, beta, c, TYPE_F32, ldc, c_stride, count, 0, 0);
}

EXPORTED int cublasSgemm_v2(struct handle *handle, int op_a, int op_b, int m, int n, int k, const float *alpha,
                            const float *a, int lda, const float *b, int ldb, const float *beta, float *c, int ldc)
{
    return cublasSgemmStridedBatched(handle, op_a, op_b, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);
}

EXPORTED int cublasSgemmBatched(struct handle *handle, int op_a, int op_b, int m, int n, int k, const float *alpha,
                                const float *const a[], int lda, const float *const b[], int ldb, const float *beta,
                                float *const c[], int ldc, int count)
{
    return cublasGemmBatchedEx(handle, op_a, op_b, m, n, k, alpha, (const void *const *)a, TYPE_F32, lda,
                               (const void *const *)b, TYPE_F32, ldb, beta, (void *const *)c, TYPE_F32, ldc, count, 0,
                               0);
}

EXPORTED int cublasStrsmBatched(struct handle *handle, int side, int fill, int op, int diagonal, int m, int n,
                                const float *alpha, const float *const a[], int lda, float *const b[], int ldb,
                                int count)
{
    if (side != SIDE_RIGHT || fill != FILL_UPPER || op != NOT_TRANSPOSED || diagonal != NOT_UNIT)
        return NOT_SUPPORTED;
    if (m == 0 || n == 0 || count == 0)
        return SUCCESS;
    solve<<<dim3((m + 63) / 64, count), 64, 0, handle->stream>>>(a, lda, b, ldb, m, n, *alpha);
    return launched();
}
