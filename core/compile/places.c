#include "compile/places.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/words.h"

enum { OLDEST_CLANG = 14, NEWEST_CLANG = 24 };

static bool is_program(const char *path)
{
    struct stat facts;

    return access(path, X_OK) == 0 && stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

/* A program by its path, or by its name in the folders of PATH; NULL if there is none. */
static char *find_program(const char *name)
{
    const char *folders = getenv("PATH");

    if (strchr(name, '/') != NULL)
        return is_program(name) ? gi_text("%s", name) : NULL;
    for (folders = folders != NULL ? folders : ""; *folders != 0;) {
        size_t length = strcspn(folders, ":");
        char *path = gi_text("%.*s/%s", (int)length, folders, name);

        if (length != 0 && is_program(path))
            return path;
        free(path);
        folders += length + (folders[length] == ':');
    }
    return NULL;
}

static char *find_clang(void)
{
    char *found = find_program("clang");

    for (int version = NEWEST_CLANG; found == NULL && version >= OLDEST_CLANG; version--) {
        char *name = gi_text("clang-%d", version);

        found = find_program(name);
        free(name);
    }
    return found;
}

static char *environment(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && *value != 0 ? gi_text("%s", value) : NULL;
}

/* A folder from that of this program. */
static char *relative(const char *way)
{
    char self[PATH_MAX], whole[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    char *slash, *text;

    self[length > 0 ? length : 0] = 0;
    slash = strrchr(self, '/');
    if (slash != NULL)
        *slash = 0;
    text = gi_text("%s/%s", self, way);
    if (realpath(text, whole) != NULL) {
        free(text);
        text = gi_text("%s", whole);
    }
    return text;
}

bool gi_places_find(const struct gi_dialect *dialect, const char *clang,
                    struct gi_places *out_places)
{
    struct gi_places *places = out_places;
    const char *named = clang != NULL ? clang : getenv("GPUINTEROP_CLANG");
    bool is_there;

    places->headers = environment("GPUINTEROP_HEADERS");
    if (places->headers == NULL)
        places->headers = relative(GI_COMPILE_TO_HEADERS);
    places->libraries = environment("GPUINTEROP_LIBRARIES");
    if (places->libraries == NULL)
        places->libraries = relative(GI_COMPILE_TO_LIBRARIES);
    if (named != NULL && *named != 0) {
        places->clang = find_program(named);
        if (places->clang == NULL)
            fprintf(stderr, "%s: error: there is no program %s\n", dialect->program, named);
    } else {
        places->clang = find_clang();
        if (places->clang == NULL)
            fprintf(stderr, "%s: error: there is no clang (%d or newer) in PATH; the package "
                    "\"clang\" of the distribution has it, and --clang= or GPUINTEROP_CLANG names "
                    "one elsewhere\n", dialect->program, OLDEST_CLANG);
    }
    places->prelude = gi_text("%s/%s/%s", places->headers, dialect->folder, dialect->prelude);
    is_there = access(places->prelude, R_OK) == 0;
    if (!is_there)
        fprintf(stderr, "%s: error: there is no header %s; GPUINTEROP_HEADERS names the folder of "
                "the headers\n", dialect->program, places->prelude);
    return places->clang != NULL && is_there;
}

void gi_places_finish(struct gi_places *places)
{
    free(places->clang);
    free(places->headers);
    free(places->prelude);
    free(places->libraries);
    *places = (struct gi_places){ 0 };
}
