/** The device code of a program, as its compiler registers it before main: images, and the host's
 *  functions and variables that stand for their kernels and variables. An image is read, and loaded
 *  on a device, when something of it is first used there.
 *
 *  Registration cannot report errors to the program. The first use reports an error.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_REGISTERED_H
#define GI_REGISTERED_H

#include "base/status.h"

struct gi_device;
struct gi_function;
struct gi_registered;

/** Registers an image of device code, which may be NULL and is not examined. Initialises no
 *  device. Returns NULL without memory.
 *  Owner: the image stays the program's; gi_registered_end ends the registration. */
struct gi_registered *gi_registered_image(const void *image);

/** As gi_registered_image, for code that was compiled to be linked: parts are images, ended by
 *  NULL, whose PTX is joined where the image has none.
 *  Owner: the list and the images stay the program's until the registration ends. */
struct gi_registered *gi_registered_parts(const void *image, const void *const *parts);

/** As gi_registered_image, for the objects of a program or a shared library that each register
 *  their image. The images from first up to end are joined. The second call for the same list gives
 *  the same registration.
 *  Owner: as with gi_registered_parts. */
struct gi_registered *gi_registered_objects(const void *const *first, const void *const *end);

/** One of these objects registers its image: gives the registration of all, which ends when each
 *  of them has ended its own. NULL if the image is in no list. */
struct gi_registered *gi_registered_object(const void *image);

/** Ends a registration, and unloads its code from all devices; NULL is accepted. */
void gi_registered_end(struct gi_registered *registered);

/** A kernel of the image: host is what the program launches, name the kernel's in the image. Names
 *  in PTX have no dots: one in a name stands for two underscores, as compilers write it there.
 *  Owner: the name stays the program's until the registration ends. */
void gi_registered_add_kernel(struct gi_registered *registered, const void *host,
                              const char *name);

/** A variable of the image. */
void gi_registered_add_variable(struct gi_registered *registered, const void *host,
                                const char *name);

/** A managed variable of the image: when the image is loaded, *host becomes its address. If several
 *  devices load it, it is the first one's. */
void gi_registered_add_managed(struct gi_registered *registered, void **host, const char *name);

/** Adds a managed variable without a place in the image: managed memory of the current device with
 *  the bytes of initial.
 *  Owner:  the registration.
 *  Errors: GI_INVALID_VALUE if it has ended; those of gi_memory_managed_alloc. */
GI_MUST_CHECK gi_status gi_registered_make_managed(struct gi_registered *registered,
                                                   const char *name, const void *initial,
                                                   size_t size_bytes, uint64_t *out_pointer);

/** Loads the image on the current device, so that the managed variables that were added have their
 *  addresses.
 *  Errors: those of gi_code_read, gi_module_load and gi_device_current. */
GI_MUST_CHECK gi_status gi_registered_load(struct gi_registered *registered);

/** A device was opened: the images that have kernels are read in the background, and compiled for
 *  it (ahead.h). These are 16 images at most, with at most 4 MiB of code each. */
void gi_registered_begin_ahead(struct gi_device *device);

/** Whether host stands for a kernel. Its image need not be read yet. */
bool gi_registered_has_kernel(const void *host);

/** The kernel that host stands for, on a device.
 *  Owner:  the caller gives the reference back with gi_object_unref.
 *  Errors: GI_INVALID_FUNCTION if host stands for none, or its image has none of that name; those
 *          of gi_code_read and gi_module_load. */
GI_MUST_CHECK gi_status gi_registered_function(const void *host, struct gi_device *device,
                                               struct gi_function **out_function);

/** The variable that host stands for, on the current device.
 *  Errors: GI_INVALID_SYMBOL; those of gi_code_read, gi_module_load and gi_device_current. */
GI_MUST_CHECK gi_status gi_registered_variable(const void *host, uint64_t *out_pointer,
                                               uint64_t *out_size_bytes);

#endif
