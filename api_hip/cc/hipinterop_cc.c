/** Compiles HIP sources with clang, and links them with libhipinterop. Device code is compiled as
 *  the other language, whose compiler makes PTX; the names of both are in the headers. Host code
 *  has HIP's own stubs. */
#include <stddef.h>

#include "compile/dialect.h"
#include "hip_language.h"

/* As with hipcc, files of C++ may have device code. */
static const char *const extensions[] = {
    ".hip", ".cu", ".cpp", ".cc", ".cxx", ".C", ".c++", NULL
};
/* The host pass sees the built-in functions of the device pass. */
static const char *const host_words[] = {
    "-D__HIPCC__=1", "-D__HIP_PLATFORM_AMD__=1", "-Xclang", "-aux-triple", "-Xclang",
    "nvptx64-nvidia-cuda", NULL
};

static const struct gi_dialect dialect = {
    .program = "hipinterop-cc",
    .title = "HIP",
    .language = &gihip_language,
    .library = "hipinterop",
    .host_language = "hip",
    .extensions = extensions,
    .host_words = host_words,
    .per_thread_word = "-DHIP_API_PER_THREAD_DEFAULT_STREAM=1",
    .managed_language = "hip",
    .managed_words = NULL,
    .linked_words = NULL,
    .is_bundle = true,
};

int main(int argc, char **argv)
{
    return gi_compile_main(&dialect, argc, argv);
}
