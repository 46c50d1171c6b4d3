/** HIP for the compiler: of the driver, and of the library that compiles while a program runs. */
#ifndef GIHIP_LANGUAGE_H
#define GIHIP_LANGUAGE_H

#include "clang/language.h"

extern const struct gi_language gihip_language;

#endif
