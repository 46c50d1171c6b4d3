#include "spirv_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/translate/spirv/words.h"

uint32_t spirv_without_reconvergence(const uint32_t *words, uint32_t count, uint32_t *out)
{
    uint32_t kept = 5, length;

    memcpy(out, words, 5 * sizeof(*words));
    for (uint32_t i = 5; i < count; i += length) {
        uint32_t opcode = words[i] & 0xffff;

        length = words[i] >> 16;
        if (opcode == GiOpExtension && strstr((const char *)(words + i + 1), "reconvergence"))
            continue;
        if (opcode == GiOpExecutionMode
            && words[i + 2] == GiExecutionModeMaximallyReconvergesKHR)
            continue;
        memcpy(out + kept, words + i, length * sizeof(*words));
        kept += length;
    }
    return kept;
}

bool spirv_has_capability(const uint32_t *words, uint32_t count, uint32_t capability)
{
    for (uint32_t i = 5; i < count; i += words[i] >> 16) {
        if ((words[i] & 0xffff) != GiOpCapability)
            return false;
        if (words[i + 1] == capability)
            return true;
    }
    return false;
}

#ifdef TEST_HAS_SPIRV_TOOLS

#include <spirv-tools/libspirv.h>

bool spirv_tools_installed(void)
{
    return true;
}

/* Says why there was a failure, if there was one. */
static void end(spv_context context, spv_diagnostic diagnostic, bool well)
{
    if (!well)
        fprintf(stderr, "SPIRV-Tools: %s\n", diagnostic ? diagnostic->error : "no memory");
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
}

/* Tools know cooperative matrices since v2023.4. */
static bool knows_matrices(void)
{
    const char *version = spvSoftwareVersionString();

    return version[0] == 'v' && strtod(version + 1, NULL) > 2023.35;
}

bool spirv_is_valid(const uint32_t *words, uint32_t count)
{
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_2);
    uint32_t *known = malloc(count * sizeof(*words));
    spv_diagnostic diagnostic = NULL;
    bool well = false;

    if (!knows_matrices() && spirv_has_capability(words, count, GiCapabilityCooperativeMatrixKHR)) {
        well = true;
    } else if (context && known) {
        count = spirv_without_reconvergence(words, count, known);
        well = spvValidateBinary(context, known, count, &diagnostic) == SPV_SUCCESS;
    }
    end(context, diagnostic, well);
    free(known);
    return well;
}

char *spirv_text(const uint32_t *words, uint32_t count)
{
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_2);
    spv_diagnostic diagnostic = NULL;
    spv_text made = NULL;
    char *text = NULL;

    if (context && spvBinaryToText(context, words, count, SPV_BINARY_TO_TEXT_OPTION_NO_HEADER,
                                   &made, &diagnostic) == SPV_SUCCESS)
        text = strndup(made->str, made->length);
    spvTextDestroy(made);
    end(context, diagnostic, text != NULL);
    return text;
}

#else

bool spirv_tools_installed(void)
{
    return false;
}

bool spirv_is_valid(const uint32_t *words, uint32_t count)
{
    (void)words;
    (void)count;
    return false;
}

char *spirv_text(const uint32_t *words, uint32_t count)
{
    (void)words;
    (void)count;
    return NULL;
}

#endif
