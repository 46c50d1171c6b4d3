/** Modules of SPIR-V that programs bring: checked by SPIRV-Tools, and held against what the device
 *  can do. No driver sees a module that did not pass.
 *
 *  Threads: any. */
#ifndef GI_SHADER_H
#define GI_SHADER_H

#include "kernel/reflect/reflect.h"
#include "kernel/target/target.h"

/** Reads and checks a module, and brings it into the form that devices take (reflect_plain.h).
 *  out_module describes the words that come out.
 *  Owner:   the arena; words that need no other form stay where they are.
 *  Errors:  GI_NOT_SUPPORTED where SPIRV-Tools are not installed, GI_INVALID_IMAGE for a module
 *           that is not valid, GI_NO_BINARY for interfaces that a kernel cannot have,
 *           GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_shader_read(struct gi_arena *arena, const uint32_t *words,
                                       size_t word_count, struct gi_reflect_module *out_module,
                                       const uint32_t **out_words, size_t *out_count);

/** Checks a module that shall take the place of a kernel; name is that of its file.
 *  Errors:  GI_NOT_SUPPORTED where SPIRV-Tools are not installed, GI_INVALID_IMAGE for a module
 *           that is not valid. */
GI_MUST_CHECK gi_status gi_shader_check(const uint32_t *words, size_t word_count,
                                        const char *name);

/** The assembly of a module.
 *  Owner:   the caller frees it.
 *  Returns: NULL where SPIRV-Tools are not installed, and without memory. */
char *gi_shader_text(const uint32_t *words, size_t word_count);

/** Describes one of its kernels for a device.
 *  Owner:   the arena; the words are borrowed.
 *  Errors:  GI_NOT_SUPPORTED if the device lacks a capability, and for more than 4 KiB of
 *           parameters; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_shader_describe(struct gi_arena *arena, const uint32_t *words,
                                           size_t word_count,
                                           const struct gi_reflect_module *module,
                                           const struct gi_reflect_kernel *kernel,
                                           const struct gi_translate_target *target,
                                           struct gi_translate_kernel *out_kernel);

#endif
