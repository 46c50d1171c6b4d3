/** The memory check in kernels that are SPIR-V already (checked.comp): each kind of wrong access
 *  ends in error 700 with a sentence and changes nothing, and right kernels run as without it.
 *
 *  kernels_spirv_check_API LINES WAYS... [POINTERS CHOSEN TWO]: a module with lines of its source,
 *  the ways of checked.comp in their order, and modules made by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loading.h"
#include "test_cases.h"
#include "there.h"

enum { COUNT = 40, THREADS = 32 };

enum way {
    READS, WRITES, ADDS, SWAPS, READS_BYTES, WRITES_BYTES, READS_SHORTS, WRITES_SHORTS,
    WRITES_LONGS, READS_VECTORS, WRITES_COMPONENTS, READS_MATRICES, READS_STRUCTS, READS_COLUMNS,
    CALLS, WAITS, SHARES, SHARES_WITH_BARRIERS, SHARES_COMPONENTS, LOCALS, FOLLOWS, LOOPS,
    READS_DOUBLES, WRITES_WITH_BARRIERS, READS_PARAMETERS,
    SHARES_COLUMNS, SHARES_ROWS, WAYS
};

/* The size of an element; what the first access of one behind the last is. */
static const struct {
    uint32_t bytes;
    const char *sentence, *where;
} ways[WAYS] = {
    [READS] = { 4, "read of 4 bytes", "directly behind an allocation of" },
    [WRITES] = { 4, "write of 4 bytes", "directly behind an allocation of" },
    [ADDS] = { 4, "atomic operation of 4 bytes", "directly behind an allocation of" },
    [SWAPS] = { 4, "atomic operation of 4 bytes", "directly behind an allocation of" },
    [READS_BYTES] = { 1, "read of 1 bytes", "directly behind an allocation of" },
    [WRITES_BYTES] = { 1, "write of 1 bytes", "directly behind an allocation of" },
    [READS_SHORTS] = { 2, "read of 2 bytes", "directly behind an allocation of" },
    [WRITES_SHORTS] = { 2, "write of 2 bytes", "directly behind an allocation of" },
    [WRITES_LONGS] = { 8, "write of 8 bytes", "directly behind an allocation of" },
    [READS_VECTORS] = { 16, "read of 4 bytes", "directly behind an allocation of" },
    [WRITES_COMPONENTS] = { 16, "write of 4 bytes", "12 bytes behind an allocation of" },
    [READS_MATRICES] = { 96, "read of 4 bytes", "72 bytes behind an allocation of" },
    [READS_STRUCTS] = { 96, "read of 92 bytes", "directly behind an allocation of" },
    [READS_COLUMNS] = { 48, "read of 4 bytes", "44 bytes behind an allocation of" },
    [CALLS] = { 4, "write of 4 bytes", "directly behind an allocation of" },
    [WAITS] = { 4, "read of 4 bytes", "directly behind an allocation of" },
    [SHARES] = { 0, "write of 4 bytes by the index 16 of an array of 16", "in shared memory" },
    [SHARES_WITH_BARRIERS] = { 0, "read of 4 bytes by the index 16 of an array of 16",
                               "in shared memory" },
    [SHARES_COMPONENTS] = { 0, "write of 4 bytes by the index 4 of an array of 4",
                            "in shared memory" },
    [LOCALS] = { 0, "read of 4 bytes by the index 8 of an array of 8", "in local memory" },
    [FOLLOWS] = { 8, "read of 4 bytes", "directly behind an allocation of" },
    [LOOPS] = { 4, "read of 4 bytes", "directly behind an allocation of" },
    [READS_DOUBLES] = { 8, "read of 8 bytes", "directly behind an allocation of" },
    [READS_PARAMETERS] = { 0, "read of 4 bytes", "read of 4 bytes" },
    [SHARES_COLUMNS] = { 0, "atomic operation of 4 bytes by the index 8 of an array of 8",
                         "in shared memory" },
    [SHARES_ROWS] = { 0, "atomic operation of 4 bytes by the index 4 of an array of 4",
                      "in shared memory" },
    [WRITES_WITH_BARRIERS] = { 4, "write of 4 bytes", "directly behind an allocation of" },
};

static char **files;
static int file_count;

enum { LINES, FIRST_WAY, POINTERS = FIRST_WAY + WAYS, CHOSEN, TWO, FILES };

/* The elements of an array of the kernel, or of memory. */
static uint32_t count_of(enum way way)
{
    static const uint32_t counts[WAYS] = {
        [SHARES] = 16, [SHARES_WITH_BARRIERS] = 16, [SHARES_COMPONENTS] = 4, [LOCALS] = 8,
        [READS_PARAMETERS] = 200, [SHARES_COLUMNS] = 8, [SHARES_ROWS] = 4
    };

    return counts[way] != 0 ? counts[way] : COUNT;
}

/* A node of a list has 12 bytes, aligned to 8, and stands at each 8th. */
static size_t bytes_of(enum way way)
{
    return (size_t)COUNT * (ways[way].bytes != 0 ? ways[way].bytes : 4) + (way == FOLLOWS ? 8 : 0);
}

/* ---- running --------------------------------------------------------------------------------- */

struct kernel {
    module_of_kernel module;
    kernel_of_module kernel;
};

static struct kernel load(const char *file, const char *name)
{
    struct kernel made;

    OK(LOAD_FILE(&made.module, file));
    OK(FIND(&made.kernel, made.module, name));
    return made;
}

/* The arguments of a way, and a word in pinned memory that the thread sets behind the access: it
 * can be read after the failure. */
struct call {
    uint64_t memory;
    uint32_t *flag, *device_flag;
    int32_t index;
    uint32_t written;
};

static struct call call_of(void *memory, int index)
{
    struct call call = { .memory = (uint64_t)(uintptr_t)memory, .index = index, .written = 7 };

    OK(gpuHostAlloc((void **)&call.flag, 4, gpuHostAllocMapped));
    *call.flag = 0;
    OK(gpuHostGetDevicePointer((void **)&call.device_flag, call.flag, 0));
    return call;
}

static gpuError_t run(const char *file, struct call *call)
{
    struct kernel loaded = load(file, "checked");
    uint32_t many[200] = { 0 };
    void *arguments[] = { &call->memory, &call->device_flag, &call->index, &call->written, many };
    gpuError_t error;

    OK(LAUNCH_OF(loaded.kernel, 2, THREADS, arguments));
    error = gpuDeviceSynchronize();
    if (error == gpuSuccess)
        OK(UNLOAD(loaded.module));
    return error;
}

static void fails_in(const char *file, struct call call, const char *sentence)
{
    EXPECT(run(file, &call), gpuErrorIllegalAddress, sentence);
    assert_int_equal(*call.flag, 0);
    OK(gpuDeviceReset());
}

static void fails(enum way way, struct call call, const char *sentence)
{
    fails_in(files[FIRST_WAY + way], call, sentence);
}

static void runs(enum way way, struct call call)
{
    OK(run(files[FIRST_WAY + way], &call));
    assert_int_not_equal(*call.flag, 0);
    OK(gpuFreeHost(call.flag));
}

static void *new_memory(enum way way)
{
    void *memory;

    OK(gpuMalloc(&memory, bytes_of(way)));
    OK(gpuMemset(memory, way == WAITS ? 1 : 0, bytes_of(way)));
    return memory;
}

/* ---- tests ----------------------------------------------------------------------------------- */

TEST_CASE(right_kernels)
{
    for (int way = 0; way < WAYS; way++) {
        void *memory = new_memory((enum way)way);

        runs((enum way)way, call_of(memory, 0));
        runs((enum way)way, call_of(memory, (int)count_of((enum way)way) - 1));
        OK(gpuFree(memory));
    }
}

TEST_CASE(behind)
{
    for (int way = 0; way < WAYS; way++) {
        fails((enum way)way, call_of(new_memory((enum way)way), (int)count_of((enum way)way)),
              ways[way].sentence);
        fails((enum way)way, call_of(new_memory((enum way)way), (int)count_of((enum way)way)),
              ways[way].where);
    }
}

/* Matrices that lie by rows: each number is its own place, and thread 5 of block 1 adds the last
 * one and the column that ends with it. */
TEST_CASE(columns_are_read)
{
    float numbers[COUNT * 12];
    void *memory;
    struct call call;

    for (int i = 0; i < COUNT * 12; i++)
        numbers[i] = (float)i;
    OK(gpuMalloc(&memory, sizeof numbers));
    OK(gpuMemcpy(memory, numbers, sizeof numbers, gpuMemcpyHostToDevice));
    call = call_of(memory, COUNT - 1);
    OK(run(files[FIRST_WAY + READS_COLUMNS], &call));
    assert_int_equal(*call.flag, (479 + 471 + 475 + 479) | 1);
    OK(gpuFreeHost(call.flag));
    OK(gpuFree(memory));
}

/* All bytes of memory stay as they were, whatever the thread reads, computes and writes later. */
TEST_CASE(nothing_is_changed)
{
    static const enum way writers[] = { WRITES, ADDS, WRITES_LONGS, CALLS, LOOPS,
                                        WRITES_WITH_BARRIERS };

    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
        uint8_t *pinned;
        void *memory;
        struct call call;
        enum way way = writers[i];

        OK(gpuHostAlloc((void **)&pinned, 4096, gpuHostAllocMapped));
        memset(pinned, 0x55, 4096);
        OK(gpuHostGetDevicePointer(&memory, pinned, 0));
        call = call_of(memory, 4096 / (int)ways[way].bytes);
        EXPECT(run(files[FIRST_WAY + way], &call), gpuErrorIllegalAddress, "behind");
        /* the others have written the first element */
        for (int k = 8; k < 4096; k++)
            assert_int_equal(pinned[k], 0x55);
        OK(gpuDeviceReset());
    }
}

TEST_CASE(before)
{
    fails(READS, call_of((char *)new_memory(READS) - 4, 0), "4 bytes before an allocation of 160");
    fails(WRITES_LONGS, call_of((char *)new_memory(WRITES_LONGS) - 8, 0), "8 bytes before an all");
    /* where a negative index leads to is up to the device */
    fails(READS, call_of(new_memory(READS), -1), "read of 4 bytes at");
    fails(READS_COLUMNS, call_of(new_memory(READS_COLUMNS), -1), "read of 4 bytes at");
    fails(SHARES, call_of(new_memory(SHARES), -1), "by the index -1 of an array of 16 in shared");
    fails(LOCALS, call_of(new_memory(LOCALS), -7), "by the index -7 of an array of 8 in local");
}

TEST_CASE(across_the_end)
{
    void *memory;

    OK(gpuMalloc(&memory, 96 + 88));
    fails(READS_STRUCTS, call_of(memory, 1), "4 of its bytes are behind an allocation");
    OK(gpuMalloc(&memory, 96 + 92));
    OK(gpuMemset(memory, 0, 96 + 92));
    runs(READS_STRUCTS, call_of(memory, 1));
    OK(gpuFree(memory));
    /* the whole matrix; its columns lie 16 bytes apart */
    OK(gpuMalloc(&memory, 96 + 88));
    fails(READS_MATRICES, call_of(memory, 1), "4 of its bytes are behind an allocation");
    /* a column; its numbers lie 16 bytes apart */
    OK(gpuMalloc(&memory, 48 + 44));
    fails(READS_COLUMNS, call_of(memory, 1), "directly behind an allocation");
}

TEST_CASE(null_and_freed)
{
    char *memory = new_memory(READS), *other = new_memory(READS);

    OK(gpuFree(other));
    fails(WRITES, call_of(memory, (int)((other + 8 - memory) / 4)), "into a freed allocation");
    for (int way = 0; way < SHARES; way++)
        fails((enum way)way, call_of(NULL, 0), "the null pointer");
}

TEST_CASE(registered_to_be_read)
{
    enum { READ_ONLY = 8 };
    static _Alignas(4096) uint32_t words[1024];
    void *memory;

    if (gpuHostRegister(words, sizeof words, READ_ONLY) != gpuSuccess) {
        (void)gpuGetLastError();
        skip();
    }
    OK(gpuHostGetDevicePointer(&memory, words, 0));
    runs(READS, call_of(memory, 1023));
    runs(READS_STRUCTS, call_of(memory, 7));
    fails(WRITES, call_of(memory, 3), "into a read-only allocation");
    OK(gpuHostRegister(words, sizeof words, READ_ONLY));
    OK(gpuHostGetDevicePointer(&memory, words, 0));
    fails(ADDS, call_of(memory, 3), "into a read-only allocation");
}

TEST_CASE(places)
{
    fails(WRITES, call_of(new_memory(WRITES), COUNT), "kernel checked, SPIR-V OpStore of %");
    fails(READS, call_of(new_memory(READS), COUNT), "SPIR-V OpLoad of %");
    fails(ADDS, call_of(new_memory(ADDS), COUNT), "SPIR-V OpAtomicIAdd of %");
    fails(READS, call_of(new_memory(READS), COUNT), "block (1, 0, 0), thread (5, 0, 0): read");
    fails_in(files[LINES], call_of(new_memory(WRITES), COUNT), "checked.comp:71, block (1");
}

/* Pointers that are stepped by a number: out, in, a factor, a count. */
TEST_CASE(stepped_pointers)
{
    float factor = 3;
    uint32_t count = 100;
    void *out, *in;
    void *arguments[] = { &out, &in, &factor, &count };
    struct kernel loaded;

    if (file_count < FILES)
        skip();
    OK(gpuMalloc(&out, 408));
    OK(gpuMalloc(&in, 400));
    loaded = load(files[POINTERS], "main");
    OK(LAUNCH_OF(loaded.kernel, 2, 64, arguments));
    OK(gpuDeviceSynchronize());
    count = 101;
    OK(LAUNCH_OF(loaded.kernel, 2, 64, arguments));
    EXPECT(gpuDeviceSynchronize(), gpuErrorIllegalAddress, "directly behind an allocation of 400");
    OK(gpuDeviceReset());
}

/* A loop that is one block and whose pointer is chosen at its head: out, in, instead of in, count.
 * The module has no function but the kernel, no input and no numbers of 64 bits before. */
static gpuError_t sum(uint32_t *out, uint32_t *in, uint32_t *other, uint32_t count)
{
    void *arguments[] = { &out, &in, &other, &count };
    struct kernel loaded = load(files[CHOSEN], "sum");

    OK(LAUNCH_OF(loaded.kernel, 1, 1, arguments));
    return gpuDeviceSynchronize();
}

static void new_row(uint32_t **out_row, uint32_t count, uint32_t step)
{
    uint32_t numbers[100];

    for (uint32_t i = 0; i < count; i++)
        numbers[i] = i * step;
    OK(gpuMalloc((void **)out_row, count * 4));
    OK(gpuMemcpy(*out_row, numbers, count * 4, gpuMemcpyHostToDevice));
}

TEST_CASE(chosen_pointers)
{
    uint32_t *in, *other, *out, sums[3];
    float as_float;

    if (file_count < FILES)
        skip();
    new_row(&in, 100, 1);
    new_row(&other, 50, 2);
    new_row(&out, 3, 0);
    OK(sum(out, in, NULL, 100));
    OK(gpuMemcpy(sums, out, sizeof sums, gpuMemcpyDeviceToHost));
    assert_int_equal(sums[0], 4950);
    assert_int_equal(sums[1], 4950);
    memcpy(&as_float, &sums[2], sizeof as_float);
    assert_true(as_float == 4950);
    OK(sum(out, in, other, 50));
    OK(gpuMemcpy(sums, out, sizeof sums, gpuMemcpyDeviceToHost));
    assert_int_equal(sums[0], 2450);
    EXPECT(sum(out, in, other, 51), gpuErrorIllegalAddress, "OpLoad of %");
    OK(gpuDeviceReset());
    new_row(&in, 100, 1);
    new_row(&out, 3, 0);
    EXPECT(sum(out, in, NULL, UINT32_MAX), gpuErrorIllegalAddress,
           "directly behind an allocation of 400 bytes");
    OK(gpuDeviceReset());
    new_row(&in, 100, 1);
    new_row(&out, 1, 0);
    EXPECT(sum(out, in, NULL, 100), gpuErrorIllegalAddress, "OpCopyMemory of %");
    OK(gpuDeviceReset());
    new_row(&in, 100, 1);
    new_row(&out, 2, 0);
    EXPECT(sum(out, in, NULL, 100), gpuErrorIllegalAddress, "OpExtInst of %");
    OK(gpuDeviceReset());
    new_row(&in, 100, 1);
    EXPECT(sum(in + 99, in, NULL, 100), gpuErrorIllegalAddress,
           "write of 4 bytes at");
    OK(gpuDeviceReset());
}

/* The first one is of blocks of 4 threads, the second one of 8. */
static gpuError_t run_one_of_two(const char *name, unsigned threads, uint32_t *out, uint32_t index)
{
    void *arguments[] = { &out, &index };
    struct kernel loaded = load(files[TWO], name);

    OK(LAUNCH_OF(loaded.kernel, 1, threads, arguments));
    return gpuDeviceSynchronize();
}

TEST_CASE(two_kernels_in_a_module)
{
    uint32_t *out, seen[12];

    if (file_count < FILES)
        skip();
    new_row(&out, 12, 0);
    OK(run_one_of_two("first", 4, out, 0));
    OK(run_one_of_two("second", 8, out, 4));
    OK(gpuMemcpy(seen, out, sizeof seen, gpuMemcpyDeviceToHost));
    for (int i = 0; i < 12; i++)
        assert_int_equal(seen[i], i < 4 ? 7 : 9);
    EXPECT(run_one_of_two("first", 4, out, 9), gpuErrorIllegalAddress,
           "kernel first, SPIR-V OpStore of %");
    OK(gpuDeviceReset());
    new_row(&out, 12, 0);
    EXPECT(run_one_of_two("second", 8, out, 5), gpuErrorIllegalAddress, "thread (7, 0, 0): write");
    OK(gpuDeviceReset());
}

int main(int argc, char **argv)
{
    if (!device_is_there())
        return SKIPPED;
    files = argv + 1;
    file_count = argc - 1;
    if (file_count < POINTERS)
        return 2;
    return run_test_cases(NULL);
}
