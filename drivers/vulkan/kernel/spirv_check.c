/* libgpuinterop-spirv: SPIRV-Tools for the modules that programs bring. */
#include "contract/spirv_check.h"

#include <spirv-tools/libspirv.h>
#include <stdbool.h>
#include <stdio.h>

/** The version of Vulkan 1.2; what programs bring may be newer. */
#define GIVK_SPIRV_1_5 0x00010500u

gi_spirv_check_fn gi_spirv_check;

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
