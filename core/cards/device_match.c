#include "device_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "device_list.h"

static void print_uuid(const uint8_t uuid[16], char text[33])
{
    for (int i = 0; i < 16; i++)
        snprintf(text + 2 * i, 3, "%02x", uuid[i]);
}

/* GI_INVALID_DEVICE with a message that names what was wanted and what exists. */
static gi_status no_match(const char *wanted)
{
    char there[360] = "";
    int count = 0;

    (void)!gi_device_count(&count);
    for (int i = 0; i < count; i++) {
        const struct gi_device_info *info;
        char uuid[33];

        if (gi_device_info(i, &info) != GI_OK)
            continue;
        print_uuid(info->uuid, uuid);
        gi_append(there, sizeof there, "%s%d: %.40s, UUID %s", i > 0 ? "; " : "", i,
                  info->name, uuid);
        if (info->has_pci)
            gi_append(there, sizeof there, ", PCI %04x:%02x:%02x.%x", info->pci_domain,
                      info->pci_bus, info->pci_device, info->pci_function);
        if (info->has_render_node)
            gi_append(there, sizeof there, ", render node %u:%u", info->render_major,
                      info->render_minor);
    }
    return gi_fail(GI_INVALID_DEVICE, "no device has %s; there are: %s", wanted, there);
}

static gi_status match(bool (*fits)(const struct gi_device_info *info, const void *wanted),
                       const void *wanted, const char *wanted_text, int *out_ordinal)
{
    int count;
    gi_status status = gi_device_count(&count);

    *out_ordinal = -1;
    if (status != GI_OK)
        return status;
    for (int i = 0; i < count; i++) {
        const struct gi_device_info *info;

        status = gi_device_info(i, &info);
        if (status != GI_OK)
            return status;
        if (fits(info, wanted)) {
            *out_ordinal = i;
            return GI_OK;
        }
    }
    return no_match(wanted_text);
}

static bool has_uuid(const struct gi_device_info *info, const void *wanted)
{
    return memcmp(info->uuid, wanted, sizeof info->uuid) == 0;
}

static bool has_pci(const struct gi_device_info *info, const void *wanted)
{
    const uint32_t *address = wanted;

    return info->has_pci && info->pci_domain == address[0] && info->pci_bus == address[1] &&
           info->pci_device == address[2] && info->pci_function == address[3];
}

static bool has_node(const struct gi_device_info *info, const void *wanted)
{
    const uint32_t *node = wanted;

    return info->has_render_node && info->render_major == node[0] &&
           info->render_minor == node[1];
}

gi_status gi_device_match_uuid(const uint8_t uuid[16], int *out_ordinal)
{
    char hex[33], text[48];

    *out_ordinal = -1;
    if (uuid == NULL)
        return gi_fail(GI_INVALID_VALUE, "device match: uuid is NULL");
    print_uuid(uuid, hex);
    snprintf(text, sizeof text, "UUID %s", hex);
    return match(has_uuid, uuid, text, out_ordinal);
}

gi_status gi_device_match_pci(uint32_t domain, uint32_t bus, uint32_t device, uint32_t function,
                              int *out_ordinal)
{
    uint32_t address[4] = { domain, bus, device, function };
    char text[64];

    snprintf(text, sizeof text, "PCI address %04x:%02x:%02x.%x", domain, bus, device, function);
    return match(has_pci, address, text, out_ordinal);
}

gi_status gi_device_match_render_node(uint32_t major, uint32_t minor, int *out_ordinal)
{
    uint32_t node[2] = { major, minor };
    char text[64];

    snprintf(text, sizeof text, "render node %u:%u", major, minor);
    return match(has_node, node, text, out_ordinal);
}

/* Finds the device that one entry of a list names, or -1. An entry is a number or a unique prefix
 * of a UUID, with or without "GPU-" and hyphens. */
static int entry_device(const char *entry, size_t length, const struct gi_device_info *infos,
                        int count)
{
    char digits[64], uuid[33];
    size_t used = 0;
    char *end;
    long number;
    int found = -1;

    if (length == 0 || length >= sizeof digits)
        return -1;
    memcpy(digits, entry, length);
    digits[length] = '\0';
    number = strtol(digits, &end, 10);
    if (*end == '\0')
        return number >= 0 && number < count ? (int)number : -1;
    if (strncasecmp(entry, "GPU-", 4) != 0)
        return -1;
    for (size_t i = 4; i < length; i++)
        if (entry[i] != '-')
            digits[used++] = entry[i];
    for (int i = 0; i < count && used > 0; i++) {
        print_uuid(infos[i].uuid, uuid);
        if (used > 32 || strncasecmp(uuid, digits, used) != 0)
            continue;
        if (found >= 0)
            return -1;           /* the prefix fits two devices */
        found = i;
    }
    return found;
}

int gi_device_parse_visible(const char *text, const struct gi_device_info *infos, int count,
                            int *out_ordinals)
{
    int written = 0;

    if (text == NULL) {
        for (int i = 0; i < count; i++)
            out_ordinals[i] = i;
        return count;
    }
    while (*text != '\0' && written < count) {
        size_t length;
        int ordinal;

        text += strspn(text, " \t");
        length = strcspn(text, ", \t");
        ordinal = entry_device(text, length, infos, count);
        for (int i = 0; i < written; i++)
            if (out_ordinals[i] == ordinal)
                ordinal = -1;    /* a repeated device ends the list, as any invalid entry does */
        if (ordinal < 0)
            break;
        out_ordinals[written++] = ordinal;
        text += length;
        text += strspn(text, " \t");
        if (*text != ',')
            break;
        text++;
    }
    return written;
}
