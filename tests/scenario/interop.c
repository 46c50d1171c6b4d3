/** Memory of a Vulkan program, imported and mapped. */
#include "scenario.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "vulkan_peer.h"
#include "test_cases.h"

#define SIZE 65536u

TEST_CASE(both_sides_see_the_same_bytes)
{
    static uint8_t from[SIZE], to[SIZE];
    struct peer_buffer buffer;
    gpuExternalMemory_t memory;
    void *pointer;

    for (int dedicated = 0; dedicated < 2; dedicated++) {
        peer_buffer_create(&buffer, SIZE, dedicated);
        memory = import_memory(peer_buffer_export(&buffer), buffer.allocated_bytes, dedicated);
        pointer = map_buffer(memory, 0, SIZE);
        fill_pattern(from, SIZE, 10u + (unsigned)dedicated);
        peer_buffer_write(&buffer, 0, from, SIZE);
        OK(gpuMemcpy(to, pointer, SIZE, gpuMemcpyDeviceToHost));
        assert_memory_equal(to, from, SIZE);

        fill_pattern(from, SIZE, 20u + (unsigned)dedicated);
        OK(gpuMemcpy(pointer, from, SIZE, gpuMemcpyHostToDevice));
        if (!library_is_ours())          /* others may return when pageable memory was read */
            OK(gpuDeviceSynchronize());
        peer_buffer_read(&buffer, 0, to, SIZE);
        assert_memory_equal(to, from, SIZE);
        OK(gpuFree(pointer));
        OK(gpuDestroyExternalMemory(memory));
        peer_buffer_destroy(&buffer);
    }
}

TEST_CASE(the_fd_is_taken_on_success_alone)
{
    struct peer_buffer buffer;
    gpuExternalMemory_t memory;
    gpuMemoryDesc descriptor = { .type = gpuExternalMemoryHandleTypeOpaqueFd };
    int fd;
    int fds;

    peer_buffer_create(&buffer, SIZE, false);
    fds = open_fds();
    fd = peer_buffer_export(&buffer);
    descriptor.handle.fd = fd;
    descriptor.size = 0;
    BAD_VALUE(gpuImportExternalMemory(&memory, &descriptor), "size");
    assert_true(fd_is_open(fd));
    descriptor.size = SIZE;
    OK(gpuImportExternalMemory(&memory, &descriptor));
    assert_false(fd_is_open(fd));
    OK(gpuDestroyExternalMemory(memory));
    assert_int_equal(open_fds(), fds);
    peer_buffer_destroy(&buffer);
}

TEST_CASE(fd_zero_is_an_fd)
{
    struct peer_buffer buffer;
    int saved = fcntl(0, F_DUPFD_CLOEXEC, 3);
    int fd;

    peer_buffer_create(&buffer, SIZE, false);
    fd = peer_buffer_export(&buffer);
    assert_int_equal(dup2(fd, 0), 0);
    close(fd);
    OK(gpuDestroyExternalMemory(import_memory(0, SIZE, false)));
    assert_false(fd_is_open(0));
    if (saved >= 0) {
        assert_int_equal(dup2(saved, 0), 0);
        close(saved);
    }
    peer_buffer_destroy(&buffer);
}

TEST_CASE(the_said_size_may_be_smaller)
{
    static uint8_t bytes[SIZE];
    struct peer_buffer buffer;
    gpuExternalMemory_t memory;
    void *pointer;

    peer_buffer_create(&buffer, SIZE, false);
    memory = import_memory(peer_buffer_export(&buffer), SIZE / 2, false);
    pointer = map_buffer(memory, 0, SIZE / 2);
    OK(gpuMemset(pointer, 0x33, SIZE / 2));
    OK(gpuDeviceSynchronize());
    peer_buffer_read(&buffer, 0, bytes, SIZE);
    assert_int_equal(bytes[SIZE / 2 - 1], 0x33);
    OK(gpuFree(pointer));
    OK(gpuDestroyExternalMemory(memory));
    peer_buffer_destroy(&buffer);
}

TEST_CASE(mappings_overlap_and_are_coherent)
{
    uint8_t bytes[16] = { 0 };
    struct peer_buffer buffer;
    gpuExternalMemory_t memory;
    uint8_t *all, *odd, *one;

    peer_buffer_create(&buffer, SIZE, false);
    memory = import_memory(peer_buffer_export(&buffer), SIZE, false);
    all = map_buffer(memory, 0, SIZE);
    odd = map_buffer(memory, 4097, 100);
    one = map_buffer(memory, SIZE - 1, 1);
    OK(gpuMemset(all, 0, SIZE));
    OK(gpuMemset(odd, 0x77, 4));
    OK(gpuMemset(one, 0x78, 1));
    OK(gpuMemcpy(bytes, all + 4096, 6, gpuMemcpyDeviceToHost));
    assert_memory_equal(bytes, "\0\x77\x77\x77\x77\0", 6);
    OK(gpuMemcpy(bytes, all + SIZE - 2, 2, gpuMemcpyDeviceToHost));
    assert_memory_equal(bytes, "\0\x78", 2);
    if (library_is_ours())               /* others may look at one mapping alone */
        OK(gpuMemset(odd, 0, 101));      /* all of it lies in the first mapping */
    BAD_VALUE(gpuFree(odd + 1), "");
    OK(gpuFree(all));
    BAD_VALUE(gpuFree(all), "");
    BAD_VALUE(gpuMemset(odd, 0, 101), "");
    OK(gpuMemset(odd, 1, 100));
    OK(gpuFree(odd));
    OK(gpuFree(one));
    OK(gpuDestroyExternalMemory(memory));
    peer_buffer_destroy(&buffer);
}

TEST_CASE(a_mapping_outlives_what_it_came_from)
{
    uint8_t byte = 0;
    struct peer_buffer buffer;
    gpuExternalMemory_t memory;
    uint8_t *pointer;

    peer_buffer_create(&buffer, SIZE, false);
    memory = import_memory(peer_buffer_export(&buffer), SIZE, false);
    pointer = map_buffer(memory, 512, 512);
    OK(gpuDestroyExternalMemory(memory));
    BAD_HANDLE(gpuDestroyExternalMemory(memory));
    OK(gpuMemset(pointer, 0x21, 512));
    OK(gpuDeviceSynchronize());
    peer_buffer_read(&buffer, 1023, &byte, 1);
    assert_int_equal(byte, 0x21);
    peer_buffer_destroy(&buffer);        /* the exporter may go first, too */
    OK(gpuMemset(pointer, 0x22, 512));
    OK(gpuFree(pointer));
    BAD_VALUE(gpuMemset(pointer, 0, 1), "");
}

TEST_CASE(memory_can_be_imported_twice)
{
    uint8_t byte = 0;
    struct peer_buffer buffer;
    gpuExternalMemory_t first, second;
    void *a;
    void *b;

    peer_buffer_create(&buffer, SIZE, false);
    first = import_memory(peer_buffer_export(&buffer), SIZE, false);
    second = import_memory(peer_buffer_export(&buffer), SIZE, false);
    a = map_buffer(first, 0, SIZE);
    b = map_buffer(second, 0, SIZE);
    OK(gpuMemset(a, 0x44, SIZE));
    OK(gpuMemcpy(&byte, b, 1, gpuMemcpyDeviceToHost));
    assert_int_equal(byte, 0x44);
    OK(gpuDestroyExternalMemory(first));
    OK(gpuFree(a));
    OK(gpuMemset(b, 0x45, SIZE));
    OK(gpuDeviceSynchronize());
    OK(gpuFree(b));
    OK(gpuDestroyExternalMemory(second));
    peer_buffer_destroy(&buffer);
}

TEST_CASE(a_mapped_pointer_is_device_memory)
{
    struct peer_buffer buffer;
    gpuPointerAttributes attributes;
    gpuExternalMemory_t memory;
    uint8_t *pointer;

    peer_buffer_create(&buffer, SIZE, false);
    memory = import_memory(peer_buffer_export(&buffer), SIZE, false);
    pointer = map_buffer(memory, 256, 1024);
    OK(gpuPointerGetAttributes(&attributes, pointer + 7));
    assert_int_equal(attributes.type, gpuMemoryTypeDevice);
    assert_ptr_equal(attributes.devicePointer, pointer + 7);
    OK(gpuFree(pointer));
    OK(gpuDestroyExternalMemory(memory));
    peer_buffer_destroy(&buffer);
}

TEST_CASE(a_thousand_imports_leave_nothing)
{
    struct peer_buffer buffer;
    int fds;

    peer_buffer_create(&buffer, SIZE, false);
    OK(gpuDestroyExternalMemory(import_memory(peer_buffer_export(&buffer), SIZE, false)));
    fds = open_fds();
    for (int i = 0; i < 1000; i++) {
        gpuExternalMemory_t memory = import_memory(peer_buffer_export(&buffer), SIZE, false);
        void *pointer = map_buffer(memory, 0, SIZE);

        OK(gpuFree(pointer));
        OK(gpuDestroyExternalMemory(memory));
    }
    assert_int_equal(open_fds(), fds);
    peer_buffer_destroy(&buffer);
}

int run_interop(void)
{
    return run_test_cases(NULL);
}
