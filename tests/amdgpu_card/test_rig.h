/* What the tests of the card are made of: a device opened by libdrm, buffers with addresses, and
 * submissions put together by hand. */
#ifndef CARD_TEST_RIG_H
#define CARD_TEST_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <amdgpu.h>
#include <amdgpu_drm.h>
#include <cmocka.h>
#include <xf86drm.h>

#include "control.h"

struct rig {
    int fd;                              /* of the device inside libdrm: the handles are its */
    amdgpu_device_handle device;
    amdgpu_context_handle context;
};

struct mem {
    amdgpu_bo_handle bo;
    amdgpu_va_handle va_handle;
    uint64_t va, size_bytes;
    uint32_t handle;
    uint32_t *cpu;
};

/** A submission: dwords for its IB, buffers that it lists, chunks that wait and signal. */
struct job {
    uint32_t ip, ring;
    const uint32_t *dwords;
    uint32_t count;
    const struct mem *mems[4];
    uint32_t mem_count;
    bool no_ib, ib_not_listed;
    uint32_t ib_offset, ib_bytes;        /* 0 bytes: all dwords */
    const struct drm_amdgpu_cs_chunk *more;
    uint32_t more_count;
};

/** Opens the node of a card and makes a context; the test fails when that cannot be done. */
void rig_open(struct rig *rig, unsigned card);
void rig_close(struct rig *rig);

/** A buffer, mapped for the GPU and the CPU. */
void mem_create(struct rig *rig, struct mem *mem, uint64_t size_bytes, uint32_t domain,
                uint64_t flags);
void mem_destroy(struct mem *mem);

/** Gives an imported or allocated buffer an address. */
void mem_map(struct rig *rig, struct mem *mem);

/** Submits; 0 or a negative errno. The IB's memory lives until the rig is closed: it is leaked to
 *  `out_ib`, which the caller destroys once the job has ended. */
int submit(struct rig *rig, const struct job *job, struct mem *out_ib, uint64_t *out_seq);

/** Waits for a place of a ring; 0 or a negative errno, -ETIME when it is not reached. */
int wait_seq(struct rig *rig, uint32_t ip, uint32_t ring, uint64_t seq, uint64_t timeout_ns);

/** Submits, waits without a limit, and frees the IB: what the wait says. */
int submit_and_wait(struct rig *rig, const struct job *job);

/** A copy of bytes by SDMA, done when it returns. */
int copy_bytes(struct rig *rig, const struct mem *dst, const struct mem *src, uint32_t bytes);

/** The seven dwords of a copy, the five of a fill. */
void put_copy(uint32_t *dw, uint64_t dst, uint64_t src, uint32_t bytes);
void put_fill(uint32_t *dw, uint64_t dst, uint32_t value, uint32_t bytes);

/** The monotonic clock now plus so much. */
int64_t in_ns(int64_t ns);

/** Starts a child on a socket before this process opens the card; reaps it, gives its status. */
int peer_start(void (*run)(int socket), int *out_socket);
int peer_end(int pid);
void send_fd(int socket, int fd);
int receive_fd(int socket);
void send_byte(int socket);
void receive_byte(int socket);

/* The cases, by theme. */
extern const struct CMUnitTest cases_device[], cases_memory[], cases_syncobj[], cases_submit[],
    cases_rules[], cases_faults[], cases_process[], cases_packets[];
extern const size_t count_device, count_memory, count_syncobj, count_submit, count_rules,
    count_faults, count_process, count_packets;

#define CASES(name, ...)                                                                           \
    const struct CMUnitTest cases_##name[] = { __VA_ARGS__ };                                      \
    const size_t count_##name = sizeof(cases_##name) / sizeof(cases_##name[0])

#endif
