#include "registered.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ahead.h"
#include "base/background.h"
#include "base/in_driver.h"
#include "base/log.h"
#include "base/process.h"
#include "function.h"
#include "code/link.h"
#include "loaded.h"
#include "pools/memory.h"
#include "queue/device_state.h"
#include "symbols.h"

/* Managed memory that is no part of the image. */
struct managed {
    uint64_t pointer;
    struct managed *next;
};

struct gi_registered {
    const void *image;
    const void *const *parts;            /* NULL: the image is all */
    const void *const *parts_end;        /* NULL: a NULL ends the parts */
    struct gi_registered *next;          /* guarded by the table's lock, as are the next three */
    uint32_t objects;                    /* that have registered by gi_registered_object */
    struct gi_symbol *symbols;
    struct managed *managed;
    atomic_uint refs;
    pthread_mutex_t lock;                /* guards the rest; held while the image is read */
    struct gi_code *code;                /* NULL: not read yet */
    gi_status failure;                   /* of reading it; GI_OK: none so far */
    char *why;
    struct gi_loaded_set loaded;
    gi_handle managed_module;            /* whose managed variables the host sees; 0: none yet */
    bool has_ended;                      /* the program may have taken the image away */
};

static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct gi_registered *images;     /* guarded by table_lock, as is the next */
static struct gi_symbols table;

/* ---- life ------------------------------------------------------------------------------------ */

static struct gi_registered *make_registration(const void *image, const void *const *parts,
                                               const void *const *end)
{
    struct gi_registered *registered = calloc(1, sizeof *registered);

    if (registered == NULL) {
        gi_log(GI_LOG_ERROR, "no host memory to keep track of device code");
        return NULL;
    }
    registered->image = image;
    registered->parts = parts;
    registered->parts_end = end;
    atomic_init(&registered->refs, 1);
    pthread_mutex_init(&registered->lock, NULL);
    pthread_rwlock_wrlock(&table_lock);
    registered->next = images;
    images = registered;
    pthread_rwlock_unlock(&table_lock);
    gi_log(GI_LOG_DEBUG, "device code at %p was registered", image != NULL ? image : parts);
    return registered;
}

struct gi_registered *gi_registered_parts(const void *image, const void *const *parts)
{
    return make_registration(image, parts, NULL);
}

struct gi_registered *gi_registered_objects(const void *const *first, const void *const *end)
{
    struct gi_registered *known;

    pthread_rwlock_rdlock(&table_lock);
    known = images;
    while (known != NULL && (known->parts != first || known->parts_end != end))
        known = known->next;
    pthread_rwlock_unlock(&table_lock);
    return known != NULL || first == end ? known : make_registration(NULL, first, end);
}

static bool has_part(const struct gi_registered *registered, const void *image)
{
    const void *const *at = registered->parts;

    while (at != registered->parts_end && *at != image)
        at++;
    return at != registered->parts_end;
}

struct gi_registered *gi_registered_object(const void *image)
{
    struct gi_registered *found;

    pthread_rwlock_wrlock(&table_lock);
    found = images;
    while (found != NULL && (found->parts_end == NULL || !has_part(found, image)))
        found = found->next;
    if (found != NULL)
        found->objects++;
    pthread_rwlock_unlock(&table_lock);
    return found;
}

struct gi_registered *gi_registered_image(const void *image)
{
    return gi_registered_parts(image, NULL);
}

/* Frees a variable; a reset of the device may have freed it already. */
static void free_managed(struct managed *managed)
{
    struct gi_pointer_info info;
    gi_status status = gi_pointer_query(managed->pointer, &info);

    if (status == GI_OK && info.kind == GI_POINTER_MANAGED)
        status = gi_memory_free(managed->pointer);
    (void)status;
    free(managed);
}

static void unref(struct gi_registered *registered)
{
    if (atomic_fetch_sub_explicit(&registered->refs, 1, memory_order_acq_rel) != 1)
        return;
    gi_loaded_finish(&registered->loaded);
    while (registered->managed != NULL) {
        struct managed *managed = registered->managed;

        registered->managed = managed->next;
        free_managed(managed);
    }
    gi_code_unref(registered->code);
    pthread_mutex_destroy(&registered->lock);
    free(registered->why);
    free(registered);
}

/* The link to a registration, or the last link. The table's lock is held. */
static struct gi_registered **find_registered(const struct gi_registered *registered)
{
    struct gi_registered **at = &images;

    while (*at != NULL && *at != registered)
        at = &(*at)->next;
    return at;
}

static bool is_known(const struct gi_registered *registered)
{
    return registered != NULL && *find_registered(registered) != NULL;
}

static void remove_symbols(struct gi_registered *registered)
{
    while (registered->symbols != NULL) {
        struct gi_symbol *symbol = registered->symbols;

        registered->symbols = symbol->next_of_owner;
        gi_symbols_remove(&table, symbol);
        free(symbol);
    }
}

void gi_registered_end(struct gi_registered *registered)
{
    bool known, ends;

    if (registered == NULL)
        return;
    /* Compilers have this called at exit. Then the device's driver may have shut down, so what is
     * on the device is left to the end of the process. In a forked child a thread that the parent
     * alone has may hold a lock. */
    if (gi_process_is_leaving() || gi_process_is_forked())
        return;
    pthread_rwlock_wrlock(&table_lock);
    known = is_known(registered);
    ends = known && (registered->objects == 0 || --registered->objects == 0);
    if (ends) {
        *find_registered(registered) = registered->next;
        remove_symbols(registered);
    }
    pthread_rwlock_unlock(&table_lock);
    if (ends) {
        pthread_mutex_lock(&registered->lock);   /* the background may be reading the image */
        registered->has_ended = true;
        pthread_mutex_unlock(&registered->lock);
        unref(registered);
    } else if (!known) {
        gi_log(GI_LOG_ERROR, "device code: %p was never registered", (void *)registered);
    }
}

/* ---- symbols --------------------------------------------------------------------------------- */

/* Room for a symbol, and behind it for its name if that is another in PTX. */
static struct gi_symbol *make_symbol(const char *name)
{
    size_t bytes = name != NULL && strchr(name, '.') != NULL ? strlen(name) * 2 + 1 : 0;
    struct gi_symbol *symbol = calloc(1, sizeof *symbol + bytes);
    char *at = (char *)(symbol + 1);

    if (symbol == NULL)
        return NULL;
    symbol->name = bytes != 0 ? at : name;
    for (; bytes != 0 && *name != '\0'; name++) {
        *at++ = *name == '.' ? '_' : *name;
        if (*name == '.')
            *at++ = '_';
    }
    return symbol;
}

static void add_symbol(struct gi_registered *registered, enum gi_symbol_kind kind, const void *host,
                       const char *name)
{
    struct gi_symbol *symbol = make_symbol(name);
    bool added = false;

    if (symbol != NULL && name != NULL) {
        symbol->host = host;
        symbol->kind = kind;
        symbol->owner = registered;
        pthread_rwlock_wrlock(&table_lock);
        added = is_known(registered) && gi_symbols_add(&table, symbol);
        if (added) {
            symbol->next_of_owner = registered->symbols;
            registered->symbols = symbol;
        }
        pthread_rwlock_unlock(&table_lock);
    }
    if (added)
        return;
    free(symbol);
    gi_log(GI_LOG_ERROR, "device code: %s cannot be registered", name != NULL ? name : "NULL");
}

void gi_registered_add_kernel(struct gi_registered *registered, const void *host, const char *name)
{
    add_symbol(registered, GI_SYMBOL_KERNEL, host, name);
}

void gi_registered_add_variable(struct gi_registered *registered, const void *host,
                                const char *name)
{
    add_symbol(registered, GI_SYMBOL_VARIABLE, host, name);
}

void gi_registered_add_managed(struct gi_registered *registered, void **host, const char *name)
{
    add_symbol(registered, GI_SYMBOL_MANAGED, host, name);
}

/* ---- loading --------------------------------------------------------------------------------- */

/* The lock is held. */
static gi_status read_code(struct gi_registered *registered)
{
    gi_status status;

    if (registered->code != NULL)
        return GI_OK;
    if (registered->failure != GI_OK)
        return gi_fail(registered->failure, "%s",
                       registered->why != NULL ? registered->why : "device code cannot be read");
    status = registered->parts_end != NULL ? GI_NO_BINARY
        : gi_code_read(registered->image, GI_CONTAINER_ENDLESS, &registered->code);
    if (status == GI_NO_BINARY && registered->parts != NULL && registered->parts[0] != NULL)
        status = gi_link_images(registered->parts, registered->parts_end, &registered->code);
    if (status == GI_OK || status == GI_OUT_OF_MEMORY)
        return status;
    registered->failure = status;
    registered->why = strdup(gi_last_error_detail());
    return status;
}

/* The host's pointers to managed variables lead into the module that was loaded first, until it
 * ends. The lock is held. */
static void point_at_managed(struct gi_registered *registered, gi_handle module)
{
    if (!gi_loaded_is_live(registered->managed_module))
        registered->managed_module = module;
    pthread_rwlock_rdlock(&table_lock);
    for (struct gi_symbol *symbol = registered->symbols; symbol != NULL;
         symbol = symbol->next_of_owner) {
        uint64_t pointer, size_bytes;

        if (symbol->kind == GI_SYMBOL_MANAGED &&
            gi_module_variable(registered->managed_module, symbol->name, &pointer,
                               &size_bytes) == GI_OK)
            __atomic_store_n((void **)(uintptr_t)symbol->host, (void *)(uintptr_t)pointer,
                             __ATOMIC_RELAXED);
    }
    pthread_rwlock_unlock(&table_lock);
}

/* The module of a device, loaded again if a reset has ended it. The lock is held. */
static gi_status module_on(struct gi_registered *registered, struct gi_device *device,
                           gi_handle *out_module)
{
    gi_status status;

    *out_module = gi_loaded_on(&registered->loaded, device);
    if (*out_module != 0)
        return GI_OK;
    status = read_code(registered);
    if (status == GI_OK)
        status = gi_loaded_add(&registered->loaded, registered->code, device, out_module);
    if (status == GI_OK && registered->code->has_managed)
        point_at_managed(registered, *out_module);
    return status;
}

static gi_status load_module(struct gi_registered *registered, struct gi_device *device,
                             gi_handle *out_module)
{
    gi_status status;

    pthread_mutex_lock(&registered->lock);
    status = module_on(registered, device, out_module);
    pthread_mutex_unlock(&registered->lock);
    return status;
}

gi_status gi_registered_load(struct gi_registered *registered)
{
    struct gi_device *device;
    gi_handle module;
    bool known;
    gi_status status = gi_device_current(&device);

    if (status != GI_OK)
        return status;
    pthread_rwlock_rdlock(&table_lock);
    known = is_known(registered);
    if (known)
        atomic_fetch_add(&registered->refs, 1);
    pthread_rwlock_unlock(&table_lock);
    if (!known)
        return gi_fail(GI_INVALID_VALUE, "device code: %p was never registered",
                       (void *)registered);
    pthread_mutex_lock(&registered->lock);
    status = module_on(registered, device, &module);
    if (status == GI_OK && registered->code->has_managed)
        point_at_managed(registered, module);    /* also variables that were added since */
    pthread_mutex_unlock(&registered->lock);
    unref(registered);
    return status;
}

/* ---- lookups --------------------------------------------------------------------------------- */

/* The target of a symbol. */
struct found {
    struct gi_registered *owner;         /* referenced; NULL: there is no symbol */
    char name[256];                      /* a copy; longer names are in long_name */
    char *long_name;
    gi_handle function;                  /* of the device, if it was asked for before */
};

/* The table's lock is held. */
static bool copy_name(const struct gi_symbol *symbol, struct found *out)
{
    size_t bytes = strlen(symbol->name) + 1;

    out->long_name = bytes > sizeof out->name ? malloc(bytes) : NULL;
    if (bytes > sizeof out->name && out->long_name == NULL)
        return false;
    memcpy(out->long_name != NULL ? out->long_name : out->name, symbol->name, bytes);
    return true;
}

static const char *found_name(const struct found *found)
{
    return found->long_name != NULL ? found->long_name : found->name;
}

static void drop_found(struct found *found)
{
    free(found->long_name);
    unref(found->owner);
}

/* A variable of the program's host code, or a kernel. Host code names a managed variable by where
 * it lies, or by its pointer. The table's lock is held. */
static struct gi_symbol *find_symbol(const void *host, bool is_kernel)
{
    struct gi_symbol *symbol = gi_symbols_find(&table, host, is_kernel);

    for (struct gi_registered *image = images;
         symbol == NULL && !is_kernel && host != NULL && image != NULL; image = image->next) {
        symbol = image->symbols;
        while (symbol != NULL && (symbol->kind != GI_SYMBOL_MANAGED ||
                                  __atomic_load_n((void *const *)symbol->host,
                                                  __ATOMIC_RELAXED) != host))
            symbol = symbol->next_of_owner;
    }
    return symbol;
}

static gi_status look_up(const void *host, bool is_kernel, struct found *out)
{
    struct gi_symbol *symbol;
    bool copied = true;

    out->owner = NULL;
    pthread_rwlock_rdlock(&table_lock);
    symbol = find_symbol(host, is_kernel);
    if (symbol != NULL)
        copied = copy_name(symbol, out);
    if (symbol != NULL && copied) {
        out->owner = symbol->owner;
        atomic_fetch_add(&symbol->owner->refs, 1);
    }
    pthread_rwlock_unlock(&table_lock);
    if (!copied)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the name of a symbol");
    if (symbol != NULL)
        return GI_OK;
    if (is_kernel)
        return gi_fail(GI_INVALID_FUNCTION, "%p is no kernel of the program", host);
    return gi_fail(GI_INVALID_SYMBOL, "%p is no variable of device code", host);
}

/* Where the handle for a device is noted; NULL: nowhere. The table's lock is held. */
static _Atomic gi_handle *noted(const struct gi_device *device, const void *host)
{
    struct gi_symbol *symbol = gi_symbols_find(&table, host, true);

    if (symbol == NULL || device->ordinal >= GI_SYMBOL_DEVICES)
        return NULL;
    return &symbol->functions[device->ordinal];
}

static gi_handle known_function(const struct gi_device *device, const void *host)
{
    _Atomic gi_handle *place;
    gi_handle function = 0;

    pthread_rwlock_rdlock(&table_lock);
    place = noted(device, host);
    if (place != NULL)
        function = atomic_load_explicit(place, memory_order_relaxed);
    pthread_rwlock_unlock(&table_lock);
    return function;
}

static void note_function(const struct gi_device *device, const void *host, gi_handle function)
{
    _Atomic gi_handle *place;

    pthread_rwlock_rdlock(&table_lock);
    place = noted(device, host);
    if (place != NULL)
        atomic_store_explicit(place, function, memory_order_relaxed);
    pthread_rwlock_unlock(&table_lock);
}

static gi_status load_function(struct gi_device *device, const void *host,
                               struct gi_function **out_function)
{
    gi_handle module, function;
    struct found found;
    gi_status status = look_up(host, true, &found);

    if (status != GI_OK)
        return status;
    status = load_module(found.owner, device, &module);
    if (status == GI_OK)
        status = gi_module_function(module, found_name(&found), &function);
    if (status == GI_NOT_FOUND)
        status = GI_INVALID_FUNCTION;
    if (status == GI_OK)
        status = gi_function_acquire(function, out_function);
    if (status == GI_OK)
        note_function(device, host, function);
    drop_found(&found);
    return status;
}

gi_status gi_registered_function(const void *host, struct gi_device *device,
                                 struct gi_function **out_function)
{
    gi_handle function = known_function(device, host);

    if (function != 0 && gi_function_acquire(function, out_function) == GI_OK) {
        if ((*out_function)->module->device == device)
            return GI_OK;
        gi_object_unref(&(*out_function)->object);
    }
    return load_function(device, host, out_function);
}

bool gi_registered_has_kernel(const void *host)
{
    bool has;

    pthread_rwlock_rdlock(&table_lock);
    has = gi_symbols_find(&table, host, true) != NULL;
    pthread_rwlock_unlock(&table_lock);
    return has;
}

gi_status gi_registered_variable(const void *host, uint64_t *out_pointer, uint64_t *out_size_bytes)
{
    struct gi_device *device;
    struct found found;
    gi_handle module;
    gi_status status = gi_device_current(&device);

    if (status == GI_OK)
        status = look_up(host, false, &found);
    if (status != GI_OK)
        return status;
    status = load_module(found.owner, device, &module);
    if (status == GI_OK)
        status = gi_module_variable(module, found_name(&found), out_pointer, out_size_bytes);
    if (status == GI_NOT_FOUND)
        status = GI_INVALID_SYMBOL;
    drop_found(&found);
    return status;
}

/* ---- ahead of use ---------------------------------------------------------------------------- */

enum { AHEAD_IMAGES = 16 };
#define AHEAD_BYTES ((size_t)4 << 20)

/* The images that are compiled for a device that was opened. */
struct reading {
    struct gi_background work;
    struct gi_device *device;
    struct gi_registered *images[AHEAD_IMAGES];      /* referenced */
    uint32_t count;
    atomic_uint next;
};

/* Returns the code of an image, or NULL.
 * Owner: the caller drops the reference. */
static struct gi_code *read_ahead(struct gi_registered *registered)
{
    struct gi_code *code = NULL;

    pthread_mutex_lock(&registered->lock);
    if (!registered->has_ended && registered->code == NULL && registered->parts == NULL &&
        gi_code_bytes(registered->image) <= AHEAD_BYTES)
        (void)!read_code(registered);
    if (!registered->has_ended)
        code = registered->code;
    if (code != NULL)
        gi_code_ref(code);
    pthread_mutex_unlock(&registered->lock);
    return code;
}

static bool read_next(struct gi_background *work)
{
    struct reading *reading = (struct reading *)work;
    uint32_t number = atomic_fetch_add(&reading->next, 1);
    struct gi_code *code;

    if (number >= reading->count)
        return false;
    code = read_ahead(reading->images[number]);
    if (code != NULL)
        gi_ahead_begin(code, reading->device);
    gi_code_unref(code);
    unref(reading->images[number]);
    return true;
}

static void end_reading(struct gi_background *work)
{
    struct reading *reading = (struct reading *)work;

    for (uint32_t i = atomic_load(&reading->next); i < reading->count; i++)
        unref(reading->images[i]);
    free(reading);
}

static bool has_kernels(const struct gi_registered *registered)
{
    const struct gi_symbol *symbol = registered->symbols;

    while (symbol != NULL && symbol->kind != GI_SYMBOL_KERNEL)
        symbol = symbol->next_of_owner;
    return symbol != NULL;
}

void gi_registered_begin_ahead(struct gi_device *device)
{
    struct reading *reading;

    if (!device->base->info.launches || gi_background_most_threads() == 0)
        return;
    reading = calloc(1, sizeof *reading);
    if (reading == NULL)
        return;
    reading->work.step = read_next;
    reading->work.end = end_reading;
    reading->device = device;
    pthread_rwlock_rdlock(&table_lock);
    for (struct gi_registered *at = images; at != NULL && reading->count < AHEAD_IMAGES;
         at = at->next) {
        if (has_kernels(at)) {
            atomic_fetch_add(&at->refs, 1);
            reading->images[reading->count++] = at;
        }
    }
    pthread_rwlock_unlock(&table_lock);
    if (reading->count > 0)
        gi_background_add(&reading->work, reading->count);
    else
        free(reading);
}

/* ---- managed memory without an image --------------------------------------------------------- */

/* Adds a variable to the registration; false if it has ended. */
static bool keep(struct gi_registered *registered, struct managed *managed)
{
    bool known;

    pthread_rwlock_wrlock(&table_lock);
    known = is_known(registered);
    if (known) {
        managed->next = registered->managed;
        registered->managed = managed;
    }
    pthread_rwlock_unlock(&table_lock);
    return known;
}

gi_status gi_registered_make_managed(struct gi_registered *registered, const char *name,
                                     const void *initial, size_t size_bytes,
                                     uint64_t *out_pointer)
{
    struct managed *managed = calloc(1, sizeof *managed);
    uint64_t pointer;
    gi_status status;

    if (managed == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of a managed variable");
    status = gi_memory_managed_alloc(size_bytes, GI_MANAGED_GLOBAL, &pointer);
    if (status != GI_OK) {
        free(managed);
        return status;
    }
    managed->pointer = pointer;
    if (size_bytes != 0)
        status = gi_driver_copy((void *)(uintptr_t)pointer, initial, size_bytes);
    if (status != GI_OK) {
        free_managed(managed);
        return status;
    }
    if (!keep(registered, managed)) {
        free_managed(managed);
        return gi_fail(GI_INVALID_VALUE, "managed variable %s: %p is no registered device code",
                       name, (void *)registered);
    }
    *out_pointer = pointer;
    return GI_OK;
}
