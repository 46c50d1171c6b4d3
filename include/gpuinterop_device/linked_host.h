/** Host code of an object whose device code is joined with that of others, as cudainterop-cc
 *  -rdc=true and hipinterop-cc -fgpu-rdc make it; a part of cuda_runtime.h and hip_runtime.h.
 *
 *  The linker of the program collects the images of the objects in one section. It finds device
 *  functions and variables as it finds those of the host. Each name, with an end of its own, is a
 *  symbol of the object that defines it and of those that use it. So the linker takes objects out
 *  of libraries where device code alone needs them. It names files where a definition is missing
 *  or is there twice. Nothing of this is seen outside of the program or shared library. */
#ifndef GPUINTEROP_LINKED_HOST_H
#define GPUINTEROP_LINKED_HOST_H

#if defined(__GPUINTEROP_LINKED__) && !defined(__CUDA_ARCH__)

/* Clang registers an image where host code has a kernel or a variable of it. Device code lacks this
 * one. */
static __attribute__((device, used)) char gpuinterop_anchor;

/* Clang's name of what the object registers. */
__asm__(".pushsection gpuinterop_images, \"awR\", %progbits\n"
        "\t.balign 8\n"
        "\t.quad __hip_fatbin_wrapper\n"
        "\t.popsection");

extern "C" {
extern const void *const gpuinterop_first_image[] __asm__("__start_gpuinterop_images")
    __attribute__((visibility("hidden")));
extern const void *const gpuinterop_images_end[] __asm__("__stop_gpuinterop_images")
    __attribute__((visibility("hidden")));
}

/* Before the object registers its own image. */
__attribute__((constructor(101))) static void gpuinterop_register_objects()
{
    static struct {
        int magic, version;
        const void *first, *end;
    } objects = { GPUINTEROP_LINKED_MAGIC, 3, gpuinterop_first_image, gpuinterop_images_end };

    GPUINTEROP_LINKED_REGISTER(&objects);
}

/* The symbols are a list that the driver makes of the device code. */
#define GPUINTEROP_DEVICE_SYMBOL(name, attributes) \
    extern "C" const char gpuinterop_symbol_##name __asm__(#name ".device") \
        __attribute__((visibility("hidden"))) attributes;
#define GPUINTEROP_DEFINED(name) \
    GPUINTEROP_DEVICE_SYMBOL(name, __attribute__((used))) \
    const char gpuinterop_symbol_##name = 0;
#define GPUINTEROP_WEAK(name) \
    GPUINTEROP_DEVICE_SYMBOL(name, __attribute__((used, weak))) \
    const char gpuinterop_symbol_##name = 0;
#define GPUINTEROP_USED(name) \
    GPUINTEROP_DEVICE_SYMBOL(name, ) \
    static const void *const gpuinterop_use_##name __attribute__((used)) = \
        &gpuinterop_symbol_##name;
GPUINTEROP_LINKED_SYMBOLS
#undef GPUINTEROP_DEFINED
#undef GPUINTEROP_WEAK
#undef GPUINTEROP_USED
#undef GPUINTEROP_DEVICE_SYMBOL

#endif

#endif
