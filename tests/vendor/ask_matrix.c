/* Asks CUDA for the answers of each form of mma: prints which of them the model in C does not
 * expect, and the words of sums of floats. It needs NVIDIA's libcuda.so.1 and a GPU, and no other
 * part of this project. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "matrix_model.h"
#include "matrix_text.h"

typedef void call(void);        /* of any type */

static void *library;

static call *named(const char *name)
{
    call *function;

    *(void **)&function = dlsym(library, name);
    if (!function)
        exit(77);
    return function;
}

#define CALL(name, types, ...) ((int (*) types)named(name))(__VA_ARGS__)

struct asked {
    void *module, *function;
    unsigned long long in, out;
};

/* Runs a warp; an error code of CUDA. */
static int ask(const struct matrix_form *form, struct matrix_fragments *fragments,
               uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS])
{
    static char text[16384];
    static uint32_t in[MATRIX_LANES][MATRIX_TEXT_IN];
    struct asked asked = { 0 };
    void *arguments[] = { &asked.in, &asked.out };
    int error;

    matrix_text(form, MATRIX_PLAIN, text, sizeof(text));
    matrix_text_input(fragments, in);
    error = CALL("cuModuleLoadData", (void **, const void *), &asked.module, text);
    if (error)
        return error;
    error = CALL("cuModuleGetFunction", (void **, void *, const char *), &asked.function,
                 asked.module, "k");
    error |= CALL("cuMemAlloc_v2", (unsigned long long *, size_t), &asked.in, sizeof(in));
    error |= CALL("cuMemAlloc_v2", (unsigned long long *, size_t), &asked.out, 1024);
    error |= CALL("cuMemcpyHtoD_v2", (unsigned long long, const void *, size_t), asked.in, in,
                  sizeof(in));
    error |= CALL("cuLaunchKernel", (void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                                     unsigned, unsigned, void *, void **, void **),
                  asked.function, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL);
    error |= CALL("cuMemcpyDtoH_v2", (void *, unsigned long long, size_t), d, asked.out, 1024);
    CALL("cuMemFree_v2", (unsigned long long), asked.in);
    CALL("cuMemFree_v2", (unsigned long long), asked.out);
    CALL("cuModuleUnload", (void *), asked.module);
    return error;
}

static void print_words(const struct matrix_form *form, uint32_t d[][MATRIX_SUM_WORDS])
{
    printf("%s", form->spelling);
    for (uint32_t lane = 0; lane < MATRIX_LANES; lane++) {
        for (uint32_t i = 0; i < matrix_sum_words(form); i++)
            printf(" %x", d[lane][i]);
    }
    printf("\n");
}

int main(void)
{
    size_t count;
    const struct matrix_form *forms = matrix_forms(&count);
    int device, wrong = 0;
    void *context;

    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library || CALL("cuInit", (unsigned), 0)
        || CALL("cuDeviceGet", (int *, int), &device, 0)
        || CALL("cuDevicePrimaryCtxRetain", (void **, int), &context, device)
        || CALL("cuCtxSetCurrent", (void *), context))
        return 77;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t seed = 1; seed <= 20; seed++) {
            static struct matrix_fragments fragments;
            static uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS];
            const char *why = NULL;
            int error;

            matrix_fill(&forms[i], seed, &fragments);
            error = ask(&forms[i], &fragments, d);
            if (!error)
                why = matrix_compare(&forms[i], &fragments, d);
            if (error || why) {
                printf("# %s, selector %u: error %d; %s\n", forms[i].spelling, forms[i].selector,
                       error, why ? why : "");
                wrong++;
                break;
            }
            if (seed == 1 && forms[i].sum != OF_S32 && !forms[i].sparse)
                print_words(&forms[i], d);
        }
    }
    printf("# %zu forms, %d are not as the model says\n", count, wrong);
    return wrong != 0;
}
