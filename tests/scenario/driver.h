/** What the tests of CUDA's driver interface share. */
#ifndef SCENARIO_DRIVER_H
#define SCENARIO_DRIVER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <cuda.h>

#define OK(call) assert_int_equal((call), CUDA_SUCCESS)
#define IS(call, code) assert_int_equal((call), (code))

#endif
