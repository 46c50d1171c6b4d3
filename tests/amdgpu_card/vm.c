/* A GPU address space: which addresses are which bytes of which buffer. */
#include "vm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "gem.h"
#include "rules.h"
#include "worker.h"

/* ---- tables ------------------------------------------------------------------------------- */

static struct gicard_vm *vm_with_room(uint32_t count)
{
    struct gicard_vm *vm = calloc(1, sizeof(*vm) + count * sizeof(vm->mappings[0]));

    if (vm != NULL)
        atomic_init(&vm->references, 1);
    return vm;
}

struct gicard_vm *gicard_vm_create(void)
{
    return vm_with_room(0);
}

struct gicard_vm *gicard_vm_get(struct gicard_vm *vm)
{
    atomic_fetch_add(&vm->references, 1);
    return vm;
}

void gicard_vm_put(struct gicard_vm *vm)
{
    if (vm == NULL || atomic_fetch_sub(&vm->references, 1) != 1)
        return;
    for (uint32_t i = 0; i < vm->count; i++)
        gicard_buffer_put(vm->mappings[i].buffer);
    free(vm);
}

static void append(struct gicard_vm *vm, const struct gicard_mapping *mapping)
{
    vm->mappings[vm->count++] = *mapping;
    if (mapping->buffer != NULL)
        gicard_buffer_get(mapping->buffer);
}

/** How many mappings end at or before an address. */
static uint32_t index_of(const struct gicard_vm *vm, uint64_t address)
{
    uint32_t low = 0, high = vm->count;

    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const struct gicard_mapping *mapping = &vm->mappings[middle];
        if (mapping->start + (mapping->size_bytes - 1) < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct gicard_mapping *gicard_vm_find(const struct gicard_vm *vm, uint64_t address)
{
    uint32_t i = index_of(vm, address);

    return i < vm->count && vm->mappings[i].start <= address ? &vm->mappings[i] : NULL;
}

static void replace(struct gicard_file *file, struct gicard_vm *vm)
{
    struct gicard_vm *old = file->vm;

    file->vm = vm;
    gicard_vm_put(old);
}

/* ---- changes ------------------------------------------------------------------------------ */

/** The part of a mapping that lies in [start, end), as a mapping of its own. */
static struct gicard_mapping part_of(const struct gicard_mapping *mapping, uint64_t start,
                                     uint64_t size_bytes)
{
    struct gicard_mapping part = *mapping;

    part.start = start;
    part.size_bytes = size_bytes;
    part.offset_bytes += start - mapping->start;
    return part;
}

/** A table without [start, start + size), and with the new mapping when there is one. */
static struct gicard_vm *without(const struct gicard_vm *vm, uint64_t start, uint64_t size_bytes,
                                 const struct gicard_mapping *added)
{
    struct gicard_vm *next = vm_with_room(vm->count + 2);
    uint64_t last = start + (size_bytes - 1);
    bool placed = added == NULL;

    if (next == NULL)
        return NULL;
    for (uint32_t i = 0; i < vm->count; i++) {
        const struct gicard_mapping *mapping = &vm->mappings[i];
        uint64_t mapping_last = mapping->start + (mapping->size_bytes - 1);
        if (mapping->start < start) {
            uint64_t size = mapping_last < start ? mapping->size_bytes : start - mapping->start;
            struct gicard_mapping left = part_of(mapping, mapping->start, size);
            append(next, &left);
        }
        if (mapping_last > last && !placed) {
            append(next, added);
            placed = true;
        }
        if (mapping_last > last) {
            uint64_t from = mapping->start > last ? mapping->start : last + 1;
            struct gicard_mapping right = part_of(mapping, from, mapping_last - from + 1);
            append(next, &right);
        }
    }
    if (!placed)
        append(next, added);
    return next;
}

static bool has_mapping(const struct gicard_vm *vm, const struct gicard_buffer *buffer)
{
    for (uint32_t i = 0; i < vm->count; i++)
        if (vm->mappings[i].buffer == buffer)
            return true;
    return false;
}

/** A buffer's last mapping has gone. A job sees the addresses as they were when it was submitted;
 *  on a card it would meet what comes there next. */
static void check_unused(const struct gicard_file *file, const struct gicard_buffer *buffer)
{
    if (!has_mapping(file->vm, buffer) && gicard_worker_uses(file, buffer))
        gicard_violation(GICARD_RULE_IN_USE, 0, "a buffer of %" PRIu64 " bytes lost its last "
                         "mapping while a job may use it", buffer->size_bytes);
}

void gicard_vm_forget(struct gicard_file *file, const struct gicard_buffer *buffer)
{
    struct gicard_vm *next = has_mapping(file->vm, buffer) ? vm_with_room(file->vm->count) : NULL;

    if (next == NULL)
        return;
    for (uint32_t i = 0; i < file->vm->count; i++)
        if (file->vm->mappings[i].buffer != buffer)
            append(next, &file->vm->mappings[i]);
    replace(file, next);
    check_unused(file, buffer);
}

/* ---- the ioctl ---------------------------------------------------------------------------- */

static int check_range(const struct drm_amdgpu_gem_va *arg)
{
    uint64_t start = arg->va_address, size = arg->map_size;

    if (start % GICARD_PAGE_BYTES != 0 || size % GICARD_PAGE_BYTES != 0 || size == 0
        || arg->offset_in_bo % GICARD_PAGE_BYTES != 0)
        return gicard_violation(GICARD_RULE_VA_ALIGNMENT, -EINVAL,
                                "address 0x%" PRIx64 ", offset 0x%" PRIx64 ", size 0x%" PRIx64
                                " are not whole pages", start, (uint64_t)arg->offset_in_bo, size);
    if (start < GICARD_VA_RESERVED_BYTES)
        return gicard_violation(GICARD_RULE_VA_RANGE, -EINVAL,
                                "address 0x%" PRIx64 " is in the reserved 2 MiB", start);
    uint64_t end = start + size;
    bool low = end > start && end <= GICARD_VA_LOW_END;
    bool high = start >= GICARD_VA_HIGH_START && end > start && end <= GICARD_VA_HIGH_END;
    if (!low && !high)
        return gicard_violation(GICARD_RULE_VA_RANGE, -EINVAL, "addresses 0x%" PRIx64 " + 0x%"
                                PRIx64 " lie in the hole or past the end", start, size);
    return 0;
}

static int check_flags(const struct drm_amdgpu_gem_va *arg)
{
    const uint32_t valid = AMDGPU_VM_DELAY_UPDATE | AMDGPU_VM_PAGE_READABLE
                           | AMDGPU_VM_PAGE_WRITEABLE | AMDGPU_VM_PAGE_EXECUTABLE
                           | AMDGPU_VM_MTYPE_MASK | GICARD_VM_PAGE_NOALLOC;
    const uint32_t without_memory = AMDGPU_VM_DELAY_UPDATE | AMDGPU_VM_PAGE_PRT;

    if ((arg->flags & ~valid) != 0 && (arg->flags & ~without_memory) != 0)
        return gicard_violation(GICARD_RULE_VA_FLAGS, -EINVAL, "flags 0x%x of a mapping",
                                arg->flags);
    return 0;
}

static int map(struct gicard_file *file, const struct drm_amdgpu_gem_va *arg,
               struct gicard_buffer *buffer)
{
    struct gicard_mapping mapping = {
        .start = arg->va_address, .size_bytes = arg->map_size, .buffer = buffer,
        .offset_bytes = arg->offset_in_bo, .flags = arg->flags,
    };
    uint64_t last = arg->va_address + (arg->map_size - 1);
    uint32_t i = index_of(file->vm, arg->va_address);

    if (buffer != NULL && (arg->map_size > buffer->size_bytes
                           || arg->offset_in_bo > buffer->size_bytes - arg->map_size))
        return gicard_violation(GICARD_RULE_VA_RANGE, -EINVAL, "offset 0x%" PRIx64 " + 0x%" PRIx64
                                " lies past a buffer's %" PRIu64 " bytes",
                                (uint64_t)arg->offset_in_bo, (uint64_t)arg->map_size,
                                buffer->size_bytes);
    if (arg->operation == AMDGPU_VA_OP_MAP && i < file->vm->count
        && file->vm->mappings[i].start <= last)
        return gicard_violation(GICARD_RULE_VA_OVERLAP, -EINVAL, "0x%" PRIx64 " + 0x%" PRIx64
                                " is mapped already", (uint64_t)arg->va_address,
                                (uint64_t)arg->map_size);
    struct gicard_vm *next = without(file->vm, arg->va_address, arg->map_size, &mapping);
    if (next == NULL)
        return -ENOMEM;
    replace(file, next);
    return 0;
}

static int unmap(struct gicard_file *file, const struct drm_amdgpu_gem_va *arg,
                 const struct gicard_buffer *buffer)
{
    const struct gicard_mapping *mapping = gicard_vm_find(file->vm, arg->va_address);

    if (mapping == NULL || mapping->start != arg->va_address || mapping->buffer != buffer)
        return -ENOENT;
    struct gicard_vm *next = without(file->vm, mapping->start, mapping->size_bytes, NULL);
    if (next == NULL)
        return -ENOMEM;
    replace(file, next);
    if (buffer != NULL)
        check_unused(file, buffer);
    return 0;
}

static int clear(struct gicard_file *file, const struct drm_amdgpu_gem_va *arg)
{
    struct gicard_vm *next = without(file->vm, arg->va_address, arg->map_size, NULL);

    if (next == NULL)
        return -ENOMEM;
    replace(file, next);
    return 0;
}

int gicard_vm_ioctl(struct gicard_file *file, void *data)
{
    const struct drm_amdgpu_gem_va *arg = data;
    struct gicard_buffer *buffer = NULL;

    int code = check_range(arg);
    if (code == 0)
        code = check_flags(arg);
    if (code != 0)
        return code;
    pthread_mutex_lock(&file->lock);
    bool needs_buffer = arg->operation != AMDGPU_VA_OP_CLEAR
                        && !(arg->flags & AMDGPU_VM_PAGE_PRT);
    if (needs_buffer) {
        buffer = gicard_handles_get(&file->buffers, arg->handle);
        code = buffer == NULL ? -ENOENT : 0;
    }
    if (code == 0) {
        switch (arg->operation) {
        case AMDGPU_VA_OP_MAP:
        case AMDGPU_VA_OP_REPLACE:
            code = map(file, arg, buffer);
            break;
        case AMDGPU_VA_OP_UNMAP:
            code = unmap(file, arg, buffer);
            break;
        case AMDGPU_VA_OP_CLEAR:
            code = clear(file, arg);
            break;
        default:
            code = -EINVAL;
        }
    }
    pthread_mutex_unlock(&file->lock);
    return code;
}
