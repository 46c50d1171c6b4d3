/** Declarations of shared variables that clang refuses and the vendor's compiler takes, as clang's
 *  messages tell them.
 *  Pure; threads: any. */
#ifndef GI_CLANG_REFUSED_H
#define GI_CLANG_REFUSED_H

#include <stddef.h>

/** The word of a command line that makes clang take alignas behind other words of a declaration:
 *  the prelude defines it as a macro (gpuinterop_device/qualifiers.h). It is for a second run over
 *  a source that clang has refused. */
extern const char *const gi_refused_alignas_word;

/** The words of the message about an attribute, as alignas, behind other words of a declaration. */
extern const char gi_refused_attribute[];

/** The words of each message of a second run that is about that macro. */
extern const char gi_refused_macro[];

/** A function that takes the next part of a text. */
typedef void gi_refused_take(void *taker, const char *bytes, size_t count);

/** Passes messages on. Behind each that refuses such a declaration, and behind its notes, stands a
 *  note of the same file and line, which says how to write the declaration. */
void gi_refused_explain(const char *messages, gi_refused_take *take, void *taker);

#endif
