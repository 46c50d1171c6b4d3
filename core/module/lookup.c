#include "lookup.h"

#include "function.h"
#include "library.h"
#include "queue/device_table.h"
#include "registered.h"

static gi_status find_function(const void *named, struct gi_device *device,
                               struct gi_function **out_function)
{
    gi_handle handle = (gi_handle)(uintptr_t)named;
    gi_status status;

    /* The values of handles are no addresses, so a value is one of the three at most. A failed
     * search costs a sentence, so no symbol is searched by a handle. */
    if (!gi_handle_is_live(handle)) {
        status = gi_registered_function(named, device, out_function);
        if (status != GI_INVALID_FUNCTION || gi_registered_has_kernel(named))
            return status;
    }
    status = gi_library_function(handle, device, out_function);
    if (status == GI_INVALID_HANDLE)
        status = gi_function_acquire(handle, out_function);
    if (status == GI_INVALID_HANDLE)
        status = gi_fail(GI_INVALID_FUNCTION, "%p is no kernel of the program", named);
    return status;
}

gi_status gi_lookup_function(const void *named, struct gi_function **out_function)
{
    struct gi_device *device;
    gi_status status = gi_device_current(&device);

    return status == GI_OK ? find_function(named, device, out_function) : status;
}

gi_status gi_lookup_function_on(const void *named, int ordinal, struct gi_function **out_function)
{
    struct gi_device *device;
    gi_status status = gi_device_at(ordinal, &device);

    return status == GI_OK ? find_function(named, device, out_function) : status;
}
