#if defined(__x86_64__)
#define AVX512_TARGET "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,f16c,fma"
#include "avx512.h"

const struct recall_kernels recall_kernels_avx512 = {
    .name = "avx512",
    .features = RECALL_AVX2 | RECALL_AVX512 | RECALL_AVX512_VNNI,
    RECALL_FUNCTIONS,
};
#endif
