/* Device functions by group, each once. Compiled as CUDA, and as HIP with -x hip. */
#include <cmath>
#ifdef __HIP__
#include <hip/hip_fp16.h>
#include <hip/hip_cooperative_groups.h>
#else
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#endif

#define FN extern "C" __global__ void
#define ALL_FLOAT(F) \
    F(sinf) F(cosf) F(tanf) F(asinf) F(acosf) F(atanf) F(sinhf) F(coshf) F(tanhf) F(asinhf) \
    F(acoshf) F(atanhf) F(expf) F(exp2f) F(exp10f) F(expm1f) F(logf) F(log2f) F(log10f) F(log1pf) \
    F(sqrtf) F(rsqrtf) F(cbrtf) F(rcbrtf) F(erff) F(erfcf) F(erfcxf) F(erfinvf) F(erfcinvf) \
    F(normcdff) F(normcdfinvf) F(tgammaf) F(lgammaf) F(j0f) F(j1f) F(y0f) F(y1f) \
    F(cyl_bessel_i0f) F(cyl_bessel_i1f) F(sinpif) F(cospif) F(ceilf) F(floorf) F(truncf) \
    F(roundf) F(rintf) F(nearbyintf) F(fabsf) F(logbf) F(__sinf) F(__cosf) F(__tanf) F(__expf) \
    F(__exp10f) F(__logf) F(__log2f) F(__log10f) F(__saturatef) F(__frcp_rn) F(__fsqrt_rn) \
    F(__frsqrt_rn) F(std::sin) F(std::exp) F(std::floor) F(std::abs) F(fabs) F(log)
#define ALL_DOUBLE(F) \
    F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(asinh) F(acosh) \
    F(atanh) F(exp) F(exp2) F(exp10) F(expm1) F(log) F(log2) F(log10) F(log1p) F(sqrt) F(rsqrt) \
    F(cbrt) F(rcbrt) F(erf) F(erfc) F(erfcx) F(erfinv) F(erfcinv) F(normcdf) F(normcdfinv) \
    F(tgamma) F(lgamma) F(j0) F(j1) F(y0) F(y1) F(cyl_bessel_i0) F(cyl_bessel_i1) F(sinpi) \
    F(cospi) F(ceil) F(floor) F(trunc) F(round) F(rint) F(nearbyint) F(fabs) F(logb) F(std::cos) \
    F(std::log) F(std::sqrt)

#define USE(name) x[i++] = name(x[i]);
FN floats(float *x, int i) { ALL_FLOAT(USE) }
FN doubles(double *x, int i) { ALL_DOUBLE(USE) }

template <class T> __device__ void two(T *x, int *n)
{
    x[0] = pow(x[0], x[1]) + atan2(x[2], x[3]) + fmod(x[4], x[5]) + hypot(x[6], x[7]);
    x[1] = remainder(x[0], x[1]) + remquo(x[2], x[3], n) + fdim(x[4], x[5]) + fma(x[1], x[2], x[3]);
    x[2] = fmax(x[0], x[1]) + fmin(x[2], x[3]) + copysign(x[4], x[5]) + nextafter(x[6], x[7]);
    x[3] = ldexp(x[0], n[1]) + scalbn(x[1], n[2]) + scalbln(x[2], 3l) + frexp(x[3], n + 3);
    x[4] = modf(x[0], x + 8) + rhypot(x[1], x[2]) + min(x[1], x[2]) + max(x[3], x[4]);
    x[5] = norm3d(x[0], x[1], x[2]) + rnorm4d(x[0], x[1], x[2], x[3]) + std::pow(x[0], 2);
    n[0] = ilogb(x[0]) + (int)lrint(x[1]) + (int)lround(x[2]) + (int)llrint(x[3]);
    n[1] = isnan(x[0]) + isinf(x[1]) + isfinite(x[2]) + signbit(x[3]) + (int)llround(x[2]);
    sincos(x[0], x + 1, x + 2);
    sincospi(x[0], x + 3, x + 4);
}
FN two_floats(float *x, int *n)
{
    two(x, n);
    x[0] = __powf(x[0], x[1]) + __fdividef(x[2], x[3]) + normf(3, x) + jnf(2, x[3]) + ynf(3, x[4]);
    x[1] = __fadd_rn(x[0], x[1]) + __fmul_rn(x[2], x[3]) + __fmaf_rn(x[1], x[2], x[3]) + nanf("");
    __sincosf(x[2], x + 3, x + 4);
}
FN two_doubles(double *x, int *n)
{
    two(x, n);
    x[0] = norm(3, x) + rnorm(4, x) + jn(2, x[3]) + yn(3, x[4]) + __dadd_rn(x[0], x[1]);
}
FN rounded(float *x, double *d)
{
    x[0] = __fadd_rz(x[0], x[1]) + __fmul_rd(x[2], x[3]) + __fmaf_ru(x[1], x[2], x[3]);
    d[0] = __dadd_ru(d[0], d[1]) + __ddiv_rz(d[1], d[2]) + __double2float_rz(d[3]);
}
FN integers(unsigned int *u, unsigned long long *w, int *s, float *f, double *d)
{
    s[0] = __popc(u[0]) + __popcll(w[0]) + __clz(s[1]) + __clzll((long long)w[1]) + __ffs(s[2]);
    u[0] = __brev(u[1]) + __byte_perm(u[1], u[2], u[3]) + __funnelshift_l(u[1], u[2], u[3]);
    u[1] = __funnelshift_rc(u[1], u[2], u[3]) + __umulhi(u[1], u[2]) + __umul24(u[3], u[4]);
    w[0] = __brevll(w[1]) + __umul64hi(w[2], w[3]) + (unsigned long long)__mul64hi(3, s[1]);
    s[1] = __mulhi(s[2], s[3]) + __mul24(s[3], s[4]) + __dp4a(s[1], s[2], s[3]) + __hadd(s[1], s[2]);
    u[2] = __dp4a(u[1], u[2], u[3]) + __sad(s[1], s[2], u[3]) + __usad(u[1], u[2], u[3]);
    s[2] = __float2int_rn(f[0]) + __float2int_rz(f[1]) + __float2int_rd(f[2]) + __float2int_ru(f[3]);
    w[1] = __float2ull_rz(f[0]) + __double2ull_rz(d[0]) + (unsigned long long)__double2ll_rn(d[1]);
    f[0] = __int2float_rn(s[1]) + __uint2float_rn(u[1]) + __int_as_float(s[2]);
    d[0] = __int2double_rn(s[1]) + __longlong_as_double((long long)w[1]) + __hiloint2double(1, 2);
    s[3] = __float_as_int(f[1]) + __double2hiint(d[1]) + __double2loint(d[2]) + abs(s[4]);
    s[4] = min(s[1], s[2]) + max(s[3], s[4]) + (int)min(u[1], u[2]) + __dp2a_lo(s[1], s[2], s[3]);
}
FN loads(const int4 *a, int4 *b)
{
    b[0] = __ldg(a);
    b[1] = __ldcg(a + 1);
    __stcs(b + 2, __ldcs(a + 2));
}
FN atomics(int *s, unsigned int *u, unsigned long long *w, float *f, double *d)
{
    s[0] = atomicAdd(s, 1) + atomicSub(s, 2) + atomicMin(s, 3) + atomicMax(s, 4) + atomicAnd(s, 5)
        + atomicOr(s, 6) + atomicXor(s, 7) + atomicExch(s, 8) + atomicCAS(s, 9, 10);
    u[0] = atomicInc(u, 11) + atomicDec(u, 12) + atomicAdd_block(u, 1u) + atomicMax_system(u, 2u);
    w[0] = atomicAdd(w, 1ull) + atomicCAS(w, 1ull, 2ull) + atomicExch(w, 3ull) + atomicMax(w, 4ull);
    f[0] = atomicAdd(f, 1.0f) + atomicExch(f, 2.0f) + atomicMax(f, 3.0f);
    d[0] = atomicAdd(d, 1.0);
}
FN halves(__half *h, __half2 *p, float *f)
{
    h[0] = h[1] + h[2] * h[3] - h[4] / __float2half(f[0]);
    p[0] = __hfma2(p[1], p[2], p[3]) + __floats2half2_rn(f[1], f[2]);
    h[1] = hsqrt(h[2]);
    h[2] = __hlt(h[3], h[4]) ? __hmax(h[5], h[6]) : __habs(__low2half(p[2]));
    f[0] = __half2float(h[3]) + __high2float(p[3]) + __half2int_rz(h[5]);
    atomicAdd(p + 4, p[5]);
}
FN barrier(int *x)
{
    extern __shared__ int tile[];

    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    __threadfence_block();
    __threadfence();
    x[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
FN barriers(int *x)
{
    x[0] = __syncthreads_count(x[1]) + __syncthreads_and(x[2]) + __syncthreads_or(x[3]);
}
FN warps(int *x, double *d)
{
    x[0] = __shfl_sync(~0u, x[1], 2) + __shfl_up_sync(~0u, x[1], 2u) + __shfl_xor_sync(~0u, x[2], 4);
    d[0] = __shfl_down_sync(~0u, d[1], 3u, 16);
    x[1] = (int)__ballot_sync(~0u, x[2]) + __any_sync(~0u, x[3]) + __all_sync(~0u, x[4]);
    x[2] = (int)__activemask() + (int)__match_any_sync(~0u, x[3]) + __reduce_add_sync(~0u, x[4]);
    __syncwarp();
}
FN groups(int *x)
{
    namespace cg = cooperative_groups;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());

    x[0] = cg::reduce(tile, x[1], cg::plus<int>()) + tile.shfl_xor(x[2], 1) + (int)tile.ballot(x[3]);
    x[1] = (int)cg::coalesced_threads().size();
}
FN grid(int *x)
{
    cooperative_groups::this_grid().sync();
    x[0] = (int)cooperative_groups::this_grid().size();
}
FN clocks(long long *x)
{
    x[0] = clock() + clock64();
    __nanosleep(100);
}
FN prints(int *x)
{
    printf("%d\n", x[0]);
    if (x[1])
        __trap();
}
#ifdef __HIP__
FN textures(hipTextureObject_t t, hipSurfaceObject_t s, float4 *x)
#else
FN textures(cudaTextureObject_t t, cudaSurfaceObject_t s, float4 *x)
#endif
{
    x[0] = tex2D<float4>(t, 1, 2);
    x[1].x = tex1Dfetch<float>(t, 3) + tex3D<float>(t, 1, 2, 3) + tex2DLod<float>(t, 1, 2, 3)
        + tex1DLayered<float>(t, 1, 2) + texCubemap<float>(t, 1, 2, 3) + tex1D<float>(t, 1)
        + (float)tex2D<uchar4>(t, 1, 2).x + (float)tex2DLayered<short>(t, 1, 2, 3)
        + tex1DLayeredGrad<float>(t, 1, 2, 3, 4) + texCubemapGrad<float>(t, 1, 2, 3, x[0], x[1])
        + texCubemapLayeredGrad<float>(t, 1, 2, 3, 4, x[0], x[1])
        + tex2DLayeredGrad<float>(t, 1, 2, 3, make_float2(4, 5), make_float2(6, 7));
    surf2Dwrite(x[2], s, 16, 3);
    surf1Dwrite((unsigned char)1, s, 2);
    x[3].y = surf2Dread<float>(s, 4, 5) + surf3Dread<float>(s, 1, 2, 3);
}
#ifdef __HIP__
FN hip_names(int *x, double *d)
{
    HIP_DYNAMIC_SHARED(double, wide_tile)
    int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;

    wide_tile[hipThreadIdx_x] = __shfl_down(d[i], 2) + __shfl(x[i], 3);
    x[i] = (int)__ballot(x[i]) + __any(x[1]) + (int)__lane_id();
    d[i] = wide_tile[hipGridDim_x];
}
#endif
