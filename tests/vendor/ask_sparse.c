/* Asks a Vulkan driver about sparse buffers, in plain Vulkan: what it binds, and what that costs.
 * Run by hand. It takes the device that GPUINTEROP_ASK_DEVICE numbers, else the first.
 *
 *      ask_sparse [CALLS]       CALLS: of the long row of binds, 10000 without it
 *
 * Figures are medians in microseconds. Exit: 0, or 77 where the device has no sparse buffers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask_vulkan.h"

enum { SHORT = 100, MOST_TIMES = 20000 };

static double times[MOST_TIMES];

static void ask_needs(void)
{
    for (int shared = 0; shared < 1 + vk.shares; shared++) {
        for (int large = 0; large < 2; large++) {
            VkDeviceSize size = large ? GIB : 2 * MIB;
            VkMemoryRequirements needs;
            VkBuffer buffer;
            VkResult result = make_buffer(size, true, shared != 0, &buffer);

            if (result != VK_SUCCESS) {
                printf("sparse buffer of %llu MiB, %s: VkResult %d\n",
                       (unsigned long long)(size / MIB), shared ? "shared" : "own", (int)result);
                continue;
            }
            vkGetBufferMemoryRequirements(vk.device, buffer, &needs);
            printf("sparse buffer of %llu MiB, %s: alignment %llu, memory types 0x%x, size %llu, "
                   "address 0x%llx\n", (unsigned long long)(size / MIB), shared ? "shared" : "own",
                   (unsigned long long)needs.alignment, needs.memoryTypeBits,
                   (unsigned long long)needs.size, (unsigned long long)address_of(buffer));
            vk.sparse_types = needs.memoryTypeBits;
            vkDestroyBuffer(vk.device, buffer, NULL);
        }
    }
}

static void time_buffers(void)
{
    const VkDeviceSize sizes[] = { 2 * MIB, 64 * MIB, GIB, 32 * GIB, 96 * GIB, 1024 * GIB };

    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        VkResult result = VK_SUCCESS;
        unsigned long long address = 0;

        for (int i = 0; i < SHORT && result == VK_SUCCESS; i++) {
            double begin = now_us();
            VkBuffer buffer;

            result = make_buffer(sizes[s], true, vk.shares, &buffer);
            if (result != VK_SUCCESS)
                break;
            address = address_of(buffer);
            vkDestroyBuffer(vk.device, buffer, NULL);
            times[i] = now_us() - begin;
        }
        if (result != VK_SUCCESS)
            printf("sparse buffer of %llu MiB: VkResult %d\n", (unsigned long long)(sizes[s] / MIB),
                   (int)result);
        else
            printf("sparse buffer of %llu MiB at 0x%llx: made and destroyed in %.1f us\n",
                   (unsigned long long)(sizes[s] / MIB), address, median(times, SHORT));
    }
}

static void time_memory(void)
{
    const VkDeviceSize sizes[] = { 2 * MIB, 64 * MIB, GIB };
    static double frees[SHORT];

    for (int shared = 0; shared < 1 + vk.shares; shared++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            for (int i = 0; i < SHORT; i++) {
                double begin = now_us(), middle;
                VkDeviceMemory memory;

                must(make_memory(sizes[s], shared != 0, -1, &memory), "vkAllocateMemory");
                middle = now_us();
                vkFreeMemory(vk.device, memory, NULL);
                times[i] = middle - begin;
                frees[i] = now_us() - middle;
            }
            printf("memory of %llu MiB, %s: vkAllocateMemory %.1f us, vkFreeMemory %.1f us\n",
                   (unsigned long long)(sizes[s] / MIB), shared ? "exportable" : "own",
                   median(times, SHORT), median(frees, SHORT));
        }
    }
}

/* ---- questions ------------------------------------------------------------------------------ */

static void ask_right(uint32_t family)
{
    VkDeviceMemory own = VK_NULL_HANDLE, shared = VK_NULL_HANDLE, imported = VK_NULL_HANDLE;
    VkMemoryGetFdInfoKHR get = { .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                 .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    VkBuffer buffer;
    int fd = -1;

    must(make_buffer(GIB, true, vk.shares, &buffer), "vkCreateBuffer");
    must(make_memory(4 * MIB, false, -1, &own), "vkAllocateMemory");
    must(bind_one(family, buffer, 2 * MIB, 4 * MIB, own), "bind of own memory");
    fill(family, buffer, 2 * MIB, 4 * MIB, 7);
    must(bind_one(family, buffer, 512 * MIB, 4 * MIB, own), "second bind of own memory");
    printf("own memory: written 7, read %d, by its second address %d\n",
           read_back(family, buffer, 2 * MIB, 4 * MIB),
           read_back(family, buffer, 512 * MIB, 4 * MIB));
    if (vk.shares && vk.get_fd != NULL) {
        must(make_memory(4 * MIB, true, -1, &shared), "vkAllocateMemory, exportable");
        get.memory = shared;
        must(vk.get_fd(vk.device, &get, &fd), "vkGetMemoryFdKHR");
        printf("bind of exportable memory: VkResult %d\n",
               (int)bind_one(family, buffer, 8 * MIB, 4 * MIB, shared));
        printf("import at half of its size: VkResult %d\n",
               (int)make_memory(2 * MIB, true, dup(fd), &imported));
        vkFreeMemory(vk.device, imported, NULL);
        must(make_memory(4 * MIB, true, fd, &imported), "import");
        printf("bind of imported memory: VkResult %d\n",
               (int)bind_one(family, buffer, 16 * MIB, 4 * MIB, imported));
        fill(family, buffer, 8 * MIB, 4 * MIB, 9);
        printf("exportable memory: written 9, read %d, by the import %d\n",
               read_back(family, buffer, 8 * MIB, 4 * MIB),
               read_back(family, buffer, 16 * MIB, 4 * MIB));
    }
    must(bind_one(family, buffer, 2 * MIB, 4 * MIB, VK_NULL_HANDLE), "unbind");
    printf("after one unbind, by the second address: %d\n",
           read_back(family, buffer, 512 * MIB, 4 * MIB));
    must(bind_one(family, buffer, 0, GIB, VK_NULL_HANDLE), "unbind of all");
    vkDestroyBuffer(vk.device, buffer, NULL);
    vkFreeMemory(vk.device, own, NULL);
    vkFreeMemory(vk.device, shared, NULL);
    vkFreeMemory(vk.device, imported, NULL);
}

/* ---- one memory by a plain and by a sparse buffer ------------------------------------------- */

/* How the plain buffer's memory is made. */
enum kind { OWN, EXPORTABLE, IMPORTED, DEDICATED, WITHOUT_ADDRESS, KINDS };
static const char *const kind_names[KINDS] = { "own", "exportable", "imported", "dedicated",
                                               "without device addresses" };

static VkResult make_alias(enum kind kind, VkBuffer plain, VkDeviceSize size, int fd,
                           VkDeviceMemory *out)
{
    const VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .buffer = plain };
    const VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .pNext = kind == DEDICATED ? &dedicated : NULL,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &export, .allocationSize = size,
        .memoryTypeIndex = pick_type(vk.sparse_types, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                     VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) };

    if (kind == DEDICATED || kind == WITHOUT_ADDRESS)
        return vkAllocateMemory(vk.device, &info, NULL, out);
    return make_memory(size, kind == EXPORTABLE, kind == IMPORTED ? fd : -1, out);
}

static VkResult make_plain(enum kind kind, VkDeviceSize size, VkBuffer *out)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                .pNext = kind != OWN ? &external : NULL, .size = size,
                                .usage = USAGE };

    if (kind == DEDICATED || kind == WITHOUT_ADDRESS)
        info.usage &= ~(VkBufferUsageFlags)VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    return vkCreateBuffer(vk.device, &info, NULL, out);
}

/* Writes by one, reads by the other: bytes that are all alike, and bytes that are not. */
static void ask_pair(uint32_t family, const char *how, VkBuffer to, VkBuffer from,
                     VkDeviceSize size)
{
    const VkBufferCopy odd = { 0, 0, 2 * MIB };
    struct recorder r;
    int alike, copied, wrong = 0;

    fill(family, to, 0, size, 0x5a);
    alike = read_back(family, from, 0, size);
    memset(vk.host, 0x33, 2 * MIB);      /* alike too, but not by a fill */
    r = begin_commands(family);
    vkCmdCopyBuffer(r.commands, vk.host_buffer, to, 1, &odd);
    run(family, &r);
    copied = read_back(family, from, 0, 2 * MIB);
    for (size_t i = 0; i < 2 * MIB; i++)
        vk.host[i] = (uint8_t)(i * 2654435761u >> 13);
    r = begin_commands(family);
    vkCmdCopyBuffer(r.commands, vk.host_buffer, to, 1, &odd);
    run(family, &r);
    memset(vk.host, 0, 2 * MIB);
    r = begin_commands(family);
    vkCmdCopyBuffer(r.commands, from, vk.host_buffer, 1, &odd);
    run(family, &r);
    for (size_t i = 0; i < 2 * MIB; i++)
        wrong += vk.host[i] != (uint8_t)(i * 2654435761u >> 13);
    printf(" %s: 90 reads %d, 51 copied reads %d, %d of 2097152 odd bytes wrong;", how, alike,
           copied, wrong);
}

/* The flags of the sparse buffer. Without residency it is bound wholly. */
enum flags { ALL, NOT_ALIASED, BINDING_ONLY, FLAG_SETS };
static const VkBufferCreateFlags flag_sets[FLAG_SETS] = {
    FLAGS, FLAGS & ~(VkBufferCreateFlags)VK_BUFFER_CREATE_SPARSE_ALIASED_BIT,
    VK_BUFFER_CREATE_SPARSE_BINDING_BIT
};
static const char *const flag_names[FLAG_SETS] = { "all flags", "not aliased", "binding only" };

static VkResult make_sparse(enum flags flags, VkDeviceSize size, VkBuffer *out)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                      .pNext = vk.shares ? &external : NULL,
                                      .flags = flag_sets[flags], .size = size, .usage = USAGE };

    return vkCreateBuffer(vk.device, &info, NULL, out);
}

/* One memory, or one and its import, by a plain buffer, a sparse one, and a second sparse one. */
static void ask_kind(uint32_t family, enum kind kind, enum flags flags)
{
    const VkDeviceSize size = 8 * MIB;
    VkMemoryGetFdInfoKHR get = { .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                 .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    VkDeviceMemory source = VK_NULL_HANDLE, memory;
    VkBuffer plain, sparse, second;
    int fd = -1;

    must(make_plain(kind, size, &plain), "vkCreateBuffer");
    must(make_sparse(flags, size, &sparse), "vkCreateBuffer");
    must(make_sparse(flags, size, &second), "vkCreateBuffer");
    if (kind == IMPORTED) {
        must(make_memory(size, true, -1, &source), "vkAllocateMemory");
        get.memory = source;
        must(vk.get_fd(vk.device, &get, &fd), "vkGetMemoryFdKHR");
    }
    must(make_alias(kind, plain, size, fd, &memory), "vkAllocateMemory");
    must(vkBindBufferMemory(vk.device, plain, memory, 0), "vkBindBufferMemory");
    must(bind_one(family, sparse, 0, size, kind == IMPORTED ? source : memory), "bind");
    must(bind_one(family, second, 0, size, memory), "bind");
    printf("memory %s, %s:", kind_names[kind], flag_names[flags]);
    ask_pair(family, "plain to sparse", plain, sparse, size);
    ask_pair(family, "sparse to plain", sparse, plain, size);
    ask_pair(family, "sparse to second", sparse, second, size);
    printf("\n");
    vkDestroyBuffer(vk.device, second, NULL);
    vkDestroyBuffer(vk.device, sparse, NULL);
    vkDestroyBuffer(vk.device, plain, NULL);
    vkFreeMemory(vk.device, memory, NULL);
    vkFreeMemory(vk.device, source, NULL);
}

static void ask_coherence(uint32_t family)
{
    for (int flags = 0; flags < FLAG_SETS; flags++)
        for (int kind = 0; kind < (vk.shares ? KINDS : EXPORTABLE); kind++)
            ask_kind(family, (enum kind)kind, (enum flags)flags);
}

/* ---- after an import that fails -------------------------------------------------------------- */

/* Does an import of more than there is break the device? Of another device, if other is set. */
static void ask_after_failure(bool other)
{
    VkMemoryGetFdInfoKHR get = { .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                 .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    VkDevice first = vk.device, second = VK_NULL_HANDLE;
    VkDeviceMemory memory, kept, more = VK_NULL_HANDLE;
    int fd = -1, failed = 0;

    if (!vk.shares || vk.get_fd == NULL)
        return;
    must(make_memory(4 * MIB, true, -1, &memory), "vkAllocateMemory");
    must(make_memory(2 * MIB, false, -1, &kept), "vkAllocateMemory");
    get.memory = memory;
    must(vk.get_fd(vk.device, &get, &fd), "vkGetMemoryFdKHR");
    if (other)
        must(make_device(1u << compute_family(binding_families()), true, &second),
             "vkCreateDevice");
    vk.device = other ? second : first;
    printf("import of 4 MiB as 8, %s: VkResult %d;", other ? "on a second VkDevice" : "here",
           (int)make_memory(8 * MIB, true, dup(fd), &more));
    printf(" as 4 then %d;", (int)make_memory(4 * MIB, true, dup(fd), &more));
    vk.device = first;
    for (int i = 0; i < 10; i++) {
        VkDeviceMemory next = VK_NULL_HANDLE;

        failed += make_memory(4 * MIB, i % 2 != 0, -1, &next) != VK_SUCCESS;
        if (i == 4)
            vkFreeMemory(vk.device, kept, NULL);         /* does a free mend it? */
        if (i == 4 || i == 9)
            printf(" allocations here failed %d of %d;", failed, i + 1);
        vkFreeMemory(vk.device, next, NULL);
    }
    printf("\n");
    close(fd);
    vkFreeMemory(vk.device, memory, NULL);
    if (other)
        vkFreeMemory(second, more, NULL);
    else
        vkFreeMemory(first, more, NULL);
    vkDestroyDevice(second, NULL);
}

/* Whether new memory has the bytes of freed memory of this process. */
static void ask_zeros(uint32_t family)
{
    VkDeviceMemory memory;
    VkBuffer buffer;
    int dirty = 0;

    must(make_buffer(64 * MIB, true, vk.shares, &buffer), "vkCreateBuffer");
    for (int i = 0; i < 20; i++) {
        must(make_memory(64 * MIB, i % 2 != 0 && vk.shares, -1, &memory), "vkAllocateMemory");
        must(bind_one(family, buffer, 0, 64 * MIB, memory), "bind");
        dirty += read_back(family, buffer, (VkDeviceSize)(i % 31) * 2 * MIB, 2 * MIB) != 0;
        fill(family, buffer, 0, 64 * MIB, 0xab);
        must(bind_one(family, buffer, 0, 64 * MIB, VK_NULL_HANDLE), "unbind");
        vkFreeMemory(vk.device, memory, NULL);
    }
    printf("new memory of 64 MiB was not zero %d times of 20\n", dirty);
    vkDestroyBuffer(vk.device, buffer, NULL);
}

/* From an address that is a multiple of 2 MiB, or 64 KiB beyond one. */
static void time_binds(uint32_t family, VkDeviceSize size, bool exportable, bool aligned)
{
    static double calls[SHORT], unbinds[SHORT];
    VkSparseMemoryBind one = { .size = size };
    VkDeviceMemory memory;
    VkBuffer buffer;

    must(make_buffer(size + 4 * MIB, true, vk.shares, &buffer), "vkCreateBuffer");
    must(make_memory(size, exportable, -1, &memory), "vkAllocateMemory");
    one.resourceOffset = (-address_of(buffer) & (2 * MIB - 1)) + (aligned ? 0 : 65536);
    for (int i = 0; i < SHORT; i++) {
        double begin = now_us();

        one.memory = memory;
        must(bind_parts(family, buffer, &one, 1), "bind");
        calls[i] = now_us() - begin;
        must(await_fence(), "bind");
        times[i] = now_us() - begin;
        begin = now_us();
        must(bind_one(family, buffer, one.resourceOffset, size, VK_NULL_HANDLE), "unbind");
        unbinds[i] = now_us() - begin;
    }
    printf("bind of %llu MiB, %s, %s, family %u: %.1f us, of it the call %.1f; unbind %.1f\n",
           (unsigned long long)(size / MIB), exportable ? "exportable" : "own",
           aligned ? "aligned to 2 MiB" : "64 KiB beyond", family, median(times, SHORT),
           median(calls, SHORT), median(unbinds, SHORT));
    vkDestroyBuffer(vk.device, buffer, NULL);
    vkFreeMemory(vk.device, memory, NULL);
}

/* Many calls in a row: does a call get slower with their number? And with live mappings? */
static void time_growth(uint32_t family, uint32_t count)
{
    VkSparseMemoryBind *away = calloc(count, sizeof *away);
    VkDeviceMemory memory;
    VkBuffer buffer;
    double begin;

    if (away == NULL || make_buffer(count * 2 * MIB, true, vk.shares, &buffer) != VK_SUCCESS) {
        printf("no sparse buffer of %u x 2 MiB\n", count);
        free(away);
        return;
    }
    must(make_memory(2 * MIB, false, -1, &memory), "vkAllocateMemory");
    for (uint32_t i = 0; i < count; i++) {       /* one page at many addresses, none taken away */
        begin = now_us();
        must(bind_one(family, buffer, i * 2 * MIB, 2 * MIB, memory), "bind");
        times[i] = now_us() - begin;
        away[i] = (VkSparseMemoryBind){ .resourceOffset = i * 2 * MIB, .size = 2 * MIB };
    }
    printf("%u binds that stay: the first %d %.1f us each, the last %.1f\n", count, SHORT,
           median(times, SHORT), median(times + count - SHORT, SHORT));
    begin = now_us();
    must(bind_parts(family, buffer, away, count), "unbind");
    must(await_fence(), "unbind");
    printf("%u unbinds in one call: %.1f us\n", count, now_us() - begin);
    for (uint32_t i = 0; i < count; i++) {       /* bound and taken away at one place */
        begin = now_us();
        must(bind_one(family, buffer, 0, 2 * MIB, memory), "bind");
        must(bind_one(family, buffer, 0, 2 * MIB, VK_NULL_HANDLE), "unbind");
        times[i] = now_us() - begin;
    }
    printf("%u times bind and unbind: the first %d %.1f us each, the last %.1f\n", count, SHORT,
           median(times, SHORT), median(times + count - SHORT, SHORT));
    vkDestroyBuffer(vk.device, buffer, NULL);
    vkFreeMemory(vk.device, memory, NULL);
    free(away);
}

/* Does a bind wait for earlier work of its queue? */
static void ask_order(uint32_t family)
{
    struct recorder r = begin_commands(family);
    const VkFenceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    VkDeviceMemory memory, work;
    VkBuffer buffer, busy;
    VkFence done;
    double begin, bound;

    must(make_buffer(2 * MIB, true, vk.shares, &buffer), "vkCreateBuffer");
    must(make_buffer(256 * MIB, false, false, &busy), "vkCreateBuffer");
    must(make_memory(2 * MIB, false, -1, &memory), "vkAllocateMemory");
    must(make_memory(256 * MIB, false, -1, &work), "vkAllocateMemory");
    must(vkBindBufferMemory(vk.device, busy, work, 0), "vkBindBufferMemory");
    must(vkCreateFence(vk.device, &info, NULL, &done), "vkCreateFence");
    for (uint32_t i = 0; i < 200; i++)
        vkCmdFillBuffer(r.commands, busy, 0, VK_WHOLE_SIZE, i);
    end_commands(&r);
    begin = now_us();
    submit(family, &r, done);
    must(bind_one(family, buffer, 0, 2 * MIB, memory), "bind");
    bound = now_us() - begin;
    must(vkWaitForFences(vk.device, 1, &done, VK_TRUE, UINT64_MAX), "vkWaitForFences");
    printf("200 fills of 256 MiB, then a bind, family %u: bound after %.0f us, filled after %.0f\n",
           family, bound, now_us() - begin);
    vkDestroyFence(vk.device, done, NULL);
    vkDestroyCommandPool(vk.device, r.pool, NULL);
    vkDestroyBuffer(vk.device, buffer, NULL);
    vkDestroyBuffer(vk.device, busy, NULL);
    vkFreeMemory(vk.device, memory, NULL);
    vkFreeMemory(vk.device, work, NULL);
}

/* Copies by the command within plain memory, and within a sparse buffer of 2 MiB pieces. */
static void time_copies(uint32_t family, bool sparse)
{
    enum { PIECES = 128 };
    const VkDeviceSize half = PIECES / 2 * 2 * MIB;
    const VkBufferCopy copy = { 0, half, half };
    VkDeviceMemory memories[PIECES] = { VK_NULL_HANDLE };
    VkBuffer buffer;

    must(make_buffer(2 * half, sparse, sparse && vk.shares, &buffer), "vkCreateBuffer");
    for (int i = 0; i < (sparse ? PIECES : 1); i++)
        must(make_memory(sparse ? 2 * MIB : 2 * half, false, -1, &memories[i]), "vkAllocateMemory");
    for (int i = 0; i < PIECES && sparse; i++)
        must(bind_one(family, buffer, (VkDeviceSize)i * 2 * MIB, 2 * MIB, memories[i]), "bind");
    if (!sparse)
        must(vkBindBufferMemory(vk.device, buffer, memories[0], 0), "vkBindBufferMemory");
    for (int i = 0; i < 20; i++) {
        struct recorder r = begin_commands(family);
        double begin;

        for (int k = 0; k < 8; k++)
            vkCmdCopyBuffer(r.commands, buffer, buffer, 1, &copy);
        end_commands(&r);
        begin = now_us();
        submit(family, &r, vk.fence);
        must(await_fence(), "copies");
        times[i] = now_us() - begin;
        vkDestroyCommandPool(vk.device, r.pool, NULL);
    }
    printf("8 copies of 128 MiB, %s memory: %.0f GB/s\n", sparse ? "sparse" : "plain",
           8 * (double)half / median(times, 20) / 1e3);
    vkDestroyBuffer(vk.device, buffer, NULL);
    for (int i = 0; i < PIECES; i++)
        vkFreeMemory(vk.device, memories[i], NULL);
}

int main(int argc, char **argv)
{
    uint32_t calls = argc > 1 ? (uint32_t)atoi(argv[1]) : 10000, mask, family;
    const VkDeviceSize sizes[] = { 2 * MIB, 64 * MIB, GIB };

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (calls < SHORT || calls > MOST_TIMES)
        calls = 10000;
    find_device();
    print_facts();
    mask = binding_families();
    if (mask == 0) {
        printf("skipped: no queue binds\n");
        return 77;
    }
    family = compute_family(mask);
    open_device();
    ask_needs();
    make_host_memory();
    ask_right(family);
    ask_coherence(family);
    ask_zeros(family);
    ask_order(family);
    for (uint32_t i = 0; i < vk.family_count; i++)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0] && (mask >> i & 1) != 0; s++)
            for (int kind = 0; kind < (i == family ? 4 : 1); kind++)
                time_binds(i, sizes[s], vk.shares && kind / 2 != 0, kind % 2 == 0);
    time_buffers();
    time_memory();
    time_copies(family, false);
    time_copies(family, true);
    time_growth(family, calls);
    ask_after_failure(true);
    ask_after_failure(false);            /* last: nothing may work then */
    return 0;
}
