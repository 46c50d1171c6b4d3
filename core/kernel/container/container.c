#include "kernel/container/container.h"

#include <stdlib.h>

#include "kernel/container/bundle.h"
#include "kernel/container/fatbin.h"
#include "kernel/container/span.h"
#include "kernel/container/unpack.h"

enum {
    SEGMENT_BYTES = 24,         /* magic, version, pointer to the image, another pointer */
    MOST_WORDS_TO_TARGET = 64,
    FREE_BYTES = 1 << 20,       /* so much may come out of any packed entry, */
    MOST_RATIO = 1024           /* and so much more for each of its bytes */
};

static const char fatbin_magic[] = "\x50\xed\x55\xba";

/* The segments of the two vendors' compilers. */
static const uint32_t segment_magics[] = { 0x466243b1, 0x48495046 };

/* Reads no byte behind the first that differs. */
static bool begins(const uint8_t *image, size_t byte_count, const char *magic, size_t magic_bytes)
{
    for (size_t i = 0; i < magic_bytes; i++)
        if (i >= byte_count || image[i] != (uint8_t)magic[i])
            return false;
    return true;
}

gi_status gi_container_of_segment(const void *image, const void **out_image)
{
    const uint8_t *at = image;
    bool is_segment = false;

    *out_image = NULL;
    if (!image)
        return gi_fail(GI_INVALID_IMAGE, "device code: its address is NULL");
    for (size_t i = 0; i < sizeof(segment_magics) / sizeof(segment_magics[0]); i++) {
        char magic[4];

        for (int byte = 0; byte < 4; byte++)
            magic[byte] = (char)(segment_magics[i] >> byte * 8);
        is_segment = is_segment || begins(at, SEGMENT_BYTES, magic, 4);
    }
    if (!is_segment) {
        *out_image = image;
        return GI_OK;
    }
    if (gi_read_u32(at + 4) != 1)
        return gi_fail(GI_INVALID_IMAGE, "device code: its segment is of version %u, not 1:"
                       " relocatable code (-rdc=true) is not taken", gi_read_u32(at + 4));
    memcpy(out_image, at + 8, sizeof(*out_image));
    return *out_image ? GI_OK : gi_fail(GI_INVALID_IMAGE, "device code: its segment is empty");
}

gi_status gi_container_add(struct gi_container *container, enum gi_code_kind kind,
                           struct gi_container_entry **out_entry)
{
    if (container->count >= GI_CONTAINER_MOST_ENTRIES)
        return gi_fail(GI_INVALID_IMAGE, "device code: more than %u entries",
                       GI_CONTAINER_MOST_ENTRIES);
    if (container->count == container->room) {
        uint32_t room = container->room ? container->room * 2 : 8;
        struct gi_container_entry *entries = realloc(container->entries, room * sizeof(*entries));

        if (!entries)
            return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %u entries of device code", room);
        container->entries = entries;
        container->room = room;
    }
    *out_entry = &container->entries[container->count++];
    **out_entry = (struct gi_container_entry){ .kind = kind };
    return GI_OK;
}

/* ---- bare text --------------------------------------------------------------------------- */

static bool is_space(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static size_t behind_comment(const char *text, size_t at, size_t count)
{
    for (; at < count && text[at] != '\0'; at++) {
        if (count - at >= 2 && text[at] == '*' && text[at + 1] == '/')
            return at + 2;
    }
    return at;
}

/* Behind spaces and comments. A text may end in a zero before count. */
static size_t skip_space(const char *text, size_t at, size_t count)
{
    while (at < count) {
        if (is_space(text[at])) {
            at++;
        } else if (count - at >= 2 && text[at] == '/' && text[at + 1] == '/') {
            while (at < count && text[at] != '\n' && text[at] != '\0')
                at++;
        } else if (count - at >= 2 && text[at] == '/' && text[at + 1] == '*') {
            at = behind_comment(text, at + 2, count);
        } else {
            break;
        }
    }
    return at < count ? at : count;
}

/* Finds the architecture of a text, in ".target sm_75". Without one it stays unknown. */
static void find_target(struct gi_container_entry *entry)
{
    const char *text = (const char *)entry->bytes;
    size_t count = entry->byte_count;
    size_t at = 0;

    for (int words = 0; words < MOST_WORDS_TO_TARGET; words++) {
        size_t first = skip_space(text, at, count);

        for (at = first; at < count && !is_space(text[at]);)
            at++;
        if (at - first != 7 || memcmp(text + first, ".target", 7) != 0)
            continue;
        at = skip_space(text, at, count);
        if (count - at < 4 || memcmp(text + at, "sm_", 3) != 0)
            return;
        for (at += 3; at < count && text[at] >= '0' && text[at] <= '9'; at++)
            if (entry->architecture < 1000)
                entry->architecture = entry->architecture * 10 + (uint32_t)(text[at] - '0');
        entry->is_specific = at < count && (text[at] == 'a' || text[at] == 'f');
        return;
    }
}

/* Like text of PTX, as NVIDIA's driver has it: .version is the first word behind comments. */
static bool begins_text(const uint8_t *image, size_t byte_count)
{
    size_t at = skip_space((const char *)image, 0, byte_count);

    return begins(image + at, byte_count - at, ".version", 8);
}

static gi_status add_text(struct gi_container *container, const uint8_t *bytes, size_t byte_count)
{
    size_t most = byte_count < GI_CONTAINER_MOST_BYTES ? byte_count : GI_CONTAINER_MOST_BYTES;
    size_t length = strnlen((const char *)bytes, most);
    struct gi_container_entry *entry;
    gi_status status;

    if (length == most && length < byte_count)
        return gi_fail(GI_INVALID_IMAGE, "PTX: a text of more than %zu bytes",
                       GI_CONTAINER_MOST_BYTES);
    status = gi_container_add(container, GI_CODE_PTX, &entry);
    if (status != GI_OK)
        return status;
    entry->bytes = bytes;
    entry->byte_count = length;
    entry->unpacked_count = length;
    find_target(entry);
    return GI_OK;
}

/* ---- images ------------------------------------------------------------------------------ */

static gi_status add_plain(struct gi_container *container, enum gi_code_kind kind,
                           const uint8_t *bytes, size_t byte_count)
{
    struct gi_container_entry *entry;
    gi_status status = gi_container_add(container, kind, &entry);

    if (status != GI_OK)
        return status;
    entry->bytes = bytes;
    entry->byte_count = byte_count;
    entry->unpacked_count = byte_count;
    return GI_OK;
}

gi_status gi_container_add_code(struct gi_container *container, const uint8_t *bytes,
                                size_t byte_count)
{
    if (begins(bytes, byte_count, fatbin_magic, 4))
        return gi_fatbin_read(container, bytes, byte_count);
    if (begins(bytes, byte_count, "\x03\x02\x23\x07", 4)) {
        if (byte_count == GI_CONTAINER_ENDLESS)
            return gi_fail(GI_INVALID_IMAGE, "SPIR-V: its size has to be known, it says none");
        if (byte_count % 4 != 0 || byte_count > GI_CONTAINER_MOST_BYTES)
            return gi_fail(GI_INVALID_IMAGE, "SPIR-V: a module of %zu bytes", byte_count);
        return add_plain(container, GI_CODE_SPIRV, bytes, byte_count);
    }
    if (begins(bytes, byte_count, "\x7f" "ELF", 4))
        return add_plain(container, GI_CODE_ELF, bytes, byte_count);
    if (begins_text(bytes, byte_count))
        return add_text(container, bytes, byte_count);
    return add_plain(container, GI_CODE_OTHER, bytes, byte_count);
}

size_t gi_container_most_bytes(const void *first, size_t byte_count)
{
    bool has_entries = begins(first, byte_count, fatbin_magic, 4)
        || begins(first, byte_count, gi_bundle_magic, GI_BUNDLE_MAGIC_BYTES);

    return has_entries ? GI_CONTAINER_MOST_FILE_BYTES : GI_CONTAINER_MOST_BYTES;
}

gi_status gi_container_read(const void *image, size_t byte_count,
                            struct gi_container *out_container)
{
    struct gi_container container = { 0 };
    gi_status status;

    *out_container = container;
    if (!image)
        return gi_fail(GI_INVALID_IMAGE, "device code: its address is NULL");
    if (begins(image, byte_count, "CCOB", 4))
        return gi_fail(GI_NO_BINARY, "an offload bundle that is compressed as a whole is not"
                       " taken: build it without --offload-compress");
    if (begins(image, byte_count, gi_bundle_magic, GI_BUNDLE_MAGIC_BYTES))
        status = gi_bundle_read(&container, image, byte_count);
    else
        status = gi_container_add_code(&container, image, byte_count);
    if (status == GI_OK && !container.is_bundle && container.count == 1 &&
        container.entries[0].kind == GI_CODE_OTHER && container.entries[0].bytes == image)
        status = gi_fail(GI_INVALID_IMAGE, "device code: neither PTX, a fatbin, an offload bundle,"
                         " SPIR-V nor ELF");
    if (status != GI_OK) {
        gi_container_finish(&container);
        return status;
    }
    *out_container = container;
    return GI_OK;
}

void gi_container_finish(struct gi_container *container)
{
    free(container->entries);
    *container = (struct gi_container){ 0 };
}

const struct gi_container_entry *gi_container_spirv(const struct gi_container *container)
{
    for (uint32_t i = 0; i < container->count; i++)
        if (container->entries[i].kind == GI_CODE_SPIRV)
            return &container->entries[i];
    return NULL;
}

/* ---- text -------------------------------------------------------------------------------- */

gi_status gi_container_unpack(const struct gi_container_entry *entry,
                              struct gi_container_text *out_text)
{
    size_t count = entry->unpacked_count;
    bool is_packed = entry->packing != GI_PACKING_NONE;
    gi_status status = GI_OK;
    char *text;

    *out_text = (struct gi_container_text){ 0 };
    if (count > GI_CONTAINER_MOST_BYTES || entry->byte_count > GI_CONTAINER_MOST_BYTES ||
        (is_packed && count > FREE_BYTES + (uint64_t)entry->byte_count * MOST_RATIO))
        return gi_fail(GI_INVALID_IMAGE, "%zu bytes of PTX are not taken, from %zu bytes", count,
                       entry->byte_count);
    text = malloc(count + 1);
    if (!text)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu bytes of PTX", count);
    if (is_packed)
        status = gi_unpack(entry->packing, entry->bytes, entry->byte_count, text, count);
    else
        memcpy(text, entry->bytes, count);
    if (status != GI_OK) {
        free(text);
        return status;
    }
    text[count] = '\0';
    *out_text = (struct gi_container_text){ .text = text, .byte_count = strlen(text),
                                            .entry = entry };
    return GI_OK;
}

void gi_container_text_finish(struct gi_container_text *text)
{
    free(text->text);
    *text = (struct gi_container_text){ 0 };
}
