#include "compile/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clang/pass.h"
#include "compile/help.h"

/* Where a word goes. */
enum {
    DEVICE = 1,
    HOST = 2,
    LINK = 4,
    VALUE_ONLY = 8              /* its value alone, split at commas */
};

/* How a word brings its value. */
enum value {
    NONE,
    ATTACHED,                   /* the word only begins with the name */
    NEXT,                       /* the next word */
    EITHER,                     /* attached, or the next word */
    EQUALS                      /* behind '=', or the next word */
};

struct rule {
    const char *name;
    enum value value;
    int goes;
    /* Instead of passing it on; false is a mistake, which was said. */
    bool (*act)(const struct gi_dialect *dialect, struct gi_compile_options *options,
                const char *word, const char *value);
};

static bool refuse_word(const struct gi_dialect *dialect, const char *word, const char *why)
{
    fprintf(stderr, "%s: error: %s: %s\n", dialect->program, word, why);
    return false;
}

static bool set_goal(const struct gi_dialect *dialect, struct gi_compile_options *options,
                     const char *word, const char *value)
{
    static const struct {
        const char *word;
        enum gi_compile_goal goal;
    } goals[] = {
        { "c", GI_COMPILE_OBJECT }, { "compile", GI_COMPILE_OBJECT },
        { "S", GI_COMPILE_ASSEMBLY }, { "E", GI_COMPILE_PREPROCESSED },
        { "preprocess", GI_COMPILE_PREPROCESSED }, { "M", GI_COMPILE_DEPENDENCIES },
        { "MM", GI_COMPILE_DEPENDENCIES }, { "ptx", GI_COMPILE_PTX },
        { "fatbin", GI_COMPILE_IMAGE }, { "cubin", GI_COMPILE_IMAGE },
        { "lib", GI_COMPILE_ARCHIVE },
        { "dlink", GI_COMPILE_DEVICE_LINK }, { "device-link", GI_COMPILE_DEVICE_LINK }
    };

    (void)value;
    if (options->goal_flag != NULL && strcmp(options->goal_flag, word) != 0)
        return refuse_word(dialect, word, "the line asks for something else before");
    options->goal_flag = word;
    word += strspn(word, "-");
    options->is_cubin = strcmp(word, "cubin") == 0;
    for (size_t i = 0; i < sizeof(goals) / sizeof(goals[0]); i++) {
        if (strcmp(word, goals[i].word) == 0)
            options->goal = goals[i].goal;
    }
    return true;
}

static bool set_output(const struct gi_dialect *dialect, struct gi_compile_options *options,
                       const char *word, const char *value)
{
    if (options->output != NULL)
        return refuse_word(dialect, word, "the output is named twice");
    options->output = value;
    return true;
}

static bool set_clang(const struct gi_dialect *dialect, struct gi_compile_options *options,
                      const char *word, const char *value)
{
    (void)dialect, (void)word;
    options->clang = value;
    return true;
}

static bool set_switch(const struct gi_dialect *dialect, struct gi_compile_options *options,
                       const char *word, const char *value)
{
    (void)dialect, (void)value;
    if (strstr(word, "dryrun") != NULL || strcmp(word, "-###") == 0)
        options->is_dry = true;
    else if (strcmp(word, "--rpath") == 0)
        options->wants_rpath = true;
    else
        options->is_verbose = true;
    return true;
}

static bool set_standard(const struct gi_dialect *dialect, struct gi_compile_options *options,
                         const char *word, const char *value)
{
    (void)dialect, (void)word;
    if (strstr(value, "++") != NULL)
        options->standard = value;
    else
        options->c_standard = value;
    return true;
}

/* The stream that a NULL means. */
static bool set_stream(const struct gi_dialect *dialect, struct gi_compile_options *options,
                       const char *word, const char *value)
{
    const char *const words[] = { dialect->per_thread_word, NULL };

    if (strcmp(value, "legacy") == 0 || strcmp(value, "null") == 0)
        return true;
    if (strcmp(value, "per-thread") != 0)
        return refuse_word(dialect, word, "the default stream is legacy, null or per-thread");
    gi_words_add_array(&options->device, words);
    gi_words_add_array(&options->host, words);
    return true;
}

static bool set_fast(const struct gi_dialect *dialect, struct gi_compile_options *options,
                     const char *word, const char *value)
{
    (void)dialect, (void)word, (void)value;
    gi_pass_add_fast_math(&options->device);
    return true;
}

static bool set_contraction(const struct gi_dialect *dialect, struct gi_compile_options *options,
                            const char *word, const char *value)
{
    (void)dialect, (void)word;
    if (strcmp(value, "false") == 0)
        gi_words_add(&options->device, "-ffp-contract=off");
    return true;
}

static bool set_debug(const struct gi_dialect *dialect, struct gi_compile_options *options,
                      const char *word, const char *value)
{
    (void)dialect, (void)word, (void)value;
    gi_words_add(&options->host, "-g");
    return true;
}

/* The memory check names lines of the source by these. */
static bool set_lines(const struct gi_dialect *dialect, struct gi_compile_options *options,
                      const char *word, const char *value)
{
    (void)dialect, (void)word, (void)value;
    gi_words_add(&options->device, "-gline-tables-only");
    return true;
}

static bool say(const struct gi_dialect *dialect, struct gi_compile_options *options,
                const char *word, const char *value)
{
    (void)value;
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
        gi_compile_say_version(dialect);
    else
        gi_compile_say_help(dialect);
    options->is_done = true;
    return true;
}

/* Whether device code is joined with that of other objects. */
static bool set_linked(const struct gi_dialect *dialect, struct gi_compile_options *options,
                       const char *word, const char *value)
{
    if (value != NULL && strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        return refuse_word(dialect, word, "its value is true or false");
    options->is_linked = value != NULL ? strcmp(value, "true") == 0
        : strcmp(word, "-fgpu-rdc") == 0;
    return true;
}

/* An object whose device code is joined, or is not. */
static bool set_object(const struct gi_dialect *dialect, struct gi_compile_options *options,
                       const char *word, const char *value)
{
    options->is_linked = strcmp(word, "-dc") == 0 || strcmp(word, "--device-c") == 0;
    return set_goal(dialect, options, "-c", value);
}

/* "sm_61", "compute_61" or "arch=compute_61,code=[sm_61,compute_61]": the first word with a number
 * is the architecture. A program runs the highest of those that it names, so no other is compiled.
 * Words without a number, as "native", and those of AMD's devices say nothing. */
static bool set_architecture(const struct gi_dialect *dialect, struct gi_compile_options *options,
                             const char *word, const char *value)
{
    const char *number = strstr(value, "compute_");
    int capability;

    (void)word;
    if (number == NULL)
        number = strstr(value, "sm_");
    if (dialect->is_bundle || number == NULL)
        return true;
    capability = gi_pass_known_capability(atoi(strchr(number, '_') + 1));
    if (capability > options->capability)
        options->capability = capability;
    return true;
}

static bool runtime(const struct gi_dialect *dialect, struct gi_compile_options *options,
                    const char *word, const char *value)
{
    (void)options;
    if (strcmp(value, "shared") == 0)
        return true;
    return refuse_word(dialect, word, "the runtime is always a shared library");
}

/* CUDA's runtime is linked in any case: this library's, whose functions the vendor's would take the
 * place of. Build files name the vendor's by themselves. */
static bool runtime_library(const struct gi_dialect *dialect, struct gi_compile_options *options,
                            const char *word, const char *value)
{
    (void)value;
    if (dialect->is_bundle)
        gi_words_add(&options->link, word);
    return true;
}

/* The first rule that fits counts. An option that no rule names goes to both passes. */
static const struct rule rules[] = {
    { "-c", NONE, 0, set_goal }, { "-S", NONE, 0, set_goal }, { "-E", NONE, 0, set_goal },
    { "-M", NONE, 0, set_goal }, { "-MM", NONE, 0, set_goal }, { "-ptx", NONE, 0, set_goal },
    { "--ptx", NONE, 0, set_goal }, { "-fatbin", NONE, 0, set_goal },
    { "--fatbin", NONE, 0, set_goal },
    { "--compile", NONE, 0, set_goal }, { "--preprocess", NONE, 0, set_goal },
    { "-o", EITHER, 0, set_output }, { "--output-file", EQUALS, 0, set_output },
    { "--clang", EQUALS, 0, set_clang }, { "--rpath", NONE, 0, set_switch },
    { "-v", NONE, 0, set_switch }, { "--verbose", NONE, 0, set_switch },
    { "-###", NONE, 0, set_switch }, { "--dryrun", NONE, 0, set_switch },
    { "-dryrun", NONE, 0, set_switch },
    { "--help", NONE, 0, say }, { "-h", NONE, 0, say },
    { "--version", NONE, 0, say }, { "-V", NONE, 0, say },

    { "-std", EQUALS, 0, set_standard }, { "--std", EQUALS, 0, set_standard },
    { "-default-stream", EQUALS, 0, set_stream }, { "--default-stream", EQUALS, 0, set_stream },
    { "-fgpu-default-stream", EQUALS, 0, set_stream },
    { "-use_fast_math", NONE, 0, set_fast }, { "--use_fast_math", NONE, 0, set_fast },
    { "-fmad", EQUALS, 0, set_contraction }, { "--fmad", EQUALS, 0, set_contraction },
    { "-G", NONE, 0, set_debug }, { "--device-debug", NONE, 0, set_debug },
    { "-lineinfo", NONE, 0, set_lines }, { "--generate-line-info", NONE, 0, set_lines },

    { "-rdc", EQUALS, 0, set_linked }, { "--relocatable-device-code", EQUALS, 0, set_linked },
    { "-relocatable-device-code", EQUALS, 0, set_linked },
    { "-fgpu-rdc", NONE, 0, set_linked }, { "-fno-gpu-rdc", NONE, 0, set_linked },
    { "-dc", NONE, 0, set_object }, { "--device-c", NONE, 0, set_object },
    { "-dw", NONE, 0, set_object }, { "--device-w", NONE, 0, set_object },
    { "-dlink", NONE, 0, set_goal }, { "--device-link", NONE, 0, set_goal },
    { "-lib", NONE, 0, set_goal }, { "--lib", NONE, 0, set_goal },
    { "--hip-link", NONE, 0, NULL }, { "-lcudadevrt", NONE, 0, NULL },
    { "-lcudart", NONE, 0, runtime_library }, { "-lcudart_static", NONE, 0, runtime_library },
    { "-dlto", NONE, 0, NULL }, { "--dlink-time-opt", NONE, 0, NULL },
    /* There is no machine code of a GPU here: programs load the container in its place. */
    { "-cubin", NONE, 0, set_goal }, { "--cubin", NONE, 0, set_goal },
    { "-cudart", EQUALS, 0, runtime }, { "--cudart", EQUALS, 0, runtime },

    { "-arch", EQUALS, 0, set_architecture },
    { "--gpu-architecture", EQUALS, 0, set_architecture },
    { "-gencode", EQUALS, 0, set_architecture },
    { "--generate-code", EQUALS, 0, set_architecture },
    { "--offload-arch", EQUALS, 0, set_architecture },
    { "--cuda-gpu-arch", EQUALS, 0, set_architecture },

    /* Of other drivers: which device, which host compiler, its registers. Taken and not needed. */
    { "-code", EQUALS, 0, NULL }, { "--gpu-code", EQUALS, 0, NULL },
    { "--amdgpu-target", EQUALS, 0, NULL },
    { "-ccbin", EQUALS, 0, NULL }, { "--compiler-bindir", EQUALS, 0, NULL },
    { "-maxrregcount", EQUALS, 0, NULL }, { "--maxrregcount", EQUALS, 0, NULL },
    { "-t", EQUALS, 0, NULL }, { "--threads", EQUALS, 0, NULL },
    { "-Xptxas", EQUALS, 0, NULL }, { "--ptxas-options", EQUALS, 0, NULL },
    { "-Xnvlink", EQUALS, 0, NULL }, { "-Xfatbin", EQUALS, 0, NULL },
    { "-Xcudafe", EQUALS, 0, NULL }, { "-diag-suppress", EQUALS, 0, NULL },
    { "--diag-suppress", EQUALS, 0, NULL },
    { "-ftz", EQUALS, 0, NULL }, { "--ftz", EQUALS, 0, NULL },
    { "-prec-div", EQUALS, 0, NULL }, { "--prec-div", EQUALS, 0, NULL },
    { "-prec-sqrt", EQUALS, 0, NULL }, { "--prec-sqrt", EQUALS, 0, NULL },
    { "-expt-relaxed-constexpr", NONE, 0, NULL }, { "--expt-relaxed-constexpr", NONE, 0, NULL },
    { "-extended-lambda", NONE, 0, NULL }, { "--extended-lambda", NONE, 0, NULL },
    { "-expt-extended-lambda", NONE, 0, NULL }, { "--expt-extended-lambda", NONE, 0, NULL },
    { "-res-usage", NONE, 0, NULL }, { "--resource-usage", NONE, 0, NULL },
    { "-m64", NONE, 0, NULL },
    { "-src-in-ptx", NONE, 0, NULL }, { "-err-no", NONE, 0, NULL },
    { "-nodlink", NONE, 0, NULL }, { "-keep", NONE, 0, NULL }, { "--keep", NONE, 0, NULL },
    { "-source-in-ptx", NONE, 0, NULL }, { "--source-in-ptx", NONE, 0, NULL },
    { "-restrict", NONE, 0, NULL }, { "--restrict", NONE, 0, NULL },
    { "-allow-unsupported-compiler", NONE, 0, NULL },
    { "--allow-unsupported-compiler", NONE, 0, NULL },
    { "-forward-unknown-to-host-compiler", NONE, 0, NULL },
    { "--forward-unknown-to-host-compiler", NONE, 0, NULL },
    { "-forward-unknown-opts", NONE, 0, NULL }, { "--forward-unknown-opts", NONE, 0, NULL },
    { "-extra-device-vectorization", NONE, 0, NULL },
    { "--extra-device-vectorization", NONE, 0, NULL },
    { "-display-error-number", NONE, 0, NULL }, { "--display-error-number", NONE, 0, NULL },
    { "-no-display-error-number", NONE, 0, NULL },
    { "--no-display-error-number", NONE, 0, NULL }, { "-no-compress", NONE, 0, NULL },
    { "--no-compress", NONE, 0, NULL }, { "-no-device-link", NONE, 0, NULL },
    { "--no-device-link", NONE, 0, NULL }, { "-keep-dir", EQUALS, 0, NULL },
    { "--keep-dir", EQUALS, 0, NULL }, { "-diag-warn", EQUALS, 0, NULL },
    { "--diag-warn", EQUALS, 0, NULL }, { "-diag-error", EQUALS, 0, NULL },
    { "--diag-error", EQUALS, 0, NULL }, { "-split-compile", EQUALS, 0, NULL },
    { "--split-compile", EQUALS, 0, NULL }, { "-brief-diagnostics", EQUALS, 0, NULL },
    { "--brief-diagnostics", EQUALS, 0, NULL }, { "-compress-mode", EQUALS, 0, NULL },
    { "--compress-mode", EQUALS, 0, NULL }, { "-cudadevrt", EQUALS, 0, NULL },
    { "--cudadevrt", EQUALS, 0, NULL }, { "-machine", EQUALS, 0, NULL },
    { "--machine", EQUALS, 0, NULL },

    { "-Xcompiler", EQUALS, HOST | LINK | VALUE_ONLY, NULL },
    { "--compiler-options", EQUALS, HOST | LINK | VALUE_ONLY, NULL },
    { "-Xlinker", NEXT, LINK, NULL }, { "-Xclang", NEXT, DEVICE | HOST, NULL },
    { "-Wl,", ATTACHED, LINK, NULL }, { "-Wa,", ATTACHED, HOST, NULL },
    { "-I", EITHER, DEVICE | HOST, NULL }, { "-isystem", EITHER, DEVICE | HOST, NULL },
    { "-iquote", EITHER, DEVICE | HOST, NULL }, { "-idirafter", EITHER, DEVICE | HOST, NULL },
    { "-include", NEXT, DEVICE | HOST, NULL }, { "-imacros", NEXT, DEVICE | HOST, NULL },
    { "-D", EITHER, DEVICE | HOST, NULL }, { "-U", EITHER, DEVICE | HOST, NULL },
    { "-MF", EITHER, HOST, NULL }, { "-MT", EITHER, HOST, NULL }, { "-MQ", EITHER, HOST, NULL },
    { "-M", ATTACHED, HOST, NULL },
    { "-O", ATTACHED, HOST | LINK, NULL }, { "-g", ATTACHED, HOST | LINK, NULL },
    { "-m", ATTACHED, HOST | LINK, NULL },
    { "-L", EITHER, LINK, NULL }, { "-l", EITHER, LINK, NULL }, { "-z", NEXT, LINK, NULL },
    { "-B", EITHER, LINK, NULL }, { "-T", EITHER, LINK, NULL },
    { "-fuse-ld=", ATTACHED, LINK, NULL },
    { "-shared", NONE, LINK, NULL }, { "--shared", NONE, LINK, NULL },
    { "-static", ATTACHED, LINK, NULL }, { "-pie", NONE, LINK, NULL },
    { "-no-pie", NONE, LINK, NULL }, { "-rdynamic", NONE, LINK, NULL }, { "-s", NONE, LINK, NULL },
    { "-nostdlib", ATTACHED, LINK, NULL }, { "-nodefaultlibs", NONE, LINK, NULL },
    { "-pthread", NONE, HOST | LINK, NULL },
    { "-fsanitize", ATTACHED, HOST | LINK, NULL }, { "-fno-sanitize", ATTACHED, HOST | LINK, NULL },
    { "-fprofile", ATTACHED, HOST | LINK, NULL }, { "-fcoverage", ATTACHED, HOST, NULL },
    { "--coverage", NONE, HOST | LINK, NULL }, { "-flto", ATTACHED, HOST | LINK, NULL },
    { "-fPI", ATTACHED, HOST | LINK, NULL }, { "-fpi", ATTACHED, HOST | LINK, NULL },
    { "-fno-pi", ATTACHED, HOST | LINK, NULL }, { "-fstack-", ATTACHED, HOST, NULL },
    { "-fcf-protection", ATTACHED, HOST, NULL }, { "-fopenmp", ATTACHED, HOST | LINK, NULL },
    { "-fno-omit-frame-pointer", NONE, HOST, NULL }, { "-save-temps", ATTACHED, HOST, NULL },
    { "-stdlib=", ATTACHED, DEVICE | HOST | LINK, NULL },
};

/* The value of a word by a rule: true if the rule fits. *in_next counts the words that it takes. */
static bool rule_fits(const struct rule *rule, char **argv, const char **out_value, int *out_taken)
{
    size_t length = strlen(rule->name);
    const char *rest = argv[0] + length;

    *out_value = NULL;
    *out_taken = 1;
    if (strncmp(argv[0], rule->name, length) != 0)
        return false;
    if (rule->value == NONE)
        return *rest == 0;
    if (rule->value == ATTACHED)
        return true;
    if (rule->value == EQUALS && *rest == '=') {
        *out_value = rest + 1;
        return true;
    }
    if (rule->value == EITHER && *rest != 0) {
        *out_value = rest;
        return true;
    }
    if (*rest != 0)
        return false;
    *out_taken = 2;
    *out_value = argv[1];
    return true;
}

static void add_parts(struct gi_words *words, const char *value)
{
    while (*value != 0) {
        size_t length = strcspn(value, ",");
        char *part = gi_text("%.*s", (int)length, value);

        if (length != 0)
            gi_words_add(words, part);
        free(part);
        value += length + (value[length] == ',');
    }
}

static void pass_on(struct gi_compile_options *options, int goes, char **argv, int taken,
                    const char *value)
{
    struct gi_words *lists[] = { &options->device, &options->host, &options->link };

    for (int i = 0; i < 3; i++) {
        if (!(goes & 1 << i))
            continue;
        if (goes & VALUE_ONLY) {
            add_parts(lists[i], value);
            continue;
        }
        for (int k = 0; k < taken; k++)
            gi_words_add(lists[i], argv[k]);
    }
}

/* An option; answers how many words it took, or 0 after a mistake. */
static int read_option(const struct gi_dialect *dialect, struct gi_compile_options *options,
                       char **argv)
{
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        const struct rule *rule = &rules[i];
        const char *value;
        int taken;

        if (!rule_fits(rule, argv, &value, &taken))
            continue;
        if (taken == 2 && value == NULL) {
            refuse_word(dialect, argv[0], "its value is missing");
            return 0;
        }
        if (rule->act != NULL)
            return rule->act(dialect, options, argv[0], value) ? taken : 0;
        pass_on(options, rule->goes, argv, taken, value);
        return taken;
    }
    pass_on(options, DEVICE | HOST, argv, 1, NULL);
    return 1;
}

static bool is_among(const char *word, const char *const *list)
{
    for (; *list != NULL; list++) {
        if (strcmp(word, *list) == 0)
            return true;
    }
    return false;
}

static void add_input(const struct gi_dialect *dialect, struct gi_compile_options *options,
                      const char *path, const char *forced)
{
    static const char *const c_plus_plus[] = { ".cpp", ".cc", ".cxx", ".C", ".c++", NULL };
    static const char *const device_languages[] = { "cu", "cuda", "hip", NULL };
    const char *extension = gi_extension(path);
    struct gi_compile_input input = { .path = path, .link_place = options->link.count };
    void *more = realloc(options->inputs, (options->input_count + 1) * sizeof(input));

    if (more == NULL)
        abort();
    options->inputs = more;
    input.has_device_code = forced != NULL ? is_among(forced, device_languages)
        : is_among(extension, dialect->extensions);
    if (input.has_device_code)
        input.language = dialect->host_language;
    else if (forced != NULL)
        input.language = forced;
    else if (is_among(extension, c_plus_plus))
        input.language = "c++";
    else if (strcmp(extension, ".c") == 0)
        input.language = "c";
    options->inputs[options->input_count++] = input;
    gi_words_add(&options->link, path);
}

static bool is_consistent(const struct gi_dialect *dialect,
                          const struct gi_compile_options *options)
{
    size_t sources = 0;

    if (options->input_count == 0) {
        fprintf(stderr, "%s: error: no input files; --help lists the options\n", dialect->program);
        return false;
    }
    for (size_t i = 0; i < options->input_count; i++)
        sources += options->inputs[i].language != NULL;
    if (options->goal == GI_COMPILE_DEVICE_LINK && sources != 0)
        return refuse_word(dialect, options->goal_flag, "it takes objects and libraries alone; -dc "
                           "makes objects of sources");
    if (options->output != NULL && sources > 1 && options->goal > GI_COMPILE_DEVICE_LINK)
        return refuse_word(dialect, options->goal_flag, "-o names one output for several sources");
    for (size_t i = 0; i < options->input_count; i++) {
        const struct gi_compile_input *input = &options->inputs[i];

        if ((options->goal == GI_COMPILE_PTX || options->goal == GI_COMPILE_IMAGE)
            && !input->has_device_code)
            return refuse_word(dialect, input->path, "this file has no device code by its name; "
                               "-x says its language");
    }
    return true;
}

bool gi_compile_options_read(const struct gi_dialect *dialect, char **argv,
                             struct gi_compile_options *out_options)
{
    struct gi_compile_options *options = out_options;
    static const struct rule language = { "-x", EITHER, 0, NULL };
    static const struct rule long_language = { "--x", EQUALS, 0, NULL };
    const char *forced = NULL, *value;
    int taken;

    *options = (struct gi_compile_options){ 0 };
    for (argv++; *argv != NULL; argv += taken) {
        taken = 1;
        if (argv[0][0] != '-' || argv[0][1] == 0) {
            add_input(dialect, options, argv[0], forced);
            continue;
        }
        if (rule_fits(&long_language, argv, &value, &taken)
            || rule_fits(&language, argv, &value, &taken)) {
            if (value == NULL)
                return refuse_word(dialect, argv[0], "its value is missing");
            value += *value == '=';
            forced = strcmp(value, "none") == 0 ? NULL : value;
            continue;
        }
        taken = read_option(dialect, options, argv);
        if (taken == 0)
            return false;
    }
    return options->is_done || is_consistent(dialect, options);
}

void gi_compile_options_finish(struct gi_compile_options *options)
{
    gi_words_finish(&options->device);
    gi_words_finish(&options->host);
    gi_words_finish(&options->link);
    free(options->inputs);
    options->inputs = NULL;
    options->input_count = 0;
}
