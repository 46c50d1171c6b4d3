/* Lists what an image of device code holds, and the first line of the PTX that is taken for 8.0. */
#include "kernel/container/container.h"
#include "kernel/container/container_choice.h"

#include <stdio.h>
#include <stdlib.h>

static bool is_known(void *user, const char *text, size_t byte_count)
{
    (void)user, (void)text, (void)byte_count;
    return true;
}

int main(int count, char **arguments)
{
    static uint8_t bytes[4 << 20];
    static const char *const kinds[] = { "PTX", "SPIR-V", "ELF", "NVVM", "other" };
    static const char *const packings[] = { "plain", "LZ4", "zstd", "unknown" };
    struct gi_container container;
    struct gi_container_text text;
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    size_t byte_count;

    if (!file)
        return 2;
    byte_count = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    if (gi_container_read(bytes, byte_count, &container) != GI_OK) {
        printf("%s\n", gi_last_error_detail());
        return 1;
    }
    for (uint32_t i = 0; i < container.count; i++) {
        const struct gi_container_entry *entry = &container.entries[i];

        printf("%s %s %u%s %u.%u\n", kinds[entry->kind], packings[entry->packing],
               entry->architecture, entry->is_specific ? " specific" : "", entry->version_major,
               entry->version_minor);
    }
    if (gi_container_choose(&container, 80, is_known, NULL, &text) == GI_OK) {
        printf("taken: %s\n", text.text);
        gi_container_text_finish(&text);
    } else {
        printf("%s\n", gi_last_error_detail());
    }
    gi_container_finish(&container);
    return 0;
}
