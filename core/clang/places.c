#include "clang/places.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clang/words.h"

enum { OLDEST_CLANG = 14, NEWEST_CLANG = 24 };

#ifdef GI_PLACES_OF_LIBRARY
#define GI_PLACES_NAMES_CLANG "GPUINTEROP_CLANG names"
#else
#define GI_PLACES_NAMES_CLANG "--clang= or GPUINTEROP_CLANG names"
#endif

static bool is_program(const char *path)
{
    struct stat facts;

    return access(path, X_OK) == 0 && stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

/* Notes that memory has ended where a text is missing. */
static char *noted(struct gi_places *places, char *text)
{
    places->is_short |= text == NULL;
    return text;
}

/* A program by its path, or by its name in the folders of PATH; NULL if there is none. */
static char *find_program(struct gi_places *places, const char *name)
{
    const char *folders = secure_getenv("PATH");

    if (strchr(name, '/') != NULL)
        return is_program(name) ? noted(places, gi_text("%s", name)) : NULL;
    for (folders = folders != NULL ? folders : ""; *folders != 0;) {
        size_t length = strcspn(folders, ":");
        char *path = noted(places, gi_text("%.*s/%s", (int)length, folders, name));

        if (length != 0 && path != NULL && is_program(path))
            return path;
        free(path);
        folders += length + (folders[length] == ':');
    }
    return NULL;
}

static char *find_clang(struct gi_places *places)
{
    char *found = find_program(places, "clang"), name[32];

    for (int version = NEWEST_CLANG; found == NULL && version >= OLDEST_CLANG; version--) {
        (void)snprintf(name, sizeof name, "clang-%d", version);
        found = find_program(places, name);
    }
    return found;
}

static char *environment(struct gi_places *places, const char *name)
{
    const char *value = secure_getenv(name);

    return value != NULL && *value != 0 ? noted(places, gi_text("%s", value)) : NULL;
}

/* The file that this code is in: a program, or a library that a program has loaded. */
static void own_file(char *out_path)
{
    ssize_t length;
#ifdef GI_PLACES_OF_LIBRARY
    Dl_info facts;

    if (dladdr((const void *)&is_program, &facts) != 0 && facts.dli_fname != NULL
        && realpath(facts.dli_fname, out_path) != NULL)
        return;
#endif
    length = readlink("/proc/self/exe", out_path, PATH_MAX - 1);
    out_path[length > 0 ? length : 0] = 0;
}

/* A folder from that of this program. */
static char *relative(struct gi_places *places, const char *way)
{
    char self[PATH_MAX], whole[PATH_MAX];
    char *slash, *text;

    own_file(self);
    slash = strrchr(self, '/');
    if (slash != NULL)
        *slash = 0;
    text = noted(places, gi_text("%s/%s", self, way));
    if (text != NULL && realpath(text, whole) != NULL) {
        free(text);
        text = noted(places, gi_text("%s", whole));
    }
    return text;
}

static bool say_why(char *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool say_why(char *why, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(why, GI_PLACES_WHY, format, values);
    va_end(values);
    return false;
}

static bool no_memory_left(char *why)
{
    return say_why(why, "there is no memory left");
}

static bool has_clang(const char *named, struct gi_places *places, char *why)
{
    bool is_named = named != NULL && *named != 0;

    places->clang = is_named ? find_program(places, named) : find_clang(places);
    if (places->is_short)
        return no_memory_left(why);
    if (places->clang != NULL)
        return true;
    if (is_named)
        return say_why(why, "there is no program %s", named);
    return say_why(why, "there is no clang (%d or newer) in PATH; the package \"clang\" of the "
                   "distribution has it, and " GI_PLACES_NAMES_CLANG " one elsewhere",
                   OLDEST_CLANG);
}

bool gi_places_has_clang(char *out_why)
{
    struct gi_places places = { 0 };
    char *named = environment(&places, "GPUINTEROP_CLANG");
    bool is_there = has_clang(named, &places, out_why);

    free(named);
    gi_places_finish(&places);
    return is_there;
}

/* The drivers alone link. */
static void find_libraries(struct gi_places *places)
{
#ifdef GI_PLACES_OF_LIBRARY
    (void)places;
#else
    places->libraries = environment(places, "GPUINTEROP_LIBRARIES");
    if (places->libraries == NULL)
        places->libraries = relative(places, GI_COMPILE_TO_LIBRARIES);
#endif
}

bool gi_places_find(const struct gi_language *language, const char *clang,
                    struct gi_places *out_places, char *out_why)
{
    struct gi_places *places = out_places;

    *places = (struct gi_places){ 0 };
    places->headers = environment(places, "GPUINTEROP_HEADERS");
    if (places->headers == NULL)
        places->headers = relative(places, GI_COMPILE_TO_HEADERS);
    find_libraries(places);
    if (!places->is_short)
        places->prelude = noted(places, gi_text("%s/%s/%s", places->headers, language->folder,
                                         language->prelude));
    if (places->is_short)
        return no_memory_left(out_why);
    if (!has_clang(clang != NULL ? clang : secure_getenv("GPUINTEROP_CLANG"), places, out_why))
        return false;
    return access(places->prelude, R_OK) == 0
        || say_why(out_why, "there is no header %s; GPUINTEROP_HEADERS names the folder of the "
                   "headers", places->prelude);
}

void gi_places_finish(struct gi_places *places)
{
    free(places->clang);
    free(places->headers);
    free(places->prelude);
    free(places->libraries);
    *places = (struct gi_places){ 0 };
}
