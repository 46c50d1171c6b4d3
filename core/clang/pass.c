#include "clang/pass.h"

static const int capabilities[] = { 50, 52, 53, 60, 61, 62, 70, 72, 75, 80 };
enum { CAPABILITIES = sizeof(capabilities) / sizeof(capabilities[0]) };

const int *gi_pass_capabilities(int *out_count)
{
    *out_count = CAPABILITIES;
    return capabilities;
}

int gi_pass_known_capability(int named)
{
    int place = CAPABILITIES - 1;

    while (place > 0 && named < capabilities[place])
        place--;
    return capabilities[place];
}

static int or_usual(int capability)
{
    return capability != 0 ? capability : GI_PASS_CAPABILITY;
}

static void add_folder(struct gi_words *command, const char *all, const char *one)
{
    gi_words_add(command, "-isystem");
    gi_words_add_text(command, "%s%s%s", all, *one ? "/" : "", one);
}

void gi_pass_begin(struct gi_words *command, const struct gi_places *places, const char *language,
                   const char *standard, int capability)
{
    gi_words_add_array(command, (const char *const[]){
        places->clang, "-x", language,
        "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-D__GPUINTEROP_CC__=1",
        "-Xclang", "-target-sdk-version=11.5",      /* how a launch is compiled */
        "-Xclang", "-fcuda-allow-variadic-functions",   /* declarations, as nvcc takes them */
        "-std=c++17", "-Wno-register",
        "-Wno-invalid-constexpr",       /* the vendor's host compilers know values of log */
        NULL });
    if (standard != NULL)
        gi_words_add_text(command, "-std=%s", standard);
    gi_words_add_text(command, "-D__CUDA_ARCH_LIST__=%d0", or_usual(capability));
    gi_words_add(command, "-include");       /* a bare name is looked for in the working folder */
    gi_words_add(command, places->prelude);
}

void gi_pass_add_device(struct gi_words *command, const char *goal, int capability,
                        const char *const *language_words)
{
    gi_words_add_array(command, (const char *const[]){
        "--cuda-device-only", "-Xclang", "-target-feature", "-Xclang",
        or_usual(capability) < 80 ? "+ptx64" : "+ptx74",    /* has all that 8.0 adds */
        goal, "-O3",
        "-Wno-ignored-attributes",      /* "used" of extern managed variables */
        NULL });
    gi_words_add_text(command, "--cuda-gpu-arch=sm_%d", or_usual(capability));
    gi_words_add_array(command, language_words);
}

void gi_pass_add_fast_math(struct gi_words *words)
{
    gi_words_add_array(words, (const char *const[]){
        "-D__USE_FAST_MATH__=1", "-mllvm", "-nvptx-prec-divf32=1", "-mllvm",
        "-nvptx-prec-sqrtf32=0", NULL });
}

void gi_pass_end(struct gi_words *command, const struct gi_places *places, const char *folder,
                 const char *input, const char *output)
{
    add_folder(command, places->headers, folder);
    add_folder(command, places->headers, "");
    add_folder(command, places->headers, "gpuinterop_device/wrappers");
    gi_words_add(command, input);
    if (output != NULL) {
        gi_words_add(command, "-o");
        gi_words_add(command, output);
    }
}
