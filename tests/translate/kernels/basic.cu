/* Kernels for test_execute.c. basic.nvcc.ptx is made of it by nvcc -ptx -arch=compute_75, and
 * basic.clang.ptx by clang -x cuda --cuda-device-only -S -O2 --cuda-gpu-arch=sm_60 -nocudainc
 * -nocudalib -DALONE. */
#ifdef ALONE
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
struct place { int dummy; };
#define X(name) __nvvm_read_ptx_sreg_##name()
#define TID X(tid_x)
#define TIDY X(tid_y)
#define CTA X(ctaid_x)
#define CTAY X(ctaid_y)
#define NTID X(ntid_x)
#define NCTA X(nctaid_x)
#define SYNC() __syncthreads()
#define ADD(p, v) __nvvm_atom_add_gen_i(p, v)
#else
#define TID threadIdx.x
#define TIDY threadIdx.y
#define CTA blockIdx.x
#define CTAY blockIdx.y
#define NTID blockDim.x
#define NCTA gridDim.x
#define SYNC() __syncthreads()
#define ADD(p, v) atomicAdd(p, v)
#endif

extern "C" {

__constant__ float weights[5] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
__device__ int launches;
__device__ int *counter = &launches;

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = CTA * NTID + TID;

    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void stride(int n, unsigned long long *sums, const unsigned *x)
{
    unsigned long long sum = 0;

    for (int i = CTA * NTID + TID; i < n; i += NCTA * NTID)
        sum += x[i];
    sums[CTA * NTID + TID] = sum;
}

__global__ void matmul(const float *a, const float *b, float *c, int n)
{
    __shared__ float left[16][17], right[16][17];
    int tx = TID, ty = TIDY, row = CTAY * 16 + ty, column = CTA * 16 + tx;
    float sum = 0;

    for (int tile = 0; tile < n; tile += 16) {
        left[ty][tx] = a[row * n + tile + tx];
        right[ty][tx] = b[(tile + ty) * n + column];
        SYNC();
        for (int k = 0; k < 16; k++)
            sum += left[ty][k] * right[k][tx];
        SYNC();
    }
    c[row * n + column] = sum;
}

__global__ void histogram(const unsigned char *bytes, int n, int *counts)
{
    __shared__ int local[256];

    for (int i = TID; i < 256; i += NTID)
        local[i] = 0;
    SYNC();
    for (int i = CTA * NTID + TID; i < n; i += NCTA * NTID)
        ADD(&local[bytes[i]], 1);
    SYNC();
    for (int i = TID; i < 256; i += NTID)
        ADD(&counts[i], local[i]);
}

#ifndef ALONE
extern __shared__ float dynamic[];

__global__ void reduce(const float *x, float *sums, int n)
{
    unsigned i = CTA * NTID + TID;

    dynamic[TID] = i < n ? x[i] : 0;
    SYNC();
    for (unsigned s = NTID / 2; s > 0; s >>= 1) {
        if (TID < s)
            dynamic[TID] += dynamic[TID + s];
        SYNC();
    }
    if (TID == 0)
        sums[CTA] = dynamic[0];
}

__global__ void wave(float *out, int n)
{
    int i = CTA * NTID + TID;

    if (i < n)
        out[i] = sinf(i * 0.37f) * cosf(i * 11.3f);
}
#endif

__global__ void smooth(const float *x, float *y, int n)
{
    int i = CTA * NTID + TID;
    float sum = 0;

    for (int k = -2; k <= 2; k++) {
        int at = i + k < 0 ? 0 : i + k >= n ? n - 1 : i + k;

        sum += weights[k + 2] * x[at];
    }
    if (i < n)
        y[i] = sum;
    if (i == 0)
        ADD(counter, 1);
}

__device__ __noinline__ int total(const int *values, int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        sum = sum * 3 + values[i];
    return sum;
}

/* One function is given addresses of three spaces. */
__global__ void generic(const int *x, int *y)
{
    __shared__ int shared[64];
    int local[8];

    for (int i = 0; i < 8; i++)
        local[(i * 5 + TID) % 8] = x[i] + i;
    shared[TID] = x[TID % 8] * TID;
    SYNC();
    y[TID] = total(local, 8) + total(shared, 64) * 7 + total(x, 8);
}

struct large { int before; double factor; unsigned char bytes[3]; short shorts[70]; long long last; };

__global__ void by_value(struct large p, double *out, unsigned char c)
{
    out[TID] = p.factor * p.shorts[TID] + p.bytes[TID % 3] + p.last + p.before + c;
}

/* Loops with several ways out and a jump between them. */
__global__ void ragged(const int *x, int *y, int n)
{
    int i = CTA * NTID + TID, value, steps = 0, inner;

    if (i >= n)
        return;
    value = x[i];
    while (value != 1) {
        for (inner = 0; inner < 20; inner++) {
            if (++steps > 500)
                goto done;
            if (value & 1) {
                value = 3 * value + 1;
                if (value % 7 == 0)
                    break;
                continue;
            }
            value >>= 1;
            if (value == 1)
                goto done;
        }
        switch (value % 5) {
        case 0: value += 3; break;
        case 1: steps += 2; break;
        case 3: value ^= 12; if (value <= 0) goto done; break;
        default: break;
        }
    }
    steps += 1000;
done:
    y[i] = steps * 4096 + (value & 4095);
}

}
