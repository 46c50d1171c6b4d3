/* Images of device code that libFuzzer changes: fatbins, bundles, packed entries, bare text. Each
 * entry is unpacked, the one for this device is chosen, and the code is read as a program's. */
#include <stdlib.h>

#include "code/code.h"
#include "entry.h"
#include "kernel/container/container_choice.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return 0;
}

/* Text that is longer than its bytes would be read behind its end. */
static bool is_known(void *user, const char *text, size_t byte_count)
{
    (void)user;
    if (strlen(text) > byte_count)
        abort();
    return byte_count % 3 == 0;
}

static void choose(const uint8_t *bytes, size_t size)
{
    struct gi_container container;
    struct gi_container_text text;

    if (gi_container_read(bytes, size, &container) != GI_OK)
        return;
    for (uint32_t i = 0; i < container.count; i++)
        if (gi_container_unpack(&container.entries[i], &text) == GI_OK)
            gi_container_text_finish(&text);
    if (gi_container_choose(&container, GI_CODE_CAPABILITY, is_known, NULL, &text) == GI_OK)
        gi_container_text_finish(&text);
    gi_container_finish(&container);
}

static void read_code(const uint8_t *bytes, size_t size)
{
    struct gi_code *code;

    if (gi_code_read(bytes, size, &code) != GI_OK)
        return;
    for (uint32_t i = 0; i < code->kernel_count; i++)
        if (gi_code_find_kernel(code, code->kernels[i].name) == NULL)
            abort();
    if (code->ptx != NULL && code->variables.bytes < (1 << 20)) {
        uint8_t *image = malloc(code->variables.bytes + 1);

        if (image != NULL)
            (void)!gi_code_image(code, 1 << 20, image);
        free(image);
    }
    gi_code_unref(code);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    choose(bytes, size);
    read_code(bytes, size);
    return 0;
}
