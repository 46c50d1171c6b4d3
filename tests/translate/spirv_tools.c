#include "spirv_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/translate/spirv/words.h"

bool spirv_tools_installed(void)
{
    return system("command -v spirv-val >/dev/null 2>&1 && command -v spirv-dis >/dev/null 2>&1")
           == 0;
}

/* Runs a command on a file with the words, which is removed then. \return what it wrote, by free;
 * *out_well says if it ended well. */
static char *run(const char *command, const uint32_t *words, uint32_t count, bool *out_well)
{
    char path[] = "/tmp/gpuinterop-spirv-XXXXXX";
    char line[256];
    char *text = NULL;
    size_t bytes = 0;
    int fd = mkstemp(path);
    FILE *pipe;
    FILE *copy;
    int read;

    *out_well = false;
    if (fd < 0)
        return NULL;
    if (write(fd, words, count * sizeof(*words)) != (ssize_t)(count * sizeof(*words))) {
        close(fd);
        unlink(path);
        return NULL;
    }
    close(fd);
    snprintf(line, sizeof(line), "%s %s 2>&1", command, path);
    copy = open_memstream(&text, &bytes);
    pipe = popen(line, "r");
    if (pipe && copy) {
        while ((read = getc(pipe)) != EOF)
            putc(read, copy);
        *out_well = pclose(pipe) == 0;
    }
    if (copy)
        fclose(copy);
    unlink(path);
    return text;
}

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

bool spirv_is_valid(const uint32_t *words, uint32_t count)
{
    uint32_t *known = malloc(count * sizeof(*words));
    char *text = NULL;
    bool well = false;

    if (known)
        text = run("spirv-val --target-env vulkan1.2", known,
                   spirv_without_reconvergence(words, count, known), &well);
    if (!well)
        fprintf(stderr, "spirv-val: %s\n", text ? text : "did not run");
    free(text);
    free(known);
    return well;
}

char *spirv_text(const uint32_t *words, uint32_t count)
{
    bool well;
    char *text = run("spirv-dis --raw-id --no-header --no-indent --no-color", words, count, &well);

    if (well)
        return text;
    fprintf(stderr, "spirv-dis: %s\n", text ? text : "did not run");
    free(text);
    return NULL;
}
