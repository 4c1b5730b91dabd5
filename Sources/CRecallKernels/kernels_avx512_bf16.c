#if defined(__x86_64__)
#define AVX512_TARGET "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx512bf16,f16c,fma"
#define AVX512_BF16_TARGET
#include "avx512.h"

const struct recall_kernels recall_kernels_avx512_bf16 = {
    .name = "avx512-bf16",
    .features = RECALL_AVX2 | RECALL_AVX512 | RECALL_AVX512_VNNI | RECALL_AVX512_BF16,
    RECALL_FUNCTIONS,
};
#endif
