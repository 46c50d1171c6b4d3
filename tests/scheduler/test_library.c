/* Libraries, modules and joined code on a device that computes nothing: what is made, counted,
 * refused and left. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "context/context.h"
#include "memory/allocation.h"
#include "code/code.h"
#include "module/configuration.h"
#include "module/function.h"
#include "module/function_facts.h"
#include "module/launch.h"
#include "module/library.h"
#include "code/link.h"
#include "module/lookup.h"
#include "module/module.h"
#include "module/registered.h"

#define HEAD ".version 6.4\n.target sm_60\n.address_size 64\n"
#define HALF HEAD ".visible .entry half()\n{\n"
#define FIRST HEAD \
    ".visible .global .align 4 .u32 number = 5;\n" \
    ".visible .entry first(.param .u32 a, .param .u64 b)\n{\nret;\n}\n"
#define MANAGED HEAD ".visible .global .attribute(.managed) .align 4 .u32 shown = 7;\n"
#define WEAK ".weak .func own()\n{\nret;\n}\n"
#define AMONG HEAD ".extern .entry elsewhere();\n.func own()\n{\nret;\n}\n" \
    ".visible .entry rows(.param .u32 a)\n.reqntid 8\n{\n.reg .b32 %r1;\n" \
    "mov.u32 %r1, %tid.y;\nret;\n}\n" \
    ".func other()\n{\nret;\n}\n.const .align 8 .b8 table[12];\n.const .align 8 .b8 more[8];\n" \
    ".visible .entry plain()\n{\nret;\n}\n"
#define SECOND HEAD ".visible .entry second()\n{\nret;\n}\n"

static gi_handle load(const char *text)
{
    gi_handle library;

    OK(gi_library_load(text, strlen(text) + 1, &library));
    return library;
}

static gi_handle kernel_of(gi_handle library, const char *name)
{
    gi_handle kernel;

    OK(gi_library_kernel(library, name, &kernel));
    return kernel;
}

static gi_status launch_kernel(gi_handle kernel, void *const *arguments)
{
    const struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 },
                                      .arguments = arguments };
    struct gi_function *function;
    gi_status status = gi_lookup_function((const void *)(uintptr_t)kernel, &function);

    if (status != GI_OK)
        return status;
    status = gi_launch_function(function, &launch);
    gi_object_unref(&function->object);
    return status;
}

static struct gi_registered *registered;

/* Runs behind the library's own functions at exit, as what compilers have called there. The driver
 * may have shut down by then, so nothing of it is called. */
static void end_at_exit(void)
{
    struct gifake_live before, after;

    gifake_live(&before);
    gi_registered_end(registered);
    gifake_live(&after);
    if (before.kernels != 1 || after.kernels != 1 || before.memories != after.memories)
        _exit(3);
}

static void registered_code_stays_at_exit(void)
{
    static const char stub;
    uint32_t a = 1;
    uint64_t b = 2;
    void *arguments[] = { &a, &b };
    const struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 },
                                      .arguments = arguments };
    struct gi_function *function;

    REQUIRE(atexit(end_at_exit) == 0, "no function at exit");
    sched_begin_plain();
    registered = gi_registered_image(FIRST);
    gi_registered_add_kernel(registered, &stub, "first");
    OK(gi_lookup_function(&stub, &function));
    OK(gi_launch_function(function, &launch));
    gi_object_unref(&function->object);
    OK(gi_stream_synchronize(GI_STREAM_NULL));
}

static void libraries_are_loaded_where_they_are_used(void)
{
    uint32_t a = 1;
    uint64_t b = 2, pointer, size_bytes;
    void *arguments[] = { &a, &b };
    struct gifake_live live;
    gi_handle library;

    sched_begin_plain();
    library = load(FIRST);
    REQUIRE(gi_handle_live_count(GI_OBJECT_MODULE) == 0, "it is loaded before its first use");
    OK(launch_kernel(kernel_of(library, "first"), arguments));
    OK(launch_kernel(kernel_of(library, "first"), arguments));
    REQUIRE(gi_handle_live_count(GI_OBJECT_MODULE) == 1, "it is loaded more than once");
    gifake_live(&live);
    REQUIRE(live.kernels == 1, "%u kernels were compiled for one size of block", live.kernels);
    OK(gi_library_variable(library, "number", false, &pointer, &size_bytes));
    REQUIRE(size_bytes == 4, "the variable has %llu bytes", (unsigned long long)size_bytes);
    STATUS(GI_NOT_FOUND, gi_library_variable(library, "number", true, &pointer, &size_bytes));
    STATUS(GI_NOT_FOUND, gi_library_kernel(library, "none", &library));
    OK(gi_device_reset());
    OK(launch_kernel(kernel_of(library, "first"), arguments));
    OK(gi_device_synchronize());
    OK(gi_library_unload(library));
    STATUS(GI_INVALID_HANDLE, gi_library_unload(library));
    sched_expect_nothing_left();
    gifake_live(&live);
    REQUIRE(live.kernels == 0, "%u compiled kernels are left", live.kernels);
}

/* What the library loads for all contexts stays when the context ends that was current then. */
static void libraries_outlive_contexts(void)
{
    uint32_t a = 1;
    uint64_t b = 2, pointer, again, size_bytes;
    void *arguments[] = { &a, &b };
    gi_handle library, context;

    sched_begin_plain();
    OK(gi_context_create(0, 0, &context));
    library = load(FIRST);
    OK(launch_kernel(kernel_of(library, "first"), arguments));
    OK(gi_library_variable(library, "number", false, &pointer, &size_bytes));
    OK(gi_context_destroy(context));
    REQUIRE(gi_handle_live_count(GI_OBJECT_MODULE) == 1, "the module has ended");
    OK(gi_library_variable(library, "number", false, &again, &size_bytes));
    REQUIRE(again == pointer, "the variable was made anew");
    OK(launch_kernel(kernel_of(library, "first"), arguments));
    OK(gi_device_synchronize());
    OK(gi_library_unload(library));
    sched_expect_nothing_left();
}

/* A function is its module's, whichever context is current when it is asked for. */
static void modules_end_with_their_context(void)
{
    gi_handle context, module, function;
    struct gi_device *device;
    struct gi_code *code;

    sched_begin_plain();
    OK(gi_device_current(&device));
    OK(gi_code_read(FIRST, sizeof FIRST, &code));
    OK(gi_context_create(0, 0, &context));
    OK(gi_module_load(code, device, &module));
    gi_code_unref(code);
    OK(gi_device_set_current(0));
    OK(gi_module_function(module, "first", &function));
    OK(gi_device_reset());               /* of the primary context */
    OK(gi_module_function(module, "first", &function));
    OK(gi_context_destroy(context));
    STATUS(GI_INVALID_HANDLE, gi_module_unload(module));
    REQUIRE(!gi_handle_is_live(function), "a function outlived its module");
    sched_expect_nothing_left();
}

/* ---- a reset of another thread, between two steps of a load ---- */

/* The linker sends the calls of the library to this function (meson.build). */
gi_status __real_gi_allocation_publish(struct gi_allocation *allocation);
gi_status __wrap_gi_allocation_publish(struct gi_allocation *allocation);

static bool resets_next;

gi_status __wrap_gi_allocation_publish(struct gi_allocation *allocation)
{
    gi_status status = __real_gi_allocation_publish(allocation);

    if (resets_next) {
        resets_next = false;
        OK(gi_device_reset());
    }
    return status;
}

/* The reset frees the module's variables, which the load then uses: the reset's reference must not
 * be the last one. */
static void a_reset_may_end_new_variables(void)
{
    struct gi_device *device;
    struct gi_code *code;
    gi_handle module;

    sched_begin_plain();
    OK(gi_device_current(&device));
    OK(gi_code_read(FIRST, sizeof FIRST, &code));
    resets_next = true;
    if (gi_module_load(code, device, &module) == GI_OK)  /* it may be the later of the two */
        OK(gi_module_unload(module));
    REQUIRE(!resets_next, "the load published nothing");
    OK(gi_module_load(code, device, &module));
    OK(gi_module_unload(module));
    gi_code_unref(code);
    sched_expect_nothing_left();
}

static void kernels_end_with_their_library(void)
{
    gi_handle library, kernel, kernels[3] = { 7, 7, 7 };
    uint32_t count;

    sched_begin_plain();
    library = load(FIRST);
    kernel = kernel_of(library, "first");
    OK(gi_library_kernel_count(library, &count));
    OK(gi_library_kernels(library, kernels, 3));
    REQUIRE(count == 1 && kernels[0] == kernel && kernels[1] == 7, "not the one kernel");
    OK(gi_library_unload(library));
    STATUS(GI_INVALID_FUNCTION, launch_kernel(kernel, NULL));
    STATUS(GI_INVALID_HANDLE, gi_library_kernel_count(library, &count));
    STATUS(GI_INVALID_HANDLE, gi_library_kernels(library, kernels, 3));
    sched_expect_nothing_left();
}

static void a_kernel_is_found_on_its_device_only(void)
{
    struct gi_function *function;
    int host;

    sched_begin_plain();
    STATUS(GI_INVALID_FUNCTION, gi_lookup_function(NULL, &function));
    STATUS(GI_INVALID_FUNCTION, gi_lookup_function(&host, &function));
    STATUS(GI_INVALID_DEVICE, gi_lookup_function_on(&host, 99, &function));
    REQUIRE(!gi_registered_has_kernel(&host), "an address that nobody registered is a kernel");
}

/* Texts behind each other, with one head. */
static void texts_are_joined(void)
{
    const char *text = NULL;
    size_t size_bytes = 0;
    gi_handle link, library;

    sched_begin_plain();
    OK(gi_link_begin("", 0, &link));
    STATUS(GI_INVALID_VALUE, gi_link_complete(link, &text, &size_bytes));
    OK(gi_link_add(link, FIRST, sizeof FIRST));
    OK(gi_link_add(link, SECOND, sizeof SECOND));
    STATUS(GI_INVALID_IMAGE, gi_link_add(link, "nothing", 8));
    OK(gi_link_complete(link, &text, &size_bytes));
    REQUIRE(strlen(text) + 1 == size_bytes, "the size is %zu", size_bytes);
    library = load(text);
    kernel_of(library, "first");
    kernel_of(library, "second");
    OK(gi_library_unload(library));
    OK(gi_link_add(link, FIRST, sizeof FIRST));          /* a second definition */
    STATUS(GI_INVALID_SOURCE, gi_link_complete(link, &text, &size_bytes));
    OK(gi_link_end(link));
    OK(gi_link_begin("", 0, &link));
    STATUS(GI_INVALID_PTX, gi_link_add(link, HALF, sizeof HALF));
    STATUS(GI_INVALID_VALUE, gi_link_complete(link, &text, &size_bytes));        /* nothing */
    OK(gi_link_end(link));
    STATUS(GI_INVALID_HANDLE, gi_link_end(link));
    STATUS(GI_INVALID_HANDLE, gi_link_add(link, FIRST, sizeof FIRST));
    sched_expect_nothing_left();
}

/* A weak function stays one function, and gives way to another: neither gets a name of a text. */
static void weak_functions_are_one(void)
{
    static const char *const texts[] = {
        HEAD WEAK, HEAD ".visible .func own()\n{\nret;\n}\n",
        HEAD WEAK ".visible .entry user()\n{\ncall own;\nret;\n}\n"
    };
    const char *text = NULL;
    size_t size_bytes = 0;
    gi_handle link, library;

    sched_begin_plain();
    OK(gi_link_begin("", 0, &link));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        OK(gi_link_add(link, texts[i], strlen(texts[i]) + 1));
    OK(gi_link_complete(link, &text, &size_bytes));
    REQUIRE(strstr(text, "$part") == NULL, "a weak function has another name:\n%s", text);
    library = load(text);
    kernel_of(library, "user");
    OK(gi_library_unload(library));
    OK(gi_link_end(link));
    sched_expect_nothing_left();
}

/* Lines of each text name its own source file. */
static void files_have_other_numbers(void)
{
    static const char one[] = HEAD ".visible .entry one()\n{\n.loc 1 5 3\nret;\n}\n"
                              ".file 1 \"one.cu\"\n\t.file 2 \"one.h\"\n";
    static const char two[] = HEAD ".visible .entry two()\n{\n\t.loc\t1 7 3\n"
                              ".loc 2 8 3, function_name $L__info_string0, inlined_at 1 9 3\n"
                              "ret;\n}\n"
                              ".file 1 \"two.cu\"\n.file 2 \"two.h\"\n";
    static const char *const wanted[] = { "\n.loc 1 5 3\n", "\n.file 1 \"one.cu\"\n",
        "\n\t.file 2 \"one.h\"\n", "\n\t.loc\t3 7 3\n",
        "\n.loc 4 8 3, function_name $L__info_string0, inlined_at 3 9 3\n",
        "\n.file 3 \"two.cu\"\n", "\n.file 4 \"two.h\"\n" };
    const char *text = NULL;
    size_t size_bytes = 0;
    gi_handle link;

    sched_begin_plain();
    OK(gi_link_begin("", 0, &link));
    OK(gi_link_add(link, one, sizeof one));
    OK(gi_link_add(link, two, sizeof two));
    OK(gi_link_complete(link, &text, &size_bytes));
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        REQUIRE(strstr(text, wanted[i]) != NULL, "%s is not in\n%s", wanted[i], text);
    OK(gi_link_end(link));
    sched_expect_nothing_left();
}

static void expect_kernel(const void *stub, gi_status wanted)
{
    struct gi_function *function = NULL;
    gi_status status = gi_lookup_function(stub, &function);

    REQUIRE(status == wanted, "the kernel of %p: %d, not %d", stub, status, wanted);
    if (function != NULL)
        gi_object_unref(&function->object);
}

/* Objects of one program have one module, which ends with the last of them. A dot in a name is two
 * underscores in PTX. */
static void objects_are_joined(void)
{
    static const char third[] = HEAD ".visible .global .align 4 .u32 value__static__1f;\n";
    const void *const images[] = { FIRST, SECOND, third };
    static const char stubs[2], shadow;
    struct gi_registered *all, *objects[3];
    uint64_t pointer, size_bytes;

    sched_begin_plain();
    REQUIRE(gi_registered_object(images[0]) == NULL, "an image is in a list that is not there");
    all = gi_registered_objects(images, images + 3);
    REQUIRE(gi_registered_objects(images, images + 3) == all, "the list is there twice");
    REQUIRE(gi_registered_object(&shadow) == NULL, "what is no image is in the list");
    for (size_t i = 0; i < 3; i++) {
        objects[i] = gi_registered_object(images[i]);
        REQUIRE(objects[i] == all, "object %zu is not of all", i);
    }
    gi_registered_add_kernel(objects[0], &stubs[0], "first");
    gi_registered_add_kernel(objects[1], &stubs[1], "second");
    gi_registered_add_variable(objects[2], &shadow, "value.static.1f");
    expect_kernel(&stubs[0], GI_OK);
    expect_kernel(&stubs[1], GI_OK);
    OK(gi_registered_variable(&shadow, &pointer, &size_bytes));
    REQUIRE(size_bytes == 4, "the variable has %llu bytes", (unsigned long long)size_bytes);
    REQUIRE(gi_handle_live_count(GI_OBJECT_MODULE) == 1, "the objects have more than one module");
    gi_registered_end(objects[0]);
    gi_registered_end(objects[1]);
    expect_kernel(&stubs[0], GI_OK);
    gi_registered_end(objects[2]);
    expect_kernel(&stubs[0], GI_INVALID_FUNCTION);
    sched_expect_nothing_left();
}

static void attributes_are_described_and_set(void)
{
    struct gi_function_facts facts;
    struct gi_function *function;
    uint32_t offset, bytes;
    gi_handle library;

    sched_begin_plain();
    library = load(FIRST);
    OK(gi_lookup_function((const void *)(uintptr_t)kernel_of(library, "first"), &function));
    OK(gi_function_describe(function, &facts));
    REQUIRE(facts.most_dynamic_bytes == 49152 && facts.carveout == -1, "not the defaults");
    OK(gi_function_set(function, GI_FUNCTION_MOST_DYNAMIC, 100));
    OK(gi_function_set(function, GI_FUNCTION_CARVEOUT, 100));
    STATUS(GI_INVALID_VALUE, gi_function_set(function, GI_FUNCTION_MOST_DYNAMIC, 49153));
    STATUS(GI_INVALID_VALUE, gi_function_set(function, GI_FUNCTION_CARVEOUT, -2));
    STATUS(GI_INVALID_VALUE, gi_function_set(function, 0, 1));
    OK(gi_function_describe(function, &facts));
    REQUIRE(facts.most_dynamic_bytes == 100 && facts.carveout == 100, "not what was set");
    OK(gi_function_parameter(function, 1, &offset, &bytes));
    REQUIRE(offset == 8 && bytes == 8, "the parameter has %u bytes at %u", bytes, offset);
    STATUS(GI_INVALID_VALUE, gi_function_parameter(function, 2, &offset, &bytes));
    gi_object_unref(&function->object);
    OK(gi_library_unload(library));
    sched_expect_nothing_left();
}

static void configurations_have_arguments(void)
{
    const struct gi_configuration one = { .grid = { 1, 1, 1 }, .block = { 1, 1, 1 } };
    struct gi_configuration launch;
    uint8_t *arguments = NULL;
    size_t size_bytes = 0;
    void *bytes;

    STATUS(GI_NO_LAUNCH, gi_configuration_argument("a", 1, 0));
    STATUS(GI_NO_LAUNCH, gi_configuration_pop_arguments(&launch, &bytes, &size_bytes));
    OK(gi_configuration_push(&one));
    OK(gi_configuration_argument("ab", 2, 4));
    OK(gi_configuration_argument("c", 1, 0));
    STATUS(GI_INVALID_VALUE, gi_configuration_argument("d", 1, GI_ARGUMENTS_MOST));
    STATUS(GI_INVALID_VALUE, gi_configuration_argument("d", UINT64_MAX, 1));
    OK(gi_configuration_push(&one));                     /* it has none of its own yet */
    OK(gi_configuration_pop_arguments(&launch, &bytes, &size_bytes));
    REQUIRE(bytes == NULL && size_bytes == 0, "a launch has the arguments of another");
    OK(gi_configuration_pop_arguments(&launch, &bytes, &size_bytes));
    arguments = bytes;
    REQUIRE(size_bytes == 6 && memcmp(arguments, "c\0\0\0ab", 6) == 0, "not the arguments");
    free(arguments);
    OK(gi_configuration_push(&one));
    OK(gi_configuration_argument("a", 1, 0));
    OK(gi_configuration_pop(&launch));                   /* frees what was added */
}

/* ---- managed pointers in several threads ----------------------------------------------------- */

static void expect_number(const struct gi_code *code, uint32_t number, const char *name,
                          unsigned dimensions)
{
    const struct gi_code_kernel *kernel = &code->kernels[number];

    REQUIRE(kernel->number == number && strcmp(kernel->name, name) == 0,
            "kernel %u is number %u, %s", number, kernel->number, kernel->name);
    REQUIRE(gi_code_find_kernel(code, name) == kernel, "%s is not found", name);
    REQUIRE(gi_code_dimensions(kernel) == dimensions, "%s has %u dimensions", name,
            gi_code_dimensions(kernel));
    REQUIRE(kernel->ptx != NULL && kernel->shader == NULL, "%s is PTX", name);
    REQUIRE(strcmp(gi_code_entry_point(kernel), "main") == 0, "%s begins at %s", name,
            gi_code_entry_point(kernel));
    REQUIRE(gi_code_shared_units(kernel, 17) == 17 && gi_code_shared_units(kernel, 0) == 0,
            "%s does not count bytes", name);
}

/* Functions between them have no number, and nor have kernels that are elsewhere. */
static void kernels_have_numbers_of_their_own(void)
{
    static const char *const none[] = { "own", "other", "elsewhere", "row", "rows2", "" };
    gi_handle library, listed[3] = { 0 };
    struct gi_code_variable variable;
    struct gi_code *code;
    uint32_t count;

    sched_begin_plain();
    OK(gi_code_read(AMONG, sizeof AMONG, &code));
    REQUIRE(code->kernel_count == 2, "%u kernels", code->kernel_count);
    expect_number(code, 0, "rows", 2);
    expect_number(code, 1, "plain", 1);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        REQUIRE(gi_code_find_kernel(code, none[i]) == NULL, "%s is a kernel", none[i]);
    REQUIRE(code->constant_bytes == 20, "%llu bytes", (unsigned long long)code->constant_bytes);
    REQUIRE(gi_code_find_variable(code, "more", &variable) && variable.offset_bytes == 16 &&
            variable.bytes == 8 && !variable.is_managed, "more lies at %llu",
            (unsigned long long)variable.offset_bytes);
    REQUIRE(!gi_code_find_variable(code, "rows", &variable), "a kernel is a variable");
    gi_code_unref(code);
    library = load(AMONG);
    OK(gi_library_kernel_count(library, &count));
    OK(gi_library_kernels(library, listed, 3));
    REQUIRE(count == 2 && listed[0] == kernel_of(library, "rows") &&
            listed[1] == kernel_of(library, "plain") && listed[2] == 0, "%u kernels are listed",
            count);
    OK(gi_library_unload(library));
    sched_expect_nothing_left();
}

enum { LOADS = 100 };

static void *shown = &shown;                 /* the program's pointer to a managed variable */
static atomic_bool loaded_often;

static void *load_often(void *unused)
{
    for (int i = 0; i < LOADS; i++)
        OK(gi_registered_load(registered));  /* each writes the pointer */
    atomic_store_explicit(&loaded_often, true, memory_order_relaxed);
    return unused;
}

/* A search reads the pointer while another thread's load writes it. ThreadSanitizer says if these
 * are no atomic accesses. The search is for what no variable is, so it takes no lock of the image,
 * which would order the two. */
static void pointers_are_searched_while_they_are_set(void)
{
    static const char unknown;
    uint64_t pointer, size_bytes;
    pthread_t thread;

    sched_begin_plain();
    registered = gi_registered_image(MANAGED);
    gi_registered_add_managed(registered, &shown, "shown");
    REQUIRE(pthread_create(&thread, NULL, load_often, NULL) == 0, "no thread");
    do {
        STATUS(GI_INVALID_SYMBOL, gi_registered_variable(&unknown, &pointer, &size_bytes));
    } while (!atomic_load_explicit(&loaded_often, memory_order_relaxed));
    pthread_join(thread, NULL);
    OK(gi_registered_variable(shown, &pointer, &size_bytes));
    REQUIRE(pointer == (uintptr_t)shown && size_bytes == 4, "0x%llx is not where it is shown",
            (unsigned long long)pointer);
    REQUIRE(*(uint32_t *)shown == 7, "its first value is %u", *(uint32_t *)shown);
    gi_registered_end(registered);
    sched_expect_nothing_left();
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        { "libraries_are_loaded_where_they_are_used", libraries_are_loaded_where_they_are_used, 0 },
        { "libraries_outlive_contexts", libraries_outlive_contexts, 0 },
        { "modules_end_with_their_context", modules_end_with_their_context, 0 },
        { "a_reset_may_end_new_variables", a_reset_may_end_new_variables, 0 },
        { "kernels_end_with_their_library", kernels_end_with_their_library, 0 },
        { "registered_code_stays_at_exit", registered_code_stays_at_exit, 0 },
        { "a_kernel_is_found_on_its_device_only", a_kernel_is_found_on_its_device_only, 0 },
        { "texts_are_joined", texts_are_joined, 0 },
        { "weak_functions_are_one", weak_functions_are_one, 0 },
        { "files_have_other_numbers", files_have_other_numbers, 0 },
        { "objects_are_joined", objects_are_joined, 0 },
        { "attributes_are_described_and_set", attributes_are_described_and_set, 0 },
        { "configurations_have_arguments", configurations_have_arguments, 0 },
        { "kernels_have_numbers_of_their_own", kernels_have_numbers_of_their_own, 0 },
        { "pointers_are_searched_while_they_are_set", pointers_are_searched_while_they_are_set, 0 },
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
