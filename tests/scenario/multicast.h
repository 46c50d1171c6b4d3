/** What the tests of multicast objects share: teams of the devices that there are. */
#ifndef SCENARIO_MULTICAST_H
#define SCENARIO_MULTICAST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <cuda.h>
#include <cuda_runtime_api.h>

#define OK(call) assert_int_equal((call), CUDA_SUCCESS)
#define IS(call, code) assert_int_equal((call), (code))

#define STEP ((size_t)2 << 20)

enum { MOST_RANKS = 8 };

/** A device and its share of an object, as each rank of the libraries has them. */
struct rank {
    int device;
    CUcontext context;
    CUmemGenericAllocationHandle object, memory;
    CUdeviceptr own, all;        /* addresses of the memory, and of the object */
    size_t size;
};

/** The devices that can be members, at most MOST_RANKS. */
extern struct rank ranks[MOST_RANKS];
extern int rank_count;

/** Finds the devices, and makes the first one's context current. Ends the program with 77 if there
 *  is none, or if the functions are not this project's. */
void ranks_begin(void);

CUmulticastObjectProp object_of(size_t size, int devices, CUmemAllocationHandleType type);

/** Makes the rank's memory, and maps it where own says. */
void rank_make_memory(struct rank *rank, size_t size, CUmemAllocationHandleType type);

/** Reserves addresses, maps a handle there and gives the rank's device access. */
CUdeviceptr rank_map(const struct rank *rank, CUmemGenericAllocationHandle handle, size_t offset,
                     size_t size);
void rank_unmap(CUdeviceptr address, size_t size);

/** Fails unless all bytes have the value. */
void expect_at(CUdeviceptr address, size_t size, uint8_t value);

/** Fails unless all ranks have the value at an offset of their memory. */
void expect_in_all(size_t offset, size_t size, uint8_t value);

/** An object with all ranks, each with memory of its own bound to all of it, and its end. */
void team_begin(size_t size);
void team_end(void);

/** multicast_hip.c: HIP's copies and fills to the address reach all of it, each with its value. */
void hip_writes(uint64_t all);

#endif
