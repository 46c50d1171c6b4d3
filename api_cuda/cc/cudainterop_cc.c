/** Compiles CUDA sources with clang, and links them with libcudainterop. */
#include <stddef.h>

#include "compile/dialect.h"
#include "cuda_language.h"

static const char *const extensions[] = { ".cu", NULL };
static const char *const nothing[] = { NULL };

/* Clang has managed variables for HIP only. cudainterop/device/managed_host.h makes CUDA's calls of
 * what HIP's host code calls. */
static const char *const managed_words[] = {
    "-D__GPUINTEROP_MANAGED__=1", "-U__HIP__", "-U__HIPCC__", "-D__CUDA__=1", "-Xclang",
    "-aux-triple", "-Xclang", "nvptx64-nvidia-cuda", NULL
};

static const char *const linked_words[] = { "-D__CUDACC_RDC__=1", NULL };

static const char *const known_functions[] = { "cudaGraphSetConditional", NULL };

static const struct gi_dialect dialect = {
    .program = "cudainterop-cc",
    .title = "CUDA",
    .language = &gicuda_language,
    .library = "cudainterop",
    .host_language = "cuda",
    .extensions = extensions,
    .host_words = nothing,
    .per_thread_word = "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1",
    .managed_language = "hip",
    .managed_words = managed_words,
    .linked_words = linked_words,
    .known_functions = known_functions,
    .is_bundle = false,
};

int main(int argc, char **argv)
{
    return gi_compile_main(&dialect, argc, argv);
}
