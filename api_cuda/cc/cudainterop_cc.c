/** Compiles CUDA sources with clang, and links them with libcudainterop. */
#include <stddef.h>

#include "compile/dialect.h"

static const char *const extensions[] = { ".cu", NULL };
static const char *const nothing[] = { NULL };

static const struct gi_dialect dialect = {
    .program = "cudainterop-cc",
    .title = "CUDA",
    .folder = "cuda",
    .library = "cudainterop",
    .host_language = "cuda",
    .prelude = "cuda_runtime.h",
    .extensions = extensions,
    .device_words = nothing,
    .host_words = nothing,
    .is_bundle = false,
};

int main(int argc, char **argv)
{
    return gi_compile_main(&dialect, argc, argv);
}
