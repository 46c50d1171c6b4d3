/** The part of gpuinterop-info about the choice of drivers. */
#ifndef INFO_CARDS_H
#define INFO_CARDS_H

/** Prints each driver, each card and each pair of both, for people. */
void info_print_cards(void);

/** Prints the same as the last members of a JSON object. */
void info_json_cards(void);

#endif
