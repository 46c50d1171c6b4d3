/** One program for the two interfaces that compile at run time: their names, and their driver
 *  interfaces. */
#ifndef TEST_RTC_H
#define TEST_RTC_H

#ifdef TEST_HIP
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#define RTC(name) hiprtc##name
#define CODE(name) HIPRTC_##name
#define RTC_TEXTS const char **
#else
#include <cuda.h>
#include <nvrtc.h>
#define RTC(name) nvrtc##name
#define CODE(name) NVRTC_##name
#define RTC_TEXTS const char *const *
#endif

typedef RTC(Program) rtc_program;

#endif
