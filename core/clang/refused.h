/** Clang refuses some declarations of shared variables that the vendor's compiler takes. This finds
 *  them in clang's messages.
 *  Pure; threads: any. */
#ifndef GI_CLANG_REFUSED_H
#define GI_CLANG_REFUSED_H

#include <stddef.h>

/** A word of clang's command line. With it the prelude defines alignas as a macro
 *  (gpuinterop_device/qualifiers.h), and clang takes alignas behind other words of a declaration.
 *  It is for a second run over a source that clang has refused. */
extern const char *const gi_refused_alignas_word;

/** Part of clang's message about an attribute behind other words of a declaration. To clang alignas
 *  is an attribute. */
extern const char gi_refused_attribute[];

/** Part of clang's notes about what the macro alignas has become, in a run with that word. */
extern const char gi_refused_macro[];

/** A function that takes the next part of a text. */
typedef void gi_refused_take(void *taker, const char *bytes, size_t count);

/** Passes messages on. Behind a message that refuses such a declaration, and behind its notes, it
 *  adds a note of the same file and line. The note says how to write the declaration. */
void gi_refused_explain(const char *messages, gi_refused_take *take, void *taker);

#endif
