#if defined(__aarch64__)
#define NEON_MATRIX
#pragma clang attribute push(__attribute__((target("i8mm,bf16"))), apply_to = function)
#include "neon.h"
#pragma clang attribute pop

const struct recall_kernels recall_kernels_neon_matrix = {
    .name = "neon-matrix",
    .features = RECALL_NEON | RECALL_NEON_I8MM | RECALL_NEON_BF16,
    RECALL_FUNCTIONS,
};
#endif
