/* Buffers, their addresses, and how they leave and come in. */
#include "test_rig.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void fresh_vram_is_garbage(void **state)
{
    struct rig rig;
    struct mem vram, cleared;
    unsigned zeros = 0;
    (void)state;

    rig_open(&rig, 0);
    mem_create(&rig, &vram, 1 << 20, AMDGPU_GEM_DOMAIN_VRAM, 0);
    mem_create(&rig, &cleared, 1 << 20, AMDGPU_GEM_DOMAIN_VRAM, AMDGPU_GEM_CREATE_VRAM_CLEARED);
    for (unsigned i = 0; i < (1 << 18); i++) {
        zeros += vram.cpu[i] == 0;
        assert_int_equal(cleared.cpu[i], 0);
    }
    assert_true(zeros < 100);
    mem_destroy(&cleared);
    mem_destroy(&vram);
    rig_close(&rig);
}

static void an_import_is_the_same_buffer(void **state)
{
    struct rig rig;
    struct mem mem;
    struct amdgpu_bo_import_result first, second;
    uint32_t fd, plain;
    (void)state;

    rig_open(&rig, 0);
    mem_create(&rig, &mem, 12288, AMDGPU_GEM_DOMAIN_VRAM, 0);
    assert_int_equal(amdgpu_bo_export(mem.bo, amdgpu_bo_handle_type_dma_buf_fd, &fd), 0);
    assert_int_equal(lseek((int)fd, 0, SEEK_END), 12288);
    assert_int_equal(fcntl((int)fd, F_GETFD), FD_CLOEXEC);
    assert_int_equal(amdgpu_bo_import(rig.device, amdgpu_bo_handle_type_dma_buf_fd, fd, &first),
                     0);
    assert_int_equal(first.alloc_size, 12288);
    assert_ptr_equal(first.buf_handle, mem.bo);
    uint32_t *bytes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, (int)fd, 0);
    bytes[3] = 77;
    assert_int_equal(mem.cpu[3], 77);
    munmap(bytes, 4096);
    amdgpu_bo_free(first.buf_handle);
    close((int)fd);

    plain = (uint32_t)memfd_create("none of the card's", MFD_CLOEXEC);
    assert_true(ftruncate((int)plain, 4096) == 0);
    assert_int_equal(drmPrimeFDToHandle(rig.fd, (int)plain, &fd), -1);
    assert_int_equal(errno, EINVAL);
    close((int)plain);
    assert_int_equal(drmPrimeFDToHandle(rig.fd, 9999, &fd), -1);
    assert_int_equal(errno, EBADF);
    (void)second;
    mem_destroy(&mem);
    rig_close(&rig);
}

static void metadata_goes_with_the_buffer_on_its_own_card(void **state)
{
    struct rig rig, other;
    struct mem mem;
    struct amdgpu_bo_import_result result;
    struct amdgpu_bo_metadata data = { .tiling_info = 22, .size_metadata = 16,
                                       .umd_metadata = { 1, 2, 3, 4 } };
    struct amdgpu_bo_info info;
    uint32_t fd;
    (void)state;

    rig_open(&rig, 0);
    rig_open(&other, 1);
    mem_create(&rig, &mem, 65536, AMDGPU_GEM_DOMAIN_VRAM, 0);
    assert_int_equal(amdgpu_bo_set_metadata(mem.bo, &data), 0);
    assert_int_equal(amdgpu_bo_query_info(mem.bo, &info), 0);
    assert_int_equal(info.metadata.tiling_info, 22);
    assert_int_equal(info.metadata.umd_metadata[3], 4);
    assert_int_equal(info.preferred_heap, AMDGPU_GEM_DOMAIN_VRAM);
    assert_int_equal(amdgpu_bo_export(mem.bo, amdgpu_bo_handle_type_dma_buf_fd, &fd), 0);
    assert_int_equal(amdgpu_bo_import(other.device, amdgpu_bo_handle_type_dma_buf_fd, fd,
                                      &result), 0);
    assert_int_equal(amdgpu_bo_query_info(result.buf_handle, &info), 0);
    assert_int_equal(info.metadata.size_metadata, 0);
    assert_int_equal(info.preferred_heap, AMDGPU_GEM_DOMAIN_GTT);
    assert_int_equal(info.alloc_flags, 0);
    amdgpu_bo_free(result.buf_handle);
    close((int)fd);
    mem_destroy(&mem);
    rig_close(&other);
    rig_close(&rig);
}

static int va_op(struct rig *rig, const struct mem *mem, uint64_t offset, uint64_t size,
                 uint64_t va, uint64_t flags, uint32_t op)
{
    return amdgpu_bo_va_op_raw(rig->device, mem->bo, offset, size, va, flags, op);
}

static void addresses_are_checked(void **state)
{
    const uint64_t rw = AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE;
    struct rig rig;
    struct mem mem;
    (void)state;

    rig_open(&rig, 0);
    mem_create(&rig, &mem, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    uint64_t va = 0x40000000;
    assert_int_equal(va_op(&rig, &mem, 0, 65536, va, rw, AMDGPU_VA_OP_MAP), 0);
    expect_broken(0);
    const struct { uint64_t offset, size, va, flags; } wrong[] = {
        { 0, 4096, 0x40004000, rw }, { 0, 4096, 0x50000001, rw }, { 1, 4096, 0x50000000, rw },
        { 0, 100, 0x50000000, rw }, { 0, 0, 0x50000000, rw }, { 0, 4096, 0x1000, rw },
        { 0, 4096, UINT64_C(0x800000000000), rw }, { 65536, 4096, 0x50000000, rw },
        { 4096, 65536, 0x50000000, rw }, { 0, 4096, 0x50000000, 1u << 20 },
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        assert_int_equal(va_op(&rig, &mem, wrong[i].offset, wrong[i].size, wrong[i].va,
                               wrong[i].flags, AMDGPU_VA_OP_MAP), -EINVAL);
        expect_broken(1);
    }
    assert_int_equal(va_op(&rig, &mem, 0, 65536, 0x50000000, 0, AMDGPU_VA_OP_UNMAP), -ENOENT);
    assert_int_equal(va_op(&rig, &mem, 0, 4096, va + 8192, rw, AMDGPU_VA_OP_REPLACE), 0);
    assert_int_equal(va_op(&rig, &mem, 0, 4096, va + 8192, 0, AMDGPU_VA_OP_UNMAP), 0);
    assert_int_equal(va_op(&rig, &mem, 0, 65536, va, rw, AMDGPU_VA_OP_CLEAR), 0);
    assert_int_equal(va_op(&rig, &mem, 0, 65536, va, rw, AMDGPU_VA_OP_MAP), 0);
    assert_int_equal(va_op(&rig, &mem, 0, 65536, va, 0, AMDGPU_VA_OP_UNMAP), 0);
    mem_destroy(&mem);
    rig_close(&rig);
    expect_broken(0);
}

static void buffers_are_checked(void **state)
{
    struct rig rig;
    struct mem mem;
    struct amdgpu_bo_alloc_request request = { .alloc_size = 4096,
                                               .preferred_heap = AMDGPU_GEM_DOMAIN_VRAM,
                                               .flags = UINT64_C(1) << 40 };
    amdgpu_bo_handle bo;
    uint32_t fd;
    void *cpu;
    (void)state;

    rig_open(&rig, 0);
    assert_int_equal(amdgpu_bo_alloc(rig.device, &request, &bo), -EINVAL);
    expect_broken(1);
    request.flags = 0;
    request.alloc_size = UINT64_C(1) << 40;
    assert_int_equal(amdgpu_bo_alloc(rig.device, &request, &bo), -ENOMEM);
    mem_create(&rig, &mem, 4096, AMDGPU_GEM_DOMAIN_VRAM, AMDGPU_GEM_CREATE_VM_ALWAYS_VALID);
    expect_broken(0);
    assert_int_equal(amdgpu_bo_export(mem.bo, amdgpu_bo_handle_type_dma_buf_fd, &fd), -1);
    assert_int_equal(errno, EPERM);
    expect_broken(1);
    mem_destroy(&mem);
    request.alloc_size = 4096;
    request.flags = AMDGPU_GEM_CREATE_NO_CPU_ACCESS;
    assert_int_equal(amdgpu_bo_alloc(rig.device, &request, &bo), 0);
    assert_int_equal(amdgpu_bo_cpu_map(bo, &cpu), -EPERM);
    expect_broken(1);
    amdgpu_bo_free(bo);
    rig_close(&rig);
}

static void user_memory_is_anonymous_pages(void **state)
{
    struct rig rig;
    struct mem user = { .size_bytes = 8192 }, gtt;
    amdgpu_bo_handle bo;
    uint32_t fd;
    (void)state;

    rig_open(&rig, 0);
    uint32_t *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_int_equal(amdgpu_create_bo_from_user_mem(rig.device, pages, 8192, &user.bo), 0);
    mem_map(&rig, &user);
    mem_create(&rig, &gtt, 8192, AMDGPU_GEM_DOMAIN_GTT, 0);
    pages[100] = 4711;
    assert_int_equal(copy_bytes(&rig, &gtt, &user, 8192), 0);
    assert_int_equal(gtt.cpu[100], 4711);
    expect_broken(0);
    assert_int_equal(amdgpu_bo_export(user.bo, amdgpu_bo_handle_type_dma_buf_fd, &fd), -1);
    expect_broken(1);
    mem_destroy(&user);
    mem_destroy(&gtt);
    assert_int_equal(amdgpu_create_bo_from_user_mem(rig.device, (char *)pages + 4, 4096, &bo),
                     -EINVAL);
    expect_broken(1);
    munmap(pages, 8192);
    int file = memfd_create("a file", MFD_CLOEXEC);
    assert_int_equal(ftruncate(file, 4096), 0);
    void *mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert_int_equal(amdgpu_create_bo_from_user_mem(rig.device, mapped, 4096, &bo), -EPERM);
    munmap(mapped, 4096);
    close(file);
    assert_int_equal(amdgpu_create_bo_from_user_mem(rig.device, mapped, 4096, &bo), -EFAULT);
    rig_close(&rig);
}

static void cards_copy_out_of_each_other(void **state)
{
    struct rig first, second;
    struct mem mem, own, seen = { .size_bytes = 65536 };
    struct amdgpu_bo_import_result result;
    uint32_t fd;
    (void)state;

    rig_open(&first, 0);
    rig_open(&second, 1);
    mem_create(&first, &mem, 65536, AMDGPU_GEM_DOMAIN_GTT, 0);
    mem_create(&second, &own, 65536, AMDGPU_GEM_DOMAIN_VRAM, 0);
    for (uint32_t i = 0; i < 16384; i++)
        mem.cpu[i] = i * 7;
    assert_int_equal(amdgpu_bo_export(mem.bo, amdgpu_bo_handle_type_dma_buf_fd, &fd), 0);
    assert_int_equal(amdgpu_bo_import(second.device, amdgpu_bo_handle_type_dma_buf_fd, fd,
                                      &result), 0);
    close((int)fd);
    seen.bo = result.buf_handle;
    mem_map(&second, &seen);
    assert_int_equal(copy_bytes(&second, &own, &seen, 65536), 0);
    assert_memory_equal(own.cpu, mem.cpu, 65536);
    mem_destroy(&seen);
    mem_destroy(&own);
    mem_destroy(&mem);
    rig_close(&second);
    rig_close(&first);
    expect_broken(0);
}

CASES(memory, cmocka_unit_test(fresh_vram_is_garbage),
      cmocka_unit_test(an_import_is_the_same_buffer),
      cmocka_unit_test(metadata_goes_with_the_buffer_on_its_own_card),
      cmocka_unit_test(cards_copy_out_of_each_other), cmocka_unit_test(addresses_are_checked),
      cmocka_unit_test(buffers_are_checked), cmocka_unit_test(user_memory_is_anonymous_pages));
