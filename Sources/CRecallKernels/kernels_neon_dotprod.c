#if defined(__aarch64__)
#define NEON_DOTPROD
#pragma clang attribute push(__attribute__((target("dotprod"))), apply_to = function)
#include "neon.h"
#pragma clang attribute pop

const struct recall_kernels recall_kernels_neon_dotprod = {
    .name = "neon-dotprod",
    .features = RECALL_NEON | RECALL_NEON_DOTPROD,
    RECALL_FUNCTIONS,
};
#endif
