#include "recall_kernels.h"

uint32_t recall_cpu_features(void) { return 0; }
