#include "kernel_files.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/log.h"
#include "base/uncancelled.h"
#include "kept_words.h"
#include "shader.h"

#define MOST_BYTES ((off_t)64 << 20)
#define SPIRV_MAGIC 0x07230203u

/* The name of a file begins with a digest of the module. That of a kernel goes on with the kernel's
 * name, and with a digest of what its translation depends on. */
enum { DIGEST_BYTES = 8, MOST_NAME = 100, NAME_BYTES = MOST_NAME + 60 };

struct folder {
    const char *variable;
    const char *path;                    /* NULL: none */
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct folder dump = { "GPUINTEROP_KERNEL_DUMP", NULL };
static struct folder replace = { "GPUINTEROP_KERNEL_REPLACE", NULL };

static void find_dump_folder(struct folder *folder)
{
    const char *path = secure_getenv(folder->variable);

    if (path == NULL || path[0] == '\0')
        return;
    if (path[0] == '/')
        folder->path = strdup(path);     /* the program may change its environment */
    else
        gi_log(GI_LOG_ALWAYS, "%s is \"%s\"; right would be the absolute path of a folder",
               folder->variable, path);
}

static void find_both(void)
{
    find_dump_folder(&dump);
    find_dump_folder(&replace);
}

bool gi_kernel_files_are_wanted(void)
{
    (void)pthread_once(&once, find_both);
    return dump.path != NULL || replace.path != NULL;
}

/* ---- names ----------------------------------------------------------------------------------- */

static void write_digest(const struct gi_digest *digest, char text[static 2 * DIGEST_BYTES + 1])
{
    for (size_t i = 0; i < DIGEST_BYTES; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", digest->bytes[i]);
}

/* The name of a kernel, without what means something in a path. */
static void write_name(const char *name, char text[static MOST_NAME + 1])
{
    size_t length = strnlen(name, MOST_NAME);

    for (size_t i = 0; i < length; i++)
        text[i] = isalnum((unsigned char)name[i]) ? name[i] : '_';
    text[length] = '\0';
}

static struct gi_digest digest_of(struct gi_code *code)
{
    return code->words != NULL ? gi_digest_of(code->words, code->word_count * sizeof *code->words)
                               : gi_code_digest(code);
}

static void names_of(struct gi_code *code, const struct gi_code_kernel *entry,
                     const struct gi_translate_target *target, char module[static NAME_BYTES],
                     char kernel[static NAME_BYTES])
{
    const struct gi_kept_key key = gi_kept_key(code, entry, target);
    const struct gi_digest digest = digest_of(code);
    char of_module[2 * DIGEST_BYTES + 1], of_kernel[2 * DIGEST_BYTES + 1], name[MOST_NAME + 1];

    write_digest(&digest, of_module);
    write_digest(&key.digest, of_kernel);
    write_name(entry->name, name);
    (void)snprintf(module, NAME_BYTES, "%s.ptx", of_module);
    (void)snprintf(kernel, NAME_BYTES, "%s-%s-%s.spv", of_module, name, of_kernel);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_file(int folder, const char *name, const void *bytes, size_t size_bytes)
{
    const struct iovec part = { (void *)bytes, size_bytes };

    if (gi_file_replace(folder, name, &part, 1))
        gi_log(GI_LOG_INFO, "kernels: wrote %s/%s", dump.path, name);
    else
        gi_log(GI_LOG_ALWAYS, "kernels: %s/%s cannot be written: %s", dump.path, name,
               strerror(errno));
}

static void write_files(const struct gi_code *code, const char *module, const char *name,
                        const struct gi_translate_kernel *kernel)
{
    int folder;

    (void)!mkdir(dump.path, 0700);
    folder = gi_file_open_own_folder(dump.path);
    if (folder < 0) {
        gi_log(GI_LOG_ALWAYS, "%s is \"%s\", which is no folder of this user", dump.variable,
               dump.path);
        return;
    }
    if (code->words == NULL && faccessat(folder, module, F_OK, AT_SYMLINK_NOFOLLOW) != 0)
        write_file(folder, module, code->text.text, code->text.byte_count);
    write_file(folder, name, kernel->words, kernel->word_count * sizeof *kernel->words);
    close(folder);
}

/* ---- reading --------------------------------------------------------------------------------- */

static gi_status wrong(const char *name, const char *why)
{
    return gi_fail(GI_INVALID_IMAGE, "kernels: %s/%s: %s (%s)", replace.path, name, why,
                   replace.variable);
}

static gi_status take_words(struct gi_arena *arena, int fd, const char *name,
                            struct gi_translate_kernel *kernel)
{
    struct stat status;
    uint32_t *words;
    size_t count, read_bytes;
    gi_status checked;

    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid())
        return wrong(name, "it is no file of this user");
    if (status.st_size < (off_t)(5 * sizeof *words) || status.st_size > MOST_BYTES ||
        status.st_size % (off_t)sizeof *words != 0)
        return wrong(name, "its size is none of SPIR-V");
    count = (size_t)status.st_size / sizeof *words;
    words = gi_arena_take(arena, count, sizeof *words);
    if (words == NULL)
        return GI_OUT_OF_MEMORY;
    if (!gi_file_read(fd, words, count * sizeof *words, &read_bytes) ||
        read_bytes != count * sizeof *words || words[0] != SPIRV_MAGIC)
        return wrong(name, "it is no SPIR-V");
    checked = gi_shader_check(words, count, name);
    if (checked != GI_OK)
        return checked;
    kernel->words = words;
    kernel->word_count = (uint32_t)count;
    gi_log(GI_LOG_ALWAYS, "kernels: %s/%s takes the place of a kernel (%s)", replace.path, name,
           replace.variable);
    return GI_OK;
}

static gi_status read_replacement(struct gi_arena *arena, const char *name,
                                  struct gi_translate_kernel *kernel)
{
    int folder = gi_file_open_own_folder(replace.path), fd;
    gi_status status = GI_OK;

    if (folder < 0)
        return GI_OK;
    fd = gi_file_open(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
    if (fd >= 0) {
        status = take_words(arena, fd, name, kernel);
        close(fd);
    } else if (errno != ENOENT) {
        status = wrong(name, strerror(errno));
    }
    close(folder);
    return status;
}

gi_status gi_kernel_files(struct gi_arena *arena, struct gi_code *code,
                          const struct gi_code_kernel *entry,
                          const struct gi_translate_target *target,
                          struct gi_translate_kernel *kernel)
{
    GI_UNCANCELLED;
    char module[NAME_BYTES], name[NAME_BYTES];
    gi_status status = GI_OK;

    names_of(code, entry, target, module, name);
    if (replace.path != NULL)
        status = read_replacement(arena, name, kernel);
    if (status == GI_OK && dump.path != NULL)
        write_files(code, module, name, kernel);
    return status;
}
