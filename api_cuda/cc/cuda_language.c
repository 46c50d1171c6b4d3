#include "cuda_language.h"

#include <stddef.h>

const struct gi_language gicuda_language = {
    .folder = "cuda",
    .prelude = "cuda_runtime.h",
};
