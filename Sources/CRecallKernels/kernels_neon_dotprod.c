#if defined(__aarch64__)
#define NEON_TARGET "dotprod"
#define NEON_DOTPROD
#include "neon.h"

const struct recall_kernels recall_kernels_neon_dotprod = {
    .name = "neon-dotprod",
    .features = RECALL_NEON | RECALL_NEON_DOTPROD,
    RECALL_FUNCTIONS,
};
#endif
