#include "info_gl.h"

#include <stdio.h>
#include <string.h>

#include "../cards/device_list.h"
#include "../graphics/resource.h"
#include "gl_contexts.h"
#include "info_format.h"

/** The question that each context answers. */
struct question {
    int count;                   /* devices */
    int places;                  /* seen so far */
};

/** A device, as a context sees it. */
struct pair {
    const struct gi_device_info *info;
    bool is_same;                /* the context is on the device */
    struct gi_graphics_plan buffers, textures;
};

static bool find_pair(int ordinal, const struct gi_graphics_facts *facts, struct pair *out_pair)
{
    if (gi_device_info(ordinal, &out_pair->info) != GI_OK)
        return false;
    out_pair->is_same = facts->has_uuid &&
                        memcmp(facts->uuid, out_pair->info->uuid, sizeof facts->uuid) == 0;
    gi_graphics_plan_buffers(out_pair->info, facts, &out_pair->buffers);
    gi_graphics_plan_textures(out_pair->info, facts, &out_pair->textures);
    return true;
}

/** Why the library cannot use a place; NULL: it can. */
static const char *why_not(const struct gl_place *place, struct gi_graphics_facts *out_facts)
{
    if (place->why[0] != '\0')
        return place->why;
    return gi_graphics_tell(out_facts) == GI_OK ? NULL : gi_last_error_detail();
}

/* ---- for people ----------------------------------------------------------------------------- */

static void print_way(const char *of, const struct gi_graphics_plan *plan)
{
    printf("    %-9s by %s%s%s\n", of, gi_graphics_way_name(plan->way),
           plan->why == NULL ? "" : ", as ", plan->why == NULL ? "" : plan->why);
}

static void print_device(int ordinal, const struct gi_graphics_facts *facts)
{
    struct pair pair;

    if (!find_pair(ordinal, facts, &pair))
        return;
    printf("  device %-4d %s: %s\n", ordinal, pair.info->name,
           pair.is_same ? "the context's device" : "not the context's device, by its UUID");
    print_way("buffers", &pair.buffers);
    print_way("textures", &pair.textures);
}

static void print_place(void *argument, const struct gl_place *place)
{
    const struct question *question = argument;
    struct gi_graphics_facts facts;
    const char *why = why_not(place, &facts);
    char uuid[INFO_UUID_BYTES] = "told to nobody";

    printf("\nOpenGL by %s", place->name);
    if (why != NULL) {
        printf(": none, as %s\n", why);
        return;
    }
    printf(": %s\n", facts.device_name);
    if (facts.has_uuid)
        info_write_uuid(facts.uuid, uuid);
    printf("  version     %s\n", facts.version);
    printf("  UUID        %s\n", uuid);
    printf("  can\n");
    printf("    %-3s export buffers\n", facts.exports_buffers ? "yes" : "no");
    printf("    %-3s open memory of other interfaces\n", facts.takes_memory ? "yes" : "no");
    printf("    %-3s copy buffers by itself\n", facts.copies_buffers ? "yes" : "no");
    printf("    %-3s copy textures by itself\n", facts.copies_images ? "yes" : "no");
    for (int i = 0; i < question->count; i++)
        print_device(i, &facts);
}

void info_print_gl(int count)
{
    struct question question = { .count = count };

    gl_contexts_visit(print_place, &question);
}

/* ---- for programs --------------------------------------------------------------------------- */

static void json_string_or_null(const char *key, const char *text)
{
    printf(", \"%s\": ", key);
    if (text == NULL)
        printf("null");
    else
        info_json_string(text);
}

/** True: it has written the device. */
static bool json_device(int ordinal, const struct gi_graphics_facts *facts, bool is_first)
{
    struct pair pair;

    if (!find_pair(ordinal, facts, &pair))
        return false;
    printf("%s\n      {\"device\": %d, \"same_device\": %s", is_first ? "" : ",", ordinal,
           pair.is_same ? "true" : "false");
    json_string_or_null("buffers", gi_graphics_way_name(pair.buffers.way));
    json_string_or_null("why_not_better", pair.buffers.why);
    json_string_or_null("textures", gi_graphics_way_name(pair.textures.way));
    json_string_or_null("why_textures_not_better", pair.textures.why);
    printf("}");
    return true;
}

static void json_place(void *argument, const struct gl_place *place)
{
    struct question *question = argument;
    struct gi_graphics_facts facts;
    const char *why = why_not(place, &facts);
    char uuid[INFO_UUID_BYTES];
    int written = 0;

    printf("%s\n    {\"place\": ", question->places++ > 0 ? "," : "");
    info_json_string(place->name);
    json_string_or_null("why_none", why);
    if (why == NULL) {
        info_write_uuid(facts.uuid, uuid);
        json_string_or_null("renderer", facts.device_name);
        json_string_or_null("version", facts.version);
        json_string_or_null("uuid", facts.has_uuid ? uuid : NULL);
        printf(", \"exports_buffers\": %s, \"takes_memory\": %s, \"copies_buffers\": %s, "
               "\"copies_textures\": %s", facts.exports_buffers ? "true" : "false",
               facts.takes_memory ? "true" : "false", facts.copies_buffers ? "true" : "false",
               facts.copies_images ? "true" : "false");
        printf(", \"devices\": [");
        for (int i = 0; i < question->count; i++)
            written += json_device(i, &facts, written == 0);
        printf("]");
    }
    printf("}");
}

void info_json_gl(int count)
{
    struct question question = { .count = count };

    printf("  \"gl\": [");
    gl_contexts_visit(json_place, &question);
    printf("\n  ],\n");
}
