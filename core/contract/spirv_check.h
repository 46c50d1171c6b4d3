/** The check of SPIR-V that programs bring, and its assembly: a library of its own around
 *  SPIRV-Tools (libgpuinterop-spirv), which is opened when the first module comes. */
#ifndef GI_SPIRV_CHECK_H
#define GI_SPIRV_CHECK_H

#include <stddef.h>
#include <stdint.h>

/** Checks a module against the rules of the interface that drivers give it to.
 *  Returns: 0 if it is valid; else why is a sentence, cut to size bytes.
 *  Threads: any. */
typedef int gi_spirv_check_fn(const uint32_t *words, size_t word_count, char *why, size_t size);

/** The assembly of a module, as spirv-dis prints it.
 *  Owner:   the caller frees it.
 *  Returns: NULL if it is no module, or without memory.
 *  Threads: any. */
typedef char *gi_spirv_text_fn(const uint32_t *words, size_t word_count);

#define GI_SPIRV_CHECK_LIBRARY "libgpuinterop-spirv.so.0"
#define GI_SPIRV_CHECK_NAME "gi_spirv_check"
#define GI_SPIRV_TEXT_NAME "gi_spirv_text"

#endif
