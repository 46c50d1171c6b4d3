/** The C++ library's assertions in device code, and what code that is compiled at run time does
 *  without. Its constexpr functions, which clang takes for
 *  functions of both sides, call a function of the host where one fails: from version 14 on, and
 *  before with _GLIBCXX_ASSERTIONS. Clang 21 has a header like this one, whose functions abort.
 *  Device code has no abort, so they trap. */
#ifndef GPUINTEROP_DEVICE_WRAPPERS_CONFIG
#define GPUINTEROP_DEVICE_WRAPPERS_CONFIG

#pragma GCC system_header

/* Nothing else in these headers aborts in device code. */
#if __clang_major__ >= 21 && (defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__))
#define __builtin_abort __builtin_trap
#include_next <bits/c++config.h>
#undef __builtin_abort
#else
#include_next <bits/c++config.h>
#endif

/* The special functions of C++17 (std::beta) are functions of the host. To read them takes a
 * quarter of the time that a small program compiles. */
#if defined(__CUDACC_RTC__) || defined(__HIPCC_RTC__)
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#endif

#if defined(__CUDA__) || defined(__HIP__)
#if __clang_major__ < 21
namespace std {
/* Of constant expressions, whose error is that it is not constexpr. */
__attribute__((device)) inline void __glibcxx_assert_fail() {}

/* Of runs with _GLIBCXX_ASSERTIONS. */
__attribute__((device, noreturn)) inline void
__glibcxx_assert_fail(const char *, int, const char *, const char *) noexcept
{
    __builtin_trap();
}
}
#endif
#endif

#endif
