#include "spirv_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

bool spirv_is_valid(const uint32_t *words, uint32_t count)
{
    bool well;
    char *text = run("spirv-val --target-env vulkan1.2", words, count, &well);

    if (!well)
        fprintf(stderr, "spirv-val: %s\n", text ? text : "did not run");
    free(text);
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
