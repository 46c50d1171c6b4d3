/** CUDA for the compiler: of the driver, and of the library that compiles while a program runs. */
#ifndef GICUDA_LANGUAGE_H
#define GICUDA_LANGUAGE_H

#include "clang/language.h"

extern const struct gi_language gicuda_language;

#endif
