/* Feeds an entry point of libFuzzer without libFuzzer, so that every build has it and tests it.
 *
 *      replay_NAME [--changes N] FILE_OR_FOLDER...
 *
 * Each input comes whole, then cut off in eight places, then N times (24) with some bytes changed.
 * The bytes lie in memory of exactly their size, so AddressSanitizer sees reads behind it. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../unit/random.h"
#include "entry.h"

enum { CUTS = 8, MOST_BYTES = 1 << 20 };

static unsigned long changes = 24, inputs;

static void feed(const uint8_t *bytes, size_t size)
{
    uint8_t *exact = malloc(size > 0 ? size : 1);

    if (exact == NULL)
        abort();
    if (size > 0)
        memcpy(exact, bytes, size);
    (void)LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    inputs++;
}

static void change(uint8_t *bytes, size_t size, struct test_random *random)
{
    for (uint64_t i = 1 + test_random_below(random, 4); i > 0; i--) {
        size_t at = (size_t)test_random_below(random, size);

        switch (test_random_below(random, 4)) {
        case 0: bytes[at] = (uint8_t)test_random_next(random); break;
        case 1: bytes[at] = 0xff; break;
        case 2: bytes[at] = bytes[test_random_below(random, size)]; break;
        default: bytes[at] ^= (uint8_t)(1 << test_random_below(random, 8)); break;
        }
    }
}

/* The engine's own changes, which an entry point may ask for. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most)
{
    static struct test_random random = { 2 };

    (void)most;
    change(bytes, size, &random);
    return size;
}

static void feed_all(const uint8_t *bytes, size_t size)
{
    struct test_random random = { 1 };
    uint8_t *changed = malloc(size + 1);

    if (changed == NULL)
        abort();
    feed(bytes, size);
    for (size_t i = 0; i < CUTS; i++)
        feed(bytes, size * i / CUTS);
    for (unsigned long i = 0; i < changes && size > 0; i++) {
        memcpy(changed, bytes, size);
        change(changed, size, &random);
        feed(changed, size);
    }
    free(changed);
}

static int feed_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(MOST_BYTES);
    size_t size;

    if (file == NULL || bytes == NULL)
        return 1;
    size = fread(bytes, 1, MOST_BYTES, file);
    fclose(file);
    feed_all(bytes, size);
    free(bytes);
    return 0;
}

static int feed_path(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    char name[4096];
    int failed = 0;

    if (folder == NULL)
        return feed_file(path);
    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        failed |= feed_file(name);
    }
    closedir(folder);
    return failed;
}

int main(int argc, char **argv)
{
    FILE *out = fdopen(1, "w");                  /* an entry point may have no stdout of its own */
    int first = 1, failed = 0;

    if (argc > 2 && strcmp(argv[1], "--changes") == 0) {
        changes = strtoul(argv[2], NULL, 10);
        first = 3;
    }
    (void)LLVMFuzzerInitialize(&argc, &argv);
    for (int i = first; i < argc; i++)
        failed |= feed_path(argv[i]);
    fprintf(out, "%lu inputs\n", inputs);
    fflush(out);
    return failed != 0 || inputs < 20;
}
