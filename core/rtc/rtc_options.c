#include "rtc/rtc_options.h"

#include <stdlib.h>
#include <string.h>

#include "clang/pass.h"

#define WRITES "options of clang that write files, load code or make no PTX are not taken"

/* How an option brings its value. */
enum value {
    NONE,
    EQUALS,                     /* behind '=', or the next word */
    BEHIND,                     /* behind '=' alone */
    ATTACHED,                   /* right behind the name, or the next word */
    BEGINS                      /* the word only begins with the name; clang gets it */
};

struct reading {
    const struct gi_rtc_interface *interface;
    struct gi_rtc_text *log;
    struct gi_rtc_options *options;
};

typedef enum gi_rtc_result act(struct reading *reading, const char *word, const char *value);

struct rule {
    const char *name;
    enum value value;
    act *act;                   /* NULL: it has no effect */
};

static enum gi_rtc_result refuse_option(struct reading *reading, const char *word, const char *why)
{
    gi_rtc_text_say(reading->log, "%s: error: %s: %s\n", reading->interface->name, word, why);
    return GI_RTC_INVALID_OPTION;
}

static bool is_true(const char *value)
{
    return strcmp(value, "true") == 0;
}

static bool is_truth(const char *value)
{
    return is_true(value) || strcmp(value, "false") == 0;
}

/* "sm_75", "compute_61": the number. A real architecture asks for machine code. */
static enum gi_rtc_result set_architecture(struct reading *reading, const char *word,
                                           const char *value)
{
    bool is_real = gi_begins_with(value, "sm_");
    const char *number = is_real ? value + 3 : value + 8;
    char *end;
    long named;

    if (reading->interface->is_clang)       /* names of devices that there are none of */
        return GI_RTC_DONE;
    if (!is_real && !gi_begins_with(value, "compute_"))
        return refuse_option(reading, word, "the value is no architecture");
    named = strtol(number, &end, 10);
    if (end == number || named < 10 || named > 999 || strspn(end, "af") != strlen(end)
        || *number == '+' || *number == '-')
        return refuse_option(reading, word, "the value is no architecture");
    reading->options->capability = gi_pass_known_capability((int)named);
    reading->options->is_machine = is_real;
    return GI_RTC_DONE;
}

static enum gi_rtc_result set_standard(struct reading *reading, const char *word,
                                       const char *value)
{
    /* Our headers are for 17 and newer ones. */
    static const struct {
        const char *name, *taken;
    } rows[] = {
        { "c++03", NULL }, { "c++11", NULL }, { "c++14", NULL }, { "c++17", NULL },
        { "c++20", "c++20" }, { "c++23", "c++2b" }, { "gnu++11", NULL }, { "gnu++14", NULL },
        { "gnu++17", NULL }, { "gnu++20", "gnu++20" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(value, rows[i].name) == 0) {
            reading->options->standard = rows[i].taken;
            return GI_RTC_DONE;
        }
    }
    return refuse_option(reading, word, "there is no such standard");
}

static enum gi_rtc_result add_folder(struct reading *reading, const char *word, const char *value)
{
    (void)word;
    if (*value != 0)
        gi_words_add(&reading->options->folders, value);
    return GI_RTC_DONE;
}

static enum gi_rtc_result add_macro(struct reading *reading, const char *word, const char *value)
{
    bool is_undefined = strncmp(word, "-U", 2) == 0 || strncmp(word, "--u", 3) == 0;

    if (strpbrk(value, "\n\r") != NULL || *value == 0 || *value == '=') {
        gi_rtc_text_say(reading->log, "%s: error: invalid macro definition: %s\n",
                        reading->interface->name, value);
        return GI_RTC_NOT_COMPILED;
    }
    gi_words_add_text(&reading->options->words, "-%c%s", is_undefined ? 'U' : 'D', value);
    return GI_RTC_DONE;
}

static enum gi_rtc_result add_included(struct reading *reading, const char *word,
                                       const char *value)
{
    if (*value == 0)
        return refuse_option(reading, word, "its value is missing");
    gi_words_add(&reading->options->words, "-include");
    gi_words_add(&reading->options->words, value);
    return GI_RTC_DONE;
}

static enum gi_rtc_result set_fast(struct reading *reading, const char *word, const char *value)
{
    (void)word, (void)value;
    if (!reading->options->is_fast)     /* clang takes these words once */
        gi_pass_add_fast_math(&reading->options->words);
    reading->options->is_fast = true;
    return GI_RTC_DONE;
}

static enum gi_rtc_result set_contraction(struct reading *reading, const char *word,
                                          const char *value)
{
    if (!is_truth(value))
        return refuse_option(reading, word, "its value is true or false");
    if (!is_true(value))
        gi_words_add(&reading->options->words, "-ffp-contract=off");
    return GI_RTC_DONE;
}

static enum gi_rtc_result set_linked(struct reading *reading, const char *word, const char *value)
{
    if (value != NULL && !is_truth(value))
        return refuse_option(reading, word, "its value is true or false");
    reading->options->is_linked = value == NULL || is_true(value);
    return GI_RTC_DONE;
}

static enum gi_rtc_result set_unlinked(struct reading *reading, const char *word,
                                       const char *value)
{
    (void)word, (void)value;
    reading->options->is_linked = false;
    return GI_RTC_DONE;
}

static enum gi_rtc_result take_truth(struct reading *reading, const char *word, const char *value)
{
    return is_truth(value) ? GI_RTC_DONE
                           : refuse_option(reading, word, "its value is true or false");
}

static enum gi_rtc_result set_lines(struct reading *reading, const char *word, const char *value)
{
    (void)word, (void)value;
    gi_words_add(&reading->options->words, "-gline-tables-only");
    return GI_RTC_DONE;
}

static enum gi_rtc_result set_quiet(struct reading *reading, const char *word, const char *value)
{
    (void)word, (void)value;
    gi_words_add(&reading->options->words, "-w");
    return GI_RTC_DONE;
}

static enum gi_rtc_result set_default_device(struct reading *reading, const char *word,
                                             const char *value)
{
    (void)word, (void)value;
    reading->options->is_default_device = true;
    return GI_RTC_DONE;
}

static enum gi_rtc_result set_uncached(struct reading *reading, const char *word,
                                       const char *value)
{
    (void)word, (void)value;
    reading->options->is_uncached = true;
    return GI_RTC_DONE;
}

static enum gi_rtc_result no_such_form(struct reading *reading, const char *word,
                                       const char *value)
{
    (void)value;
    return refuse_option(reading, word, "this compiler makes PTX alone");
}

static enum gi_rtc_result pass_word_on(struct reading *reading, const char *word, const char *value)
{
    (void)value;
    gi_words_add(&reading->options->words, word);
    return GI_RTC_DONE;
}

/* Whether an option of clang writes files, loads code, or makes no PTX. */
static bool is_refused(const char *word)
{
    static const char *const starts[] = {
        "-fapinotes", "-fauto-profile", "-fcoverage", "-fcrash", "-fcreate", "-fcs-profile",
        "-fcxx-modules", "-fdepfile", "-fdirectives", "-fdriver-only", "-fembed", "-femit",
        "-fhip-emit", "-fimplicit-module", "-flto", "-fmemory-profile", "-fmodule", "-foffload",
        "-fopenmp", "-fpch", "-fprebuilt", "-fproc-stat", "-fprofile", "-frewrite", "-fsave",
        "-fstack-usage", "-fsycl", "-fsyntax-only", "-ftest-coverage", "-fthinlto", "-ftime",
        "-fxray"
    };

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        if (gi_begins_with(word, starts[i]))
            return true;
    }
    return false;
}

/* Of clang's own options those that choose how code is made. */
static enum gi_rtc_result pass_feature(struct reading *reading, const char *word,
                                       const char *value)
{
    static const char *const with_values[] = {
        "-ffp-contract=", "-ffp-model=", "-fbracket-depth=", "-fconstexpr-", "-ftemplate-",
        "-fvisibility=", "-fdenormal-fp-math"
    };

    if (strcmp(word, "-ffast-math") == 0)
        return set_fast(reading, word, value);
    if (strchr(word, '=') == NULL && !is_refused(word))
        return pass_word_on(reading, word, value);
    for (size_t i = 0; i < sizeof with_values / sizeof with_values[0]; i++) {
        if (gi_begins_with(word, with_values[i]))
            return pass_word_on(reading, word, value);
    }
    return refuse_option(reading, word, WRITES);
}

/* A comma gives words to another program. */
static enum gi_rtc_result pass_warning(struct reading *reading, const char *word,
                                       const char *value)
{
    return strchr(word, ',') == NULL ? pass_word_on(reading, word, value)
        : refuse_option(reading, word, WRITES);
}

/* The first rule that fits counts. */
static const struct rule rules[] = {
    { "--gpu-architecture", EQUALS, set_architecture }, { "-arch", EQUALS, set_architecture },
    { "--std", EQUALS, set_standard }, { "-std", EQUALS, set_standard },
    { "--include-path", EQUALS, add_folder }, { "-I", ATTACHED, add_folder },
    { "--define-macro", EQUALS, add_macro }, { "-D", ATTACHED, add_macro },
    { "--undefine-macro", EQUALS, add_macro }, { "-U", ATTACHED, add_macro },
    { "--pre-include", EQUALS, add_included }, { "-include", EQUALS, add_included },
    { "--use_fast_math", NONE, set_fast }, { "-use_fast_math", NONE, set_fast },
    { "--fmad", EQUALS, set_contraction }, { "-fmad", EQUALS, set_contraction },
    { "--relocatable-device-code", EQUALS, set_linked }, { "-rdc", EQUALS, set_linked },
    { "--device-c", NONE, set_linked }, { "-dc", NONE, set_linked },
    { "--generate-line-info", NONE, set_lines }, { "-lineinfo", NONE, set_lines },
    { "--disable-warnings", NONE, set_quiet }, { "-w", NONE, set_quiet },
    { "--device-as-default-execution-space", NONE, set_default_device },
    { "-default-device", NONE, set_default_device },
    { "--no-cache", NONE, set_uncached }, { "-no-cache", NONE, set_uncached },
    { "--dlink-time-opt", NONE, no_such_form }, { "-dlto", NONE, no_such_form },
    { "--optix-ir", NONE, no_such_form }, { "-optix-ir", NONE, no_such_form },

    { "--ftz", EQUALS, take_truth }, { "-ftz", EQUALS, take_truth },
    { "--prec-sqrt", EQUALS, take_truth }, { "-prec-sqrt", EQUALS, take_truth },
    { "--prec-div", EQUALS, take_truth }, { "-prec-div", EQUALS, take_truth },
    { "--modify-stack-limit", EQUALS, take_truth }, { "-modify-stack-limit", EQUALS, take_truth },
    { "--builtin-move-forward", EQUALS, take_truth },
    { "-builtin-move-forward", EQUALS, take_truth },
    { "--builtin-initializer-list", EQUALS, take_truth },
    { "-builtin-initializer-list", EQUALS, take_truth },

    /* Taken, without effect. */
    { "--device-w", NONE, NULL }, { "-dw", NONE, NULL },
    { "--extensible-whole-program", NONE, NULL }, { "-ewp", NONE, NULL },
    { "--device-debug", NONE, NULL }, { "-G", NONE, NULL },
    { "--dopt", EQUALS, NULL }, { "-dopt", EQUALS, NULL },
    { "--Ofast-compile", EQUALS, NULL }, { "-Ofc", EQUALS, NULL },
    { "--ptxas-options", EQUALS, NULL }, { "-Xptxas", EQUALS, NULL },
    { "--maxrregcount", EQUALS, NULL }, { "-maxrregcount", EQUALS, NULL },
    { "--extra-device-vectorization", NONE, NULL }, { "-extra-device-vectorization", NONE, NULL },
    { "--gen-opt-lto", NONE, NULL }, { "-gen-opt-lto", NONE, NULL },
    { "--jump-table-density", EQUALS, NULL }, { "-jtd", EQUALS, NULL },
    { "--device-stack-protector", EQUALS, NULL }, { "-device-stack-protector", EQUALS, NULL },
    { "--frandom-seed", EQUALS, NULL }, { "-frandom-seed", EQUALS, NULL },
    { "--no-source-include", NONE, NULL }, { "-no-source-include", NONE, NULL },
    { "--restrict", NONE, NULL }, { "-restrict", NONE, NULL },
    { "--Wreorder", NONE, NULL }, { "-Wreorder", NONE, NULL },
    { "--device-int128", NONE, NULL }, { "-device-int128", NONE, NULL },
    { "--device-float128", NONE, NULL }, { "-device-float128", NONE, NULL },
    { "--optimization-info", EQUALS, NULL }, { "-opt-info", EQUALS, NULL },
    { "--display-error-number", NONE, NULL }, { "-err-no", NONE, NULL },
    { "--no-display-error-number", NONE, NULL }, { "-no-err-no", NONE, NULL },
    { "--diag-error", EQUALS, NULL }, { "-diag-error", EQUALS, NULL },
    { "--diag-suppress", EQUALS, NULL }, { "-diag-suppress", EQUALS, NULL },
    { "--diag-warn", EQUALS, NULL }, { "-diag-warn", EQUALS, NULL },
    { "--brief-diagnostics", EQUALS, NULL }, { "-brief-diag", EQUALS, NULL },
    { "--time", EQUALS, NULL }, { "-time", EQUALS, NULL },
    { "--split-compile", EQUALS, NULL }, { "-split-compile", EQUALS, NULL },
    { "--fdevice-syntax-only", NONE, NULL }, { "-fdevice-syntax-only", NONE, NULL },
    { "--fdevice-time-trace", EQUALS, NULL }, { "-fdevice-time-trace", EQUALS, NULL },
    { "--minimal", NONE, NULL }, { "-minimal", NONE, NULL },
    { "--pch", NONE, NULL }, { "-pch", NONE, NULL },
    { "--create-pch", EQUALS, NULL }, { "-create-pch", EQUALS, NULL },
    { "--use-pch", EQUALS, NULL }, { "-use-pch", EQUALS, NULL },
    { "--pch-dir", EQUALS, NULL }, { "-pch-dir", EQUALS, NULL },
    { "--pch-verbose", EQUALS, NULL }, { "-pch-verbose", EQUALS, NULL },
    { "--pch-messages", EQUALS, NULL }, { "-pch-messages", EQUALS, NULL },
    { "--instantiate-templates-in-pch", EQUALS, NULL },
    { "-instantiate-templates-in-pch", EQUALS, NULL },
};

/* Options of clang, for the interface whose compiler is one. Options for its devices have no
 * effect. */
static const struct rule clang_rules[] = {
    { "--offload-arch", BEHIND, NULL }, { "--amdgpu-target", BEHIND, NULL },
    { "--gpu-max-threads-per-block", BEHIND, NULL }, { "--hip-version", BEHIND, NULL },
    { "--rocm-path", BEHIND, NULL }, { "--hip-path", BEHIND, NULL },
    { "-mllvm", EQUALS, NULL }, { "-m", BEGINS, NULL }, { "-O", BEGINS, NULL },
    { "-g", BEGINS, NULL },
    { "-isystem", ATTACHED, add_folder }, { "-iquote", ATTACHED, add_folder },
    { "-W", BEGINS, pass_warning },
    { "-fgpu-rdc", NONE, set_linked }, { "-fno-gpu-rdc", NONE, set_unlinked },
    { "-f", BEGINS, pass_feature },
    { "-pthread", NONE, NULL }, { "-x", EQUALS, NULL },
};

/* The value of an option by a rule: true if the rule fits. */
static bool rule_fits(const struct rule *rule, int left, const char *const *words,
                      const char **out_value, int *out_taken)
{
    size_t length = strlen(rule->name);
    const char *rest = words[0] + length;

    *out_value = NULL;
    *out_taken = 1;
    if (strncmp(words[0], rule->name, length) != 0)
        return false;
    if (rule->value == BEGINS)
        return true;
    if (rule->value == NONE)
        return *rest == 0;
    if (*rest == '=' && rule->value != ATTACHED) {
        *out_value = rest + 1;
        return true;
    }
    if (*rest != 0 && rule->value == ATTACHED) {
        *out_value = rest + strspn(rest, " \t");
        return true;
    }
    if (*rest != 0 || rule->value == BEHIND)
        return false;
    *out_taken = left > 1 && words[1] != NULL ? 2 : 1;
    *out_value = *out_taken == 2 ? words[1] : "";
    return true;
}

static enum gi_rtc_result by_rule(struct reading *reading, const struct rule *all, size_t count,
                                  int left, const char *const *words, int *out_taken)
{
    const char *value;

    for (size_t i = 0; i < count; i++) {
        if (rule_fits(&all[i], left, words, &value, out_taken))
            return all[i].act != NULL ? all[i].act(reading, words[0], value) : GI_RTC_DONE;
    }
    *out_taken = 0;
    return GI_RTC_INVALID_OPTION;
}

static enum gi_rtc_result read_one(struct reading *reading, int left, const char *const *words,
                                   int *out_taken)
{
    enum gi_rtc_result result = by_rule(reading, rules, sizeof rules / sizeof rules[0], left,
                                        words, out_taken);

    if (*out_taken == 0 && reading->interface->is_clang)
        result = by_rule(reading, clang_rules, sizeof clang_rules / sizeof clang_rules[0], left,
                         words, out_taken);
    return *out_taken != 0 ? result : refuse_option(reading, words[0], "there is no such option");
}

enum gi_rtc_result gi_rtc_options_read(const struct gi_rtc_interface *interface, int count,
                                       const char *const *options, struct gi_rtc_text *log,
                                       struct gi_rtc_options *out_options)
{
    struct reading reading = { interface, log, out_options };
    int taken;

    *out_options = (struct gi_rtc_options){ .is_machine = interface->is_clang };
    if (count > 0 && options == NULL)
        return refuse_option(&reading, "options", "the list is NULL");
    for (int i = 0; i < count; i += taken) {
        enum gi_rtc_result result;

        if (options[i] == NULL)
            return refuse_option(&reading, "options", "one of them is NULL");
        result = read_one(&reading, count - i, options + i, &taken);
        if (result != GI_RTC_DONE)
            return result;
    }
    return out_options->words.is_short || out_options->folders.is_short ? GI_RTC_NO_MEMORY
        : GI_RTC_DONE;
}

void gi_rtc_options_finish(struct gi_rtc_options *options)
{
    gi_words_finish(&options->words);
    gi_words_finish(&options->folders);
}
