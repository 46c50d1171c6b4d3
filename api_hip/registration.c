/** The functions that AMD's compiler makes objects call before main and around launches. No
 *  header declares the registering ones. */
#include "runtime/call_configuration.h"
#include "front.h"
#include "handles.h"
#include "base/log.h"
#include "module/registered.h"

/** The images that an object registers; the vendor's name is "fat binary". */
struct segment {
    uint32_t magic, version;
    const void *image;
    const void *const *end;      /* of SEGMENT_OBJECTS: the end of the list */
};

#define SEGMENT_MAGIC 0x48495046u
#define SEGMENT_VERSION 1u
#define SEGMENT_OBJECTS 3u       /* of gpuinterop_device/linked_host.h: image is a list */

/* Handles are opaque to objects. A kernel's handle is the address of its stub on the host. */
void **__hipRegisterFatBinary(const void *segment);
void __hipUnregisterFatBinary(void **module);
void __hipRegisterFunction(void **module, const void *stub, char *device_stub, const char *name,
                           unsigned int thread_limit, void *thread, void *block, dim3 *block_size,
                           dim3 *grid_size, int *warp_size);
void __hipRegisterVar(void **module, void *variable, char *host_name, char *name, int is_external,
                      size_t size, int is_constant, int is_global);
void __hipRegisterManagedVar(void *module, void **variable, void *initial, const char *name,
                             size_t size, unsigned int alignment);
void __hipRegisterTexture(void **module, void *variable, char *host_name, char *name, int type,
                          int is_normalized, int is_external);
void __hipRegisterSurface(void **module, void *variable, char *host_name, char *name, int type,
                          int is_external);

static struct gi_registered *from_handle(void *handle)
{
    return handle;
}

void **__hipRegisterFatBinary(const void *segment)
{
    const struct segment *given = segment;
    struct gi_registered *all = gi_registered_object(segment);

    if (all != NULL)
        return (void **)(void *)all;
    if (given != NULL && given->magic == SEGMENT_MAGIC && given->version == SEGMENT_OBJECTS)
        return (void **)(void *)gi_registered_objects(given->image, given->end);
    if (given == NULL || given->magic != SEGMENT_MAGIC || given->version != SEGMENT_VERSION) {
        gi_log(GI_LOG_ERROR, "%s: %p is not an image of device code", __func__, segment);
        return NULL;             /* as the vendor does */
    }
    return (void **)(void *)gi_registered_image(given->image);
}

void __hipUnregisterFatBinary(void **module)
{
    gi_registered_end(from_handle(module));
}

void __hipRegisterFunction(void **module, const void *stub, char *device_stub, const char *name,
                           unsigned int thread_limit, void *thread, void *block, dim3 *block_size,
                           dim3 *grid_size, int *warp_size)
{
    (void)device_stub, (void)thread_limit, (void)thread, (void)block;
    (void)block_size, (void)grid_size, (void)warp_size;
    gi_registered_add_kernel(from_handle(module), stub, name);
}

/** The variable is the image's if that has it, as images of hipinterop-cc do. Else it is memory of
 *  its own. initial is the object's memory; without managed memory the variable stays there. */
void __hipRegisterManagedVar(void *module, void **variable, void *initial, const char *name,
                             size_t size, unsigned int alignment)
{
    struct gi_registered *registered = from_handle(module);
    const char *known_name = name != NULL ? name : "";
    uint64_t address;
    gi_status st;

    (void)alignment;             /* the library's memory has a larger alignment */
    if (variable == NULL || initial == NULL)
        return;
    *variable = initial;
    gi_registered_add_managed(registered, variable, known_name);
    st = front_begin();
    if (st == GI_OK)
        st = gi_registered_load(registered);
    if ((st != GI_OK && st != GI_NO_BINARY) || *variable != initial)
        return;                  /* a load that succeeds later finds the variable */
    st = gi_registered_make_managed(registered, known_name, initial, size, &address);
    if (st == GI_OK && size != 0)
        *variable = front_to_pointer(address);
}

void __hipRegisterVar(void **module, void *variable, char *host_name, char *name, int is_external,
                      size_t size, int is_constant, int is_global)
{
    (void)host_name, (void)is_external, (void)size, (void)is_constant, (void)is_global;
    gi_registered_add_variable(from_handle(module), variable, name);
}

void __hipRegisterTexture(void **module, void *variable, char *host_name, char *name, int type,
                          int is_normalized, int is_external)
{
    (void)module, (void)variable, (void)host_name, (void)name, (void)type, (void)is_normalized;
    (void)is_external;
}

void __hipRegisterSurface(void **module, void *variable, char *host_name, char *name, int type,
                          int is_external)
{
    (void)module, (void)variable, (void)host_name, (void)name, (void)type, (void)is_external;
}

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                      hipStream_t stream)
{
    return front_push_configuration(grid, block, shared_bytes, stream);
}

hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes,
                                     hipStream_t *stream)
{
    return front_pop_configuration(__func__, grid, block, shared_bytes, stream);
}
