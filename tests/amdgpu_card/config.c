/* What GPUINTEROP_CARD asks for. */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "card.h"
#include "device.h"
#include "rules.h"

struct gicard_config gicard_config;

static pthread_mutex_t settings_lock = PTHREAD_MUTEX_INITIALIZER;

/** "12", "200us", "4M": a number with a unit of time (to ns) or of memory (to bytes). */
static bool parse_number(const char *text, uint64_t *out)
{
    static const struct { const char *unit; uint64_t factor; } units[] = {
        { "", 1 }, { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 },
        { "K", 1 << 10 }, { "M", 1 << 20 }, { "G", 1 << 30 },
    };
    char *end;

    errno = 0;
    uint64_t number = strtoull(text, &end, 0);
    if (end == text || errno != 0 || text[0] == '-')
        return false;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (strcmp(end, units[i].unit) == 0) {
            *out = number * units[i].factor;
            return true;
        }
    }
    return false;
}

/** "navi21" for every card, or "navi21+vega10" for one each. */
static bool parse_chips(char *names)
{
    unsigned card = 0;
    char *rest;

    for (char *name = strtok_r(names, "+", &rest); name != NULL && card < GICARD_MAX_CARDS;
         name = strtok_r(NULL, "+", &rest), card++) {
        const struct gicard_chip *chip = gicard_chip_named(name);
        if (chip == NULL)
            return false;
        for (unsigned i = card; i < GICARD_MAX_CARDS; i++)
            gicard_config.chip[i] = chip;
    }
    if (card > gicard_config.cards)
        gicard_config.cards = card;
    return card > 0;
}

/** Settings that can change while the card runs. */
static bool set_changeable(struct gicard_settings *settings, const char *key, const char *value)
{
    const struct { const char *key; uint64_t *number; } numbers[] = {
        { "delay", &settings->delay_ns }, { "jitter", &settings->jitter_ns },
        { "hang", &settings->hang_job }, { "hangtime", &settings->hang_ns },
        { "fault", &settings->fault_job }, { "enomem", &settings->fail_allocation },
        { "unplug", &settings->unplug_job }, { "hold", &settings->held_rings },
        { "closed", &settings->closed_cards }, { "late", &settings->late_ns },
    };

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        if (strcmp(key, numbers[i].key) == 0)
            return parse_number(value, numbers[i].number);
    if (strcmp(key, "vramlost") == 0) {
        settings->vram_lost = strcmp(value, "0") != 0;
        return true;
    }
    return false;
}

static bool set_path(char *path, const char *value)
{
    return (size_t)snprintf(path, GICARD_PATH_BYTES, "%s", value) < GICARD_PATH_BYTES;
}

static bool set_fixed(const char *key, char *value)
{
    uint64_t number = 0;

    if (strcmp(key, "chip") == 0)
        return parse_chips(value);
    if (strcmp(key, "dir") == 0)
        return set_path(gicard_config.dir, value);
    if (strcmp(key, "counters") == 0)
        return set_path(gicard_config.counters, value);
    if (strcmp(key, "dump") == 0)
        return set_path(gicard_config.dump, value);
    if (strcmp(key, "no") == 0) {
        const struct { const char *name; bool *flag; } flags[] = {
            { "timeline", &gicard_config.no_timeline }, { "syncobj", &gicard_config.no_syncobj },
            { "garbage", &gicard_config.no_garbage }, { "leaks", &gicard_config.no_leaks },
            { "sdma", &gicard_config.no_rings },
        };
        for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
            if (strcmp(value, flags[i].name) == 0) {
                *flags[i].flag = true;
                return true;
            }
        }
        return false;
    }
    if (!parse_number(value, &number))
        return false;
    if (strcmp(key, "cards") == 0 && number >= 1 && number <= GICARD_MAX_CARDS)
        gicard_config.cards = (unsigned)number;
    else if (strcmp(key, "minor") == 0 && number < 1000)
        gicard_config.drm_minor = (unsigned)number;
    else if (strcmp(key, "vram") == 0)
        gicard_config.vram_bytes = number;
    else if (strcmp(key, "gtt") == 0)
        gicard_config.gtt_bytes = number;
    else if (strcmp(key, "bare") == 0)
        gicard_config.bare_cards = number;
    else
        return false;
    return true;
}

/** Goes through "key=value,key=value"; returns the setting that was not understood, or NULL. */
static const char *parse(char *text, bool changeable_only, struct gicard_settings *settings)
{
    char *rest;

    for (char *setting = strtok_r(text, ",", &rest); setting != NULL;
         setting = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(setting, '=');
        char *value = equals != NULL ? equals + 1 : "1";
        if (equals != NULL)
            *equals = '\0';
        if (set_changeable(settings, setting, value))
            continue;
        if (changeable_only || !set_fixed(setting, value)) {
            if (equals != NULL)
                *equals = '=';
            return setting;
        }
    }
    return NULL;
}

void gicard_config_init(void)
{
    char text[2048];
    const char *from = getenv("GPUINTEROP_CARD");

    gicard_config = (struct gicard_config){
        .chip = { gicard_chip_at(0), gicard_chip_at(0) }, .cards = 1, .drm_minor = 49,
        .vram_bytes = UINT64_C(16) << 30, .gtt_bytes = UINT64_C(16) << 30,
        .settings = { .delay_ns = 20000, .jitter_ns = 0, .hang_ns = 200000000 },
    };
    if (from == NULL)
        return;
    if ((size_t)snprintf(text, sizeof(text), "%s", from) >= sizeof(text)) {
        fprintf(stderr, "gpuinterop-card: GPUINTEROP_CARD is too long\n");
        abort();
    }
    const char *wrong = parse(text, false, &gicard_config.settings);
    if (wrong != NULL) {
        fprintf(stderr, "gpuinterop-card: GPUINTEROP_CARD: '%s' is not understood\n", wrong);
        _Exit(2);
    }
}

void gicard_config_after_fork(void)
{
    pthread_mutex_init(&settings_lock, NULL);
}

struct gicard_settings gicard_settings_get(void)
{
    pthread_mutex_lock(&settings_lock);
    struct gicard_settings copy = gicard_config.settings;
    pthread_mutex_unlock(&settings_lock);
    return copy;
}

bool gicard_settings_count_down(uint64_t *counter)
{
    pthread_mutex_lock(&settings_lock);
    bool reached = *counter == 1;
    if (*counter > 0)
        --*counter;
    pthread_mutex_unlock(&settings_lock);
    return reached;
}

/** Pulls one card out, or all when no number is given. */
static int unplug(const char *number)
{
    uint64_t only = 0;

    if (number != NULL && (!parse_number(number, &only) || only >= gicard_config.cards))
        return -EINVAL;
    for (unsigned card = 0; card < gicard_config.cards; card++)
        if (number == NULL || card == only)
            gicard_unplug(card);
    return 0;
}

int gicard_configure(const char *settings)
{
    char text[512];

    if (settings == NULL || (size_t)snprintf(text, sizeof(text), "%s", settings) >= sizeof(text))
        return -EINVAL;
    if (strcmp(text, "violations=0") == 0) {
        gicard_rules_forget();
        return 0;
    }
    if (strcmp(text, "unplug") == 0 || strncmp(text, "unplug ", 7) == 0)
        return unplug(text[6] == ' ' ? text + 7 : NULL);
    struct gicard_settings changed = gicard_settings_get();
    if (parse(text, true, &changed) != NULL)
        return -EINVAL;
    pthread_mutex_lock(&settings_lock);
    gicard_config.settings = changed;
    pthread_mutex_unlock(&settings_lock);
    gicard_notify();
    return 0;
}
