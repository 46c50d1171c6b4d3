#include "cuda_calls.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sanitizers refuse the flag. What is opened then is the stand-in, which can do without. */
#ifdef VENDOR_WITHOUT_DEEPBIND
#define OPEN_FLAGS (RTLD_NOW | RTLD_LOCAL)
#else
#define OPEN_FLAGS (RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND)
#endif

#define NAMING_VARIABLE "GPUINTEROP_VENDOR_CUDART"

static char why_not[512];

const struct cuda_calls *cuda_calls_ours(void)
{
#define CUDA_CALLS_OURS(name) .name = name,
    static struct cuda_calls ours = { .library = "ours", CUDA_CALLS(CUDA_CALLS_OURS) };

    if (ours.version == 0)
        (void)cudaRuntimeGetVersion(&ours.version);
    return &ours;
}

/* The function that programs of the header we have would call: version 12 gave the same signatures
 * names that end in _v2. */
static void *find(void *library, const char *name, int version)
{
    char newer[96];
    void *found = NULL;

    snprintf(newer, sizeof newer, "%s_v2", name);
    if (version < 13000)
        found = dlsym(library, newer);
    return found != NULL ? found : dlsym(library, name);
}

static bool fill(void *library, struct cuda_calls *out)
{
    const char *missing = NULL;
    void *ask = dlsym(library, "cudaRuntimeGetVersion");

    if (ask == NULL) {
        snprintf(why_not, sizeof why_not, "%s is no CUDA runtime", out->library);
        return false;
    }
    memcpy(&out->cudaRuntimeGetVersion, &ask, sizeof ask);
    if (out->cudaRuntimeGetVersion(&out->version) != cudaSuccess)
        out->version = 0;
#define CUDA_CALLS_FIND(name) \
    { \
        void *symbol = find(library, #name, out->version); \
        memcpy(&out->name, &symbol, sizeof symbol); \
        if (symbol == NULL) \
            missing = #name; \
    }
    CUDA_CALLS(CUDA_CALLS_FIND)
    if (missing != NULL)
        snprintf(why_not, sizeof why_not, "%s has no %s", out->library, missing);
    return missing == NULL;
}

/* The library at path, or NULL. One that is this project itself is taken only where it was named:
 * programs run on us under the vendor's file names, too. */
static void *open_library(const char *path, bool named, struct cuda_calls *out)
{
    void *library = dlopen(path, OPEN_FLAGS);

    snprintf(out->library, sizeof out->library, "%s", path);
    if (library == NULL) {
        const char *words = dlerror();
        snprintf(why_not, sizeof why_not, "%s", words != NULL ? words : path);
        return NULL;
    }
    out->is_stand_in = dlsym(library, "gpuinterop_last_error_detail") != NULL;
    if (out->is_stand_in && !named) {
        snprintf(why_not, sizeof why_not, "%s is this project's own library", path);
        dlclose(library);
        return NULL;
    }
    return library;
}

static void *find_library(struct cuda_calls *out)
{
    const char *named = getenv(NAMING_VARIABLE);
    void *library;

    if (named != NULL && named[0] != '\0')
        return open_library(named, true, out);
    library = open_library("libcudart.so.13", false, out);
    if (library == NULL)
        library = open_library("libcudart.so.12", false, out);
    if (library == NULL)
        snprintf(why_not, sizeof why_not, "no libcudart.so.13 and no libcudart.so.12 here; "
                 NAMING_VARIABLE "=FILE names one");
    return library;
}

static bool open_vendor(struct cuda_calls *out)
{
    void *library = find_library(out);
    int count = 0;
    cudaError_t error;

    if (library == NULL || !fill(library, out))
        return false;
    error = out->cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count > 0)
        return true;
    snprintf(why_not, sizeof why_not, "%s finds no device: %s", out->library,
             error == cudaSuccess ? "there is none" : out->cudaGetErrorName(error));
    return false;
}

const struct cuda_calls *cuda_calls_vendor(const char **out_why)
{
    static struct cuda_calls vendor;
    static bool tried, good;

    if (!tried)
        good = open_vendor(&vendor);
    tried = true;
    *out_why = good ? "" : why_not;
    return good ? &vendor : NULL;
}

int cuda_calls_device(const struct cuda_calls *calls, const uint8_t uuid[16])
{
    /* The struct differs in length between versions; it begins the same in all. */
    union {
        struct cudaDeviceProp known;
        unsigned char room[8192];
    } properties;
    int count = 0;

    if (calls->cudaGetDeviceCount(&count) != cudaSuccess)
        return -1;
    for (int device = 0; device < count; device++) {
        memset(&properties, 0, sizeof properties);
        if (calls->cudaGetDeviceProperties(&properties.known, device) == cudaSuccess &&
            memcmp(properties.known.uuid.bytes, uuid, 16) == 0)
            return device;
    }
    return -1;
}
