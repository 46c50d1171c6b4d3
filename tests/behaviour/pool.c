/* Questions about memory pools: creation, every attribute, access, export, what outlives what. */
#include "behaviour.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct cudaMemPoolProps wanted_pool(void)
{
    struct cudaMemPoolProps wanted;
    memset(&wanted, 0, sizeof(wanted));
    wanted.allocType = cudaMemAllocationTypePinned;
    wanted.location.type = cudaMemLocationTypeDevice;
    return wanted;
}

static cudaMemPool_t good_pool(void)
{
    cudaMemPool_t pool = NULL;
    struct cudaMemPoolProps wanted = wanted_pool();
    answer("create", cudaMemPoolCreate(&pool, &wanted));
    return pool;
}

static void create(const char *name, const struct cudaMemPoolProps *wanted)
{
    cudaMemPool_t pool = OUT_MARKER;
    cudaError_t code = cudaMemPoolCreate(&pool, wanted);
    answer_with(name, code, "out=%s", out_state(pool));
    if (code == cudaSuccess)
        answer(label("%s_destroy", name), cudaMemPoolDestroy(pool));
}

static void ask_create(int arg)
{
    (void)arg;
    struct cudaMemPoolProps wanted = wanted_pool();
    start_device();
    answer("null_out", cudaMemPoolCreate(NULL, &wanted));
    create("null_properties", NULL);
    create("good", &wanted);
    for (int type = -1; type < 4; type++) {
        wanted = wanted_pool();
        wanted.allocType = (enum cudaMemAllocationType)type;
        create(label("type_%d", type), &wanted);
    }
    for (int type = -1; type < 6; type++) {
        wanted = wanted_pool();
        wanted.location.type = (enum cudaMemLocationType)type;
        create(label("location_%d", type), &wanted);
    }
    static const int devices[] = {-1, 1000};
    for (int i = 0; i < 2; i++) {
        wanted = wanted_pool();
        wanted.location.id = devices[i];
        create(label("device_%d", devices[i]), &wanted);
    }
    for (int types = 0; types < 18; types++) {
        wanted = wanted_pool();
        wanted.handleTypes = (enum cudaMemAllocationHandleType)types;
        create(label("handle_types_%d", types), &wanted);
    }
    wanted = wanted_pool();
    wanted.maxSize = 1u << 20;
    create("max_size", &wanted);
    wanted.maxSize = SIZE_MAX;
    create("max_size_max", &wanted);
    wanted = wanted_pool();
    wanted.reserved[0] = 1;
    create("reserved", &wanted);
}

static void ask_max_size(int arg)
{
    (void)arg;
    struct cudaMemPoolProps wanted = wanted_pool();
    cudaMemPool_t pool = NULL;
    void *memory = NULL;
    start_device();
    wanted.maxSize = (size_t)64 << 20;
    answer("create", cudaMemPoolCreate(&pool, &wanted));
    answer("inside", cudaMallocFromPoolAsync(&memory, 1u << 20, pool, NULL));
    answer("beyond", cudaMallocFromPoolAsync(&memory, (size_t)128 << 20, pool, NULL));
    answer("synchronize", cudaDeviceSynchronize());
}

/* The argument is 0 for the device's default pool and 1 for one that was made. */
static void ask_attributes(int made)
{
    cudaMemPool_t pool = NULL;
    void *memory = NULL;
    start_device();
    if (made)
        pool = good_pool();
    else
        answer("default", cudaDeviceGetDefaultMemPool(&pool, 0));
    for (int number = -1; number < 13; number++) {
        enum cudaMemPoolAttr attribute = (enum cudaMemPoolAttr)number;
        unsigned long long value = 0;
        cudaError_t code = cudaMemPoolGetAttribute(pool, attribute, &value);
        answer_with(label("get_%d", number), code, "value=%llu", value);
    }
    for (int number = -1; number < 13; number++) {
        enum cudaMemPoolAttr attribute = (enum cudaMemPoolAttr)number;
        for (unsigned long long i = 0; i < 3; i++) {
            unsigned long long value = i == 2 ? 4096 : i;
            answer(label("set_%d_to_%llu", number, value),
                   cudaMemPoolSetAttribute(pool, attribute, &value));
            unsigned long long got = 0;
            cudaError_t code = cudaMemPoolGetAttribute(pool, attribute, &got);
            if (code == cudaSuccess)
                answer_with(label("then_get_%d", number), code, "value=%llu", got);
        }
    }
    answer("malloc", cudaMallocFromPoolAsync(&memory, 100000, pool, NULL));
    for (int number = 5; number < 9; number++) {
        unsigned long long value = 0;
        cudaError_t code = cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)number, &value);
        answer_with(label("used_%d", number), code, "value=%llu", value);
    }
    answer("free", cudaFreeAsync(memory, NULL));
    answer("synchronize", cudaDeviceSynchronize());
    for (int number = 5; number < 9; number++) {
        unsigned long long value = 0;
        cudaError_t code = cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)number, &value);
        answer_with(label("after_%d", number), code, "value=%llu", value);
    }
}

static void print_reserved(const char *name, cudaMemPool_t pool)
{
    unsigned long long reserved = 0;
    unsigned long long used = 0;
    cudaError_t code = cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved);
    (void)cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
    answer_with(name, code, "reserved=%s used=%llu", reserved == 0 ? "none" : "some", used);
}

static void ask_trim(int arg)
{
    (void)arg;
    cudaMemPool_t pool = NULL;
    void *memory = NULL;
    unsigned long long threshold = UINT64_MAX;
    start_device();
    pool = good_pool();
    print_reserved("at_first", pool);
    answer("trim_empty", cudaMemPoolTrimTo(pool, 0));
    answer("malloc", cudaMallocFromPoolAsync(&memory, 1u << 20, pool, NULL));
    print_reserved("with_memory", pool);
    answer("trim_in_use", cudaMemPoolTrimTo(pool, 0));
    print_reserved("trimmed_in_use", pool);
    answer("free", cudaFreeAsync(memory, NULL));
    answer("synchronize", cudaDeviceSynchronize());
    print_reserved("freed_threshold_0", pool);
    answer("threshold",
           cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    answer("malloc_2", cudaMallocFromPoolAsync(&memory, 1u << 20, pool, NULL));
    answer("free_2", cudaFreeAsync(memory, NULL));
    answer("synchronize_2", cudaDeviceSynchronize());
    print_reserved("freed_threshold_max", pool);
    answer("trim_max", cudaMemPoolTrimTo(pool, SIZE_MAX));
    print_reserved("trimmed_max", pool);
    answer("trim", cudaMemPoolTrimTo(pool, 0));
    print_reserved("trimmed", pool);
    answer("trim_null", cudaMemPoolTrimTo(NULL, 0));
}

static void ask_identity(int arg)
{
    (void)arg;
    cudaMemPool_t first = NULL;
    cudaMemPool_t second = NULL;
    cudaMemPool_t made = NULL;
    start_device();
    answer("default_null", cudaDeviceGetDefaultMemPool(NULL, 0));
    answer("default_minus_1", cudaDeviceGetDefaultMemPool(&first, -1));
    answer("default_1000", cudaDeviceGetDefaultMemPool(&first, 1000));
    answer("default", cudaDeviceGetDefaultMemPool(&first, 0));
    answer("default_again", cudaDeviceGetDefaultMemPool(&second, 0));
    note("default_same", "%s", first == second ? "yes" : "no");
    answer("current_null", cudaDeviceGetMemPool(NULL, 0));
    answer("current_1000", cudaDeviceGetMemPool(&second, 1000));
    answer("current", cudaDeviceGetMemPool(&second, 0));
    note("current_is_default", "%s", first == second ? "yes" : "no");
    made = good_pool();
    answer("set", cudaDeviceSetMemPool(0, made));
    answer("current_2", cudaDeviceGetMemPool(&second, 0));
    note("current_is_made", "%s", second == made ? "yes" : "no");
    answer("set_1000", cudaDeviceSetMemPool(1000, made));
    answer("set_null", cudaDeviceSetMemPool(0, NULL));
    answer("destroy_current", cudaMemPoolDestroy(made));
    answer("current_3", cudaDeviceGetMemPool(&second, 0));
    note("current_is_default_again", "%s", first == second ? "yes" : "no");
    answer("destroy_default", cudaMemPoolDestroy(first));
    answer("destroy_null", cudaMemPoolDestroy(NULL));
}

static void ask_destroy_in_use(int arg)
{
    (void)arg;
    void *memory = NULL;
    start_device();
    cudaMemPool_t pool = good_pool();
    answer("malloc", cudaMallocFromPoolAsync(&memory, 4096, pool, NULL));
    answer("destroy", cudaMemPoolDestroy(pool));
    answer("set", cudaMemset(memory, 1, 4096));
    answer("free", cudaFreeAsync(memory, NULL));
    answer("synchronize", cudaDeviceSynchronize());
}

enum {
    STALE_DESTROY, STALE_TRIM, STALE_GET, STALE_MALLOC, STALE_SET_CURRENT, NULL_GET, NULL_SET,
    NULL_MALLOC, NULL_VALUE_GET, NULL_VALUE_SET, NULL_ACCESS, NULL_EXPORT
};

static void ask_bad(int what)
{
    cudaMemPool_t pool = NULL;
    void *memory = OUT_MARKER;
    unsigned long long value = 0;
    enum cudaMemAccessFlags flags = (enum cudaMemAccessFlags)77;
    struct cudaMemLocation location;
    int fd = -1;
    const enum cudaMemPoolAttr threshold = cudaMemPoolAttrReleaseThreshold;
    memset(&location, 0, sizeof(location));
    location.type = cudaMemLocationTypeDevice;
    start_device();
    if (what < NULL_GET || what == NULL_VALUE_GET || what == NULL_VALUE_SET)
        pool = good_pool();
    if (what < NULL_GET)
        answer("destroy_first", cudaMemPoolDestroy(pool));
    switch (what) {
    case STALE_DESTROY: answer("destroy", cudaMemPoolDestroy(pool)); break;
    case STALE_TRIM: answer("trim", cudaMemPoolTrimTo(pool, 0)); break;
    case STALE_GET:
    case NULL_GET: answer("get", cudaMemPoolGetAttribute(pool, threshold, &value)); break;
    case NULL_SET: answer("set", cudaMemPoolSetAttribute(pool, threshold, &value)); break;
    case STALE_MALLOC:
    case NULL_MALLOC:
        answer("malloc", cudaMallocFromPoolAsync(&memory, 64, pool, NULL));
        note("out", "%s", out_state(memory));
        break;
    case STALE_SET_CURRENT: answer("set_current", cudaDeviceSetMemPool(0, pool)); break;
    case NULL_VALUE_GET: answer("get", cudaMemPoolGetAttribute(pool, threshold, NULL)); break;
    case NULL_VALUE_SET: answer("set", cudaMemPoolSetAttribute(pool, threshold, NULL)); break;
    case NULL_ACCESS: answer("access", cudaMemPoolGetAccess(&flags, NULL, &location)); break;
    default:
        answer("export", cudaMemPoolExportToShareableHandle(
                             &fd, NULL, cudaMemHandleTypePosixFileDescriptor, 0));
        break;
    }
}

static void ask_access(int arg)
{
    (void)arg;
    struct cudaMemAccessDesc access;
    enum cudaMemAccessFlags flags = (enum cudaMemAccessFlags)77;
    start_device();
    cudaMemPool_t pool = good_pool();
    memset(&access, 0, sizeof(access));
    access.location.type = cudaMemLocationTypeDevice;
    cudaError_t code = cudaMemPoolGetAccess(&flags, pool, &access.location);
    answer_with("own_device", code, "flags=%d", (int)flags);
    answer("null_out", cudaMemPoolGetAccess(NULL, pool, &access.location));
    answer("null_location", cudaMemPoolGetAccess(&flags, pool, NULL));
    answer("set_count_0", cudaMemPoolSetAccess(pool, &access, 0));
    answer("set_null", cudaMemPoolSetAccess(pool, NULL, 1));
    answer("set_null_count_0", cudaMemPoolSetAccess(pool, NULL, 0));
    for (int i = -1; i < 5; i++) {
        access.flags = (enum cudaMemAccessFlags)i;
        answer(label("set_flags_%d", i), cudaMemPoolSetAccess(pool, &access, 1));
        code = cudaMemPoolGetAccess(&flags, pool, &access.location);
        answer_with(label("then_%d", i), code, "flags=%d", (int)flags);
    }
    access.flags = cudaMemAccessFlagsProtReadWrite;
    access.location.id = 1000;
    answer("set_1000", cudaMemPoolSetAccess(pool, &access, 1));
    answer("get_1000", cudaMemPoolGetAccess(&flags, pool, &access.location));
    access.location.id = 0;
    for (int type = -1; type < 6; type++) {
        access.location.type = (enum cudaMemLocationType)type;
        answer(label("set_location_%d", type), cudaMemPoolSetAccess(pool, &access, 1));
        answer(label("get_location_%d", type),
               cudaMemPoolGetAccess(&flags, pool, &access.location));
    }
}

static void ask_export(int shareable)
{
    struct cudaMemPoolProps wanted = wanted_pool();
    struct cudaMemPoolPtrExportData data;
    cudaMemPool_t pool = NULL;
    cudaMemPool_t imported = OUT_MARKER;
    void *memory = NULL;
    void *again = OUT_MARKER;
    int fd = -1;
    const enum cudaMemAllocationHandleType kind = cudaMemHandleTypePosixFileDescriptor;
    start_device();
    if (shareable)
        wanted.handleTypes = kind;
    answer("create", cudaMemPoolCreate(&pool, &wanted));
    for (int type = 0; type < 9; type++) {
        fd = -1;
        cudaError_t code = cudaMemPoolExportToShareableHandle(
            &fd, pool, (enum cudaMemAllocationHandleType)type, 0);
        answer_with(label("export_type_%d", type), code, "fd=%s", fd >= 0 ? fd_state(fd) : "none");
    }
    answer("export_flags_1", cudaMemPoolExportToShareableHandle(&fd, pool, kind, 1));
    answer("export_null_out", cudaMemPoolExportToShareableHandle(NULL, pool, kind, 0));
    answer("malloc", cudaMallocFromPoolAsync(&memory, 65536, pool, NULL));
    answer("synchronize", cudaDeviceSynchronize());
    answer("export_pointer", cudaMemPoolExportPointer(&data, memory));
    answer("export_pointer_null", cudaMemPoolExportPointer(&data, NULL));
    answer("export_pointer_null_out", cudaMemPoolExportPointer(NULL, memory));
    answer("export_pointer_of_malloc", cudaMemPoolExportPointer(&data, obtain(DEVICE, 64)));
    if (!shareable)
        return;
    fd = -1;
    answer("export", cudaMemPoolExportToShareableHandle(&fd, pool, kind, 0));
    answer("export_pointer_again", cudaMemPoolExportPointer(&data, memory));
    cudaError_t code =
        cudaMemPoolImportFromShareableHandle(&imported, (void *)(uintptr_t)(unsigned)fd, kind, 0);
    answer_with("import", code, "out=%s fd=%s", out_state(imported), fd_state(fd));
    if (code == cudaSuccess) {
        answer("import_pointer", cudaMemPoolImportPointer(&again, imported, &data));
        note("pointer", "%s", again == memory ? "same" : out_state(again));
        answer("malloc_from_imported", cudaMallocFromPoolAsync(&again, 64, imported, NULL));
        answer("destroy_imported", cudaMemPoolDestroy(imported));
    }
    answer("import_bad_fd",
           cudaMemPoolImportFromShareableHandle(&imported, (void *)(uintptr_t)999, kind, 0));
    answer("import_null_out",
           cudaMemPoolImportFromShareableHandle(NULL, (void *)(uintptr_t)(unsigned)fd, kind, 0));
    answer("import_type_0",
           cudaMemPoolImportFromShareableHandle(&imported, (void *)(uintptr_t)(unsigned)fd,
                                                cudaMemHandleTypeNone, 0));
}

#ifndef AS_HIP
static void ask_locations(int arg)
{
    (void)arg;
    cudaMemPool_t pool = OUT_MARKER;
    cudaMemPool_t standard = NULL;
    struct cudaMemLocation location;
    start_device();
    answer("default", cudaDeviceGetDefaultMemPool(&standard, 0));
    for (int i = 0; i < 20; i++) {
        memset(&location, 0, sizeof(location));
        location.type = (enum cudaMemLocationType)(i / 4);
        enum cudaMemAllocationType type = (enum cudaMemAllocationType)(i % 4);
        pool = OUT_MARKER;
        cudaError_t code = cudaMemGetDefaultMemPool(&pool, &location, type);
        answer_with(label("default_location_%d_type_%d", i / 4, i % 4), code, "out=%s",
                    pool == standard ? "default" : out_state(pool));
        pool = OUT_MARKER;
        code = cudaMemGetMemPool(&pool, &location, type);
        answer_with(label("current_location_%d_type_%d", i / 4, i % 4), code, "out=%s",
                    pool == standard ? "default" : out_state(pool));
    }
    location.type = cudaMemLocationTypeDevice;
    answer("null_location",
           cudaMemGetDefaultMemPool(&pool, NULL, cudaMemAllocationTypePinned));
    answer("null_out", cudaMemGetDefaultMemPool(NULL, &location, cudaMemAllocationTypePinned));
    answer("set", cudaMemSetMemPool(&location, cudaMemAllocationTypePinned, standard));
    answer("set_null", cudaMemSetMemPool(&location, cudaMemAllocationTypePinned, NULL));
    location.id = 1000;
    answer("set_1000", cudaMemSetMemPool(&location, cudaMemAllocationTypePinned, standard));
    answer("default_1000", cudaMemGetDefaultMemPool(&pool, &location, cudaMemAllocationTypePinned));
}
#endif

const struct question pool_questions[] = {
    {"pool.create", ask_create, 0},
    {"pool.max_size", ask_max_size, 0},
    {"pool.attributes_default", ask_attributes, 0},
    {"pool.attributes_made", ask_attributes, 1},
    {"pool.trim", ask_trim, 0},
    {"pool.identity", ask_identity, 0},
    {"pool.destroy_in_use", ask_destroy_in_use, 0},
    {"pool.destroyed_destroy", ask_bad, STALE_DESTROY},
    {"pool.destroyed_trim", ask_bad, STALE_TRIM},
    {"pool.destroyed_get", ask_bad, STALE_GET},
    {"pool.destroyed_malloc", ask_bad, STALE_MALLOC},
    {"pool.destroyed_set_current", ask_bad, STALE_SET_CURRENT},
    {"pool.null_get", ask_bad, NULL_GET},
    {"pool.null_set", ask_bad, NULL_SET},
    {"pool.null_malloc", ask_bad, NULL_MALLOC},
    {"pool.null_value_get", ask_bad, NULL_VALUE_GET},
    {"pool.null_value_set", ask_bad, NULL_VALUE_SET},
    {"pool.null_access", ask_bad, NULL_ACCESS},
    {"pool.null_export", ask_bad, NULL_EXPORT},
    {"pool.access", ask_access, 0},
    {"pool.export_private", ask_export, 0},
    {"pool.export_shareable", ask_export, 1},
#ifndef AS_HIP
    {"pool.locations", ask_locations, 0},
#endif
    {NULL, NULL, 0},
};
