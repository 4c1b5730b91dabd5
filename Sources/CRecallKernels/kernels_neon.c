#if defined(__aarch64__)
#define NEON_TARGET "neon"
#include "neon.h"

const struct recall_kernels recall_kernels_neon = {
    .name = "neon",
    .features = RECALL_NEON,
    RECALL_FUNCTIONS,
};
#endif
