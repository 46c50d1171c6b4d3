/* Questions about buffers and mipmapped arrays mapped from external memory. */
#include "behaviour.h"
#include "exporter.h"

#include <stdio.h>
#include <string.h>

#define OBJECT_BYTES (4u << 20)

static cudaExternalMemory_t import_object(void)
{
    struct cudaExternalMemoryHandleDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
    desc.handle.fd = exporter_memory(OBJECT_BYTES, NULL);
    desc.size = OBJECT_BYTES;
    cudaExternalMemory_t memory = NULL;
    start_device();
    cudaError_t code = cudaImportExternalMemory(&memory, &desc);
    if (code != cudaSuccess)
        answer("import", code);
    return memory;
}

static cudaError_t map(void **out, cudaExternalMemory_t memory, unsigned long long offset,
                       unsigned long long size)
{
    struct cudaExternalMemoryBufferDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.offset = offset;
    desc.size = size;
    *out = OUT_MARKER;
    return cudaExternalMemoryGetMappedBuffer(out, memory, &desc);
}

static void ask_pointers(int arg)
{
    (void)arg;
    cudaExternalMemory_t memory = import_object();
    struct cudaExternalMemoryBufferDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.size = OBJECT_BYTES;
    void *pointer = OUT_MARKER;
    answer("null_out", cudaExternalMemoryGetMappedBuffer(NULL, memory, &desc));
    cudaError_t code = cudaExternalMemoryGetMappedBuffer(&pointer, memory, NULL);
    answer_with("null_desc", code, "out=%s", out_state(pointer));
    desc.flags = 1;
    code = cudaExternalMemoryGetMappedBuffer(&pointer, memory, &desc);
    answer_with("flags_1", code, "out=%s", out_state(pointer));
    desc.flags = 0;
    desc.reserved[0] = 1;
    pointer = OUT_MARKER;
    code = cudaExternalMemoryGetMappedBuffer(&pointer, memory, &desc);
    answer_with("reserved_0", code, "out=%s", out_state(pointer));
}

enum { STALE_NULL, STALE_DESTROYED, STALE_GARBAGE };

static void ask_stale(int how)
{
    cudaExternalMemory_t memory = NULL;
    void *pointer;
    if (how == STALE_DESTROYED) {
        memory = import_object();
        answer("destroy", cudaDestroyExternalMemory(memory));
    } else {
        start_device();
        memory = how == STALE_NULL ? NULL : (cudaExternalMemory_t)(uintptr_t)0x1230;
    }
    cudaError_t code = map(&pointer, memory, 0, 4096);
    answer_with("map", code, "out=%s", out_state(pointer));
}

static void ask_ranges(int arg)
{
    (void)arg;
    static const struct {
        unsigned long long offset, size;
    } ranges[] = {
        {0, 0},          {0, 1},       {0, OBJECT_BYTES},         {0, OBJECT_BYTES + 1},
        {1, 1},          {4, 64},      {255, 1},                  {256, 256},
        {4096, 4096},    {1, OBJECT_BYTES - 1},                   {65536, 65536},
        {1, OBJECT_BYTES},             {OBJECT_BYTES - 1, 1},     {OBJECT_BYTES, 0},
        {OBJECT_BYTES, 1},             {OBJECT_BYTES + 65536, 1}, {UINT64_MAX - 99, 200},
        {2, UINT64_MAX}, {UINT64_MAX, 2},                         {0, UINT64_MAX},
    };
    cudaExternalMemory_t memory = import_object();
    void *base;
    answer("base", map(&base, memory, 0, OBJECT_BYTES));
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        char name[64];
        void *pointer;
        cudaError_t code = map(&pointer, memory, ranges[i].offset, ranges[i].size);
        snprintf(name, sizeof(name), "at_%llu_size_%llu", ranges[i].offset, ranges[i].size);
        if (code != cudaSuccess) {
            answer_with(name, code, "out=%s", out_state(pointer));
            continue;
        }
        answer_with(name, code, "pointer_mod_65536=%llu same_as_base=%s",
                    (unsigned long long)((uintptr_t)pointer % 65536),
                    (char *)base + ranges[i].offset == pointer ? "yes" : "no");
        answer("then_free", cudaFree(pointer));
    }
}

static void ask_overlap(int arg)
{
    (void)arg;
    cudaExternalMemory_t memory = import_object();
    unsigned char seen[4] = {0};
    void *one;
    void *two;
    void *same;
    answer("first", map(&one, memory, 0, OBJECT_BYTES));
    answer("second", map(&two, memory, 65536, OBJECT_BYTES - 65536));
    answer("first_again", map(&same, memory, 0, OBJECT_BYTES));
    note("addresses", "second=%s again=%s",
         (char *)one + 65536 == two ? "first+offset" : "different",
         one == same ? "same" : "different");
    answer("write_first", cudaMemset(one, 0x5a, OBJECT_BYTES));
    answer("read_second", cudaMemcpy(seen, two, 4, cudaMemcpyDeviceToHost));
    note("coherent", "%s", seen[0] == 0x5a && seen[3] == 0x5a ? "yes" : "no");
    answer("copy_past_mapping", cudaMemcpy(seen, (char *)one + OBJECT_BYTES, 4,
                                           cudaMemcpyDeviceToHost));
    answer("free_interior", cudaFree((char *)one + 4096));
    answer("free_first", cudaFree(one));
    answer("free_first_twice", cudaFree(one));
    answer("read_second_still", cudaMemcpy(seen, two, 4, cudaMemcpyDeviceToHost));
    answer("free_second", cudaFree(two));
    answer("free_again_mapping", cudaFree(same));
    answer("destroy", cudaDestroyExternalMemory(memory));
}

static void ask_destroy_first(int arg)
{
    (void)arg;
    cudaExternalMemory_t memory = import_object();
    unsigned char seen[4] = {0};
    void *pointer;
    answer("map", map(&pointer, memory, 0, OBJECT_BYTES));
    answer("destroy", cudaDestroyExternalMemory(memory));
    answer("memset_after", cudaMemset(pointer, 0x77, OBJECT_BYTES));
    answer("synchronize_after", cudaDeviceSynchronize());
    answer("read_after", cudaMemcpy(seen, pointer, 4, cudaMemcpyDeviceToHost));
    note("content", "%s", seen[0] == 0x77 ? "written" : "not written");
    answer("free_after", cudaFree(pointer));
    answer("free_twice", cudaFree(pointer));
    answer("memset_after_free", cudaMemset(pointer, 0, 4));
    answer("synchronize", cudaDeviceSynchronize());
}

static void ask_attributes(int arg)
{
    (void)arg;
    cudaExternalMemory_t memory = import_object();
    struct cudaPointerAttributes attributes;
    void *pointer;
    answer("map", map(&pointer, memory, 256, OBJECT_BYTES - 256));
    for (int i = 0; i < 2; i++) {
        char *asked = (char *)pointer + i * 100;
        memset(&attributes, 0xee, sizeof(attributes));
        cudaError_t code = cudaPointerGetAttributes(&attributes, asked);
        answer_with(i == 0 ? "start" : "interior", code, "type=%d device=%d device_is=%s host=%s",
                    (int)attributes.type, attributes.device,
                    attributes.devicePointer == asked ? "same" : "other",
                    attributes.hostPointer == NULL ? "null" : "set");
    }
}

static struct cudaExternalMemoryMipmappedArrayDesc array_desc(void)
{
    struct cudaExternalMemoryMipmappedArrayDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.formatDesc.x = desc.formatDesc.y = desc.formatDesc.z = desc.formatDesc.w = 8;
    desc.formatDesc.f = cudaChannelFormatKindUnsigned;
    desc.extent.width = 64;
    desc.extent.height = 64;
    desc.numLevels = 1;
    return desc;
}

enum {
    ARRAY_GOOD, ARRAY_WIDTH_0, ARRAY_LEVELS_0, ARRAY_LEVELS_99, ARRAY_FORMAT_7_BITS,
    ARRAY_FORMAT_KIND_77, ARRAY_FLAGS, ARRAY_RESERVED, ARRAY_LARGE, ARRAY_AT_END, ARRAY_AT_1,
    ARRAY_NULL_MEMORY
};

static void spoil(struct cudaExternalMemoryMipmappedArrayDesc *desc, int how)
{
    if (how == ARRAY_WIDTH_0)
        desc->extent.width = 0;
    else if (how == ARRAY_LEVELS_0 || how == ARRAY_LEVELS_99)
        desc->numLevels = how == ARRAY_LEVELS_0 ? 0 : 99;
    else if (how == ARRAY_FORMAT_7_BITS)
        desc->formatDesc.x = 7;
    else if (how == ARRAY_FORMAT_KIND_77)
        desc->formatDesc.f = (enum cudaChannelFormatKind)77;
    else if (how == ARRAY_FLAGS)
        desc->flags = 0xff00;
#ifndef AS_HIP
    else if (how == ARRAY_RESERVED)
        desc->reserved[0] = 1;
#endif
    else if (how == ARRAY_LARGE)
        desc->extent.width = desc->extent.height = 16384;
    else if (how == ARRAY_AT_END || how == ARRAY_AT_1)
        desc->offset = how == ARRAY_AT_END ? OBJECT_BYTES : 1;
}

static void ask_array(int how)
{
    cudaExternalMemory_t memory = import_object();
    struct cudaExternalMemoryMipmappedArrayDesc desc = array_desc();
    cudaMipmappedArray_t array = OUT_MARKER;
    spoil(&desc, how);
    cudaError_t code = cudaExternalMemoryGetMappedMipmappedArray(
        &array, how == ARRAY_NULL_MEMORY ? NULL : memory, &desc);
    answer_with("map", code, "out=%s", out_state(array));
    if (code == cudaSuccess)
        answer("free", cudaFreeMipmappedArray(array));
    answer("destroy", cudaDestroyExternalMemory(memory));
}

static void ask_array_pointers(int arg)
{
    (void)arg;
    cudaExternalMemory_t memory = import_object();
    struct cudaExternalMemoryMipmappedArrayDesc desc = array_desc();
    cudaMipmappedArray_t array = OUT_MARKER;
    answer("null_out", cudaExternalMemoryGetMappedMipmappedArray(NULL, memory, &desc));
    answer("null_desc", cudaExternalMemoryGetMappedMipmappedArray(&array, memory, NULL));
    answer("free_null", cudaFreeMipmappedArray(NULL));
}

/* The caller says 1 GiB of an object that has much less. */
static void ask_larger_than_real(int arg)
{
    (void)arg;
    struct cudaExternalMemoryHandleDesc desc;
    uint64_t real = 0;
    void *pointer = OUT_MARKER;
    cudaExternalMemory_t memory = NULL;
    memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
    desc.handle.fd = exporter_memory(OBJECT_BYTES, &real);
    desc.size = 1ull << 30;
    start_device();
    answer("import", cudaImportExternalMemory(&memory, &desc));
    cudaError_t code = map(&pointer, memory, 0, real);
    answer_with("map_real_size", code, "out=%s", out_state(pointer));
    code = map(&pointer, memory, 0, real + 1);
    answer_with("map_one_more", code, "out=%s", out_state(pointer));
    code = map(&pointer, memory, 0, 1ull << 30);
    answer_with("map_said_size", code, "out=%s", out_state(pointer));
    code = map(&pointer, memory, 1ull << 29, 4096);
    answer_with("map_past_real_end", code, "out=%s", out_state(pointer));
    answer("synchronize", cudaDeviceSynchronize());
}

const struct question mapping_questions[] = {
    {"mapping.pointers", ask_pointers, 0},
    {"mapping.memory_null", ask_stale, STALE_NULL},
    {"mapping.memory_destroyed", ask_stale, STALE_DESTROYED},
    {"mapping.memory_garbage", ask_stale, STALE_GARBAGE},
    {"mapping.ranges", ask_ranges, 0},
    {"mapping.overlap", ask_overlap, 0},
    {"mapping.destroy_before_free", ask_destroy_first, 0},
    {"mapping.attributes", ask_attributes, 0},
    {"mapping.larger_than_real", ask_larger_than_real, 0},
    {"mapping.array_pointers", ask_array_pointers, 0},
    {"mapping.array_good", ask_array, ARRAY_GOOD},
    {"mapping.array_width_0", ask_array, ARRAY_WIDTH_0},
    {"mapping.array_levels_0", ask_array, ARRAY_LEVELS_0},
    {"mapping.array_levels_99", ask_array, ARRAY_LEVELS_99},
    {"mapping.array_format_7_bits", ask_array, ARRAY_FORMAT_7_BITS},
    {"mapping.array_format_kind_77", ask_array, ARRAY_FORMAT_KIND_77},
    {"mapping.array_flags", ask_array, ARRAY_FLAGS},
#ifndef AS_HIP
    {"mapping.array_reserved", ask_array, ARRAY_RESERVED},
#endif
    {"mapping.array_large", ask_array, ARRAY_LARGE},
    {"mapping.array_at_end", ask_array, ARRAY_AT_END},
    {"mapping.array_at_1", ask_array, ARRAY_AT_1},
    {"mapping.array_null_memory", ask_array, ARRAY_NULL_MEMORY},
    {NULL, NULL, 0},
};
