/* malloc and free of kernels, as the PTX that the library has, by the interpreter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interpreter.h"
#include "kernel/heap/heap_layout.h"
#include "kernel/heap/heap_names.h"
#include "kernel/heap/heap_plan.h"
#include "test_cases.h"

enum { BLOCKS = 3, THREADS = 48, ALL = BLOCKS * THREADS, HEAP_BYTES = 1 << 20 };

#define VARIABLES_AT UINT64_C(0x10000)
#define POINTERS_AT UINT64_C(0x20000)
#define HEAP_AT UINT64_C(0x300000100)

static const char kernels[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".extern .func (.param .b64 result) malloc(.param .b64 bytes);\n"
    ".extern .func free(.param .b64 memory);\n"
    /* thread i takes bytes * i + 1 bytes, writes i there, and its address into pointers[i] */
    ".visible .entry takes(.param .u64 pointers, .param .u64 bytes)\n{\n"
    "    .reg .b32 %t, %b;\n    .reg .b64 %p, %n, %o;\n    .reg .pred %q;\n"
    "    mov.u32 %b, %ctaid.x;\n    mov.u32 %t, %ntid.x;\n    mul.lo.u32 %b, %b, %t;\n"
    "    mov.u32 %t, %tid.x;\n    add.u32 %t, %t, %b;\n"
    "    ld.param.u64 %n, [bytes];\n    cvt.u64.u32 %o, %t;\n    mad.lo.u64 %n, %n, %o, 1;\n"
    "    { .param .b64 in; .param .b64 out;\n    st.param.b64 [in], %n;\n"
    "    call.uni (out), malloc, (in);\n    ld.param.b64 %p, [out]; }\n"
    "    ld.param.u64 %n, [pointers];\n    mad.lo.u64 %o, %o, 8, %n;\n"
    "    st.global.u64 [%o], %p;\n    setp.ne.u64 %q, %p, 0;\n"
    "    @%q st.global.u8 [%p], %t;\n    ret;\n}\n"
    ".visible .entry gives(.param .u64 pointers)\n{\n"
    "    .reg .b32 %t, %b;\n    .reg .b64 %p, %o;\n"
    "    mov.u32 %b, %ctaid.x;\n    mov.u32 %t, %ntid.x;\n    mul.lo.u32 %b, %b, %t;\n"
    "    mov.u32 %t, %tid.x;\n    add.u32 %t, %t, %b;\n"
    "    ld.param.u64 %p, [pointers];\n    mad.wide.u32 %o, %t, 8, %p;\n"
    "    ld.global.u64 %p, [%o];\n"
    "    { .param .b64 in;\n    st.param.b64 [in], %p;\n    call.uni free, (in); }\n    ret;\n}\n";

struct place {
    uint64_t words, first_page;
    uint32_t page_bits, page_count;
};

struct room {
    struct gi_arena arena;
    struct gi_ptx_module *module;
    struct gi_heap_plan plan;
    struct place place;
    uint64_t pointers[ALL];
    uint8_t *heap;
    uint64_t *variables;
};

static void open_room(struct room *room)
{
    static char text[sizeof kernels + (1 << 17)];
    const char *heap_text;

    gi_arena_init(&room->arena, 64 << 20);
    assert_int_equal(gi_ptx_parse(&room->arena, kernels, strlen(kernels), &room->module), GI_OK);
    heap_text = gi_heap_text_for(room->module);
    assert_non_null(heap_text);
    assert_true(strlen(heap_text) < 1 << 17);
    memcpy(stpcpy(text, kernels), heap_text, strlen(heap_text) + 1);
    assert_int_equal(gi_ptx_parse(&room->arena, text, strlen(text), &room->module), GI_OK);
    assert_null(gi_heap_text_for(room->module));
    gi_heap_plan(HEAP_BYTES, &room->plan);
    room->heap = calloc(1, room->plan.bytes);
    room->place = (struct place){ HEAP_AT, gi_heap_first_page(&room->plan, HEAP_AT),
                                  room->plan.page_bits, room->plan.page_count };
    room->variables = gi_arena_alloc(&room->arena, room->module->variable_count + 1, 8);
    assert_non_null(gi_heap_variable(room->module));
    room->variables[gi_heap_variable(room->module)->index] = VARIABLES_AT;
}

static void close_room(struct room *room)
{
    free(room->heap);
    gi_arena_finish(&room->arena);
}

static void run(struct room *room, const char *kernel, uint64_t bytes, bool backwards)
{
    const uint64_t pointers = POINTERS_AT;
    const void *const arguments[] = { &pointers, &bytes };
    const struct interpreter_memory memories[] = {
        { (uint8_t *)&room->place, VARIABLES_AT, sizeof room->place, NULL },
        { (uint8_t *)room->pointers, POINTERS_AT, sizeof room->pointers, NULL },
        { room->heap, HEAP_AT, room->plan.bytes, NULL },
    };
    const struct gi_ptx_text name = { kernel, (uint32_t)strlen(kernel) };
    const struct interpreter_launch launch = {
        .module = room->module, .entry = gi_ptx_find_function(room->module, name),
        .arguments = arguments, .grid = { BLOCKS, 1, 1 }, .block = { THREADS, 1, 1 },
        .memories = memories, .memory_count = 3, .variables = room->variables,
        .backwards = backwards,
    };
    enum interpreter_outcome outcome;
    char why[400];

    outcome = interpret(&launch, why, sizeof why);
    if (outcome != INTERPRETER_DONE)
        print_error("%s: %s\n", kernel, why);
    assert_int_equal(outcome, INTERPRETER_DONE);
}

/* The bytes of each thread lie in the heap and are nobody else's. Returns how many have none. */
static uint32_t check_pieces(const struct room *room, uint64_t bytes)
{
    uint64_t end = room->place.first_page
        + ((uint64_t)room->plan.page_count << room->plan.page_bits);
    uint32_t refused = 0;

    for (uint32_t i = 0; i < ALL; i++) {
        uint64_t at = room->pointers[i];

        refused += at == 0;
        if (at == 0)
            continue;
        assert_int_equal(at % 16, 0);
        assert_true(at >= room->place.first_page && at + bytes * i + 1 <= end);
        assert_int_equal(room->heap[at - HEAP_AT], i);
        for (uint32_t k = 0; k < i; k++)
            assert_true(room->pointers[k] == 0 || room->pointers[k] + bytes * k < at
                        || at + bytes * i < room->pointers[k]);
    }
    return refused;
}

TEST_CASE(the_text_gives_each_thread_its_own)
{
    static const uint64_t sizes[] = { 0, 1, 9, 25, 50, 20000 };
    static struct room room;

    open_room(&room);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const uint32_t *words = (const uint32_t *)(const void *)room.heap;
        uint32_t refused;

        run(&room, "takes", sizes[i], i % 2);
        refused = check_pieces(&room, sizes[i]);
        assert_int_equal(refused > 0, sizes[i] == 20000);
        run(&room, "gives", 0, i % 2);
        assert_int_equal(words[GI_HEAP_AT_TAKEN], 0);
        for (uint32_t k = 0; k < GI_HEAP_PAGE_WORDS; k++)
            assert_int_equal(words[GI_HEAP_AT_BITS + k], 0);
    }
    close_room(&room);
}

/* A text that defines one of the functions keeps its own. */
TEST_CASE(modules_that_get_the_text)
{
    static const struct { const char *text; bool gets; } rows[] = {
        { ".extern .func free(.param .b64 p);\n", true },
        { ".extern .func (.param .b64 r) __cuda_syscall_aligned_malloc(.param .b64 p, "
          ".param .b64 q);\n", true },
        { ".func free(.param .b64 p)\n{\n    ret;\n}\n", false },
        { ".func free(.param .b64 p)\n{\n    ret;\n}\n"
          ".extern .func (.param .b64 r) malloc(.param .b64 p);\n", false },
        { ".extern .func other(.param .b64 p);\n", false },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gi_ptx_module *module;
        struct gi_arena arena;
        char text[400];

        (void)snprintf(text, sizeof text, ".version 8.0\n.target sm_75\n.address_size 64\n%s",
                       rows[i].text);
        gi_arena_init(&arena, 1 << 20);
        assert_int_equal(gi_ptx_parse(&arena, text, strlen(text), &module), GI_OK);
        assert_int_equal(gi_heap_text_for(module) != NULL, rows[i].gets);
        gi_arena_finish(&arena);
    }
}
