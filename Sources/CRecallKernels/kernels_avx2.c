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

// The sums fill the registers: without this the compiler puts products before sums, and has to store some of either.
#define KEEP_ORDER(SUMS) __asm__ volatile("" : "+x"((SUMS)[0]), "+x"((SUMS)[1]))

INLINE words step_s16(words sum, uint32_t x, words w) {
    return (words)_mm256_add_epi32((__m256i)sum, _mm256_madd_epi16(_mm256_set1_epi32((int32_t)x), (__m256i)w));
}

#include "avx2_scan.h"
#include "vector8_tiles.h"

// Rows of 16 bits need not be taken apart at every step: the weights are, once for the rows of a tile. A cell of a row
// is bytes 0 and 2 of a cell of weights, then 1 and 3.
INLINE void tile_wide(const int32_t *a, size_t stride, const int32_t *panel, size_t cells, int32_t *out,
                      size_t out_stride, const int rows) {
    for (size_t half = 0; half < RECALL_PANEL; half += 2 * LANES) {
        words c[TILE_ROWS][2];
        UNROLL for (int i = 0; i < rows; i++) c[i][0] = c[i][1] = 0;
        for (size_t k = 0; k < cells; k++) {
            prefetch_weights(panel + k * RECALL_PANEL + half);
            UNROLL for (int part = 0; part < 2; part++) {
                __m256i w[2];
                memcpy(w, panel + k * RECALL_PANEL + half, sizeof w);
                UNROLL for (int j = 0; j < 2; j++) {
                    w[j] = _mm256_srai_epi16(part == 0 ? _mm256_slli_epi16(w[j], 8) : w[j], 8);
                }
                UNROLL for (int i = 0; i < rows; i++) {
                    uint32_t x = (uint32_t)load_cell(a + (size_t)i * stride + 2 * k + part);
                    c[i][0] = step_s16(c[i][0], x, (words)w[0]);
                    c[i][1] = step_s16(c[i][1], x, (words)w[1]);
                    KEEP_ORDER(c[i]);
                }
            }
        }
        UNROLL for (int i = 0; i < rows; i++) memcpy(out + (size_t)i * out_stride + half, c[i], sizeof c[i]);
    }
}

TILES_BY_HEIGHT(wide)
#define TILES_WIDE
#include "vector8_kernels.h"
#pragma clang attribute pop

const struct recall_kernels recall_kernels_avx2 = {
    .name = "avx2",
    .features = RECALL_AVX2,
    .favours_wide = true,
    RECALL_FUNCTIONS,
};
#endif
