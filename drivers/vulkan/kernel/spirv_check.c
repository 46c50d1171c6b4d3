/* libgpuinterop-spirv: SPIRV-Tools for the modules that programs bring. */
#include "contract/spirv_check.h"

#include <spirv-tools/libspirv.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/** The version of Vulkan 1.2; SPIR-V that programs bring may be newer. */
#define GIVK_SPIRV_1_5 0x00010500u

gi_spirv_check_fn gi_spirv_check;
gi_spirv_text_fn gi_spirv_text;

__attribute__((visibility("default")))
int gi_spirv_check(const uint32_t *words, size_t word_count, char *why, size_t size)
{
    struct spv_const_binary_t binary = { words, word_count };
    bool is_new = word_count > 1 && words[1] > GIVK_SPIRV_1_5;
    spv_context context = spvContextCreate(is_new ? SPV_ENV_VULKAN_1_3 : SPV_ENV_VULKAN_1_2);
    spv_diagnostic diagnostic = NULL;
    spv_result_t result;

    if (context == NULL) {
        snprintf(why, size, "no host memory for SPIRV-Tools");
        return 1;
    }
    result = spvValidate(context, &binary, &diagnostic);
    if (result != SPV_SUCCESS)
        snprintf(why, size, "%s", diagnostic != NULL ? diagnostic->error : "it is not valid");
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return result != SPV_SUCCESS;
}

__attribute__((visibility("default")))
char *gi_spirv_text(const uint32_t *words, size_t word_count)
{
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    spv_text made = NULL;
    char *text = NULL;

    if (context != NULL &&
        spvBinaryToText(context, words, word_count,
                        SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES,
                        &made, NULL) == SPV_SUCCESS)
        text = strndup(made->str, made->length);
    spvTextDestroy(made);
    spvContextDestroy(context);
    return text;
}
