/** Libraries: device code that a program loads by itself for all devices, and its kernels. The
 *  code is loaded on a device when something of it is first used there.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_LIBRARY_H
#define GI_LIBRARY_H

#include "base/handle.h"

struct gi_device;
struct gi_function;

/** Reads an image. The library keeps a copy.
 *  Units:  size_bytes is GI_CONTAINER_ENDLESS if the image's end is not known.
 *  Owner:  the handle is live until gi_library_unload.
 *  Errors: those of gi_code_read. */
GI_MUST_CHECK gi_status gi_library_load(const void *image, size_t size_bytes,
                                        gi_handle *out_library);

/** Ends a library with its kernels, on all devices. Launches that were enqueued go on.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_library_unload(gi_handle library);

/** The handle of a kernel. Equal calls give one handle, which ends with the library.
 *  Errors: GI_INVALID_HANDLE, GI_NOT_FOUND, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_library_kernel(gi_handle library, const char *name,
                                          gi_handle *out_kernel);

/** How many kernels a library has.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_library_kernel_count(gi_handle library, uint32_t *out_count);

/** The handles of the first kernels, in the order of the code.
 *  Units:  room is how many fit into out_kernels. Entries behind the last kernel stay as they are.
 *  Errors: GI_INVALID_HANDLE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_library_kernels(gi_handle library, gi_handle *out_kernels,
                                           uint32_t room);

/** A variable on the current device. With only_managed other variables are not found.
 *  Errors: GI_INVALID_HANDLE, GI_NOT_FOUND; those of gi_module_load and gi_device_current. */
GI_MUST_CHECK gi_status gi_library_variable(gi_handle library, const char *name, bool only_managed,
                                            uint64_t *out_pointer, uint64_t *out_size_bytes);

/** The module that a library is on the current device, where it is loaded if it was not. The
 *  library ends it.
 *  Errors: GI_INVALID_HANDLE; those of gi_module_load and gi_device_current. */
GI_MUST_CHECK gi_status gi_library_module(gi_handle library, gi_handle *out_module);

/** The library that has a kernel, and the kernel's name.
 *  Owner:  the name lives until the library is unloaded.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_library_of_kernel(gi_handle kernel, gi_handle *out_library,
                                             const char **out_name);

/** A kernel of a library, on a device.
 *  Owner:  the caller gives the reference back with gi_object_unref.
 *  Errors: GI_INVALID_HANDLE; those of gi_module_load. */
GI_MUST_CHECK gi_status gi_library_function(gi_handle kernel, struct gi_device *device,
                                            struct gi_function **out_function);

#endif
