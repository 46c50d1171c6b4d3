/* What calls for buffers answer: registering, maps and their states, threads, and what OpenGL does
 * to a buffer that is registered. */
#include "ask_gl.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "egl_context.h"
#include "gl_names.h"

enum { BYTES = 4096, WRITE_ONLY = 0x88B9, DYNAMIC_DRAW = 0x88E8 };

/* ---- contexts and devices ------------------------------------------------------------------- */

static void without_context(void)
{
    gigl_name name = ask_buffer(BYTES);
    gpuGraphicsResource_t resource;
    unsigned int count = 99;
    int devices[4];
    gpuError_t code;

    egl_make_current(-1);
    SAY("register", gpuGraphicsGLRegisterBuffer(&resource, name, 0));
    code = gpuGLGetDevices(&count, devices, 4, GL_DEVICES_ALL);
    ask_say("devices", code, " count=%s", count == 99 ? "untouched" : "set");
}

static void devices_of_context(void)
{
    static const struct { const char *name; int list; } lists[] = {
        { "all", 1 }, { "current", 2 }, { "next", 3 } };
    unsigned int count;
    int devices[4];

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        gpuError_t code;

        count = 99;
        code = gpuGLGetDevices(&count, devices, 4, lists[i].list);
        ask_say(lists[i].name, code, " count=%u", count);
    }
    SAY("unknown_list", gpuGLGetDevices(&count, devices, 4, 4));
    SAY("capacity_0", gpuGLGetDevices(&count, devices, 0, GL_DEVICES_ALL));
    SAY("null_count", gpuGLGetDevices(NULL, devices, 4, GL_DEVICES_ALL));
    SAY("null_array", gpuGLGetDevices(&count, NULL, 4, GL_DEVICES_ALL));
}

static gpuGraphicsResource_t shared;

static void *ask_elsewhere(void *name)
{
    gpuGraphicsResource_t resource;
    unsigned int count;
    int devices[4];

#ifdef ASK_DRIVER
    as_driver_begin();           /* a runtime's thread has a context of CUDA by itself */
#endif
    SAY("map", gpuGraphicsMapResources(1, &shared, NULL));
    SAY("unmap", gpuGraphicsUnmapResources(1, &shared, NULL));
    SAY("register", gpuGraphicsGLRegisterBuffer(&resource, *(gigl_name *)name, 0));
    SAY("devices", gpuGLGetDevices(&count, devices, 4, GL_DEVICES_ALL));
    return NULL;
}

static void other_thread(void)
{
    gigl_name name = ask_buffer(BYTES);
    pthread_t thread;

    shared = ask_registered(BYTES);
    if (pthread_create(&thread, NULL, ask_elsewhere, &name) == 0)
        pthread_join(thread, NULL);
}

/* ---- registering ---------------------------------------------------------------------------- */

static void register_buffers(void)
{
    gpuGraphicsResource_t resource, again;
    gigl_name name = ask_buffer(BYTES), generated;
    gpuError_t code;

    gl.GenBuffers(1, &generated);
    SAY("zero", gpuGraphicsGLRegisterBuffer(&resource, 0, 0));
    SAY("unknown", gpuGraphicsGLRegisterBuffer(&resource, 7777, 0));
    SAY("generated", gpuGraphicsGLRegisterBuffer(&resource, generated, 0));
    SAY("without_storage", gpuGraphicsGLRegisterBuffer(&resource, ask_buffer(0), 0));
    code = gpuGraphicsGLRegisterBuffer(NULL, name, 0);
    ask_say("null_out", code, " gl_error=0x%x", gl.GetError());
    SAY("once", gpuGraphicsGLRegisterBuffer(&resource, name, 0));
    code = gpuGraphicsGLRegisterBuffer(&again, name, 0);
    ask_say("twice", code, " resource=%s", resource == again ? "same" : "other");
}

static void buffer_flags(void)
{
    static const struct { const char *name; unsigned int flags; } sets[] = {
        { "0", 0 }, { "1", 1 }, { "2", 2 }, { "3", 3 }, { "4", 4 }, { "8", 8 }, { "16", 16 },
        { "0x80000000", 0x80000000u } };
    gpuGraphicsResource_t resource;

    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        SAY(sets[i].name, gpuGraphicsGLRegisterBuffer(&resource, ask_buffer(BYTES),
                                                      sets[i].flags));
}

/* ---- maps ----------------------------------------------------------------------------------- */

static void lists(void)
{
    gpuGraphicsResource_t resource = ask_registered(BYTES), list[2] = { resource, resource };

    SAY("unmap_not_mapped", gpuGraphicsUnmapResources(1, &resource, NULL));
    SAY("same_twice", gpuGraphicsMapResources(2, list, NULL));
    SAY("same_twice_unmap", gpuGraphicsUnmapResources(1, &resource, NULL));
    SAY("count_0", gpuGraphicsMapResources(0, list, NULL));
    SAY("count_minus_1", gpuGraphicsMapResources(-1, list, NULL));
    SAY("null_list", gpuGraphicsMapResources(1, NULL, NULL));
    SAY("map", gpuGraphicsMapResources(1, &resource, NULL));
    SAY("map_again", gpuGraphicsMapResources(1, &resource, NULL));
    SAY("unregister_mapped", gpuGraphicsUnregisterResource(resource));
    SAY("unmap", gpuGraphicsUnmapResources(1, &resource, NULL));
}

static void pointers(void)
{
    gpuGraphicsResource_t resource = ask_registered(BYTES);
    void *pointer = NULL, *next = NULL;
    gpuPointerAttributes attributes;
    gpuError_t code;
    size_t size;

    SAY("not_mapped", gpuGraphicsResourceGetMappedPointer(&pointer, &size, resource));
    SAY("map", gpuGraphicsMapResources(1, &resource, NULL));
    SAY("null_pointer", gpuGraphicsResourceGetMappedPointer(NULL, &size, resource));
    SAY("null_size", gpuGraphicsResourceGetMappedPointer(&pointer, NULL, resource));
    code = gpuPointerGetAttributes(&attributes, pointer);
    ask_say("attributes", code, " type=%s",
            attributes.type == gpuMemoryTypeDevice ? "device" : "other");
    SAY("free", gpuFree(pointer));
    SAY("unmap", gpuGraphicsUnmapResources(1, &resource, NULL));
    SAY("memset_unmapped", gpuMemset(pointer, 1, BYTES));
    SAY("map_again", gpuGraphicsMapResources(1, &resource, NULL));
    code = gpuGraphicsResourceGetMappedPointer(&next, &size, resource);
    ask_say("next", code, " pointer=%s", next == pointer ? "same" : "other");
}

static void arrays_of_buffer(void)
{
    gpuGraphicsResource_t resource = ask_registered(BYTES);
    gpuArray_t array;

    SAY("map", gpuGraphicsMapResources(1, &resource, NULL));
    SAY("array", gpuGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
#if API_IS_CUDA
    cudaMipmappedArray_t mipmapped;

    SAY("mipmapped", cudaGraphicsResourceGetMappedMipmappedArray(&mipmapped, resource));
#endif
}

#if API_IS_CUDA
static void map_flags(void)
{
    gpuGraphicsResource_t resource = ask_registered(BYTES);

    SAY("3", cudaGraphicsResourceSetMapFlags(resource, 3));
    SAY("map", cudaGraphicsMapResources(1, &resource, NULL));
    SAY("mapped", cudaGraphicsResourceSetMapFlags(resource, 1));
}
#endif

/* ---- OpenGL meanwhile ----------------------------------------------------------------------- */

static void changed(void)
{
    gigl_name name = ask_buffer(BYTES);
    gpuGraphicsResource_t resource;
    void *pointer;
    size_t size = 0;
    gpuError_t code;

    SAY("register", gpuGraphicsGLRegisterBuffer(&resource, name, 0));
    gl.BindBuffer(GIGL_ARRAY_BUFFER, name);
    gl.BufferData(GIGL_ARRAY_BUFFER, 2 * BYTES, NULL, DYNAMIC_DRAW);
    code = gpuGraphicsMapResources(1, &resource, NULL);
    ask_say("resized_map", code, " gl_error=0x%x", gl.GetError());
    code = gpuGraphicsResourceGetMappedPointer(&pointer, &size, resource);
    ask_say("resized_pointer", code, " size=%s", size == BYTES ? "old" : "new");
    SAY("resized_unmap", gpuGraphicsUnmapResources(1, &resource, NULL));
    gl.DeleteBuffers(1, &name);
    SAY("deleted_map", gpuGraphicsMapResources(1, &resource, NULL));
    SAY("deleted_unmap", gpuGraphicsUnmapResources(1, &resource, NULL));
    SAY("deleted_unregister", gpuGraphicsUnregisterResource(resource));
}

static void used_by_gl(void)
{
    void *(*map_buffer)(gigl_enum target, gigl_enum access);
    unsigned char (*unmap_buffer)(gigl_enum target);
    void *symbols[2] = { egl_function("glMapBuffer"), egl_function("glUnmapBuffer") };
    gigl_name name = ask_buffer(BYTES);
    gpuGraphicsResource_t resource;
    const uint32_t word = 7;

    memcpy(&map_buffer, &symbols[0], sizeof map_buffer);
    memcpy(&unmap_buffer, &symbols[1], sizeof unmap_buffer);
    SAY("register", gpuGraphicsGLRegisterBuffer(&resource, name, 0));
    SAY("map", gpuGraphicsMapResources(1, &resource, NULL));
    gl.BindBuffer(GIGL_ARRAY_BUFFER, name);
    gl.BufferSubData(GIGL_ARRAY_BUFFER, 0, sizeof word, &word);
    ask_say("write_mapped", gpuSuccess, " gl_error=0x%x", gl.GetError());
    map_buffer(GIGL_ARRAY_BUFFER, WRITE_ONLY);
    ask_say("map_mapped", gpuSuccess, " gl_error=0x%x", gl.GetError());
    unmap_buffer(GIGL_ARRAY_BUFFER);
    (void)gl.GetError();
    SAY("unmap", gpuGraphicsUnmapResources(1, &resource, NULL));
    map_buffer(GIGL_ARRAY_BUFFER, WRITE_ONLY);
    SAY("map_while_gl_has_it", gpuGraphicsMapResources(1, &resource, NULL));
}

const struct ask_section ask_call_sections[] = {
    { "gl.without_context", without_context }, { "gl.devices", devices_of_context },
    { "gl.other_thread", other_thread }, { "gl.register", register_buffers },
    { "gl.flags", buffer_flags }, { "gl.lists", lists }, { "gl.pointer", pointers },
    { "gl.buffer_arrays", arrays_of_buffer },
#if API_IS_CUDA
    { "gl.map_flags", map_flags },
#endif
    { "gl.changed", changed }, { "gl.used", used_by_gl }, { NULL, NULL },
};
