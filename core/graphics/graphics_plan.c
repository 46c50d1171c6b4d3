#include "graphics_plan.h"

#include <string.h>

/* Why the interface cannot open the device's memory; NULL: it can. */
static const char *why_no_shadow(const struct gi_graphics_plan_facts *facts)
{
    if (!facts->takes_memory)
        return "the context opens no memory of other interfaces";
    if (!facts->copies_buffers)
        return "the context copies no buffers by itself";
    if (!facts->has_uuid)
        return "the context does not say which device it is on";
    if (!facts->same_device)
        return "the context is on another device";
    if (!facts->exports)
        return "the device does not export memory";
    return NULL;
}

struct gi_graphics_plan gi_graphics_choose(const struct gi_graphics_plan_facts *facts)
{
    const char *why = why_no_shadow(facts);

    if (facts->wish == GI_GRAPHICS_WISH_HOST)
        why = "GPUINTEROP_GL is \"host\"";
    if (why == NULL)
        return (struct gi_graphics_plan){ GI_GRAPHICS_SHADOW, NULL };
    return (struct gi_graphics_plan){
        facts->host_reaches ? GI_GRAPHICS_HOST_DIRECT : GI_GRAPHICS_HOST, why };
}

bool gi_graphics_wish_of(const char *text, enum gi_graphics_wish *out_wish)
{
    *out_wish = GI_GRAPHICS_ANY;
    if (text == NULL || text[0] == '\0')
        return true;
    if (strcmp(text, "shadow") == 0)
        *out_wish = GI_GRAPHICS_WISH_SHADOW;
    else if (strcmp(text, "host") == 0)
        *out_wish = GI_GRAPHICS_WISH_HOST;
    return *out_wish != GI_GRAPHICS_ANY;
}

const char *gi_graphics_way_name(enum gi_graphics_way way)
{
    switch (way) {
    case GI_GRAPHICS_SHADOW:      return "a copy on the device";
    case GI_GRAPHICS_HOST_DIRECT: return "a copy by the host";
    case GI_GRAPHICS_HOST:        return "two copies by the host";
    case GI_GRAPHICS_WAYS:        break;
    }
    return "no way";
}
