/** Whether the bodies of a module are PTX, without an emission: programs that compile at run time
 *  load a text to learn whether it is right. */
#ifndef GI_EXAMINE_H
#define GI_EXAMINE_H

#include "kernel/translate/ptx/ptx.h"

/** Reads all bodies of a module once, and looks at the names and forms of their instructions. A
 *  part of PTX that the translator lacks is no fault here.
 *  links: the text is whole, so functions that are called have to be there.
 *  Errors:  GI_INVALID_VALUE; the sentence has the words and lines of NVIDIA's assembler, as many
 *           as it holds. GI_OUT_OF_MEMORY.
 *  Threads: any. The bodies' memory is released before it returns. */
GI_MUST_CHECK gi_status gi_translate_examine(const struct gi_ptx_module *module, bool links);

/** Puts the last failure of the thread, which is the parser's, into the words of the assembler.
 *  Returns: status. */
gi_status gi_translate_as_assembler(gi_status status);

#endif
