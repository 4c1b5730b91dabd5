#if defined(__x86_64__)
#include "variants.h"

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#include "vector8.h"

// Bytes 0 and 2, then bytes 1 and 3 of each cell as 16-bit integers: their products cannot overflow in pairs.
INLINE words step_u8(words sum, uint32_t x, words w) {
    __m256i weights = (__m256i)w, total = (__m256i)sum;
    __m256i even = _mm256_srai_epi16(_mm256_slli_epi16(weights, 8), 8), odd = _mm256_srai_epi16(weights, 8);
    __m256i row = _mm256_set1_epi32((int32_t)x);
    __m256i x_even = _mm256_and_si256(row, _mm256_set1_epi16(0xff)), x_odd = _mm256_srli_epi16(row, 8);
    total = _mm256_add_epi32(total, _mm256_madd_epi16(x_even, even));
    return (words)_mm256_add_epi32(total, _mm256_madd_epi16(x_odd, odd));
}

#include "avx2_scan.h"
#include "vector8_tiles.h"
#include "vector8_kernels.h"
#pragma clang attribute pop

const struct recall_kernels recall_kernels_avx2 = {
    .name = "avx2",
    .features = RECALL_AVX2,
    RECALL_FUNCTIONS,
};
#endif
