#include "writer.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRY_BYTES = 64, BUNDLE_HEADER_BYTES = 32, BUNDLE_ROW_BYTES = 24 };

/** Of small images no byte too many, so that AddressSanitizer sees who reads on; large ones grow in
 *  steps, because its realloc() copies each time. */
static size_t room_for(size_t count)
{
    const size_t step = 1 << 16;

    return count < step ? count + 1 : (count / step + 1) * step;
}

void image_add(struct image *image, const void *bytes, size_t count)
{
    size_t room = room_for(image->count + count);

    if (!image->bytes || room != room_for(image->count)) {
        image->bytes = realloc(image->bytes, room);
        if (!image->bytes)
            abort();
    }
    if (count)
        memcpy(image->bytes + image->count, bytes, count);
    image->count += count;
}

void image_add_number(struct image *image, uint64_t number, int bytes)
{
    image_add(image, "\0\0\0\0\0\0\0\0", (size_t)bytes);
    image_set_number(image, image->count - (size_t)bytes, number, bytes);
}

void image_set_number(struct image *image, size_t at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        image->bytes[at + (size_t)i] = (uint8_t)(number >> i * 8);
}

void image_finish(struct image *image)
{
    free(image->bytes);
    *image = (struct image){ 0 };
}

void fatbin_begin(struct image *image)
{
    image_add_number(image, 0xba55ed50, 4);
    image_add_number(image, 1, 2);
    image_add_number(image, 16, 2);
    image_add_number(image, 0, 8);
}

void fatbin_add(struct image *image, const struct fatbin_entry *entry)
{
    uint32_t header_bytes = entry->header_bytes ? entry->header_bytes : ENTRY_BYTES;
    size_t padded = (entry->byte_count + 7) & ~(size_t)7;
    bool is_packed = (entry->flags & 0xa000) != 0;

    image_add_number(image, entry->kind, 2);
    image_add_number(image, 0x101, 2);
    image_add_number(image, header_bytes, 4);
    image_add_number(image, padded, 8);
    image_add_number(image, is_packed ? entry->byte_count : 0, 4);
    image_add_number(image, 0, 4);
    image_add_number(image, entry->minor, 2);
    image_add_number(image, entry->major, 2);
    image_add_number(image, entry->architecture, 4);
    image_add_number(image, 0, 8);
    image_add_number(image, 0x11 | entry->flags, 8);
    image_add_number(image, 0, 8);
    image_add_number(image, is_packed ? entry->unpacked_count : 0, 8);
    for (uint32_t i = ENTRY_BYTES; i < header_bytes; i++)
        image_add_number(image, 0xee, 1);
    image_add(image, entry->code, entry->byte_count);
    image_add_number(image, 0, (int)(padded - entry->byte_count));
}

void fatbin_end(struct image *image)
{
    image_set_number(image, 8, image->count - 16, 8);
}

void bundle_write(struct image *image, const struct bundle_part *parts, size_t count)
{
    size_t place = BUNDLE_HEADER_BYTES;

    image_add(image, "__CLANG_OFFLOAD_BUNDLE__", 24);
    image_add_number(image, count, 8);
    for (size_t i = 0; i < count; i++)
        place += BUNDLE_ROW_BYTES + strlen(parts[i].target);
    for (size_t i = 0; i < count; i++) {
        image_add_number(image, place, 8);
        image_add_number(image, parts[i].byte_count, 8);
        image_add_number(image, strlen(parts[i].target), 8);
        image_add(image, parts[i].target, strlen(parts[i].target));
        place += parts[i].byte_count;
    }
    for (size_t i = 0; i < count; i++)
        image_add(image, parts[i].code, parts[i].byte_count);
}
