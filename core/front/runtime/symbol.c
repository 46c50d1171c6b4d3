/** Variables of device code, by what stands for them in the program. */
#include "symbol_part.h"

#include "front.h"
#include "handles.h"
#include "module/registered.h"
#include "ops/copy.h"

static gi_status find_symbol(const void *symbol, uint64_t *out_pointer, uint64_t *out_size_bytes)
{
    gi_status status = front_begin();

    return status == GI_OK ? gi_registered_variable(symbol, out_pointer, out_size_bytes) : status;
}

gpuError_t gpuGetSymbolAddress(void **pointer, const void *symbol)
{
    uint64_t address, size_bytes;

    FRONT_TRY(find_symbol(symbol, &address, &size_bytes));
    FRONT_NOT_NULL(pointer);
    *pointer = front_to_pointer(address);
    return gpuSuccess;
}

gpuError_t gpuGetSymbolSize(size_t *size, const void *symbol)
{
    uint64_t address, size_bytes;

    FRONT_TRY(find_symbol(symbol, &address, &size_bytes));
    FRONT_NOT_NULL(size);
    *size = (size_t)size_bytes;
    return gpuSuccess;
}

gi_status front_symbol_part(const char *caller, const void *symbol, size_t size, size_t offset,
                            gpuMemcpyKind kind, gpuMemcpyKind outward, uint64_t *out_pointer)
{
    uint64_t size_bytes;
    gi_status status = find_symbol(symbol, out_pointer, &size_bytes);

    if (status != GI_OK)
        return status;
    if (kind != outward && kind != gpuMemcpyDeviceToDevice && kind != gpuMemcpyDefault)
        return gi_fail(GI_INVALID_COPY_DIRECTION, "%s: kind is %d; a variable is in device memory",
                       caller, (int)kind);
    if (offset > size_bytes || size > size_bytes - offset)
        return gi_fail(GI_INVALID_VALUE, "%s: %zu bytes from byte %zu on are outside of the "
                       "variable, which has %llu", caller, size, offset,
                       (unsigned long long)size_bytes);
    *out_pointer += offset;
    return GI_OK;
}

static gi_status copy_to(const char *caller, const void *symbol, const void *source, size_t size,
                         size_t offset, gpuMemcpyKind kind, struct gi_copy_order order)
{
    uint64_t pointer;
    gi_status status;

    if (size == 0)               /* the symbol may be anything then */
        return front_begin();
    status = front_symbol_part(caller, symbol, size, offset, kind, gpuMemcpyHostToDevice,
                               &pointer);
    if (status != GI_OK)
        return status;
    return gi_copy_linear(pointer, front_from_pointer(source), size, front_from_kind(kind), order);
}

static gi_status copy_from(const char *caller, void *destination, const void *symbol, size_t size,
                           size_t offset, gpuMemcpyKind kind, struct gi_copy_order order)
{
    uint64_t pointer;
    gi_status status;

    if (size == 0)               /* the symbol may be anything then */
        return front_begin();
    status = front_symbol_part(caller, symbol, size, offset, kind, gpuMemcpyDeviceToHost,
                               &pointer);
    if (status != GI_OK)
        return status;
    return gi_copy_linear(front_from_pointer(destination), pointer, size, front_from_kind(kind),
                          order);
}

gpuError_t gpuMemcpyToSymbol(const void *symbol, const void *source, size_t size, size_t offset,
                             gpuMemcpyKind kind)
{
    return front_error(copy_to(__func__, symbol, source, size, offset, kind, gi_in_legacy()));
}

gpuError_t gpuMemcpyToSymbol_per_thread(const void *symbol, const void *source, size_t size,
                                        size_t offset, gpuMemcpyKind kind)
{
    return front_error(copy_to(__func__, symbol, source, size, offset, kind, gi_in_thread()));
}

gpuError_t gpuMemcpyToSymbolAsync(const void *symbol, const void *source, size_t size,
                                  size_t offset, gpuMemcpyKind kind, gpuStream_t stream)
{
    return front_error(copy_to(__func__, symbol, source, size, offset, kind,
                               gi_in_stream(front_from_stream(stream))));
}

gpuError_t gpuMemcpyFromSymbol(void *destination, const void *symbol, size_t size, size_t offset,
                               gpuMemcpyKind kind)
{
    return front_error(copy_from(__func__, destination, symbol, size, offset, kind,
                                 gi_in_legacy()));
}

gpuError_t gpuMemcpyFromSymbol_per_thread(void *destination, const void *symbol, size_t size,
                                          size_t offset, gpuMemcpyKind kind)
{
    return front_error(copy_from(__func__, destination, symbol, size, offset, kind,
                                 gi_in_thread()));
}

gpuError_t gpuMemcpyFromSymbolAsync(void *destination, const void *symbol, size_t size,
                                    size_t offset, gpuMemcpyKind kind, gpuStream_t stream)
{
    return front_error(copy_from(__func__, destination, symbol, size, offset, kind,
                                 gi_in_stream(front_from_stream(stream))));
}
