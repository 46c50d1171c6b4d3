/** Names of SPIR-V's capabilities, for sentences.
 *
 *  Threads: any. */
#ifndef GI_CAPABILITY_NAMES_H
#define GI_CAPABILITY_NAMES_H

#include <stdint.h>

/** The name of a capability as SPIR-V's specification has it; NULL if it is not known here.
 *  Owner: the library's, for ever. */
const char *gi_capability_name(uint32_t capability);

#endif
