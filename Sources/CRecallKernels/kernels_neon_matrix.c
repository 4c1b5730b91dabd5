#if defined(__aarch64__)
#define NEON_TARGET "i8mm,bf16"
#define NEON_MATRIX
#include "neon.h"

const struct recall_kernels recall_kernels_neon_matrix = {
    .name = "neon-matrix",
    .features = RECALL_NEON | RECALL_NEON_I8MM | RECALL_NEON_BF16,
    RECALL_FUNCTIONS,
};
#endif
