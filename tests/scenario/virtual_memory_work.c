/** Work on memory that is mapped into ranges, by CUDA's driver interface: kernels, copies of all
 *  kinds, pointer attributes, and pages that plain Vulkan shares. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "test_cases.h"
#include "vulkan_peer.h"

#define OK(call) assert_int_equal((call), CUDA_SUCCESS)
#define IS(call, code) assert_int_equal((call), (code))

#define MIB ((size_t)1 << 20)
#define STEP (2 * MIB)
#define PIECE MIB

static const CUmemAccessDesc read_write = {
    .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE
};

static bool shares;              /* pages have fds */

/* count handles side by side. */
struct mapped {
    CUdeviceptr base;
    CUmemGenericAllocationHandle handles[4];
    size_t count;
};

static CUmemAllocationProp properties(bool shared)
{
    return (CUmemAllocationProp){
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .requestedHandleTypes = shared ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
                                       : CU_MEM_HANDLE_TYPE_NONE,
        .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }
    };
}

static void map_at(CUdeviceptr address, CUmemGenericAllocationHandle handle)
{
    OK(cuMemMap(address, STEP, 0, handle, 0));
    OK(cuMemSetAccess(address, STEP, &read_write, 1));
}

static struct mapped map(size_t count)
{
    const CUmemAllocationProp prop = properties(false);
    struct mapped mapped = { .count = count };

    OK(cuMemAddressReserve(&mapped.base, count * STEP, 0, 0, 0));
    for (size_t i = 0; i < count; i++) {
        OK(cuMemCreate(&mapped.handles[i], STEP, &prop, 0));
        OK(cuMemMap(mapped.base + i * STEP, STEP, 0, mapped.handles[i], 0));
    }
    OK(cuMemSetAccess(mapped.base, count * STEP, &read_write, 1));
    return mapped;
}

static void unmap(const struct mapped *mapped)
{
    OK(cuMemUnmap(mapped->base, mapped->count * STEP));
    for (size_t i = 0; i < mapped->count; i++)
        OK(cuMemRelease(mapped->handles[i]));
    OK(cuMemAddressFree(mapped->base, mapped->count * STEP));
}

static void expect(CUdeviceptr address, size_t size, uint8_t value)
{
    uint8_t *bytes = malloc(size);

    assert_non_null(bytes);
    OK(cuMemcpyDtoH(bytes, address, size));
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], value);
    free(bytes);
}

/* ---- kernels -------------------------------------------------------------------------------- */

/* out[i] = in[i] + first + i, for each thread. */
static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry add(.param .u64 out, .param .u64 in, .param .u32 first)\n"
    "{\n.reg .b32 %r<8>;\n.reg .b64 %rd<6>;\n"
    "ld.param.u64 %rd1, [out];\nld.param.u64 %rd2, [in];\nld.param.u32 %r5, [first];\n"
    "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\n"
    "mad.lo.u32 %r1, %r2, %r3, %r4;\nmul.wide.u32 %rd3, %r1, 4;\n"
    "add.u64 %rd4, %rd1, %rd3;\nadd.u64 %rd5, %rd2, %rd3;\n"
    "ld.global.u32 %r6, [%rd5];\nadd.u32 %r6, %r6, %r5;\nadd.u32 %r6, %r6, %r1;\n"
    "st.global.u32 [%rd4], %r6;\nret;\n}\n";

/* Over the border of two handles, read by one address and written by another. */
TEST_CASE(kernels_over_handles)
{
    enum { COUNT = 4096, BLOCK = 64 };
    static uint32_t got[COUNT];
    struct mapped in = map(2), out = map(3);
    CUdeviceptr alias, from = in.base + STEP - COUNT * 2, to = out.base + STEP - COUNT * 2;
    uint32_t first = 1000;
    CUfunction function;
    CUmodule module;

    OK(cuModuleLoadData(&module, code));
    OK(cuModuleGetFunction(&function, module, "add"));
    OK(cuMemAddressReserve(&alias, STEP, 0, 0, 0));
    map_at(alias, out.handles[1]);
    OK(cuMemsetD32(from, 7, COUNT));
    for (int round = 0; round < 2; round++) {    /* the second adds to the first's sums */
        CUdeviceptr read = round == 0 ? from : to;
        void *arguments[] = { &to, &read, &first };

        OK(cuLaunchKernel(function, COUNT / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL));
    }
    OK(cuMemcpyDtoH(got, to, sizeof got));
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(got[i], 7 + 2 * (first + i));
    OK(cuMemcpyDtoH(got, alias, sizeof got / 2));        /* the second half, by its other address */
    for (uint32_t i = 0; i < COUNT / 2; i++)
        assert_int_equal(got[i], 7 + 2 * (first + COUNT / 2 + i));
    OK(cuMemUnmap(alias, STEP));
    OK(cuMemAddressFree(alias, STEP));
    unmap(&in);
    unmap(&out);
    OK(cuModuleUnload(module));
}

/* ---- copies --------------------------------------------------------------------------------- */

TEST_CASE(copies_between_ranges)
{
    struct mapped a = map(3), b = map(2);
    const CUDA_MEMCPY2D box = {
        .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = a.base + STEP - 5000, .srcPitch = 1000,
        .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = b.base + STEP - 7000, .dstPitch = 1400,
        .WidthInBytes = 600, .Height = 10
    };
    CUdeviceptr plain;
    CUstream stream;

    OK(cuMemAlloc(&plain, 3 * STEP));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemsetD8Async(a.base, 1, 3 * STEP, stream));
    OK(cuMemcpyDtoDAsync(b.base + 3, a.base + STEP / 2 + 1, 2 * STEP - 7, stream));
    OK(cuMemcpyDtoDAsync(plain, a.base, 3 * STEP, stream));      /* all three at once */
    OK(cuMemsetD8Async(a.base, 2, 3 * STEP, stream));
    OK(cuStreamSynchronize(stream));
    expect(b.base + 3, 2 * STEP - 7, 1);
    expect(b.base, 3, 0);
    expect(plain, 3 * STEP, 1);
    OK(cuMemcpy2D(&box));
    for (size_t row = 0; row < 10; row++) {
        expect(b.base + STEP - 7000 + row * 1400, 600, 2);
        expect(b.base + STEP - 7000 + row * 1400 + 600, 800, 1);
    }
    OK(cuMemcpyDtoD(a.base + 100, plain, 2 * STEP));
    expect(a.base + 100, 2 * STEP, 1);
    expect(a.base + 100 + 2 * STEP, 100, 2);
    OK(cuStreamDestroy(stream));
    OK(cuMemFree(plain));
    unmap(&a);
    unmap(&b);
}

/* Pageable and pinned memory, both ways, over the border of handles. */
TEST_CASE(copies_with_the_host)
{
    const size_t size = 2 * STEP + 123;
    struct mapped a = map(3);
    uint8_t *from = malloc(size), *to = malloc(size);
    void *pinned;

    assert_true(from != NULL && to != NULL);
    for (size_t i = 0; i < size; i++)
        from[i] = (uint8_t)(i * 7 + i / 4096);
    OK(cuMemcpyHtoD(a.base + 1000, from, size));
    OK(cuMemcpyDtoH(to, a.base + 1000, size));
    assert_memory_equal(from, to, size);
    OK(cuMemAllocHost(&pinned, size));
    OK(cuMemcpyDtoHAsync(pinned, a.base + 1000, size, NULL));
    OK(cuCtxSynchronize());
    assert_memory_equal(from, pinned, size);
    OK(cuMemsetD8(a.base, 0, 3 * STEP));
    OK(cuMemcpyHtoDAsync(a.base + 500, pinned, size, NULL));
    OK(cuMemcpyDtoH(to, a.base + 500, size));
    assert_memory_equal(from, to, size);
    OK(cuMemFreeHost(pinned));
    free(from);
    free(to);
    unmap(&a);
}

/* Copies to and from parts that may only be read. */
TEST_CASE(parts_to_read)
{
    const CUmemAccessDesc read = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 },
                                   .flags = CU_MEM_ACCESS_FLAGS_PROT_READ };
    struct mapped a = map(2);
    CUmemAccess_flags access;

    OK(cuMemsetD8(a.base, 3, 2 * STEP));
    OK(cuMemSetAccess(a.base, STEP, &read, 1));
    OK(cuPointerGetAttribute(&access, CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, a.base + STEP - 1));
    assert_int_equal(access, CU_MEM_ACCESS_FLAGS_PROT_READ);
    OK(cuPointerGetAttribute(&access, CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, a.base + STEP));
    assert_int_equal(access, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    IS(cuPointerSetAttribute(&(unsigned int){ 1 }, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, a.base),
       CUDA_ERROR_NOT_SUPPORTED);
    IS(cuMemsetD8(a.base + STEP - 1, 0, 1), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemcpyDtoD(a.base, a.base + STEP, 10), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemcpyDtoD(a.base + STEP, a.base, STEP));
    OK(cuMemSetAccess(a.base, STEP, &read_write, 1));
    OK(cuMemsetD8(a.base, 4, STEP));
    expect(a.base, STEP, 4);
    expect(a.base + STEP, STEP, 3);
    unmap(&a);
}

/* A source has to be readable, whatever else each part of it is. */
TEST_CASE(sources_of_mixed_access)
{
    const CUmemAccessDesc read = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 },
                                   .flags = CU_MEM_ACCESS_FLAGS_PROT_READ };
    const CUmemAccessDesc none = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
    struct mapped from = map(4), to = map(4);
    CUdeviceptr plain;

    OK(cuMemAlloc(&plain, 4 * STEP));
    for (int i = 0; i < 4; i++)
        OK(cuMemsetD8(from.base + (CUdeviceptr)i * STEP, (unsigned char)(i + 1), STEP));
    OK(cuMemsetD8(to.base, 0, 4 * STEP));
    OK(cuMemSetAccess(from.base + STEP, STEP, &read, 1));
    OK(cuMemSetAccess(from.base + 3 * STEP, STEP, &read, 1));
    OK(cuMemcpyDtoD(to.base, from.base, 4 * STEP));      /* write, read, write, read */
    OK(cuMemcpyDtoD(plain, from.base + STEP / 2, 3 * STEP));
    for (int i = 0; i < 4; i++)
        expect(to.base + (CUdeviceptr)i * STEP, STEP, (unsigned char)(i + 1));
    expect(plain, STEP / 2, 1);
    expect(plain + STEP / 2, STEP, 2);
    expect(plain + 5 * (STEP / 2), STEP / 2, 4);
    OK(cuMemsetD8(from.base + 2 * STEP, 9, STEP));       /* exactly what may be written */
    IS(cuMemsetD8(from.base + 2 * STEP, 9, STEP + 1), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemsetD8(from.base + 2 * STEP - 1, 9, STEP), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemcpyDtoD(from.base, plain, 2 * STEP), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemSetAccess(from.base + 2 * STEP, STEP, &none, 1));
    IS(cuMemcpyDtoD(to.base, from.base + STEP, 2 * STEP), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemcpyDtoD(to.base, from.base, 2 * STEP));
    IS(cuMemsetD8(from.base + STEP, 9, 1), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemFree(plain));
    unmap(&from);
    unmap(&to);
}

/* ---- attributes ----------------------------------------------------------------------------- */

static unsigned long long attribute(CUpointer_attribute which, CUdeviceptr address)
{
    unsigned long long value = 0;

    OK(cuPointerGetAttribute(&value, which, address));
    return value;
}

TEST_CASE(attributes_of_pointers)
{
    struct mapped a = map(2);
    CUdeviceptr base;
    size_t size;

    assert_int_equal(attribute(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, a.base + STEP + 9) & 0xffffffff,
                     CU_MEMORYTYPE_DEVICE);
    assert_int_equal(attribute(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, a.base) & 0xffffffff, 0);
    assert_true(attribute(CU_POINTER_ATTRIBUTE_DEVICE_POINTER, a.base + 5) == a.base + 5);
    assert_true(attribute(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, a.base + STEP + 9) == a.base);
    assert_true(attribute(CU_POINTER_ATTRIBUTE_RANGE_SIZE, a.base + STEP + 9) == 2 * STEP);
    assert_true(attribute(CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, a.base + STEP + 9) ==
                a.base + STEP);
    assert_true(attribute(CU_POINTER_ATTRIBUTE_MAPPING_SIZE, a.base + STEP + 9) == STEP);
    assert_true(attribute(CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, a.base) == 0);
    OK(cuMemGetAddressRange(&base, &size, a.base + 2 * STEP - 1));
    assert_true(base == a.base + STEP && size == STEP);
    unmap(&a);
}

/* ---- plain Vulkan --------------------------------------------------------------------------- */

static CUresult import(int fd, CUmemGenericAllocationHandle *out)
{
    return cuMemImportFromShareableHandle(out, (void *)(intptr_t)fd,
                                          CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
}

/* In pieces, as the peer's staging memory is small. */
static void peer_read(const struct peer_buffer *buffer, uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at < size; at += PIECE)
        peer_buffer_read(buffer, at, bytes + at, size - at < PIECE ? size - at : PIECE);
}

static void peer_fill(const struct peer_buffer *buffer, uint8_t value, size_t from, size_t size)
{
    static uint8_t bytes[PIECE];

    memset(bytes, value, sizeof bytes);
    for (size_t at = from; at < size; at += PIECE)
        peer_buffer_write(buffer, at, bytes, size - at < PIECE ? size - at : PIECE);
}

TEST_CASE(vulkan_imports_pages)
{
    static uint8_t bytes[2 * STEP];
    const CUmemAllocationProp prop = properties(true);
    CUmemGenericAllocationHandle handle;
    struct peer_buffer buffer;
    CUdeviceptr address;
    int fd = -1;

    if (!shares)
        skip();
    OK(cuMemCreate(&handle, 2 * STEP, &prop, 0));
    OK(cuMemAddressReserve(&address, 2 * STEP, 0, 0, 0));
    OK(cuMemMap(address, 2 * STEP, 0, handle, 0));
    OK(cuMemSetAccess(address, 2 * STEP, &read_write, 1));
    assert_true(attribute(CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, address) ==
                CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    OK(cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    assert_true(peer_buffer_import(&buffer, 2 * STEP, fd));
    OK(cuMemsetD8(address, 0x21, 2 * STEP));
    OK(cuCtxSynchronize());
    peer_read(&buffer, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        assert_int_equal(bytes[i], 0x21);
    peer_fill(&buffer, 0x43, 100, sizeof bytes);
    expect(address, 100, 0x21);
    expect(address + 100, 2 * STEP - 100, 0x43);
    OK(cuMemUnmap(address, 2 * STEP));
    OK(cuMemRelease(handle));
    peer_buffer_read(&buffer, STEP, bytes, 16);  /* the import keeps the memory */
    assert_int_equal(bytes[0], 0x43);
    peer_buffer_destroy(&buffer);
    OK(cuMemAddressFree(address, 2 * STEP));
}

/* Bytes that differ from their neighbours, or are all alike. */
static void make_bytes(uint8_t *bytes, size_t size, bool alike)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = alike ? 0x55 : (uint8_t)(i * 2654435761u >> 13);
}

static void expect_bytes(CUdeviceptr address, const uint8_t *bytes, size_t size)
{
    uint8_t *read = malloc(size);

    assert_non_null(read);
    OK(cuMemcpyDtoH(read, address, size));
    assert_memory_equal(read, bytes, size);
    free(read);
}

/* What the other program wrote is there, and it sees what is written here. */
static void import_of_vulkan(bool dedicated, bool alike)
{
    static uint8_t bytes[3 * STEP], written[3 * STEP];
    CUmemGenericAllocationHandle handle, again;
    struct peer_buffer buffer;
    CUmemAllocationProp prop;
    CUdeviceptr address;
    int fd, second = -1;

    make_bytes(written, sizeof written, alike);
    peer_buffer_create(&buffer, 3 * STEP, dedicated);
    for (size_t at = 0; at < sizeof written; at += PIECE)
        peer_buffer_write(&buffer, at, written + at, PIECE);
    fd = peer_buffer_export(&buffer);
    OK(import(fd, &handle));
    assert_true(fcntl(fd, F_GETFD) >= 0);        /* still the caller's */
    OK(cuMemGetAllocationPropertiesFromHandle(&prop, handle));
    assert_int_equal(prop.type, CU_MEM_ALLOCATION_TYPE_PINNED);
    assert_int_equal(prop.location.type, CU_MEM_LOCATION_TYPE_DEVICE);
    OK(cuMemAddressReserve(&address, 4 * STEP, 0, 0, 0));
    IS(cuMemMap(address, 4 * STEP, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);     /* not so large */
    OK(cuMemMap(address, 3 * STEP, 0, handle, 0));
    OK(cuMemSetAccess(address, 3 * STEP, &read_write, 1));
    expect_bytes(address, written, sizeof written);
    OK(cuMemsetD8(address + STEP, 0x66, STEP));
    OK(cuCtxSynchronize());
    peer_read(&buffer, bytes, sizeof bytes);
    memset(written + STEP, 0x66, STEP);
    assert_memory_equal(bytes, written, sizeof bytes);
    OK(cuMemExportToShareableHandle(&second, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(import(second, &again));
    OK(cuMemRelease(again));
    assert_int_equal(close(second), 0);
    assert_int_equal(close(fd), 0);
    peer_buffer_destroy(&buffer);                /* the pages keep the memory */
    expect(address + STEP, STEP, 0x66);
    OK(cuMemUnmap(address, 3 * STEP));
    OK(cuMemRelease(handle));
    OK(cuMemAddressFree(address, 4 * STEP));
}

TEST_CASE(pages_of_vulkan)
{
    if (!shares)
        skip();
    import_of_vulkan(true, true);        /* as programs should make it */
    import_of_vulkan(true, false);
    import_of_vulkan(false, false);
}

/* NVIDIA's driver compresses memory that is not dedicated, where bytes are alike, and nothing tells
 * an importer that it is not. */
TEST_CASE(alike_pages_of_vulkan)
{
    char name[100] = "";

    OK(cuDeviceGetName(name, sizeof name, 0));
    if (!shares || strstr(name, "NVIDIA") != NULL) {
        print_message("           %s\n", shares ? "a documented limit of NVIDIA's driver"
                                                : "pages have no fds");
        skip();
    }
    import_of_vulkan(false, true);
}

/* ---- what is no memory ---------------------------------------------------------------------- */

static int sealed_file(int seals)
{
    int fd = memfd_create("hostile", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, 2 * (off_t)STEP), 0);
    assert_int_equal(fcntl(fd, F_ADD_SEALS, seals), 0);
    return fd;
}

TEST_CASE(hostile_fds)
{
    int ends[2], sockets[2], fds[9], count = 0, gone;
    CUmemGenericAllocationHandle handle = 5;

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets), 0);
    fds[count++] = open("/dev/null", O_RDWR);
    fds[count++] = open("/dev/zero", O_RDONLY);
    fds[count++] = open("/proc/self/exe", O_RDONLY);
    fds[count++] = open("/", O_PATH);
    fds[count++] = ends[0];
    fds[count++] = sockets[0];
    fds[count++] = sealed_file(0);
    fds[count++] = sealed_file(F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    fds[count++] = sealed_file(F_SEAL_SHRINK);
    for (int i = 0; i < count; i++) {
        assert_true(fds[i] >= 0);
        IS(import(fds[i], &handle), shares ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_NOT_SUPPORTED);
        assert_int_equal(handle, 5);
        assert_int_equal(close(fds[i]), 0);      /* it was left open */
    }
    assert_int_equal(close(ends[1]), 0);
    assert_int_equal(close(sockets[1]), 0);
    gone = dup(2);
    assert_int_equal(close(gone), 0);
    IS(import(gone, &handle), shares ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_NOT_SUPPORTED);
    IS(import(-1, &handle), CUDA_ERROR_INVALID_VALUE);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int begin(void **state)
{
    int supported = 0, fds = 0;
    const char *why = NULL;
    CUcontext context;
    CUdevice device;

    (void)state;
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS ||
        cuDevicePrimaryCtxRetain(&context, device) != CUDA_SUCCESS ||
        cuCtxSetCurrent(context) != CUDA_SUCCESS || !peer_start(&why))
        return 1;
    OK(cuDeviceGetAttribute(&supported,
                            CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device));
    OK(cuDeviceGetAttribute(&fds,
                            CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED,
                            device));
    shares = fds != 0;
    if (!supported) {
        printf("skipped: device 0 has no virtual memory management\n");
        exit(77);
    }
    return 0;
}

int main(void)
{
    int failed = run_test_cases(begin);

    peer_stop();
    return failed;
}
