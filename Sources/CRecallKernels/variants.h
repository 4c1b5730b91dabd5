#ifndef RECALL_VARIANTS_H
#define RECALL_VARIANTS_H

#include "recall_kernels.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__)
extern const struct recall_kernels recall_kernels_avx512_bf16, recall_kernels_avx512, recall_kernels_avx_vnni,
    recall_kernels_avx2;
#elif defined(__aarch64__)
extern const struct recall_kernels recall_kernels_neon_matrix, recall_kernels_neon_dotprod, recall_kernels_neon;
#endif
extern const struct recall_kernels recall_kernels_scalar;

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")

// Minimax coefficients, lowest power first, fitted for this project.

// 2^f on [-1/2, 1/2], relative error 7.5e-8.
#define EXP2_0 1.0000001192092896f
#define EXP2_1 0.6931469440460205f
#define EXP2_2 0.24022120237350464f
#define EXP2_3 0.05550713092088699f
#define EXP2_4 0.009675540961325169f
#define EXP2_5 0.001327647129073739f

// Upper tail of the normal distribution: exp(-a^2/2) * t * P(t), t = 1/(1 + 0.3 a), relative error 1.1e-7 on [0, 13].
#define TAIL_SLOPE 0.3f
#define TAIL_0 0.11962326616048813f
#define TAIL_1 0.12084552645683289f
#define TAIL_2 0.09934712946414948f
#define TAIL_3 0.13041643798351288f
#define TAIL_4 -0.05716732144355774f
#define TAIL_5 0.2101183384656906f
#define TAIL_6 -0.1593782752752304f
#define TAIL_7 0.03619484603404999f

// Coarser ones, for what is rounded to 16 or 8 bits: 2^f on [0, 1] to 7.5e-5; the normal distribution as
// 1/2 + x * P(x^2) up to a limit where it is 0 or 1, so that GELU is off by at most 8.1e-5.
#define EXP2_COARSE_0 0.9999251961708069f
#define EXP2_COARSE_1 0.6958335638046265f
#define EXP2_COARSE_2 0.2260671705007553f
#define EXP2_COARSE_3 0.07802451401948929f
#define NORMAL_LIMIT 4.2f
#define NORMAL_0 0.398465866f
#define NORMAL_1 -0.0655281915f
#define NORMAL_2 0.00929822431f
#define NORMAL_3 -0.000950656364f
#define NORMAL_4 6.68905562e-05f
#define NORMAL_5 -3.03792214e-06f
#define NORMAL_6 7.94130631e-08f
#define NORMAL_7 -9.01748508e-10f

#define LOG2E 1.4426950408889634f

// The greatest level of `quantize_wide`: 15 bits, and no sum of `depth` products with weights of up to 127 overflows.
INLINE float wide_levels(size_t depth) {
    size_t most = INT32_MAX / 127 / depth;
    return (float)(most < INT16_MAX ? most : INT16_MAX);
}

// out[rows x 32] = a[rows x cells] * panel; strides in cells of 4 bytes: one f32, two bf16 or four 8-bit integers.
typedef void tile_function(const void *a, size_t stride, const void *panel, size_t cells, void *out, size_t out_stride);

// Rows need not be aligned to cells.
INLINE int32_t load_cell(const void *cell) {
    int32_t value;
    memcpy(&value, cell, 4);
    return value;
}

// Panels follow one another in memory, but hardware does not prefetch across pages: asks for the weights of 64 cells
// later, which may be the next panel's. Matters most for few rows, which use every weight only once.
INLINE void prefetch_weights(const int32_t *cells) { __builtin_prefetch(cells + 64 * RECALL_PANEL); }

INLINE size_t round_up(size_t n, size_t step) { return (n + step - 1) / step * step; }

INLINE float bf16_value(uint16_t h) {
    uint32_t bits = (uint32_t)h << 16;
    float x;
    memcpy(&x, &bits, 4);
    return x;
}

// Round to nearest even; a NaN stays one.
INLINE uint16_t bf16_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    if ((bits & 0x7fffffff) > 0x7f800000) return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

// The functions that every variant's file defines, under these names.
#define RECALL_FUNCTIONS                                                                                           \
    .matmul_f32 = matmul_f32, .matmul_bf16 = matmul_bf16, .matmul_u8 = matmul_u8, .matmul_wide = matmul_wide,       \
    .attention_f32 = attention_f32, .attention_bf16 = attention_bf16, .attention_s16 = attention_s16,               \
    .layer_norm = layer_norm, .softmax = softmax, .gelu = gelu, .add = add, .mean_pool = mean_pool,                 \
    .quantize_rows = quantize_rows, .quantize_wide = quantize_wide, .f32_to_f16 = f32_to_f16,                       \
    .f16_to_f32 = f16_to_f32, .f32_to_bf16 = f32_to_bf16, .scan_sketches = scan_sketches, .dot_s8 = dot_s8

#endif
