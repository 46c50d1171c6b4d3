/* Random calls of CUDA's driver interface, on the same objects as those of the runtime and HIP:
 * contexts, memory, copies, streams, events, virtual memory, modules. The other functions of
 * cuda.h are called as specs_driver.py says. */
#include <cuda.h>
#include <string.h>

#include "fuzz.h"

/* A call is logged before it is made. The last member of its list is the call itself. */
#define BEGIN(name, ...) \
    const uint64_t logged[] = { __VA_ARGS__ }; \
    int result; \
    fuzz_call_begin(f, name, sizeof logged / sizeof logged[0], logged)
#define END(call) \
    result = (int)(call); \
    fuzz_call_end(f, result)
#define NUMBER(value) ((uint64_t)(uintptr_t)(value))
#define HANDLE(type, kind) ((type)(uintptr_t)fuzz_handle(f, kind))

/* ---- contexts -------------------------------------------------------------------------------- */

static void ctx_create(struct fuzz *f)
{
    unsigned int flags = fuzz_chance(f, 85) ? 0 : fuzz_flags(f);
    CUcontext *context = fuzz_out(f, 8);
    CUdevice device = fuzz_int(f);

    BEGIN("cuCtxCreate", NUMBER(context), flags, (uint64_t)device);
    result = (int)cuCtxCreate(context, NULL, flags, device);
    if (result == 0)
        fuzz_made(FUZZ_CONTEXT, NUMBER(*context));
    fuzz_call_end(f, result);
}

/* Ends what belongs to it; an attached one stays. */
static void end_context(struct fuzz *f, const char *name, CUresult (*end)(CUcontext), bool ends)
{
    CUcontext context = HANDLE(CUcontext, FUZZ_CONTEXT);

    BEGIN(name, NUMBER(context));
    result = (int)end(context);
    if (result == 0 && ends) {
        fuzz_gone(FUZZ_CONTEXT, NUMBER(context));
        fuzz_memory_look();
    }
    fuzz_call_end(f, result);
}

static void ctx_destroy(struct fuzz *f)
{
    end_context(f, "cuCtxDestroy", cuCtxDestroy, true);
}

static void ctx_push(struct fuzz *f)
{
    end_context(f, "cuCtxPushCurrent", cuCtxPushCurrent, false);
}

static void ctx_set(struct fuzz *f)
{
    end_context(f, "cuCtxSetCurrent", cuCtxSetCurrent, false);
}

static void ctx_pop(struct fuzz *f)
{
    CUcontext *context = fuzz_out(f, 8);

    BEGIN("cuCtxPopCurrent", NUMBER(context));
    END(cuCtxPopCurrent(context));
}

static void ctx_attach(struct fuzz *f)
{
    CUcontext *context = fuzz_out(f, 8), one;
    unsigned int flags = fuzz_chance(f, 90) ? 0 : fuzz_flags(f);

    BEGIN("cuCtxAttach", NUMBER(context), flags);
    result = (int)cuCtxAttach(context, flags);
    one = result == 0 ? *context : NULL;
    if (one != NULL)
        (void)cuCtxDetach(one);                  /* it is the top still, so it does not end */
    fuzz_call_end(f, result);
}

static void ctx_record(struct fuzz *f)
{
    CUcontext context = HANDLE(CUcontext, FUZZ_CONTEXT);
    CUevent event = HANDLE(CUevent, FUZZ_EVENT);

    if (fuzz_chance(f, 60))
        (void)cuCtxGetCurrent(&context);
    BEGIN("cuCtxRecordEvent", NUMBER(context), NUMBER(event));
    END(cuCtxRecordEvent(context, event));
}

static void ctx_wait(struct fuzz *f)
{
    CUcontext context = HANDLE(CUcontext, FUZZ_CONTEXT);
    CUevent event = HANDLE(CUevent, FUZZ_EVENT);

    BEGIN("cuCtxWaitEvent", NUMBER(context), NUMBER(event));
    END(cuCtxWaitEvent(context, event));
}

static void ctx_questions(struct fuzz *f)
{
    CUcontext context = HANDLE(CUcontext, FUZZ_CONTEXT), *current = fuzz_out(f, 8);
    unsigned int *flags = fuzz_out(f, 4);
    CUdevice *device = fuzz_out(f, 4);

    BEGIN("cuCtxGet...", NUMBER(context), NUMBER(current));
    (void)cuCtxGetCurrent(current);
    (void)cuCtxGetFlags(flags);
    (void)cuCtxGetDevice(device);
    (void)cuCtxGetId(context, fuzz_out(f, 8));
    (void)cuCtxGetApiVersion(context, flags);
    END(cuCtxGetDevice_v2(device, context));
}

static void ctx_synchronize(struct fuzz *f)
{
    CUcontext context = HANDLE(CUcontext, FUZZ_CONTEXT);

    BEGIN("cuCtxSynchronize_v2", NUMBER(context));
    END(cuCtxSynchronize_v2(context));
}

/* Each retain is followed by its release, as the last release resets the device. A runtime call
 * holds the context too. */
static void primary_retain(struct fuzz *f)
{
    CUcontext *context = fuzz_out(f, 8);

    BEGIN("cuDevicePrimaryCtxRetain", NUMBER(context));
    END(cuDevicePrimaryCtxRetain(context, fuzz_chance(f, 90) ? 0 : fuzz_int(f)));
}

/* ---- streams and events ---------------------------------------------------------------------- */

static void stream_create(struct fuzz *f)
{
    unsigned int flags = fuzz_chance(f, 85) ? (unsigned int)fuzz_below(f, 2) : fuzz_flags(f);
    CUstream *stream = fuzz_out(f, 8);

    BEGIN("cuStreamCreate", NUMBER(stream), flags);
    result = (int)cuStreamCreate(stream, flags);
    if (result == 0)
        fuzz_made(FUZZ_STREAM, NUMBER(*stream));
    fuzz_call_end(f, result);
}

static void stream_destroy(struct fuzz *f)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);

    BEGIN("cuStreamDestroy", NUMBER(stream));
    result = (int)cuStreamDestroy(stream);
    if (result == 0)
        fuzz_gone(FUZZ_STREAM, NUMBER(stream));
    fuzz_call_end(f, result);
}

static void stream_questions(struct fuzz *f)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);

    BEGIN("cuStreamQuery", NUMBER(stream));
    (void)cuStreamGetCtx(stream, fuzz_out(f, 8));
    (void)cuStreamGetFlags(stream, fuzz_out(f, 4));
    END(cuStreamQuery(stream));
}

static void stream_wait_event(struct fuzz *f)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    CUevent event = HANDLE(CUevent, FUZZ_EVENT);

    BEGIN("cuStreamWaitEvent", NUMBER(stream), NUMBER(event));
    END(cuStreamWaitEvent(stream, event, fuzz_chance(f, 95) ? 0 : fuzz_flags(f)));
}

static void launch_host(struct fuzz *f)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);

    BEGIN("cuLaunchHostFunc", NUMBER(stream));
    END(cuLaunchHostFunc(stream, fuzz_chance(f, 4) ? NULL : fuzz_host_function, NULL));
}

static void event_create(struct fuzz *f)
{
    unsigned int flags = fuzz_chance(f, 90) ? (unsigned int)fuzz_below(f, 4) : fuzz_flags(f);
    CUevent *event = fuzz_out(f, 8);

    BEGIN("cuEventCreate", NUMBER(event), flags);
    result = (int)cuEventCreate(event, flags);
    if (result == 0)
        fuzz_made(FUZZ_EVENT, NUMBER(*event));
    fuzz_call_end(f, result);
}

static void event_destroy(struct fuzz *f)
{
    CUevent event = HANDLE(CUevent, FUZZ_EVENT);

    BEGIN("cuEventDestroy", NUMBER(event));
    result = (int)cuEventDestroy(event);
    if (result == 0)
        fuzz_gone(FUZZ_EVENT, NUMBER(event));
    fuzz_call_end(f, result);
}

static void event_record(struct fuzz *f)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    CUevent event = HANDLE(CUevent, FUZZ_EVENT);

    BEGIN("cuEventRecord", NUMBER(event), NUMBER(stream));
    END(cuEventRecord(event, stream));
}

static void event_elapsed(struct fuzz *f)
{
    CUevent start = HANDLE(CUevent, FUZZ_EVENT), end = HANDLE(CUevent, FUZZ_EVENT);
    float *milliseconds = fuzz_out(f, 4);

    BEGIN("cuEventElapsedTime", NUMBER(milliseconds), NUMBER(start), NUMBER(end));
    END(cuEventElapsedTime(milliseconds, start, end));
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void mem_alloc(struct fuzz *f)
{
    CUdeviceptr *pointer = fuzz_out(f, 8);
    size_t size = fuzz_size(f);

    BEGIN("cuMemAlloc", NUMBER(pointer), size);
    result = (int)cuMemAlloc(pointer, size);
    if (result == 0)
        fuzz_memory_made(*pointer, true);
    fuzz_call_end(f, result);
}

static void mem_alloc_async(struct fuzz *f)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    CUdeviceptr *pointer = fuzz_out(f, 8);
    size_t size = fuzz_size(f);

    BEGIN("cuMemAllocAsync", NUMBER(pointer), size, NUMBER(stream));
    result = (int)cuMemAllocAsync(pointer, size, stream);
    if (result == 0)
        fuzz_memory_made(*pointer, false);
    fuzz_call_end(f, result);
}

static void mem_alloc_managed(struct fuzz *f)
{
    CUdeviceptr *pointer = fuzz_out(f, 8);
    size_t size = fuzz_size(f);

    BEGIN("cuMemAllocManaged", NUMBER(pointer), size);
    result = (int)cuMemAllocManaged(pointer, size, 1 + (unsigned int)fuzz_below(f, 2));
    if (result == 0)
        fuzz_memory_made(*pointer, true);
    fuzz_call_end(f, result);
}

static void mem_free(struct fuzz *f)
{
    CUdeviceptr pointer = fuzz_victim(f);

    BEGIN("cuMemFree", pointer);
    result = (int)cuMemFree(pointer);
    if (result == 0)
        fuzz_memory_gone(pointer);
    fuzz_call_end(f, result);
}

static void mem_free_async(struct fuzz *f)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    CUdeviceptr pointer = fuzz_victim(f);

    BEGIN("cuMemFreeAsync", pointer, NUMBER(stream));
    result = (int)cuMemFreeAsync(pointer, stream);
    if (result == 0)
        fuzz_memory_gone(pointer);
    fuzz_call_end(f, result);
}

static void pointer_questions(struct fuzz *f)
{
    CUdeviceptr pointer = fuzz_pointer(f);
    CUpointer_attribute attribute = (CUpointer_attribute)fuzz_below(f, 24);
    void *value = fuzz_cell(f, 16);

    BEGIN("cuPointerGetAttribute", pointer, (uint64_t)attribute);
    (void)cuMemGetAddressRange(fuzz_out(f, 8), fuzz_out(f, 8), pointer);
    END(cuPointerGetAttribute(value, attribute, pointer));
}

static void memset_d8(struct fuzz *f)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    CUdeviceptr pointer = fuzz_pointer(f);
    size_t size = fuzz_size(f);

    BEGIN("cuMemsetD8Async", pointer, size, NUMBER(stream));
    END(cuMemsetD8Async(pointer, (unsigned char)fuzz_number(f), size, stream));
}

static void memset_d32(struct fuzz *f)
{
    CUdeviceptr pointer = fuzz_pointer(f);
    size_t count = fuzz_size(f) / 4;

    BEGIN("cuMemsetD32", pointer, count);
    END(cuMemsetD32(pointer, (unsigned int)fuzz_number(f), count));
}

/* ---- copies ---------------------------------------------------------------------------------- */

static void copy_bytes(struct fuzz *f, const char *name, int kind, bool async)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    struct fuzz_copy c = { .kind = 0 };
    CUdeviceptr dst, src;

    fuzz_copy(f, &c, kind, false);
    dst = NUMBER(c.dst);
    src = NUMBER(c.src);
    BEGIN(name, dst, src, c.width, async ? NUMBER(stream) : 0);
    switch (kind) {
    case FUZZ_HTOD:
        END(async ? cuMemcpyHtoDAsync(dst, c.src, c.width, stream)
                  : cuMemcpyHtoD(dst, c.src, c.width));
        return;
    case FUZZ_DTOH:
        END(async ? cuMemcpyDtoHAsync(c.dst, src, c.width, stream)
                  : cuMemcpyDtoH(c.dst, src, c.width));
        return;
    case FUZZ_DTOD:
        END(async ? cuMemcpyDtoDAsync(dst, src, c.width, stream)
                  : cuMemcpyDtoD(dst, src, c.width));
        return;
    default:
        END(async ? cuMemcpyAsync(dst, src, c.width, stream) : cuMemcpy(dst, src, c.width));
    }
}

static void copy_up(struct fuzz *f)
{
    copy_bytes(f, "cuMemcpyHtoD", FUZZ_HTOD, fuzz_chance(f, 60));
}

static void copy_down(struct fuzz *f)
{
    copy_bytes(f, "cuMemcpyDtoH", FUZZ_DTOH, fuzz_chance(f, 60));
}

static void copy_across(struct fuzz *f)
{
    copy_bytes(f, "cuMemcpyDtoD", FUZZ_DTOD, fuzz_chance(f, 60));
}

static void copy_any(struct fuzz *f)
{
    copy_bytes(f, "cuMemcpy", FUZZ_DEFAULT, fuzz_chance(f, 60));
}

static void copy_peer(struct fuzz *f)
{
    CUcontext to = HANDLE(CUcontext, FUZZ_CONTEXT), from = HANDLE(CUcontext, FUZZ_CONTEXT);
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    bool async = fuzz_chance(f, 60);
    struct fuzz_copy c = { .kind = 0 };

    fuzz_copy(f, &c, FUZZ_DTOD, false);
    BEGIN("cuMemcpyPeer", NUMBER(c.dst), NUMBER(to), NUMBER(c.src), NUMBER(from), c.width);
    END(async ? cuMemcpyPeerAsync(NUMBER(c.dst), to, NUMBER(c.src), from, c.width, stream)
              : cuMemcpyPeer(NUMBER(c.dst), to, NUMBER(c.src), from, c.width));
}

/* ---- virtual memory -------------------------------------------------------------------------- */

/* What this interface says sizes are multiples of. */
#define PIECE ((size_t)2 << 20)

/* Some pieces of a reservation, which may be the other interface's. */
static uint64_t pieces_of(struct fuzz *f, uint64_t *out_size)
{
    uint64_t base = fuzz_range(f, out_size), count = *out_size / PIECE;
    uint64_t first = count > 0 ? fuzz_below(f, count) : 0;

    if (count == 0 || fuzz_chance(f, 10))
        return fuzz_range_part(f, out_size);
    *out_size = PIECE * (1 + fuzz_below(f, count - first));
    return base + PIECE * first;
}

static void address_reserve(struct fuzz *f)
{
    size_t size = fuzz_chance(f, 90) ? PIECE * (1 + fuzz_below(f, 4)) : fuzz_size(f);
    CUdeviceptr *pointer = fuzz_out(f, 8);

    BEGIN("cuMemAddressReserve", NUMBER(pointer), size);
    result = (int)cuMemAddressReserve(pointer, size, 0, 0, 0);
    if (result == 0)
        fuzz_range_made(*pointer, size);
    fuzz_call_end(f, result);
}

static void mem_create(struct fuzz *f)
{
    CUmemAllocationProp wanted = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                   .location.type = CU_MEM_LOCATION_TYPE_DEVICE };
    size_t size = fuzz_chance(f, 90) ? PIECE * (1 + fuzz_below(f, 2)) : fuzz_size(f);
    CUmemGenericAllocationHandle *handle = fuzz_out(f, 8);

    BEGIN("cuMemCreate", NUMBER(handle), size);
    result = (int)cuMemCreate(handle, size, &wanted, 0);
    if (result == 0)
        fuzz_made(FUZZ_PHYSICAL, *handle);
    fuzz_call_end(f, result);
}

static void mem_map(struct fuzz *f)
{
    uint64_t size, pointer = pieces_of(f, &size);
    CUmemGenericAllocationHandle handle = fuzz_handle(f, FUZZ_PHYSICAL);

    BEGIN("cuMemMap", pointer, size, handle);
    END(cuMemMap(pointer, size, 0, handle, 0));
}

static void set_access(struct fuzz *f)
{
    CUmemAccessDesc access = { .location.type = CU_MEM_LOCATION_TYPE_DEVICE,
                               .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    uint64_t size, pointer = pieces_of(f, &size);

    BEGIN("cuMemSetAccess", pointer, size);
    result = (int)cuMemSetAccess(pointer, size, &access, 1);
    if (result == 0)
        fuzz_memory_made(pointer, false);
    fuzz_call_end(f, result);
}

static void mem_unmap(struct fuzz *f)
{
    uint64_t size, pointer = pieces_of(f, &size);

    BEGIN("cuMemUnmap", pointer, size);
    result = (int)cuMemUnmap(pointer, size);
    if (result == 0)
        fuzz_memory_gone(pointer);
    fuzz_call_end(f, result);
}

/* ---- modules --------------------------------------------------------------------------------- */

static void module_load(struct fuzz *f)
{
    static const char text[] = ".version 6.4\n.target sm_60\n.address_size 64\n"
                               ".visible .global .u32 word;\n"
                               ".visible .entry nothing(.param .u64 a)\n{\nret;\n}\n";
    size_t room = fuzz_chance(f, 80) ? sizeof text - 1 : fuzz_below(f, sizeof text);
    char *code = memcpy(fuzz_cell(f, sizeof text), text, sizeof text);
    CUmodule *module = fuzz_out(f, 8);

    code[room] = '\0';
    BEGIN("cuModuleLoadData", NUMBER(module), room);
    result = (int)cuModuleLoadData(module, code);
    if (result == 0)
        fuzz_made(FUZZ_MODULE, NUMBER(*module));
    fuzz_call_end(f, result);
}

static void module_unload(struct fuzz *f)
{
    CUmodule module = HANDLE(CUmodule, FUZZ_MODULE);

    BEGIN("cuModuleUnload", NUMBER(module));
    result = (int)cuModuleUnload(module);
    if (result == 0)
        fuzz_gone(FUZZ_MODULE, NUMBER(module));
    fuzz_call_end(f, result);
}

static void module_function(struct fuzz *f)
{
    const char *name = fuzz_chance(f, 80) ? "nothing" : fuzz_text(f);
    CUmodule module = HANDLE(CUmodule, FUZZ_MODULE);
    CUfunction *function = fuzz_out(f, 8);

    BEGIN("cuModuleGetFunction", NUMBER(function), NUMBER(module), NUMBER(name));
    result = (int)cuModuleGetFunction(function, module, name);
    if (result == 0)
        fuzz_made(FUZZ_FUNCTION, NUMBER(*function));
    fuzz_call_end(f, result);
}

static void launch(struct fuzz *f)
{
    static uint64_t word;
    void *words[1] = { &word };
    CUfunction function = HANDLE(CUfunction, FUZZ_FUNCTION);
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    unsigned int x = (unsigned int)fuzz_below(f, 20);

    BEGIN("cuLaunchKernel", NUMBER(function), NUMBER(stream), x);
    END(cuLaunchKernel(function, 1, 1, 1, x, 1, 1, 0, stream,
                       fuzz_chance(f, 80) ? words : NULL, NULL));
}

const struct fuzz_function fuzz_driver[] = {
    { "cuCtxCreate", ctx_create, 4 },
    { "cuCtxDestroy", ctx_destroy, 2 },
    { "cuCtxPushCurrent", ctx_push, 4 },
    { "cuCtxPopCurrent", ctx_pop, 4 },
    { "cuCtxSetCurrent", ctx_set, 6 },
    { "cuCtxAttach", ctx_attach, 2 },
    { "cuCtxRecordEvent", ctx_record, 6 },
    { "cuCtxWaitEvent", ctx_wait, 6 },
    { "cuCtxGet...", ctx_questions, 4 },
    { "cuCtxSynchronize_v2", ctx_synchronize, 2 },
    { "cuDevicePrimaryCtxRetain", primary_retain, 1 },
    { "cuStreamCreate", stream_create, 6 },
    { "cuStreamDestroy", stream_destroy, 2 },
    { "cuStreamQuery", stream_questions, 4 },
    { "cuStreamWaitEvent", stream_wait_event, 8 },
    { "cuLaunchHostFunc", launch_host, 4 },
    { "cuEventCreate", event_create, 6 },
    { "cuEventDestroy", event_destroy, 2 },
    { "cuEventRecord", event_record, 8 },
    { "cuEventElapsedTime", event_elapsed, 2 },
    { "cuMemAlloc", mem_alloc, 8 },
    { "cuMemAllocAsync", mem_alloc_async, 6 },
    { "cuMemAllocManaged", mem_alloc_managed, 2 },
    { "cuMemFree", mem_free, 6 },
    { "cuMemFreeAsync", mem_free_async, 6 },
    { "cuPointerGetAttribute", pointer_questions, 4 },
    { "cuMemsetD8Async", memset_d8, 8 },
    { "cuMemsetD32", memset_d32, 4 },
    { "cuMemcpyHtoD", copy_up, 8 },
    { "cuMemcpyDtoH", copy_down, 8 },
    { "cuMemcpyDtoD", copy_across, 8 },
    { "cuMemcpy", copy_any, 8 },
    { "cuMemcpyPeer", copy_peer, 4 },
    { "cuMemAddressReserve", address_reserve, 3 },
    { "cuMemCreate", mem_create, 4 },
    { "cuMemMap", mem_map, 8 },
    { "cuMemSetAccess", set_access, 8 },
    { "cuMemUnmap", mem_unmap, 4 },
    { "cuModuleLoadData", module_load, 3 },
    { "cuModuleUnload", module_unload, 2 },
    { "cuModuleGetFunction", module_function, 4 },
    { "cuLaunchKernel", launch, 6 },
};
const size_t fuzz_driver_count = sizeof fuzz_driver / sizeof fuzz_driver[0];
