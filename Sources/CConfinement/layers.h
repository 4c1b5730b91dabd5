// The layers of recall_confine. Each returns what holds, as bits of recall_confinement.h, or -1.
#ifndef RECALL_CONFINEMENT_LAYERS_H
#define RECALL_CONFINEMENT_LAYERS_H

#include "recall_confinement.h"

int recall_limit(const recall_confinement *confinement);
int recall_restrict_files(const char *program, const char *libraries);
// `key`: values that execve must have in the registers which it ignores; NULL forbids it.
int recall_filter_calls(const uint64_t key[3]);
int recall_enter_sandbox(const char *program);

#endif
