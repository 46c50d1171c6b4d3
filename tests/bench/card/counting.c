#include "counting.h"

#include <dlfcn.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OWNS_HEAP 0
#else
#define OWNS_HEAP 1
#endif

enum { DRM_TYPE = 'd', SUBMIT_NUMBER = 0x44 };

static _Thread_local uint64_t own_ioctls, own_submits, own_allocations;
static _Atomic uint64_t all_ioctls, all_allocations;
static uint64_t ioctls_before, submits_before, all_before;
static uint64_t allocations_before, all_allocations_before;

/* ---- calls of the kernel ------------------------------------------------------------------- */

int ioctl(int fd, unsigned long request, ...)
{
    static _Atomic(void *) next;
    int (*call)(int, unsigned long, ...);
    void *found = atomic_load(&next);
    va_list arguments;
    void *argument;

    va_start(arguments, request);
    argument = va_arg(arguments, void *);
    va_end(arguments);
    if (found == NULL) {
        found = dlsym(RTLD_NEXT, "ioctl");
        atomic_store(&next, found);
    }
    memcpy(&call, &found, sizeof call);
    if (_IOC_TYPE(request) == DRM_TYPE) {
        own_ioctls++;
        own_submits += _IOC_NR(request) == SUBMIT_NUMBER;
        atomic_fetch_add(&all_ioctls, 1);
    }
    return call(fd, request, argument);
}

/* ---- the heap ------------------------------------------------------------------------------ */

/* Where the card's code is; nothing is counted before that is known. */
static uintptr_t card_begin, card_end;

static int find_card(struct dl_phdr_info *info, size_t size, void *argument)
{
    (void)size;
    (void)argument;
    if (strstr(info->dlpi_name, "gpuinterop-card") == NULL)
        return 0;
    card_begin = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t end = info->dlpi_addr + part->p_vaddr + part->p_memsz;

        if (part->p_type == PT_LOAD && end > card_end)
            card_end = end;
    }
    return 1;
}

#if OWNS_HEAP
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void note(const void *caller)
{
    if (card_end == 0 || ((uintptr_t)caller >= card_begin && (uintptr_t)caller < card_end))
        return;
    own_allocations++;
    atomic_fetch_add(&all_allocations, 1);
}

void *malloc(size_t size)
{
    note(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    note(__builtin_return_address(0));
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    note(__builtin_return_address(0));
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    note(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **out_block, size_t alignment, size_t size)
{
    note(__builtin_return_address(0));
    *out_block = __libc_memalign(alignment, size);
    return *out_block != NULL ? 0 : 12;
}
#endif

bool counting_sees_heap(void)
{
    return OWNS_HEAP;
}

/* ---- counting ------------------------------------------------------------------------------ */

void counting_begin(void)
{
    if (card_end == 0)
        dl_iterate_phdr(find_card, NULL);
    ioctls_before = own_ioctls;
    submits_before = own_submits;
    all_before = atomic_load(&all_ioctls);
    allocations_before = own_allocations;
    all_allocations_before = atomic_load(&all_allocations);
}

void counting_end(struct counts *sum, uint64_t calls)
{
    uint64_t ioctls = own_ioctls - ioctls_before;
    uint64_t allocations = own_allocations - allocations_before;

    sum->calls += calls;
    sum->ioctls += ioctls;
    sum->submits += own_submits - submits_before;
    sum->others += atomic_load(&all_ioctls) - all_before - ioctls;
    sum->allocations += allocations;
    sum->others_allocations += atomic_load(&all_allocations) - all_allocations_before - allocations;
}
