/** Speaking to an exporter's socket as a hostile process would. */
#ifndef SCENARIO_IPC_PEER_H
#define SCENARIO_IPC_PEER_H

#include "scenario.h"

#include "share/ipc_server.h"

/** Connects to the socket of this number; -1 if that fails. flags are more of socket()'s. */
int connect_to_number(uint32_t number, int flags);

/** Asks for what the words name. Returns the exporter's answer, GI_IPC_GONE if it says nothing;
 *  *out_fd is -1 without one. */
uint32_t ask_as_peer(const struct gi_ipc_words *words, struct gi_ipc_answer *answer, int *out_fd);

/** The words of the handle of memory; false if the device shares none. */
bool get_words(void *pointer, struct gi_ipc_words *words);

#endif
