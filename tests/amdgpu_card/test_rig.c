/* What the tests of the card are made of. */
#include "test_rig.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- devices and buffers ------------------------------------------------------------------ */

void rig_open(struct rig *rig, unsigned card)
{
    char path[64];
    uint32_t major, minor;

    snprintf(path, sizeof(path), "/dev/dri/renderD%u", 128 + card);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(amdgpu_device_initialize(fd, &major, &minor, &rig->device), 0);
    rig->fd = amdgpu_device_get_fd(rig->device);
    close(fd);
    assert_int_equal(amdgpu_cs_ctx_create2(rig->device, AMDGPU_CTX_PRIORITY_NORMAL,
                                           &rig->context), 0);
}

void rig_close(struct rig *rig)
{
    amdgpu_cs_ctx_free(rig->context);
    assert_int_equal(amdgpu_device_deinitialize(rig->device), 0);
}

void mem_map(struct rig *rig, struct mem *mem)
{
    assert_int_equal(amdgpu_va_range_alloc(rig->device, amdgpu_gpu_va_range_general,
                                           mem->size_bytes, 1 << 16, 0, &mem->va,
                                           &mem->va_handle, AMDGPU_VA_RANGE_HIGH), 0);
    assert_int_equal(amdgpu_bo_va_op_raw(rig->device, mem->bo, 0, mem->size_bytes, mem->va,
                                         AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE,
                                         AMDGPU_VA_OP_MAP), 0);
    assert_int_equal(amdgpu_bo_export(mem->bo, amdgpu_bo_handle_type_kms, &mem->handle), 0);
}

void mem_create(struct rig *rig, struct mem *mem, uint64_t size_bytes, uint32_t domain,
                uint64_t flags)
{
    struct amdgpu_bo_alloc_request request = {
        .alloc_size = size_bytes, .phys_alignment = 4096, .preferred_heap = domain,
        .flags = flags | AMDGPU_GEM_CREATE_EXPLICIT_SYNC,
    };

    *mem = (struct mem){ .size_bytes = size_bytes };
    assert_int_equal(amdgpu_bo_alloc(rig->device, &request, &mem->bo), 0);
    mem_map(rig, mem);
    assert_int_equal(amdgpu_bo_cpu_map(mem->bo, (void **)&mem->cpu), 0);
}

void mem_destroy(struct mem *mem)
{
    if (mem->cpu != NULL)
        assert_int_equal(amdgpu_bo_cpu_unmap(mem->bo), 0);
    assert_int_equal(amdgpu_bo_va_op(mem->bo, 0, mem->size_bytes, mem->va, 0,
                                     AMDGPU_VA_OP_UNMAP), 0);
    assert_int_equal(amdgpu_va_range_free(mem->va_handle), 0);
    assert_int_equal(amdgpu_bo_free(mem->bo), 0);
}

/* ---- submitting --------------------------------------------------------------------------- */

void put_copy(uint32_t *dw, uint64_t dst, uint64_t src, uint32_t bytes)
{
    const uint32_t packet[7] = { 1, bytes - 1, 0, (uint32_t)src, (uint32_t)(src >> 32),
                                 (uint32_t)dst, (uint32_t)(dst >> 32) };

    memcpy(dw, packet, sizeof(packet));
}

void put_fill(uint32_t *dw, uint64_t dst, uint32_t value, uint32_t bytes)
{
    const uint32_t packet[5] = { 0x8000000b, (uint32_t)dst, (uint32_t)(dst >> 32), value,
                                 bytes - 1 };

    memcpy(dw, packet, sizeof(packet));
}

int submit(struct rig *rig, const struct job *job, struct mem *out_ib, uint64_t *out_seq)
{
    struct drm_amdgpu_bo_list_entry entries[5] = { { 0, 0 } };
    uint32_t listed = 0, count = 0;

    mem_create(rig, out_ib, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    memcpy((char *)out_ib->cpu + job->ib_offset, job->dwords, job->count * 4);
    for (uint32_t i = 0; i < job->mem_count; i++)
        entries[listed++].bo_handle = job->mems[i]->handle;
    if (!job->ib_not_listed)
        entries[listed++].bo_handle = out_ib->handle;
    struct drm_amdgpu_bo_list_in list = {
        .operation = ~0u, .list_handle = ~0u, .bo_number = listed,
        .bo_info_size = sizeof(entries[0]), .bo_info_ptr = (uintptr_t)entries,
    };
    struct drm_amdgpu_cs_chunk_ib ib = {
        .va_start = out_ib->va + job->ib_offset, .ip_type = job->ip, .ring = job->ring,
        .ib_bytes = job->ib_bytes != 0 ? job->ib_bytes : job->count * 4,
    };
    struct drm_amdgpu_cs_chunk chunks[8];
    chunks[count++] = (struct drm_amdgpu_cs_chunk){ AMDGPU_CHUNK_ID_BO_HANDLES,
                                                    sizeof(list) / 4, (uintptr_t)&list };
    if (!job->no_ib)
        chunks[count++] = (struct drm_amdgpu_cs_chunk){ AMDGPU_CHUNK_ID_IB, sizeof(ib) / 4,
                                                        (uintptr_t)&ib };
    for (uint32_t i = 0; i < job->more_count; i++)
        chunks[count++] = job->more[i];
    return amdgpu_cs_submit_raw2(rig->device, rig->context, 0, (int)count, chunks, out_seq);
}

int wait_seq(struct rig *rig, uint32_t ip, uint32_t ring, uint64_t seq, uint64_t timeout_ns)
{
    struct amdgpu_cs_fence fence = { .context = rig->context, .ip_type = ip, .ring = ring,
                                     .fence = seq };
    uint32_t expired = 0;

    int code = amdgpu_cs_query_fence_status(&fence, timeout_ns, 0, &expired);
    return code != 0 ? code : expired ? 0 : -ETIME;
}

int submit_and_wait(struct rig *rig, const struct job *job)
{
    struct mem ib;
    uint64_t seq;

    int code = submit(rig, job, &ib, &seq);
    if (code == 0)
        code = wait_seq(rig, job->ip, job->ring, seq, AMDGPU_TIMEOUT_INFINITE);
    mem_destroy(&ib);
    return code;
}

int copy_bytes(struct rig *rig, const struct mem *dst, const struct mem *src, uint32_t bytes)
{
    uint32_t dw[7];

    put_copy(dw, dst->va, src->va, bytes);
    return submit_and_wait(rig, &(struct job){ .ip = AMDGPU_HW_IP_DMA, .dwords = dw, .count = 7,
                                               .mems = { dst, src }, .mem_count = 2 });
}

int64_t in_ns(int64_t ns)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec + ns;
}

/* ---- other processes ---------------------------------------------------------------------- */

int peer_start(void (*run)(int socket), int *out_socket)
{
    int pair[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    int pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(pair[0]);
        setenv("CMOCKA_TEST_ABORT", "1", 1);   /* a failure shall not go on with the next test */
        run(pair[1]);
        _exit(0);
    }
    close(pair[1]);
    *out_socket = pair[0];
    return pid;
}

int peer_end(int pid)
{
    int status;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

void send_fd(int socket, int fd)
{
    char control[CMSG_SPACE(sizeof(fd))] = { 0 }, byte = 'f';
    struct iovec data = { &byte, 1 };
    struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1, .msg_control = control,
                              .msg_controllen = sizeof(control) };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);

    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(fd));
    memcpy(CMSG_DATA(header), &fd, sizeof(fd));
    assert_int_equal(sendmsg(socket, &message, 0), 1);
}

int receive_fd(int socket)
{
    char control[CMSG_SPACE(sizeof(int))] = { 0 }, byte;
    struct iovec data = { &byte, 1 };
    struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1, .msg_control = control,
                              .msg_controllen = sizeof(control) };
    int fd;

    assert_int_equal(recvmsg(socket, &message, MSG_CMSG_CLOEXEC), 1);
    assert_non_null(CMSG_FIRSTHDR(&message));
    memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(fd));
    return fd;
}

void send_byte(int socket)
{
    assert_int_equal(write(socket, "b", 1), 1);
}

void receive_byte(int socket)
{
    char byte;

    assert_int_equal(read(socket, &byte, 1), 1);
}
