/* Questions about memory of the program that is registered, and about every flag of it. */
#include "behaviour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096u
#define PAGES 16u

static unsigned char *map_pages(int protection)
{
    void *pages = mmap(NULL, PAGES * PAGE, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

static void ask_flags(int arg)
{
    (void)arg;
    static const unsigned int flags[] = {0, 1, 2, 3, 4, 7, 8, 0xb, 0x10, 0x20, 0x80, 0xffffffff};
    start_device();
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        unsigned char *pages = map_pages(PROT_READ | PROT_WRITE);
        unsigned int got = 77;
        void *device = OUT_MARKER;
        cudaError_t code = cudaHostRegister(pages, 2 * PAGE, flags[i]);
        answer(label("flags_%#x", flags[i]), code);
        if (code == cudaSuccess) {
            code = cudaHostGetFlags(&got, pages);
            answer_with(label("get_flags_%#x", flags[i]), code, "flags=%#x", got);
            code = cudaHostGetDevicePointer(&device, pages, 0);
            answer_with(label("device_pointer_%#x", flags[i]), code, "out=%s", out_state(device));
            answer(label("unregister_%#x", flags[i]), cudaHostUnregister(pages));
        }
        munmap(pages, PAGES * PAGE);
    }
}

static void ask_ranges(int arg)
{
    (void)arg;
    unsigned char *pages = map_pages(PROT_READ | PROT_WRITE);
    start_device();
    answer("null", cudaHostRegister(NULL, PAGE, 0));
    answer("null_size_0", cudaHostRegister(NULL, 0, 0));
    answer("size_0", cudaHostRegister(pages, 0, 0));
    answer("size_max", cudaHostRegister(pages, SIZE_MAX, 0));
    answer("wraps", cudaHostRegister(pages, SIZE_MAX - 100, 0));
    answer("garbage", cudaHostRegister(GARBAGE, PAGE, 0));
    answer("good", cudaHostRegister(pages, 4 * PAGE, 0));
    answer("same_again", cudaHostRegister(pages, 4 * PAGE, 0));
    answer("inside", cudaHostRegister(pages + PAGE, PAGE, 0));
    answer("overlap_end", cudaHostRegister(pages + 3 * PAGE, 2 * PAGE, 0));
    answer("beside", cudaHostRegister(pages + 4 * PAGE, PAGE, 0));
    answer("around", cudaHostRegister(pages, 8 * PAGE, 0));
    answer("unregister_interior", cudaHostUnregister(pages + PAGE));
    answer("unregister_interior_byte", cudaHostUnregister(pages + 1));
    answer("unregister_past", cudaHostUnregister(pages + 6 * PAGE));
    answer("unregister", cudaHostUnregister(pages));
    answer("unregister_twice", cudaHostUnregister(pages));
    answer("unregister_beside", cudaHostUnregister(pages + 4 * PAGE));
    answer("unregister_null", cudaHostUnregister(NULL));
    answer("unregister_garbage", cudaHostUnregister(GARBAGE));
    answer("good_again", cudaHostRegister(pages, 4 * PAGE, 0));
    answer("free_host_of_registered", cudaFreeHost(pages));
    answer("free_of_registered", cudaFree(pages));
    answer("unregister_at_last", cudaHostUnregister(pages));
}

static void ask_unaligned(int arg)
{
    (void)arg;
    unsigned char *pages = map_pages(PROT_READ | PROT_WRITE);
    struct cudaPointerAttributes got;
    unsigned int flags = 77;
    start_device();
    answer("odd_start", cudaHostRegister(pages + 100, 200, 0));
    static const unsigned int offsets[] = {0, 99, 100, 299, 300, 4095, 4096};
    for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
        memset(&got, 0, sizeof(got));
        cudaError_t code = cudaPointerGetAttributes(&got, pages + offsets[i]);
        answer_with(label("attributes_at_%u", offsets[i]), code, "type=%d", (int)got.type);
        code = cudaHostGetFlags(&flags, pages + offsets[i]);
        answer(label("flags_at_%u", offsets[i]), code);
    }
    answer("second_in_the_page", cudaHostRegister(pages + 1000, 200, 0));
    answer("across_pages", cudaHostRegister(pages + 4000, 200, 0));
    answer("unregister_page_start", cudaHostUnregister(pages));
    answer("unregister_second", cudaHostUnregister(pages + 1000));
    answer("unregister", cudaHostUnregister(pages + 100));
    answer("unregister_across", cudaHostUnregister(pages + 4000));
}

static void ask_kinds(int arg)
{
    (void)arg;
    unsigned char *device = obtain(DEVICE, 2 * PAGE);
    unsigned char *pinned = obtain(PINNED, 2 * PAGE);
    unsigned char *read_only = map_pages(PROT_READ);
    unsigned char *none = map_pages(PROT_NONE);
    unsigned char *gone = map_pages(PROT_READ | PROT_WRITE);
    static unsigned char fixed[2 * PAGE];
    unsigned char stack[256];
    munmap(gone, PAGES * PAGE);
    start_device();
    answer("device", cudaHostRegister(device, PAGE, 0));
    answer("pinned", cudaHostRegister(pinned, PAGE, 0));
    answer("unregister_device", cudaHostUnregister(device));
    answer("unregister_pinned", cudaHostUnregister(pinned));
    answer("unmapped", cudaHostRegister(gone, PAGE, 0));
    answer("no_access", cudaHostRegister(none, PAGE, 0));
    answer("read_only", cudaHostRegister(read_only, PAGE, 0));
    answer("read_only_flag_8", cudaHostRegister(read_only + 4 * PAGE, PAGE, 8));
    answer("static", cudaHostRegister(fixed, sizeof(fixed), 0));
    answer("stack", cudaHostRegister(stack, sizeof(stack), 0));
    answer("half_unmapped", munmap(none + 8 * PAGE, 8 * PAGE) == 0
                                ? cudaHostRegister(none + 7 * PAGE, 2 * PAGE, 0) : cudaSuccess);
}

static void ask_use(int arg)
{
    (void)arg;
    unsigned char *pages = map_pages(PROT_READ | PROT_WRITE);
    unsigned char *device = obtain(DEVICE, PAGES * PAGE);
    void *alias = NULL;
    start_device();
    put_pattern(PAGEABLE, pages, PAGES * PAGE);
    unsigned int before = hash_of(PAGEABLE, pages, PAGES * PAGE);
    answer("register", cudaHostRegister(pages, 4 * PAGE, 0));
    note("content", "%s", hash_of(PAGEABLE, pages, PAGES * PAGE) == before ? "kept" : "lost");
    answer("copy_up", cudaMemcpy(device, pages, 4 * PAGE, cudaMemcpyHostToDevice));
    note("copied", "%08x", hash_of(DEVICE, device, 4 * PAGE));
    answer("copy_beyond", cudaMemcpy(device, pages, 8 * PAGE, cudaMemcpyHostToDevice));
    note("copied_beyond", "%08x", hash_of(DEVICE, device, 8 * PAGE));
    answer("set", cudaMemset(pages, 0x5b, 2 * PAGE));
    answer("set_synchronize", cudaDeviceSynchronize());
    note("set_content", "%08x", hash_of(PAGEABLE, pages, PAGES * PAGE));
    answer("set_beyond", cudaMemset(pages, 0x5c, 5 * PAGE));
    answer("device_pointer", cudaHostGetDevicePointer(&alias, pages + 100, 0));
    answer("copy_alias", cudaMemcpy(device, alias, PAGE, cudaMemcpyDeviceToDevice));
    note("copied_alias", "%08x", hash_of(DEVICE, device, PAGE));
    answer("unregister", cudaHostUnregister(pages));
    answer("device_pointer_after", cudaHostGetDevicePointer(&alias, pages, 0));
    answer("set_after", cudaMemset(pages, 1, PAGE));
    answer("copy_after", cudaMemcpy(pages, device, PAGE, cudaMemcpyDeviceToHost));
}

static void ask_host_alloc(int arg)
{
    (void)arg;
    static const size_t sizes[] = {1, 4095, 4097, 100000};
    start_device();
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        unsigned char *memory = NULL;
        struct cudaPointerAttributes got;
        answer(label("size_%zu", sizes[i]), cudaHostAlloc((void **)&memory, sizes[i], 0));
        memset(&got, 0, sizeof(got));
        cudaError_t code = cudaPointerGetAttributes(&got, memory + sizes[i] - 1);
        answer_with("last_byte", code, "type=%d", (int)got.type);
        answer("set_whole", cudaMemset(memory, 1, sizes[i]));
        answer("set_one_more", cudaMemset(memory, 1, sizes[i] + 1));
        answer("free", cudaFreeHost(memory));
    }
}

const struct question host_register_questions[] = {
    {"host_register.flags", ask_flags, 0},
    {"host_register.ranges", ask_ranges, 0},
    {"host_register.unaligned", ask_unaligned, 0},
    {"host_register.kinds", ask_kinds, 0},
    {"host_register.use", ask_use, 0},
    {"host_register.host_alloc", ask_host_alloc, 0},
    {NULL, NULL, 0},
};
