/** Buffers and images of graphics interfaces that programs register, so that streams can use them.
 *
 *  A resource has memory of the device that was current when it was registered. That memory stays
 *  until the resource ends: its pointer is the same each time it is mapped. The program's buffer
 *  keeps its own storage, and a map and an unmap copy between the two (graphics_plan.h). An image
 *  has a mipmapped array instead of the pointer.
 *
 *  All calls but those for a pointer use the context of the graphics interface that is current in
 *  the calling thread. It has to share objects with the one of the registration.
 *  Threads: any; two calls on a resource at once are refused as if one came later. */
#ifndef GI_RESOURCE_H
#define GI_RESOURCE_H

#include "base/handle.h"
#include "base/interface.h"
#include "contract/driver.h"
#include "contract/graphics.h"
#include "graphics_plan.h"

/** How the program uses a resource while it is mapped. */
enum gi_graphics_use {
    GI_GRAPHICS_READ_WRITE = 0,
    GI_GRAPHICS_READ_ONLY = 1,   /* streams do not write: an unmap copies nothing */
    GI_GRAPHICS_WRITE_DISCARD = 2        /* streams write all they read: a map copies nothing */
};

/** The lists of devices that can be asked for. A context is on one device, so they are equal. */
enum { GI_GRAPHICS_ALL_DEVICES = 1, GI_GRAPHICS_CURRENT_FRAME = 2, GI_GRAPHICS_NEXT_FRAME = 3 };

/** Finds the devices, in the interface's numbers, that the current context is on. Writes at most
 *  room of them.
 *  Errors: GI_INVALID_VALUE: which is no list; GI_INVALID_GRAPHICS_CONTEXT; GI_NO_DEVICE: the
 *          context is on no visible device, or does not say on which; those of gi_visible_begin. */
GI_MUST_CHECK gi_status gi_graphics_devices(const struct gi_interface *interface, int which,
                                            int *out_devices, unsigned int room,
                                            unsigned int *out_count);

/** Says what the current context is and can do.
 *  Errors: GI_INVALID_GRAPHICS_CONTEXT; GI_NOT_SUPPORTED: this build has no graphics interface. */
GI_MUST_CHECK gi_status gi_graphics_tell(struct gi_graphics_facts *out_facts);

/** The way that a buffer takes from a context with these facts to streams of a device, and that of
 *  a texture whose format needs no conversion. */
void gi_graphics_plan_buffers(const struct gi_device_info *info,
                              const struct gi_graphics_facts *facts,
                              struct gi_graphics_plan *out_plan);
void gi_graphics_plan_textures(const struct gi_device_info *info,
                               const struct gi_graphics_facts *facts,
                               struct gi_graphics_plan *out_plan);

/** Whether the calling thread has a current context.
 *  Errors: GI_INVALID_GRAPHICS_CONTEXT. */
GI_MUST_CHECK gi_status gi_graphics_check_context(void);

/** Registers the buffer with that number in the current context.
 *  Errors: GI_INVALID_GRAPHICS_CONTEXT; GI_INVALID_VALUE: the name is 0, or use is no value above;
 *          GI_INVALID_HANDLE: the context has no such buffer; GI_OUT_OF_MEMORY also for a buffer
 *          without storage; those of gi_device_current. */
GI_MUST_CHECK gi_status gi_graphics_register_buffer(uint32_t name, uint32_t use,
                                                    gi_handle *out_resource);

/** Flags of an image, beside a use; they may be mixed. */
enum { GI_GRAPHICS_SURFACE = 4, GI_GRAPHICS_GATHER = 8 };

/** Registers the image with that number and target in the current context. flags: a use, of which
 *  3 counts as GI_GRAPHICS_READ_WRITE, and the flags above.
 *  Errors: GI_INVALID_GRAPHICS_CONTEXT. GI_INVALID_VALUE: the name is 0; flags has other bits; no
 *          image of that target, format or shape can be registered; the image has no texels.
 *          GI_INVALID_HANDLE: the context has no image of that name. GI_NOT_SUPPORTED;
 *          GI_OUT_OF_MEMORY; those of gi_device_current. */
GI_MUST_CHECK gi_status gi_graphics_register_image(uint32_t name, uint32_t target, uint32_t flags,
                                                   gi_handle *out_resource);

/** How many resources there are. A longer list names one twice, or something else. */
size_t gi_graphics_count(void);

/** Ends a resource. Without a current context its memory goes, and what the interface has of it
 *  goes with a later call in a context that has it.
 *  Errors: GI_INVALID_HANDLE; GI_ALREADY_MAPPED. */
GI_MUST_CHECK gi_status gi_graphics_unregister(gi_handle resource);

/** Whether flags are a use. Errors: GI_INVALID_VALUE: use is above most. */
GI_MUST_CHECK gi_status gi_graphics_check_use(uint32_t use, uint32_t most);

/** Sets the use from the next map on. 3, which some interfaces refuse, counts as
 *  GI_GRAPHICS_READ_WRITE.
 *  Errors: GI_INVALID_HANDLE; GI_ALREADY_MAPPED; GI_INVALID_VALUE: use is above most. */
GI_MUST_CHECK gi_status gi_graphics_set_use(gi_handle resource, uint32_t use, uint32_t most);

/** The memory of a mapped resource. Either out argument may be NULL.
 *  Errors: GI_INVALID_HANDLE; GI_NOT_MAPPED; GI_NOT_MAPPED_AS_POINTER. */
GI_MUST_CHECK gi_status gi_graphics_pointer(gi_handle resource, uint64_t *out_pointer,
                                            uint64_t *out_size_bytes);

/** The array of a layer or a face of a mapped image's level; of an image without layers, the level.
 *  The handle is the same each time. It belongs to the resource and ends with it.
 *  Errors: GI_INVALID_HANDLE; GI_NOT_MAPPED; GI_NOT_MAPPED_AS_ARRAY; GI_INVALID_VALUE: there is no
 *          such layer or level; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graphics_array(gi_handle resource, uint32_t layer, uint32_t level,
                                          gi_handle *out_array);

/** The array of all levels and layers of a mapped image, as gi_graphics_array. */
GI_MUST_CHECK gi_status gi_graphics_mipmapped(gi_handle resource, gi_handle *out_mipmapped);

#endif
