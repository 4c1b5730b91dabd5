#if defined(__x86_64__)
#include "variants.h"

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,f16c,avxvnni"))), apply_to = function)
#include "vector8.h"

INLINE words step_u8(words sum, uint32_t x, words w) {
    return (words)_mm256_dpbusd_avx_epi32((__m256i)sum, _mm256_set1_epi32((int32_t)x), (__m256i)w);
}

INLINE words step_s16(words sum, uint32_t x, words w) {
    return (words)_mm256_dpwssd_avx_epi32((__m256i)sum, _mm256_set1_epi32((int32_t)x), (__m256i)w);
}

#include "avx2_scan.h"
#include "vector8_tiles.h"
#include "vector8_kernels.h"
#pragma clang attribute pop

const struct recall_kernels recall_kernels_avx_vnni = {
    .name = "avx-vnni",
    .features = RECALL_AVX2 | RECALL_AVX_VNNI,
    RECALL_FUNCTIONS,
};
#endif
