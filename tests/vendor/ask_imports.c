/* Asks a Vulkan driver whether memory that comes and goes stays available: it allocates, exports,
 * imports, binds and frees at random, in plain Vulkan, and counts the calls that fail. Run by hand,
 * one process for each choice, as a driver may keep what broke. It takes the device that
 * GPUINTEROP_ASK_DEVICE numbers, else the first.
 *
 *      ask_imports CHOICES [STEPS [SEED]]      CHOICES: letters, or - for none
 *
 *      i   imports what was exported, at its size
 *      s   before an import, imports of smaller and larger sizes on a second VkDevice
 *      h   the same, on the first VkDevice
 *      m   as s, but only smaller sizes; l: only larger ones; L: and the fds of these stay open
 *      d   exportable memory is dedicated to its buffer
 *      D   so are imports
 *      b   binds memory to a sparse buffer too
 *      a   memory without device addresses
 *      n   no plain buffers
 *      f   keeps what is exported until its imports are freed; without it any order
 *
 * Exit: 0, or 77 where no queue binds sparse buffers, and that is asked for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../unit/random.h"
#include "ask_vulkan.h"

enum { PIECES = 10, PLACES = 24, MOST_UNITS = 3 };

#define UNIT (2 * MIB)

struct piece {
    VkDeviceMemory memory;       /* none: the piece is free */
    VkBuffer plain;
    VkDeviceSize size;
    int exported;                /* how many imports there are of it; of a made one */
    int source;                  /* the piece that an import is of, else -1 */
};

static struct {
    struct test_random random;
    struct piece pieces[PIECES];
    int places[PLACES];          /* which piece is bound there; -1: none */
    const char *choices;
    VkDevice first, second;
    VkBuffer sparse;
    uint32_t family;
    unsigned long done[4], failed[4], step;
} churn;

enum call { MAKE, IMPORT, BIND, FREE };
static const char *const call_names[] = { "allocation", "import", "bind", "free" };

static bool chosen(char letter)
{
    return strchr(churn.choices, letter) != NULL;
}

static bool searches(void)
{
    return chosen('s') || chosen('h') || chosen('m') || chosen('l') || chosen('L');
}

static uint64_t below(uint64_t limit)
{
    return test_random_below(&churn.random, limit);
}

static void count(enum call call, VkResult result, VkDeviceSize size, const char *what)
{
    int live = 0;

    churn.done[call]++;
    if (result == VK_SUCCESS)
        return;
    for (int i = 0; i < PIECES; i++)
        live += churn.pieces[i].memory != VK_NULL_HANDLE;
    if (churn.failed[call]++ < 3)
        printf("  step %lu: %s of %llu MiB (%s): VkResult %d, with %d live, after %lu imports\n",
               churn.step, call_names[call], (unsigned long long)(size / MIB), what, (int)result,
               live, churn.done[IMPORT]);
}

/* ---- memory --------------------------------------------------------------------------------- */

static VkResult make_plain(VkDeviceSize size, VkBuffer *out)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = &external, .size = size,
        .usage = USAGE & ~(chosen('a') ? (VkBufferUsageFlags)
                                         VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0) };

    *out = VK_NULL_HANDLE;
    return chosen('n') ? VK_SUCCESS : vkCreateBuffer(vk.device, &info, NULL, out);
}

/* fd -1: new and exportable. The fd is taken, also on failure. */
static VkResult allocate(VkDeviceSize size, int fd, VkBuffer plain, VkDeviceMemory *out)
{
    VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .buffer = plain };
    VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .pNext = chosen(fd < 0 ? 'd' : 'D') && plain != VK_NULL_HANDLE ? &dedicated : NULL,
        .flags = chosen('a') ? 0 : VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT };
    const VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR, .pNext = &flags,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT, .fd = fd };
    const VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO, .pNext = &flags,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = fd >= 0 ? (const void *)&import : &export, .allocationSize = size,
        .memoryTypeIndex = pick_type(vk.sparse_types, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                     VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) };
    VkResult result = vkAllocateMemory(vk.device, &info, NULL, out);

    if (result != VK_SUCCESS && fd >= 0)
        close(fd);                       /* which may be closed already */
    return result;
}

static bool fill_piece(struct piece *piece, enum call call, VkDeviceSize size, int fd)
{
    VkResult result = make_plain(size, &piece->plain);

    if (result != VK_SUCCESS) {
        count(call, result, size, "vkCreateBuffer");
        return false;
    }
    result = allocate(size, fd, piece->plain, &piece->memory);
    count(call, result, size, "vkAllocateMemory");
    if (result == VK_SUCCESS && !chosen('n')) {
        result = vkBindBufferMemory(vk.device, piece->plain, piece->memory, 0);
        count(call, result, size, "vkBindBufferMemory");
        if (result == VK_SUCCESS && !chosen('a') && address_of(piece->plain) == 0)
            count(call, VK_ERROR_UNKNOWN, size, "the address is 0");
        result = VK_SUCCESS;
    }
    if (result == VK_SUCCESS) {
        piece->size = size;
        piece->source = -1;
        piece->exported = 0;
        return true;
    }
    vkDestroyBuffer(vk.device, piece->plain, NULL);
    memset(piece, 0, sizeof *piece);
    return false;
}

static void bind_piece(int at, int number)
{
    struct piece *piece = &churn.pieces[number];
    VkDeviceSize steps = piece->size / UNIT;
    VkResult result;

    if (at + (int)steps > PLACES)
        return;
    result = bind_one(churn.family, churn.sparse, (VkDeviceSize)at * UNIT, piece->size,
                      piece->memory);
    count(BIND, result, piece->size, "vkQueueBindSparse");
    for (int i = 0; i < (int)steps && result == VK_SUCCESS; i++)
        churn.places[at + i] = number;
}

static void unbind_piece(int number)
{
    for (int i = 0; i < PLACES; i++) {
        if (churn.places[i] != number)
            continue;
        count(BIND, bind_one(churn.family, churn.sparse, (VkDeviceSize)i * UNIT, UNIT,
                             VK_NULL_HANDLE), UNIT, "taken away");
        churn.places[i] = -1;
    }
}

static void free_piece(int number)
{
    struct piece *piece = &churn.pieces[number];

    if (chosen('f') && piece->exported > 0)
        return;
    unbind_piece(number);
    if (piece->source >= 0)
        churn.pieces[piece->source].exported--;
    for (int i = 0; i < PIECES; i++) {
        if (churn.pieces[i].memory != VK_NULL_HANDLE && churn.pieces[i].source == number)
            churn.pieces[i].source = -1;
    }
    vkDestroyBuffer(vk.device, piece->plain, NULL);
    vkFreeMemory(vk.device, piece->memory, NULL);
    memset(piece, 0, sizeof *piece);
    count(FREE, VK_SUCCESS, 0, "");
}

/* Imports at a size, and lets go. */
static VkResult try_size(int fd, VkDeviceSize size)
{
    int copy = dup(fd);
    const VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT, .fd = copy };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &import, .allocationSize = size,
        .memoryTypeIndex = pick_type(vk.sparse_types, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                     VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) };
    VkDeviceMemory memory;
    VkResult result = vkAllocateMemory(vk.device, &info, NULL, &memory);

    if (result == VK_SUCCESS)
        vkFreeMemory(vk.device, memory, NULL);
    else if (!chosen('L'))
        close(copy);
    return result;
}

/* What a search for the size of an fd does: it doubles until an import fails. Or a part of that. */
static void search(int fd, VkDeviceSize size)
{
    const bool smaller = !chosen('l') && !chosen('L'), larger = !chosen('m');
    VkDevice device = vk.device;
    VkResult result = VK_SUCCESS;

    if (!chosen('h'))
        vk.device = churn.second;
    for (VkDeviceSize steps = 1; steps <= 2 * MOST_UNITS && result == VK_SUCCESS; steps *= 2) {
        if (steps * UNIT > size ? larger : smaller)
            result = try_size(fd, steps * UNIT);
    }
    vk.device = device;
}

static void import_piece(int from, int to)
{
    const VkMemoryGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = churn.pieces[from].memory,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    int source = churn.pieces[from].source >= 0 ? churn.pieces[from].source : from, fd = -1;

    if (churn.pieces[from].source >= 0)
        return;                          /* an import is not exportable */
    if (vk.get_fd(vk.device, &get, &fd) != VK_SUCCESS) {
        count(IMPORT, VK_ERROR_UNKNOWN, churn.pieces[from].size, "vkGetMemoryFdKHR");
        return;
    }
    if (searches())
        search(fd, churn.pieces[from].size);
    if (!fill_piece(&churn.pieces[to], IMPORT, churn.pieces[from].size, fd))
        return;
    churn.pieces[to].source = source;
    churn.pieces[source].exported++;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void one_step(void)
{
    int number = (int)below(PIECES), other = (int)below(PIECES);
    struct piece *piece = &churn.pieces[number];

    if (piece->memory == VK_NULL_HANDLE)
        (void)fill_piece(piece, MAKE, (1 + below(MOST_UNITS)) * UNIT, -1);
    else if (chosen('i') && churn.pieces[other].memory == VK_NULL_HANDLE && below(2) == 0)
        import_piece(number, other);
    else if (chosen('b') && below(2) == 0)
        bind_piece((int)below(PLACES), number);
    else
        free_piece(number);
}

static void open_devices(void)
{
    const VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    const bool binds = chosen('b');
    VkMemoryRequirements needs;
    VkBuffer sample;

    churn.family = compute_family(binds ? binding_families() : 1);
    must(make_device(1u << churn.family, binds, &churn.first), "vkCreateDevice");
    if (searches() && !chosen('h'))
        must(make_device(1u << churn.family, false, &churn.second), "vkCreateDevice");
    vk.device = churn.first;
    vkGetDeviceQueue(vk.device, churn.family, 0, &vk.queues[churn.family]);
    must(vkCreateFence(vk.device, &fence, NULL, &vk.fence), "vkCreateFence");
    vk.get_fd = (PFN_vkGetMemoryFdKHR)vkGetDeviceProcAddr(vk.device, "vkGetMemoryFdKHR");
    must(make_buffer(UNIT, binds, true, &sample), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(vk.device, sample, &needs);
    vkDestroyBuffer(vk.device, sample, NULL);
    vk.sparse_types = needs.memoryTypeBits;
    if (binds)
        must(make_buffer(PLACES * UNIT, true, true, &churn.sparse), "vkCreateBuffer");
    for (int i = 0; i < PLACES; i++)
        churn.places[i] = -1;
}

int main(int argc, char **argv)
{
    unsigned long steps = argc > 2 ? strtoul(argv[2], NULL, 0) : 2000;

    setvbuf(stdout, NULL, _IOLBF, 0);
    churn.choices = argc > 1 ? argv[1] : "-";
    churn.random.state = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
    find_device();
    if (chosen('b') && binding_families() == 0) {
        printf("skipped: no queue binds\n");
        return 77;
    }
    open_devices();
    for (; churn.step < steps; churn.step++)
        one_step();
    printf("%s:", churn.choices);
    for (int i = 0; i < 4; i++)
        printf(" %lu %ss, %lu failed;", churn.done[i], call_names[i], churn.failed[i]);
    for (int i = 0; i < PIECES; i++) {
        if (churn.pieces[i].memory != VK_NULL_HANDLE) {
            churn.pieces[i].exported = 0;
            free_piece(i);
        }
    }
    memset(churn.failed, 0, sizeof churn.failed);
    if (fill_piece(&churn.pieces[0], MAKE, UNIT, -1))
        printf(" at the end an allocation works\n");
    else
        printf(" at the end an allocation fails\n");
    return 0;
}
