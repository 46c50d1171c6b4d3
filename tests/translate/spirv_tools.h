/** The library of SPIRV-Tools, for tests of what makes modules. A process for each of a thousand
 *  modules took most of the time of some tests. */
#ifndef TEST_SPIRV_TOOLS_H
#define TEST_SPIRV_TOOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Tells if the tests were built with it. Else no module is valid, and there are no texts. */
bool spirv_tools_installed(void);

/** The module without its wish for maximal reconvergence, which older tools and drivers do not
 *  know.
 *  \return  the words of out, which has room for count. */
uint32_t spirv_without_reconvergence(const uint32_t *words, uint32_t count, uint32_t *out);

/** Tells if a module asks for a capability. */
bool spirv_has_capability(const uint32_t *words, uint32_t count, uint32_t capability);

/** True if the module, without that wish, is valid for Vulkan 1.2. Else the reason goes to
 *  stderr. Tools that are older than cooperative matrices cannot look at a module with some: it
 *  counts as valid. */
bool spirv_is_valid(const uint32_t *words, uint32_t count);

/** The text of the module, with numbers as names and without header and indentation; NULL where
 *  there is none.
 *  Owner:   the caller, by free. */
char *spirv_text(const uint32_t *words, uint32_t count);

#endif
