#ifndef RECALL_KERNELS_H
#define RECALL_KERNELS_H

#include <stdint.h>

/// The CPU features that kernels are chosen by, as a set of bits. Probed once.
uint32_t recall_cpu_features(void);

#endif
