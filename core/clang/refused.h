/** Clang refuses some declarations of shared variables that the vendor's compiler takes. This finds
 *  them in clang's messages. It also finds the words with which clang takes most of them. The words
 *  are macros of gpuinterop_device/qualifiers.h. The source stays as it is, with its lines and
 *  columns. Pure; threads: any. */
#ifndef GI_CLANG_REFUSED_H
#define GI_CLANG_REFUSED_H

#include "clang/words.h"

/** How often clang runs over a source whose refusals the words may mend. */
enum { GI_REFUSED_RUNS = 12 };

/** Adds words of clang's command line for another run over a source that clang has refused:
 *  - for alignas behind other words of a declaration, a word that makes alignas a macro;
 *  - for a variable whose type has a destructor, words that name the line of its __shared__. The
 *    variable has no first value then. Clang refuses one with an initializer, or with a constructor
 *    that is not trivial. The line is looked for from the message's upwards, one for each run.
 *  Parameter io_words: those of the runs before.
 *  Returns: whether another word is there. */
bool gi_refused_mend(const char *messages, struct gi_words *io_words);

/** Whether messages are about what those words have made of a declaration. Then the messages of a
 *  run with fewer words tell the user more. */
bool gi_refused_is_about_words(const char *messages);

/** A function that takes the next part of a text. */
typedef void gi_refused_take(void *taker, const char *bytes, size_t count);

/** Passes messages on. A message that refuses such a declaration gets a note more. The note stands
 *  behind the message's own notes, with the same file and line. It says how to write the
 *  declaration. */
void gi_refused_explain(const char *messages, gi_refused_take *take, void *taker);

#endif
