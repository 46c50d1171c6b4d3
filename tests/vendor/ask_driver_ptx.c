/* What loading PTX answers whose text is wrong: the code, and the text in the log of errors. */
#include "ask_driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD ".version 6.4\n.target sm_60\n.address_size 64\n"
#define ENTRY HEAD \
    ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<3>;\n.reg .b16 %h<3>;\n" \
    ".reg .b32 %r<4>;\n.reg .f32 %f<4>;\n.reg .b64 %rd<4>;\n.reg .f64 %d<4>;\n" \
    "ld.param.u64 %rd1, [out];\n"
#define END "ret;\n}\n"
/* A kernel whose body has these lines, which begin at line 12. */
#define BODY(lines) ENTRY lines END

static const struct text {
    const char *name, *ptx;
} texts[] = {
    { "good", BODY("mov.u32 %r1, 1;\nst.global.u32 [%rd1], %r1;\n") },
    { "empty", "" },
    { "words", "nothing" },
    { "words_lines", "nothing\nat all\n" },
    { "comment", "// nothing\n" },
    { "only_head", HEAD },
    { "no_version", ".target sm_60\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n" },
    { "no_target", ".version 6.4\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n" },
    { "no_size", ".version 6.4\n.target sm_60\n.visible .entry k()\n{\nret;\n}\n" },
    { "size_32",
      ".version 6.4\n.target sm_60\n.address_size 32\n.visible .entry k()\n{\nret;\n}\n" },
    { "version_99",
      ".version 99.0\n.target sm_60\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n" },
    { "version_91",
      ".version 9.1\n.target sm_60\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n" },
    { "version_word",
      ".version x\n.target sm_60\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n" },
    { "target_999",
      ".version 6.4\n.target sm_999\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n" },
    { "target_100",
      ".version 8.6\n.target sm_100\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n" },
    { "target_90a_new",
      ".version 6.4\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n" },
    { "target_35",
      ".version 6.4\n.target sm_35\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n" },
    { "target_20",
      ".version 6.4\n.target sm_20\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n" },
    { "target_word",
      ".version 6.4\n.target word\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n" },
    { "cut", ENTRY "mov.u32 %r1, 1;\n" },
    { "cut_line", ENTRY "mov.u32 %r1" },
    { "cut_entry", HEAD ".visible .entry k(" },
    { "no_semicolon", BODY("mov.u32 %r1, 1\nst.global.u32 [%rd1], %r1;\n") },
    { "garbage", BODY("foo bar;\n") },
    { "garbage_word", BODY("foo;\n") },
    { "garbage_sign", BODY("?;\n") },
    { "opcode", BODY("frob.u32 %r1, %r2;\n") },
    { "two_errors", BODY("frob.u32 %r1, %r2;\nmov.u32 %r9, 1;\n") },
    { "two_unknown", BODY("mov.u32 %r8, 1;\nmov.u32 %r9, 1;\n") },
    { "modifier", BODY("add.u99 %r1, %r2, %r3;\n") },
    { "modifier_word", BODY("add.nothing.u32 %r1, %r2, %r3;\n") },
    { "modifier_illegal", BODY("add.lo.u32 %r1, %r2, %r3;\n") },
    { "modifier_missing", BODY("mul.u32 %r1, %r2, %r3;\n") },
    { "type_missing", BODY("add %r1, %r2, %r3;\n") },
    { "type_illegal", BODY("shl.u32 %r1, %r2, %r3;\n") },
    { "type_pred", BODY("add.pred %p1, %p2, %p1;\n") },
    { "rounding_missing", BODY("cvt.f32.f64 %f1, %d1;\n") },
    { "rounding_extra", BODY("cvt.rn.u32.u16 %r1, %h1;\n") },
    { "compare_missing", BODY("setp.u32 %p1, %r1, %r2;\n") },
    { "compare_wrong", BODY("setp.zz.u32 %p1, %r1, %r2;\n") },
    { "few_operands", BODY("add.u32 %r1, %r2;\n") },
    { "many_operands", BODY("add.u32 %r1, %r2, %r3, %r1;\n") },
    { "no_operands", BODY("add.u32;\n") },
    { "operand_twice", BODY("mov.u32 %r1, , 1;\n") },
    { "size", BODY("add.u32 %rd1, %rd2, %rd3;\n") },
    { "size_small", BODY("add.u64 %r1, %r2, %r3;\n") },
    { "kind", BODY("add.f32 %r1, %r2, %r3;\n") },
    { "kind_float", BODY("add.u32 %f1, %f2, %f3;\n") },
    { "pred_as_word", BODY("add.u32 %p1, %r2, %r3;\n") },
    { "word_as_pred", BODY("@%r1 mov.u32 %r1, 1;\n") },
    { "guard_unknown", BODY("@%q1 mov.u32 %r1, 1;\n") },
    { "guard_missing", BODY("@ mov.u32 %r1, 1;\n") },
    { "to_immediate", BODY("mov.u32 1, %r1;\n") },
    { "float_to_word", BODY("mov.u32 %r1, 1.5;\n") },
    { "word_to_float", BODY("add.f32 %f1, %f2, 1;\n") },
    { "large_immediate", BODY("mov.u32 %r1, 0x1ffffffff;\n") },
    { "register", BODY("mov.u32 %r9, 1;\n") },
    { "name", BODY("mov.u32 %r1, nothing;\n") },
    { "special", BODY("mov.u32 %r1, %nothing;\n") },
    { "special_write", BODY("mov.u32 %tid.x, %r1;\n") },
    { "label", BODY("bra nowhere;\n") },
    { "label_twice", BODY("a:\nmov.u32 %r1, 1;\na:\nbra a;\n") },
    { "label_unused", BODY("a:\nmov.u32 %r1, 1;\n") },
    { "bra_register", BODY("bra %r1;\n") },
    { "register_twice", BODY(".reg .b32 %r1;\n") },
    { "register_again", BODY(".reg .b32 x;\n.reg .b64 x;\n") },
    { "register_type", BODY(".reg .b31 x;\n") },
    { "parameter", BODY("ld.param.u64 %rd2, [nothing];\n") },
    { "parameter_write", BODY("st.param.u64 [out], %rd1;\n") },
    { "const_write",
      HEAD ".const .u32 c;\n.visible .entry k()\n{\nst.const.u32 [c], 1;\nret;\n}\n" },
    { "space", BODY("ld.nowhere.u32 %r1, [%rd1];\n") },
    { "address_missing", BODY("ld.global.u32 %r1, %rd1;\n") },
    { "address_small", BODY("ld.global.u32 %r1, [%r1];\n") },
    { "address_open", BODY("ld.global.u32 %r1, [%rd1;\n") },
    { "vector_width", BODY("ld.global.v2.u32 {%r1, %r2, %r3}, [%rd1];\n") },
    { "vector_missing", BODY("ld.global.v2.u32 %r1, [%rd1];\n") },
    { "vector_extra", BODY("ld.global.u32 {%r1, %r2}, [%rd1];\n") },
    { "vector_odd", BODY("ld.global.v3.u32 {%r1, %r2, %r3}, [%rd1];\n") },
    { "call", BODY("call nothing;\n") },
    { "call_extern",
      HEAD ".extern .func nothing();\n.visible .entry k()\n{\ncall nothing;\nret;\n}\n" },
    { "call_arguments",
      HEAD ".func f(.reg .b32 a)\n{\nret;\n}\n.visible .entry k()\n{\ncall f;\nret;\n}\n" },
    { "call_type",
      HEAD ".func f(.reg .b32 a)\n{\nret;\n}\n.visible .entry k()\n{\n.reg .b64 %rd1;\n"
      "call f, (%rd1);\nret;\n}\n" },
    { "call_result",
      HEAD ".func (.reg .b32 r) f()\n{\nmov.u32 r, 1;\nret;\n}\n.visible .entry k()\n{\n"
      "call f;\nret;\n}\n" },
    { "extern_global",
      HEAD ".extern .global .u32 g;\n.visible .entry k()\n{\n.reg .b32 %r1;\n"
      "ld.global.u32 %r1, [g];\nret;\n}\n" },
    { "extern_unused", HEAD ".extern .func nothing();\n.visible .entry k()\n{\nret;\n}\n" },
    { "entry_twice", HEAD ".visible .entry k()\n{\nret;\n}\n.visible .entry k()\n{\nret;\n}\n" },
    { "variable_twice",
      HEAD ".global .u32 g;\n.global .u32 g;\n.visible .entry k()\n{\nret;\n}\n" },
    { "variable_type", HEAD ".global .u31 g;\n.visible .entry k()\n{\nret;\n}\n" },
    { "variable_initial", HEAD ".global .u32 g = x;\n.visible .entry k()\n{\nret;\n}\n" },
    { "variable_many", HEAD ".global .u32 g[2] = {1, 2, 3};\n.visible .entry k()\n{\nret;\n}\n" },
    { "directive", HEAD ".nothing\n.visible .entry k()\n{\nret;\n}\n" },
    { "directive_body", BODY(".nothing 1;\n") },
    { "maxntid", HEAD ".visible .entry k()\n.maxntid 99999, 1, 1\n{\nret;\n}\n" },
    { "shared_large",
      HEAD ".visible .entry k()\n{\n.shared .b8 s[1000000];\n.reg .b32 %r1;\n"
      "ld.shared.u32 %r1, [s];\nst.shared.u32 [s], %r1;\nret;\n}\n" },
    { "newer_target", BODY("redux.sync.add.u32 %r1, %r2, 0xffffffff;\n") },
    { "newer_version",
      ".version 6.4\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n"
      ".reg .b32 %r<3>;\nredux.sync.add.u32 %r1, %r2, 0xffffffff;\nret;\n}\n" },
    { "bar", BODY("bar.sync 16;\n") },
    { "atom", BODY("atom.global.add.u16 %h1, [%rd1], %h2;\n") },
    { "atom_wrong", BODY("atom.global.nothing.u32 %r1, [%rd1], %r2;\n") },
    { "shfl", BODY("shfl.sync.zz.b32 %r1, %r2, 0, 31, -1;\n") },
    { "shfl_old", BODY("shfl.idx.b32 %r1, %r2, 0, 31;\n") },
    { "vote_old",
      ".version 6.4\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n"
      ".reg .b32 %r<3>;\nshfl.idx.b32 %r1, %r2, 0, 31;\nret;\n}\n" },
    { "tex", BODY("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f1}, [%rd1, {%f1}];\n") },
    { "brace_extra", BODY("}\n") },
    { "brace_open", BODY("{\n") },
    { "comment_open", BODY("/* ") },
    { "string", BODY("\"text\";\n") },
    { "instruction_outside", HEAD "mov.u32 %r1, 1;\n" },
    { "unused_func", HEAD ".func f()\n{\nfrob;\nret;\n}\n.visible .entry k()\n{\nret;\n}\n" },
    { "module_func", HEAD ".visible .func f()\n{\nmov.u32 %r1, 1;\nret;\n}\n" },
    { "after_ret", BODY("ret;\nmov.u32 %r9, 1;\n") },
    { "no_ret", ENTRY "mov.u32 %r1, 1;\n}\n" },
    { "pragma", BODY(".pragma \"nothing\";\n") },
    { "warning_double", ".version 1.4\n.target sm_10\n.visible .entry k()\n{\nret;\n}\n" },
};

/* Prints the code, and the text as one line. */
static void say_log(const char *question, int code, const char *log)
{
    say("ptx.%s: %d", question, code);
    printf("ptx_text.%s: ", question);
    for (; *log != '\0'; log++) {
        if (*log == '\n')
            printf("\\n");
        else
            putchar(*log);
    }
    putchar('\n');
    fflush(stdout);
}

#define ROOM_BYTES 4096u

static void ask_load(const struct text *text)
{
    static char errors[ROOM_BYTES];
    CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
    void *values[] = { errors, (void *)(uintptr_t)ROOM_BYTES };
    char question[100];
    CUmodule module = NULL;
    int code;

    errors[0] = '\0';
    code = DRIVER_CALL(cuModuleLoadDataEx, &module, text->ptx, 2, options, values);
    snprintf(question, sizeof question, "load.%s", text->name);
    say_log(question, code, errors);
    say("ptx_text.load_size.%s: %d", text->name, (uintptr_t)values[1] == strlen(errors));
    if (code == 0)
        (void)DRIVER_CALL(cuModuleUnload, module);
}

static void ask_link(const struct text *text)
{
    static char errors[ROOM_BYTES];
    CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
    void *values[] = { errors, (void *)(uintptr_t)ROOM_BYTES }, *cubin = NULL;
    CUlinkState link = NULL;
    char question[100];
    size_t bytes;
    int added, code = -1;

    errors[0] = '\0';
    if (DRIVER_CALL(cuLinkCreate, 2, options, values, &link) != 0)
        return;
    added = DRIVER_CALL(cuLinkAddData, link, CU_JIT_INPUT_PTX, (void *)(uintptr_t)text->ptx,
                        strlen(text->ptx) + 1, "text", 0, NULL, NULL);
    snprintf(question, sizeof question, "link_add.%s", text->name);
    say_log(question, added, errors);
    code = DRIVER_CALL(cuLinkComplete, link, &cubin, &bytes);
    snprintf(question, sizeof question, "link_complete.%s", text->name);
    say_log(question, code, errors);
    (void)DRIVER_CALL(cuLinkDestroy, link);
}

static void ask_library(const struct text *text)
{
    CUlibrary library = NULL;
    CUkernel kernel = NULL;
    CUfunction function = NULL;
    int loaded, found = -1, given = -1;

    loaded = DRIVER_CALL(cuLibraryLoadData, &library, text->ptx, NULL, NULL, 0, NULL, NULL, 0);
    if (loaded == 0) {
        found = DRIVER_CALL(cuLibraryGetKernel, &kernel, library, "k");
        if (found == 0)
            given = DRIVER_CALL(cuKernelGetFunction, &function, kernel);
        (void)DRIVER_CALL(cuLibraryUnload, library);
    }
    say("ptx.library.%s: %d %d %d", text->name, loaded, found, given);
}

static void ask_small_logs(void)
{
    for (size_t size = 0; size < 80; size = size * 2 + 1) {
        char errors[100];
        CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
        void *values[] = { errors, (void *)size };
        CUmodule module = NULL;
        char question[40];
        int code;

        memset(errors, 'x', sizeof errors);
        code = DRIVER_CALL(cuModuleLoadDataEx, &module, BODY("frob;\n"), 2, options, values);
        errors[99] = '\0';
        snprintf(question, sizeof question, "room.%zu", size);
        say_log(question, code, errors);
        say("ptx.room_told.%zu: %zu", size, (size_t)(uintptr_t)values[1]);
    }
}

/* ---- the runtime ----------------------------------------------------------------------------- */

typedef int load_library(void **library, const char *code, int *options, void **values,
                         unsigned int count, void *more, void *more_values,
                         unsigned int more_count);
typedef int get_kernel(void **kernel, void *library, const char *name);
typedef int unload_library(void *library);

static void *find(void *runtime, const char *name)
{
    void *symbol = dlsym(runtime, name);

    if (symbol == NULL)
        exit(3);
    return symbol;
}

/* How the runtime answers: a load of a library, and the first question for its kernel. */
void ask_runtime_libraries(const char *path)
{
    enum { ERROR_LOG = 5, ERROR_LOG_BYTES = 6 };
    static char errors[ROOM_BYTES];
    void *runtime = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    load_library *load;
    get_kernel *get;
    unload_library *unload;

    if (runtime == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    *(void **)&load = find(runtime, "cudaLibraryLoadData");
    *(void **)&get = find(runtime, "cudaLibraryGetKernel");
    *(void **)&unload = find(runtime, "cudaLibraryUnload");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        int options[] = { ERROR_LOG, ERROR_LOG_BYTES }, loaded, got = -1;
        void *values[] = { errors, (void *)(uintptr_t)ROOM_BYTES }, *library = NULL, *kernel;
        char question[100];

        errors[0] = '\0';
        loaded = load(&library, texts[i].ptx, options, values, 2, NULL, NULL, 0);
        if (loaded == 0) {
            got = get(&kernel, library, "k");
            (void)unload(library);
        }
        snprintf(question, sizeof question, "runtime_library.%s", texts[i].name);
        say_log(question, loaded * 10000 + got, errors);
    }
}

void ask_ptx(void)
{
    (void)need_context();
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        ask_load(&texts[i]);
        ask_link(&texts[i]);
        ask_library(&texts[i]);
    }
    ask_small_logs();
}
