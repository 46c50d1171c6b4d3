/** Formatting for gpuinterop-info. */
#ifndef INFO_FORMAT_H
#define INFO_FORMAT_H

#include <stddef.h>

#include "../contract/driver.h"

enum { INFO_UUID_BYTES = 37, INFO_PCI_BYTES = 48 };

/** Writes a UUID with hyphens.
 *  Units: text has room for INFO_UUID_BYTES. */
void info_write_uuid(const uint8_t uuid[16], char *text);

/** Writes the PCI address of a device that has one.
 *  Units: room is the size of text; INFO_PCI_BYTES are enough. */
void info_write_pci(const struct gi_device_info *info, char *text, size_t room);

/** Prints a string as JSON. Bytes that are not UTF-8 become the replacement character. */
void info_json_string(const char *text);

/** Letters that change the colour of text on a terminal; "" where standard output is none, or with
 *  NO_COLOR set. */
enum info_colour { INFO_PLAIN, INFO_BOLD, INFO_GREEN, INFO_RED };
const char *info_colour(enum info_colour colour);

#endif
