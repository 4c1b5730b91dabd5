// The AVX-512 kernels (F, BW, DQ, VL, VNNI), compiled twice: with the bfloat16 instructions where AVX512_BF16_TARGET is
// defined, otherwise with bfloat16 widened to f32. The file that includes this one defines AVX512_TARGET.
//
// A product is built from tiles of up to 14 rows and one panel of 32 columns: 28 accumulators, two weights and one
// broadcast fill the 32 registers. A cell of weights or of a row is 4 bytes in every precision: one f32, two bf16 or four
// 8-bit integers. Each element is one chain of multiply-adds in the order of k, whatever the tile.

#include "variants.h"

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target(AVX512_TARGET))), apply_to = function)

enum { TILE_ROWS = 14 };

// MARK: mathematical functions

INLINE __m512 exp2_small(__m512 f) {
    __m512 p = _mm512_set1_ps(EXP2_5);
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_4));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_3));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_2));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_1));
    return _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_0));
}

// 2^x for x <= 0; below -126 the result underflows towards 0.
INLINE __m512 exp2_negative(__m512 x) {
    __m512 n = _mm512_roundscale_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    return _mm512_scalef_ps(exp2_small(_mm512_sub_ps(x, n)), n);
}

INLINE __m512 gelu16(__m512 x) {
    __m512 a = _mm512_abs_ps(x);
    __m512 t = _mm512_div_ps(_mm512_set1_ps(1), _mm512_fmadd_ps(a, _mm512_set1_ps(TAIL_SLOPE), _mm512_set1_ps(1)));
    __m512 e = exp2_negative(_mm512_mul_ps(_mm512_mul_ps(a, _mm512_set1_ps(-0.5f * LOG2E)), a));
    __m512 p = _mm512_set1_ps(TAIL_7);
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_6));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_5));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_4));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_3));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_2));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_1));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_0));
    __m512 tail = _mm512_mul_ps(_mm512_mul_ps(p, t), e);
    return _mm512_fnmadd_ps(a, tail, _mm512_max_ps(x, _mm512_setzero_ps()));
}

// 2^x for x <= 0, relative error 7.5e-5: enough for what is rounded to 16 or 8 bits.
INLINE __m512 exp2_coarse(__m512 x) {
    __m512 f = _mm512_reduce_ps(x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    __m512 p = _mm512_set1_ps(EXP2_COARSE_3);
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_COARSE_2));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_COARSE_1));
    return _mm512_scalef_ps(_mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_COARSE_0)), x);
}

// Relative error of the tail 2e-4, for products of rounded operands.
INLINE __m512 gelu16_coarse(__m512 x) {
    __m512 a = _mm512_abs_ps(x);
    __m512 t = _mm512_rcp14_ps(_mm512_fmadd_ps(a, _mm512_set1_ps(TAIL_COARSE_SLOPE), _mm512_set1_ps(1)));
    __m512 e = exp2_coarse(_mm512_mul_ps(_mm512_mul_ps(a, _mm512_set1_ps(-0.5f * LOG2E)), a));
    __m512 p = _mm512_set1_ps(TAIL_COARSE_4);
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_COARSE_3));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_COARSE_2));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_COARSE_1));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_COARSE_0));
    __m512 tail = _mm512_mul_ps(_mm512_mul_ps(p, t), e);
    return _mm512_fnmadd_ps(a, tail, _mm512_max_ps(x, _mm512_setzero_ps()));
}

INLINE __mmask16 lanes(size_t count) { return count >= 16 ? 0xffff : (__mmask16)((1u << count) - 1); }

// MARK: steps and conversions by precision

INLINE __m512i step_f32(__m512i sum, __m512i x, __m512i w) {
    return _mm512_castps_si512(
        _mm512_fmadd_ps(_mm512_castsi512_ps(x), _mm512_castsi512_ps(w), _mm512_castsi512_ps(sum)));
}

INLINE __m512i step_u8(__m512i sum, __m512i x, __m512i w) { return _mm512_dpbusd_epi32(sum, x, w); }

#ifdef AVX512_BF16_TARGET
INLINE __m512i step_bf16(__m512i sum, __m512i x, __m512i w) {
    return _mm512_castps_si512(_mm512_dpbf16_ps(_mm512_castsi512_ps(sum), (__m512bh)x, (__m512bh)w));
}

INLINE __m256i bf16_of(__m512 x) { return (__m256i)_mm512_cvtneps_pbh(x); }
#else
INLINE __m512i step_bf16(__m512i sum, __m512i x, __m512i w) {
    __m512i high = _mm512_set1_epi32((int32_t)0xffff0000);
    sum = step_f32(sum, _mm512_slli_epi32(x, 16), _mm512_slli_epi32(w, 16));
    return step_f32(sum, _mm512_and_si512(x, high), _mm512_and_si512(w, high));
}

// Rounded to nearest even; a NaN stays one.
INLINE __m256i bf16_of(__m512 x) {
    __m512i bits = _mm512_castps_si512(x), odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
    __m512i rounded = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)), odd);
    __mmask16 nan = _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q);
    rounded = _mm512_mask_or_epi32(rounded, nan, bits, _mm512_set1_epi32(0x400000));
    return _mm512_cvtepi32_epi16(_mm512_srli_epi32(rounded, 16));
}
#endif

// MARK: tiles

// The tile functions of a kind of cell, by their height. STEP(sum, row cell, weight cells) is one multiply-add.
#define DEFINE_TILES(KIND, STEP)                                                                                   \
    INLINE void tile_##KIND(const int32_t *a, size_t stride, const int32_t *panel, size_t cells, int32_t *out,      \
                            size_t out_stride, const int rows) {                                                   \
        __m512i c[TILE_ROWS][2];                                                                                    \
        UNROLL for (int i = 0; i < rows; i++) c[i][0] = c[i][1] = _mm512_setzero_si512();                           \
        for (size_t k = 0; k < cells; k++) {                                                                        \
            __m512i w0 = _mm512_load_si512(panel + k * RECALL_PANEL);                                               \
            __m512i w1 = _mm512_load_si512(panel + k * RECALL_PANEL + 16);                                          \
            UNROLL for (int i = 0; i < rows; i++) {                                                                 \
                __m512i x = _mm512_set1_epi32(load_cell(a + (size_t)i * stride + k));                               \
                c[i][0] = STEP(c[i][0], x, w0);                                                                     \
                c[i][1] = STEP(c[i][1], x, w1);                                                                     \
            }                                                                                                       \
        }                                                                                                           \
        UNROLL for (int i = 0; i < rows; i++) {                                                                     \
            _mm512_store_si512(out + (size_t)i * out_stride, c[i][0]);                                              \
            _mm512_store_si512(out + (size_t)i * out_stride + 16, c[i][1]);                                         \
        }                                                                                                           \
    }                                                                                                               \
    TILE(KIND, 1) TILE(KIND, 2) TILE(KIND, 3) TILE(KIND, 4) TILE(KIND, 5) TILE(KIND, 6) TILE(KIND, 7)               \
    TILE(KIND, 8) TILE(KIND, 9) TILE(KIND, 10) TILE(KIND, 11) TILE(KIND, 12) TILE(KIND, 13) TILE(KIND, 14)          \
    static tile_function *const tiles_##KIND[] = {                                                                  \
        NULL,            tile_##KIND##_1, tile_##KIND##_2,  tile_##KIND##_3,  tile_##KIND##_4,                       \
        tile_##KIND##_5, tile_##KIND##_6, tile_##KIND##_7,  tile_##KIND##_8,  tile_##KIND##_9,                       \
        tile_##KIND##_10, tile_##KIND##_11, tile_##KIND##_12, tile_##KIND##_13, tile_##KIND##_14,                    \
    };

#define TILE(KIND, N)                                                                                              \
    static void tile_##KIND##_##N(const void *a, size_t stride, const void *panel, size_t cells, void *out,         \
                                  size_t out_stride) {                                                             \
        tile_##KIND(a, stride, panel, cells, out, out_stride, N);                                                   \
    }

DEFINE_TILES(f32, step_f32)
DEFINE_TILES(bf16, step_bf16)
DEFINE_TILES(u8, step_u8)

// MARK: epilogues

// What a vector of 16 columns needs of the call, loaded once for the rows of a tile.
struct columns {
    __m512 bias, scale, sum;
    __mmask16 mask;
};

INLINE struct columns load_columns(const struct recall_matmul *p, size_t column, const size_t element_size) {
    __mmask16 mask = lanes(p->columns - column);
    struct columns c = {.mask = mask, .bias = _mm512_maskz_loadu_ps(mask, p->bias + column)};
    if (element_size == 1) {
        c.scale = _mm512_maskz_loadu_ps(mask, p->column_scale + column);
        c.sum = _mm512_maskz_loadu_ps(mask, p->column_sum + column);
    }
    return c;
}

// The sums of a tile's half (16 columns), with everything known at compile time but the sizes.
INLINE void finish_half(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const int32_t *tile,
                        const size_t element_size, const int epilogue, const bool bf16) {
    struct columns c = load_columns(p, column, element_size);
    for (size_t i = row; i < row + rows; i++, tile += RECALL_PANEL) {
        __m512i sum = _mm512_load_si512(tile);
        __m512 y = _mm512_castsi512_ps(sum);
        if (element_size == 1) {
            __m512 zero = _mm512_mul_ps(_mm512_set1_ps(p->row_zero[i]), c.sum);
            y = _mm512_fmsub_ps(_mm512_cvtepi32_ps(sum), c.scale, zero);
            y = _mm512_fmadd_ps(y, _mm512_set1_ps(p->row_scale[i]), c.bias);
        } else {
            y = _mm512_add_ps(y, c.bias);
        }
        if (epilogue == RECALL_BIAS_GELU) y = element_size == 4 ? gelu16(y) : gelu16_coarse(y);
        if (epilogue == RECALL_BIAS_RESIDUAL) {
            y = _mm512_add_ps(y, _mm512_maskz_loadu_ps(c.mask, p->residual + i * p->residual_stride + column));
        }
        if (bf16) _mm256_mask_storeu_epi16((uint16_t *)p->c + i * p->c_stride + column, c.mask, bf16_of(y));
        else _mm512_mask_storeu_ps((float *)p->c + i * p->c_stride + column, c.mask, y);
    }
}

INLINE void finish_as(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const int32_t *tile,
                      const size_t element_size, const bool bf16) {
    switch (p->epilogue) {
    case RECALL_BIAS_GELU: finish_half(p, row, rows, column, tile, element_size, RECALL_BIAS_GELU, bf16); break;
    case RECALL_BIAS_RESIDUAL: finish_half(p, row, rows, column, tile, element_size, RECALL_BIAS_RESIDUAL, bf16); break;
    default: finish_half(p, row, rows, column, tile, element_size, RECALL_BIAS, bf16);
    }
}

INLINE void finish_tile(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const int32_t *tile,
                        const size_t element_size) {
    for (size_t half = 0; half < RECALL_PANEL && column + half < p->columns; half += 16) {
        if (p->c_bf16) finish_as(p, row, rows, column + half, tile + half, element_size, true);
        else finish_as(p, row, rows, column + half, tile + half, element_size, false);
    }
}

// MARK: attention

INLINE float largest_of(const float *x, size_t count) {
    __m512 largest = _mm512_set1_ps(-INFINITY);
    size_t i = 0;
    for (; i + 16 <= count; i += 16) largest = _mm512_max_ps(largest, _mm512_loadu_ps(x + i));
    __mmask16 mask = lanes(count - i);
    return _mm512_reduce_max_ps(_mm512_mask_max_ps(largest, mask, largest, _mm512_maskz_loadu_ps(mask, x + i)));
}

// x = 2^(scale * (x - max)) over `count` values, `max` being the largest of them. Returns their sum.
INLINE float exponentials(float *x, size_t count, float max, float scale) {
    __m512 largest = _mm512_set1_ps(max), factor = _mm512_set1_ps(scale), sum = _mm512_setzero_ps();
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        __m512 e = exp2_negative(_mm512_mul_ps(_mm512_sub_ps(_mm512_loadu_ps(x + i), largest), factor));
        sum = _mm512_add_ps(sum, e);
        _mm512_storeu_ps(x + i, e);
    }
    __mmask16 mask = lanes(count - i);
    __m512 rest = _mm512_sub_ps(_mm512_maskz_loadu_ps(mask, x + i), largest);
    rest = _mm512_maskz_mov_ps(mask, exp2_negative(_mm512_mul_ps(rest, factor)));
    _mm512_mask_storeu_ps(x + i, mask, rest);
    return _mm512_reduce_add_ps(_mm512_add_ps(sum, rest));
}

// The same rounded to bfloat16 into y, which is filled up to `padded`, a multiple of 16, with 0.
INLINE float exponentials_bf16(const float *x, size_t count, size_t padded, float max, float scale, uint16_t *y) {
    __m512 largest = _mm512_set1_ps(max), factor = _mm512_set1_ps(scale), sum = _mm512_setzero_ps();
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        __m512 e = exp2_coarse(_mm512_mul_ps(_mm512_sub_ps(_mm512_loadu_ps(x + i), largest), factor));
        sum = _mm512_add_ps(sum, e);
        _mm256_storeu_si256((__m256i *)(y + i), bf16_of(e));
    }
    for (; i < padded; i += 16) {
        __m512 e = exp2_coarse(_mm512_mul_ps(_mm512_sub_ps(_mm512_loadu_ps(x + i), largest), factor));
        e = _mm512_maskz_mov_ps(i < count ? lanes(count - i) : 0, e);
        sum = _mm512_add_ps(sum, e);
        _mm256_storeu_si256((__m256i *)(y + i), bf16_of(e));
    }
    return _mm512_reduce_add_ps(sum);
}

static void softmax(float *x, size_t count, float scale) {
    __m512 inverse = _mm512_set1_ps(1 / exponentials(x, count, largest_of(x, count), scale * LOG2E));
    for (size_t i = 0; i < count; i += 16) {
        __mmask16 mask = lanes(count - i);
        _mm512_mask_storeu_ps(x + i, mask, _mm512_mul_ps(_mm512_maskz_loadu_ps(mask, x + i), inverse));
    }
}

// 16 rows of 16 floats to 16 columns.
INLINE void transpose16(__m512 r[16]) {
    __m512 t[16];
    UNROLL for (int i = 0; i < 16; i += 4) {
        __m512 a = _mm512_unpacklo_ps(r[i], r[i + 1]), b = _mm512_unpackhi_ps(r[i], r[i + 1]);
        __m512 c = _mm512_unpacklo_ps(r[i + 2], r[i + 3]), d = _mm512_unpackhi_ps(r[i + 2], r[i + 3]);
        t[i] = _mm512_shuffle_ps(a, c, 0x44);
        t[i + 1] = _mm512_shuffle_ps(a, c, 0xee);
        t[i + 2] = _mm512_shuffle_ps(b, d, 0x44);
        t[i + 3] = _mm512_shuffle_ps(b, d, 0xee);
    }
    UNROLL for (int i = 0; i < 4; i++) {
        __m512 a = _mm512_shuffle_f32x4(t[i], t[i + 4], 0x88), b = _mm512_shuffle_f32x4(t[i], t[i + 4], 0xdd);
        __m512 c = _mm512_shuffle_f32x4(t[i + 8], t[i + 12], 0x88), d = _mm512_shuffle_f32x4(t[i + 8], t[i + 12], 0xdd);
        r[i] = _mm512_shuffle_f32x4(a, c, 0x88);
        r[i + 4] = _mm512_shuffle_f32x4(b, d, 0x88);
        r[i + 8] = _mm512_shuffle_f32x4(a, c, 0xdd);
        r[i + 12] = _mm512_shuffle_f32x4(b, d, 0xdd);
    }
}

// The keys of one head as panels of 32 keys: [key panel][i][32], keys past the last zero. In cells of 4 bytes, as bits.
INLINE void pack_keys(const float *k, size_t stride, size_t length, size_t size, float *panels) {
    for (size_t key = 0; key < round_up(length, RECALL_PANEL); key += 16) {
        float *panel = panels + key / RECALL_PANEL * RECALL_PANEL * size + key % RECALL_PANEL;
        for (size_t i = 0; i < size; i += 16) {
            __m512 r[16];
            __mmask16 mask = lanes(size - i);
            UNROLL for (size_t j = 0; j < 16; j++) {
                r[j] = key + j < length ? _mm512_maskz_loadu_ps(mask, k + (key + j) * stride + i) : _mm512_setzero_ps();
            }
            transpose16(r);
            UNROLL for (size_t j = 0; j < 16; j++) {
                if (i + j < size) _mm512_store_ps(panel + (i + j) * RECALL_PANEL, r[j]);
            }
        }
    }
}

// The values of one head as panels of 32 columns, [column panel][token][32], columns past the last zero.
static void pack_values_f32(const float *v, size_t stride, size_t length, size_t size, float *panels) {
    for (size_t i = 0; i < round_up(size, RECALL_PANEL); i += 16) {
        float *panel = panels + i / RECALL_PANEL * RECALL_PANEL * length + i % RECALL_PANEL;
        __mmask16 mask = i < size ? lanes(size - i) : 0;
        for (size_t token = 0; token < length; token++) {
            _mm512_store_ps(panel + token * RECALL_PANEL, _mm512_maskz_loadu_ps(mask, v + token * stride + i));
        }
    }
}

// The same in cells of two tokens; a token past the last is zero.
static void pack_values_bf16(const uint16_t *v, size_t stride, size_t length, size_t size, int32_t *panels) {
    size_t cells = (length + 1) / 2;
    for (size_t i = 0; i < round_up(size, RECALL_PANEL); i += 16) {
        int32_t *panel = panels + i / RECALL_PANEL * RECALL_PANEL * cells + i % RECALL_PANEL;
        __mmask16 mask = i < size ? lanes(size - i) : 0;
        for (size_t cell = 0; cell < cells; cell++) {
            const uint16_t *first = v + 2 * cell * stride + i;
            __mmask16 second = 2 * cell + 1 < length ? mask : 0;
            __m512i low = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(mask, first));
            __m512i high = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(second, first + (second ? stride : 0)));
            _mm512_store_si512(panel + cell * RECALL_PANEL, _mm512_or_si512(low, _mm512_slli_epi32(high, 16)));
        }
    }
}

INLINE void store_context(const struct recall_attention *p, const int32_t *tile, size_t query, size_t rows,
                          size_t column, size_t columns, const float *inverse) {
    for (size_t half = 0; half < columns; half += 16) {
        __mmask16 mask = lanes(columns - half);
        for (size_t i = 0; i < rows; i++) {
            __m512 y = _mm512_load_ps(tile + i * RECALL_PANEL + half);
            float *out = p->out + (query + i) * p->out_stride + column + half;
            _mm512_mask_storeu_ps(out, mask, _mm512_mul_ps(y, _mm512_set1_ps(inverse[i])));
        }
    }
}

// MARK: rows

INLINE __m512 squared_distance(__m512 sum, const float *x, __m512 mean, __mmask16 mask) {
    __m512 d = _mm512_maskz_sub_ps(mask, _mm512_maskz_loadu_ps(mask, x), mean);
    return _mm512_fmadd_ps(d, d, sum);
}

INLINE float total(const __m512 sums[4]) {
    return _mm512_reduce_add_ps(_mm512_add_ps(_mm512_add_ps(sums[0], sums[1]), _mm512_add_ps(sums[2], sums[3])));
}

INLINE float sum_of(const float *x, size_t count) {
    __m512 sums[4] = {_mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps()};
    size_t i = 0;
    for (; i + 64 <= count; i += 64) {
        UNROLL for (size_t j = 0; j < 4; j++) sums[j] = _mm512_add_ps(sums[j], _mm512_loadu_ps(x + i + 16 * j));
    }
    for (; i < count; i += 16) sums[0] = _mm512_add_ps(sums[0], _mm512_maskz_loadu_ps(lanes(count - i), x + i));
    return total(sums);
}

INLINE float squares_of(const float *x, size_t count, float mean) {
    __m512 sums[4] = {_mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps()};
    __m512 center = _mm512_set1_ps(mean);
    size_t i = 0;
    for (; i + 64 <= count; i += 64) {
        UNROLL for (size_t j = 0; j < 4; j++) sums[j] = squared_distance(sums[j], x + i + 16 * j, center, 0xffff);
    }
    for (; i < count; i += 16) sums[0] = squared_distance(sums[0], x + i, center, lanes(count - i));
    return total(sums);
}

INLINE void normalize16(const float *x, float mean, float inverse, const float *gamma, const float *beta, float *y,
                        __mmask16 mask) {
    __m512 d = _mm512_sub_ps(_mm512_maskz_loadu_ps(mask, x), _mm512_set1_ps(mean));
    __m512 g = _mm512_mul_ps(_mm512_maskz_loadu_ps(mask, gamma), _mm512_set1_ps(inverse));
    _mm512_mask_storeu_ps(y, mask, _mm512_fmadd_ps(d, g, _mm512_maskz_loadu_ps(mask, beta)));
}

static void layer_norm(const float *x, size_t rows, size_t columns, const float *gamma, const float *beta,
                       float epsilon, float *y) {
    for (size_t row = 0; row < rows; row++, x += columns, y += columns) {
        float mean = sum_of(x, columns) / (float)columns;
        float inverse = 1 / sqrtf(squares_of(x, columns, mean) / (float)columns + epsilon);
        size_t i = 0;
        for (; i + 16 <= columns; i += 16) normalize16(x + i, mean, inverse, gamma + i, beta + i, y + i, 0xffff);
        if (i < columns) normalize16(x + i, mean, inverse, gamma + i, beta + i, y + i, lanes(columns - i));
    }
}

static void gelu(float *x, size_t count) {
    for (size_t i = 0; i < count; i += 16) {
        __mmask16 mask = lanes(count - i);
        _mm512_mask_storeu_ps(x + i, mask, gelu16(_mm512_maskz_loadu_ps(mask, x + i)));
    }
}

static void add(const float *a, const float *b, size_t count, float *out) {
    for (size_t i = 0; i < count; i += 16) {
        __mmask16 mask = lanes(count - i);
        __m512 sum = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, a + i), _mm512_maskz_loadu_ps(mask, b + i));
        _mm512_mask_storeu_ps(out + i, mask, sum);
    }
}

static void mean_pool(const float *x, size_t rows, size_t columns, float *out) {
    for (size_t i = 0; i < columns; i += 16) {
        __mmask16 mask = lanes(columns - i);
        __m512 sum = _mm512_setzero_ps();
        for (size_t row = 0; row < rows; row++) {
            sum = _mm512_add_ps(sum, _mm512_maskz_loadu_ps(mask, x + row * columns + i));
        }
        _mm512_mask_storeu_ps(out + i, mask, _mm512_div_ps(sum, _mm512_set1_ps((float)rows)));
    }
    float squares = squares_of(out, columns, 0);
    if (!(squares > 0)) return;
    __m512 norm = _mm512_set1_ps(sqrtf(squares));
    for (size_t i = 0; i < columns; i += 16) {
        __mmask16 mask = lanes(columns - i);
        _mm512_mask_storeu_ps(out + i, mask, _mm512_div_ps(_mm512_maskz_loadu_ps(mask, out + i), norm));
    }
}

// The least and the largest of a row and 0.
INLINE void range_of(const float *x, size_t count, float *least, float *largest) {
    __m512 low[2] = {_mm512_setzero_ps(), _mm512_setzero_ps()}, high[2] = {low[0], low[0]};
    size_t i = 0;
    for (; i + 32 <= count; i += 32) {
        UNROLL for (size_t j = 0; j < 2; j++) {
            low[j] = _mm512_min_ps(_mm512_loadu_ps(x + i + 16 * j), low[j]);
            high[j] = _mm512_max_ps(_mm512_loadu_ps(x + i + 16 * j), high[j]);
        }
    }
    for (; i < count; i += 16) {
        __m512 v = _mm512_maskz_loadu_ps(lanes(count - i), x + i);
        low[0] = _mm512_min_ps(v, low[0]);
        high[0] = _mm512_max_ps(v, high[0]);
    }
    *least = _mm512_reduce_min_ps(_mm512_min_ps(low[0], low[1]));
    *largest = _mm512_reduce_max_ps(_mm512_max_ps(high[0], high[1]));
}

INLINE void quantize16(const float *x, __m512 inverse, __m512 zero, uint8_t *q, __mmask16 mask) {
    __m512i level = _mm512_cvtps_epi32(_mm512_fmadd_ps(_mm512_maskz_loadu_ps(mask, x), inverse, zero));
    _mm_mask_storeu_epi8(q, mask, _mm512_cvtusepi32_epi8(_mm512_max_epi32(level, _mm512_setzero_si512())));
}

static void quantize_row(const float *x, size_t columns, uint8_t *q, float *scale, float *zero) {
    float least, largest;
    range_of(x, columns, &least, &largest);
    float range = largest - least, inverse = range > 0 ? 255 / range : 0;
    *scale = range / 255;
    *zero = rintf(-least * inverse);
    __m512 factor = _mm512_set1_ps(inverse), origin = _mm512_set1_ps(*zero);
    size_t i = 0;
    for (; i + 16 <= columns; i += 16) quantize16(x + i, factor, origin, q + i, 0xffff);
    if (i < columns) quantize16(x + i, factor, origin, q + i, lanes(columns - i));
}

static void quantize_rows(const float *x, size_t rows, size_t columns, uint8_t *q, float *scale, float *zero) {
    for (size_t row = 0; row < rows; row++) quantize_row(x + row * columns, columns, q + row * columns, scale + row, zero + row);
}

// MARK: half precision

INLINE __m512 load_f16(const uint16_t *x, size_t left) {
    return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(lanes(left), x));
}

static float dot_row_f16(const float *query, const uint16_t *row, size_t dimension) {
    __m512 s0 = _mm512_setzero_ps(), s1 = s0, s2 = s0, s3 = s0;
    size_t i = 0;
    for (; i + 64 <= dimension; i += 64) {
        s0 = _mm512_fmadd_ps(_mm512_loadu_ps(query + i), load_f16(row + i, 16), s0);
        s1 = _mm512_fmadd_ps(_mm512_loadu_ps(query + i + 16), load_f16(row + i + 16, 16), s1);
        s2 = _mm512_fmadd_ps(_mm512_loadu_ps(query + i + 32), load_f16(row + i + 32, 16), s2);
        s3 = _mm512_fmadd_ps(_mm512_loadu_ps(query + i + 48), load_f16(row + i + 48, 16), s3);
    }
    for (; i < dimension; i += 16) {
        __m512 x = _mm512_maskz_loadu_ps(lanes(dimension - i), query + i);
        s0 = _mm512_fmadd_ps(x, load_f16(row + i, dimension - i), s0);
    }
    return _mm512_reduce_add_ps(_mm512_add_ps(_mm512_add_ps(s0, s1), _mm512_add_ps(s2, s3)));
}

static void dot_f16(const float *query, const uint16_t *rows, size_t stride, size_t count, size_t dimension,
                    float *scores) {
    for (size_t row = 0; row < count; row++) scores[row] = dot_row_f16(query, rows + row * stride, dimension);
}

static void f32_to_f16(const float *x, size_t count, uint16_t *y) {
    for (size_t i = 0; i < count; i += 16) {
        __mmask16 mask = lanes(count - i);
        __m512 v = _mm512_maskz_loadu_ps(mask, x + i);
        _mm256_mask_storeu_epi16(y + i, mask, _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
    }
}

static void f16_to_f32(const uint16_t *x, size_t count, float *y) {
    for (size_t i = 0; i < count; i += 16) _mm512_mask_storeu_ps(y + i, lanes(count - i), load_f16(x + i, count - i));
}

static void f32_to_bf16(const float *x, size_t count, uint16_t *y) {
    for (size_t i = 0; i < count; i += 16) {
        __mmask16 mask = lanes(count - i);
        _mm256_mask_storeu_epi16(y + i, mask, bf16_of(_mm512_maskz_loadu_ps(mask, x + i)));
    }
}

#include "drive.h"

#pragma clang attribute pop
