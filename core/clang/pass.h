/** The words of clang's command line with which sources of device code are compiled. */
#ifndef GI_CLANG_PASS_H
#define GI_CLANG_PASS_H

#include "clang/places.h"
#include "clang/words.h"

/** The capability that is compiled for where nobody names one, times ten. It is nvcc's own of
 *  CUDA 13: a program that needs more names it for both compilers. */
enum { GI_PASS_CAPABILITY = 75 };

/** The capabilities that clang compiles for, times ten, the lowest first. A device takes code of
 *  each of them. */
const int *gi_pass_capabilities(int *out_count);

/** The capability that clang compiles for where a program names one: the next below of the list, or
 *  its lowest. */
int gi_pass_known_capability(int named);

/** Adds the words that each pass of a source with device code begins with.
 *  Parameter language: clang's name of it.
 *  Parameter standard: of C++; NULL for the usual one.
 *  Parameter capability: of the device code, times ten; 0 for the usual one. */
void gi_pass_begin(struct gi_words *command, const struct gi_places *places, const char *language,
                   const char *standard, int capability);

/** Adds the words of a pass over device code alone.
 *  Parameter goal: clang's option for the output; "-S" makes PTX.
 *  Parameter language_words: more words of the language. */
void gi_pass_add_device(struct gi_words *command, const char *goal, int capability,
                        const char *const *language_words);

/** Adds shorter forms of division, square root and float functions. */
void gi_pass_add_fast_math(struct gi_words *words);

/** Adds the folders of the headers, and the files.
 *  Parameter folder: of the language, within that of all headers.
 *  Parameter output: NULL for clang's own choice. */
void gi_pass_end(struct gi_words *command, const struct gi_places *places, const char *folder,
                 const char *input, const char *output);

#endif
