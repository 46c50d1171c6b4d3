/** Attributes of pointers. */
#define FRONT_WITHOUT_CONTEXT
#include <string.h>

#include "device_pointer.h"
#include "front.h"
#include "handles.h"
#include "pointer_attribute.h"

/** Access as both vendors number it. */
enum { READS = 1, READS_AND_WRITES = 3 };

/** The value of an attribute and its size. As with the vendor, data must have the attribute's
 *  type; this is not checked. */
struct value {
    union {
        uint64_t number;
        uint32_t word;
        bool flag;
        void *pointer;
    } as;
    size_t bytes;
};

static struct value flag(bool is)
{
    return (struct value){ { .flag = is }, sizeof is };
}

static struct value word(uint32_t number)
{
    return (struct value){ { .word = number }, sizeof number };
}

static struct value address(uint64_t pointer)
{
    return (struct value){ { .pointer = front_to_pointer(pointer) }, sizeof(void *) };
}

static struct value wide(uint64_t number)
{
    return (struct value){ { .number = number }, sizeof number };
}

/** One vendor reports the size of a range in 4 bytes. */
static struct value size_in_word(uint64_t bytes)
{
    return word(bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX);
}

static uint32_t type_of(enum gi_pointer_kind kind)
{
    switch (kind) {
    case GI_POINTER_UNKNOWN:    return FRONT_TYPE_OF_UNKNOWN;
    case GI_POINTER_HOST:
    case GI_POINTER_REGISTERED: return gpuMemoryTypeHost;
    case GI_POINTER_DEVICE:     return gpuMemoryTypeDevice;
    case GI_POINTER_MANAGED:    return FRONT_TYPE_OF_MANAGED;
    }
    return FRONT_TYPE_OF_UNKNOWN;
}

/** As attribute_value does, for the attributes of the allocation and the vendor's own. */
static gi_status value_of_allocation(const struct gi_pointer_info *info,
                                     gpuPointer_attribute attribute, struct value *out_value)
{
    switch ((int)attribute) {
    case GPU_POINTER_ATTRIBUTE_BUFFER_ID:
        *out_value = FRONT_WIDE_ATTRIBUTES ? wide(info->allocation_id)
                                           : word((uint32_t)info->allocation_id);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_IS_MANAGED:
        *out_value = flag(info->kind == GI_POINTER_MANAGED);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        *out_value = wide((uint64_t)info->handle_types);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        *out_value = word(info->kind == GI_POINTER_UNKNOWN ? 0
                          : info->is_read_only ? READS : READS_AND_WRITES);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        *out_value = address(info->pool);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        *out_value = flag(info->ends_calls);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_IS_LEGACY_IPC_CAPABLE:
        *out_value = word(info->has_ipc_handle);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
        *out_value = word(0);
        return GI_OK;
    }
    return front_own_pointer_attribute(info, (int)attribute, &out_value->as.number,
                                       &out_value->bytes);
}

/** Returns an attribute of a pointer, which may be unknown. bytes is 0 if it has no value here.
 *  Errors: GI_INVALID_VALUE if the attribute does not exist; GI_NOT_SUPPORTED. */
static gi_status attribute_value(const struct gi_pointer_info *info, gpuPointer_attribute attribute,
                                 struct value *out_value)
{
    bool known = info->kind != GI_POINTER_UNKNOWN;
    bool on_host = known && info->kind != GI_POINTER_DEVICE;
    uint64_t bytes = FRONT_RANGE_IS_RESERVED ? info->reserved_bytes : info->range_bytes;

    *out_value = (struct value){ .bytes = 0 };
    switch ((int)attribute) {
    case GPU_POINTER_ATTRIBUTE_CONTEXT:
        *out_value = wide(0);
        return front_pointer_context(info, &out_value->as.number);
    case GPU_POINTER_ATTRIBUTE_P2P_TOKENS:
        return gi_fail(known ? GI_NOT_SUPPORTED : GI_INVALID_VALUE, "pointer attribute %d: there "
                       "are no tokens here", (int)attribute);
    case GPU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *out_value = word(type_of(info->kind));
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *out_value = address(info->device_pointer);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_HOST_POINTER:
        *out_value = address(on_host ? info->host_pointer : 0);
        if (FRONT_HOST_POINTER_IS_THERE && info->kind == GI_POINTER_DEVICE)
            return gi_fail(GI_INVALID_VALUE, "pointer attribute %d: the host does not access the "
                           "memory", (int)attribute);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *out_value = word(known ? (uint32_t)gi_visible_from_core(&front_interface, info->device)
                          : (uint32_t)gpuInvalidDeviceId);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *out_value = address(FRONT_RANGE_IS_RESERVED ? info->reserved_base : info->range_base);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *out_value = FRONT_WIDE_ATTRIBUTES ? wide(bytes) : size_in_word(bytes);
        return GI_OK;
    case GPU_POINTER_ATTRIBUTE_MAPPED:
        *out_value = flag(known);
        return GI_OK;
    }
    return value_of_allocation(info, attribute, out_value);
}

/** Writes a value where the program has said; a few sizes exist. */
static inline void write_value(void *out, const struct value *value)
{
    switch (value->bytes) {
    case sizeof(bool):     memcpy(out, &value->as, sizeof(bool)); return;
    case sizeof(uint32_t): memcpy(out, &value->as, sizeof(uint32_t)); return;
    case sizeof(uint64_t): memcpy(out, &value->as, sizeof(uint64_t)); return;
    }
}

/** Describes a pointer, which must be the library's. */
static gi_status query_known(const char *caller, uint64_t pointer,
                             struct gi_pointer_info *out_info)
{
    gi_status st = front_begin_of_pointers();

    if (st == GI_OK)
        st = gi_pointer_query(pointer, out_info);
    if (st == GI_OK && out_info->kind == GI_POINTER_UNKNOWN)
        return gi_fail(GI_INVALID_VALUE, "%s: pointer is %p, not memory of this library", caller,
                       front_to_pointer(pointer));
    return st;
}

gpuError_t gpuPointerGetAttribute(void *data, gpuPointer_attribute attribute,
                                  gpuDeviceptr_t pointer)
{
    struct gi_pointer_info info;
    struct value value;

    FRONT_NOT_NULL(data);
    if (attribute == GPU_POINTER_ATTRIBUTE_MEMORY_TYPE &&
        front_pointer_is_array(front_from_device(pointer))) {
        value = word(gpuMemoryTypeArray);
        write_value(data, &value);
        return gpuSuccess;
    }
    FRONT_TRY(query_known(__func__, front_from_device(pointer), &info));
    FRONT_TRY(attribute_value(&info, attribute, &value));
    write_value(data, &value);
    return gpuSuccess;
}

/** Nothing is written unless all attributes have a value. A call for more finds them twice. */
enum { KEPT_VALUES = 8 };

gpuError_t gpuDrvPointerGetAttributes(unsigned int count, gpuPointer_attribute *attributes,
                                      void **data, gpuDeviceptr_t pointer)
{
    struct gi_pointer_info info;
    struct value values[KEPT_VALUES];

    FRONT_REQUIRE(count > 0, "%s: count is 0", __func__);
    FRONT_NOT_NULL(attributes);
    FRONT_NOT_NULL(data);
    FRONT_TRY(front_begin_of_pointers());
    FRONT_TRY(gi_pointer_query(front_from_device(pointer), &info));
    for (unsigned int i = 0; i < count; i++) {
        FRONT_REQUIRE(data[i] != NULL, "%s: data[%u] is NULL", __func__, i);
        FRONT_TRY(attribute_value(&info, attributes[i], &values[i % KEPT_VALUES]));
    }
    for (unsigned int i = 0; i < count; i++) {
        if (count > KEPT_VALUES)
            FRONT_TRY(attribute_value(&info, attributes[i], &values[i % KEPT_VALUES]));
        write_value(data[i], &values[i % KEPT_VALUES]);
    }
    return gpuSuccess;
}

gpuError_t gpuPointerSetAttribute(const void *value, gpuPointer_attribute attribute,
                                  gpuDeviceptr_t pointer)
{
    unsigned char wanted;        /* any byte of the program's, perhaps no valid bool */

    FRONT_NOT_NULL(value);
    FRONT_REQUIRE(attribute == GPU_POINTER_ATTRIBUTE_SYNC_MEMOPS,
                  "%s: attribute is %d; 6 is the only one that can be set", __func__,
                  (int)attribute);
    FRONT_TRY(front_begin_of_pointers());
    FRONT_UNSAFE();
    memcpy(&wanted, value, sizeof wanted);
    FRONT_TRY(gi_pointer_set_ends_calls(front_from_device(pointer), wanted != 0));
    return gpuSuccess;
}
