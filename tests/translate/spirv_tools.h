/** SPIRV-Tools as commands, for tests of what makes modules. */
#ifndef TEST_SPIRV_TOOLS_H
#define TEST_SPIRV_TOOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Tells if spirv-val and spirv-dis are installed. */
bool spirv_tools_installed(void);

/** The module without its wish for maximal reconvergence, which older tools and drivers do not
 *  know.
 *  \return  the words of out, which has room for count. */
uint32_t spirv_without_reconvergence(const uint32_t *words, uint32_t count, uint32_t *out);

/** True if spirv-val takes the module, without that wish, for Vulkan 1.2; what it says otherwise
 *  goes to stderr. */
bool spirv_is_valid(const uint32_t *words, uint32_t count);

/** The module as spirv-dis writes it, without header and indentation; NULL where it refuses.
 *  Owner:   the caller, by free. */
char *spirv_text(const uint32_t *words, uint32_t count);

#endif
