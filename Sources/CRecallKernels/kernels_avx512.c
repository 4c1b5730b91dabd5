// AVX-512 (F, BW, DQ, VL, VNNI), with and without BF16.
//
// A product is built from tiles of up to 14 rows and one panel of 32 columns: 28 accumulators, two weights and one
// broadcast fill the 32 registers. Each element is one chain of fused multiply-adds in the order of k, whatever the tile.

#include "variants.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,f16c,fma"))), apply_to = function)

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

INLINE __mmask16 lanes(size_t count) { return count >= 16 ? 0xffff : (__mmask16)((1u << count) - 1); }

// MARK: products

// out[rows x 32] = a[rows x depth] * panel
INLINE void tile_f32(const float *a, size_t stride, const float *panel, size_t depth, float *out, size_t out_stride,
                     const int rows) {
    __m512 c[TILE_ROWS][2];
    UNROLL for (int i = 0; i < rows; i++) c[i][0] = c[i][1] = _mm512_setzero_ps();
    for (size_t k = 0; k < depth; k++) {
        __m512 w0 = _mm512_load_ps(panel + k * RECALL_PANEL), w1 = _mm512_load_ps(panel + k * RECALL_PANEL + 16);
        UNROLL for (int i = 0; i < rows; i++) {
            __m512 x = _mm512_set1_ps(a[(size_t)i * stride + k]);
            c[i][0] = _mm512_fmadd_ps(x, w0, c[i][0]);
            c[i][1] = _mm512_fmadd_ps(x, w1, c[i][1]);
        }
    }
    UNROLL for (int i = 0; i < rows; i++) {
        _mm512_store_ps(out + (size_t)i * out_stride, c[i][0]);
        _mm512_store_ps(out + (size_t)i * out_stride + 16, c[i][1]);
    }
}

typedef void tile_function(const float *a, size_t stride, const float *panel, size_t depth, float *out,
                           size_t out_stride);

#define TILE(N)                                                                                                    \
    static void tile_f32_##N(const float *a, size_t stride, const float *panel, size_t depth, float *out,           \
                             size_t out_stride) {                                                                  \
        tile_f32(a, stride, panel, depth, out, out_stride, N);                                                      \
    }
TILE(1) TILE(2) TILE(3) TILE(4) TILE(5) TILE(6) TILE(7) TILE(8) TILE(9) TILE(10) TILE(11) TILE(12) TILE(13) TILE(14)
#undef TILE

static tile_function *const tiles_f32[] = {
    NULL, tile_f32_1, tile_f32_2, tile_f32_3, tile_f32_4, tile_f32_5, tile_f32_6, tile_f32_7, tile_f32_8, tile_f32_9,
    tile_f32_10, tile_f32_11, tile_f32_12, tile_f32_13, tile_f32_14,
};

// Rows of the next tile, so that `left` rows are cut into tiles of nearly the same height.
INLINE size_t tile_rows(size_t left) {
    size_t tiles = (left + TILE_ROWS - 1) / TILE_ROWS;
    return (left + tiles - 1) / tiles;
}

INLINE void finish_vector(const struct recall_matmul *p, size_t row, size_t column, __m512 y, __mmask16 mask) {
    y = _mm512_add_ps(y, _mm512_maskz_loadu_ps(mask, p->bias + column));
    if (p->epilogue == RECALL_BIAS_GELU) y = gelu16(y);
    if (p->epilogue == RECALL_BIAS_RESIDUAL) {
        y = _mm512_add_ps(y, _mm512_maskz_loadu_ps(mask, p->residual + row * p->residual_stride + column));
    }
    _mm512_mask_storeu_ps((float *)p->c + row * p->c_stride + column, mask, y);
}

static void finish_tile(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const float *tile) {
    for (size_t half = 0; half < RECALL_PANEL && column + half < p->columns; half += 16) {
        __mmask16 mask = lanes(p->columns - column - half);
        for (size_t i = 0; i < rows; i++) {
            finish_vector(p, row + i, column + half, _mm512_load_ps(tile + i * RECALL_PANEL + half), mask);
        }
    }
}

static void matmul_f32(const struct recall_matmul *p) {
    _Alignas(64) float tile[TILE_ROWS * RECALL_PANEL];
    const float *panel = p->panels;
    for (size_t column = 0; column < p->columns; column += RECALL_PANEL, panel += RECALL_PANEL * p->depth) {
        for (size_t row = 0, rows; row < p->rows; row += rows) {
            rows = tile_rows(p->rows - row);
            const float *a = (const float *)p->a + row * p->a_stride;
            tiles_f32[rows](a, p->a_stride, panel, p->depth, tile, RECALL_PANEL);
            finish_tile(p, row, rows, column, tile);
        }
    }
}

// MARK: attention

// x = 2^(scale * (x - max)) over `count` values; lanes past `count` up to `padded` become 0. Returns the sum.
INLINE float exponentials(float *x, size_t count, size_t padded, float scale) {
    __m512 largest = _mm512_set1_ps(-INFINITY);
    for (size_t i = 0; i < count; i += 16) {
        largest = _mm512_mask_max_ps(largest, lanes(count - i), largest, _mm512_maskz_loadu_ps(lanes(count - i), x + i));
    }
    __m512 offset = _mm512_set1_ps(-scale * _mm512_reduce_max_ps(largest));
    __m512 factor = _mm512_set1_ps(scale), sum = _mm512_setzero_ps();
    for (size_t i = 0; i < padded; i += 16) {
        __mmask16 mask = i < count ? lanes(count - i) : 0;
        __m512 e = exp2_negative(_mm512_fmadd_ps(_mm512_maskz_loadu_ps(mask, x + i), factor, offset));
        e = _mm512_maskz_mov_ps(mask, e);
        sum = _mm512_add_ps(sum, e);
        _mm512_mask_storeu_ps(x + i, lanes(padded - i), e);
    }
    return _mm512_reduce_add_ps(sum);
}

static void softmax(float *x, size_t count, float scale) {
    __m512 inverse = _mm512_set1_ps(1 / exponentials(x, count, count, scale * LOG2E));
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

// The keys of one head as panels of 32 keys: [key panel][i][32], keys past the last zero. Units of 4 bytes.
static void pack_keys(const float *k, size_t stride, size_t length, size_t size, float *panels) {
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

// The values of one head as panels of 32 columns: [column panel][token][32], columns past the last zero.
static void pack_values(const float *v, size_t stride, size_t length, size_t size, float *panels) {
    for (size_t i = 0; i < round_up(size, RECALL_PANEL); i += 16) {
        float *panel = panels + i / RECALL_PANEL * RECALL_PANEL * length + i % RECALL_PANEL;
        __mmask16 mask = i < size ? lanes(size - i) : 0;
        for (size_t token = 0; token < length; token++) {
            _mm512_store_ps(panel + token * RECALL_PANEL, _mm512_maskz_loadu_ps(mask, v + token * stride + i));
        }
    }
}

struct head_f32 {
    const float *keys, *values;
    float *scores, *tile;
};

static void attend_tile(const struct recall_attention *p, const struct head_f32 *h, size_t column, size_t query,
                        size_t rows) {
    size_t padded = round_up(p->length, RECALL_PANEL);
    const float *q = (const float *)p->q + query * p->stride + column;
    for (size_t key = 0; key < p->length; key += RECALL_PANEL) {
        tiles_f32[rows](q, p->stride, h->keys + key * p->head_size, p->head_size, h->scores + key, padded);
    }
    float inverse[TILE_ROWS];
    for (size_t i = 0; i < rows; i++) {
        inverse[i] = 1 / exponentials(h->scores + i * padded, p->length, p->length, p->scale * LOG2E);
    }
    for (size_t start = 0; start < p->head_size; start += RECALL_PANEL) {
        tiles_f32[rows](h->scores, padded, h->values + start * p->length, p->length, h->tile, RECALL_PANEL);
        for (size_t half = start; half < p->head_size && half < start + RECALL_PANEL; half += 16) {
            __mmask16 mask = lanes(p->head_size - half);
            for (size_t i = 0; i < rows; i++) {
                __m512 y = _mm512_load_ps(h->tile + i * RECALL_PANEL + half - start);
                float *out = p->out + (query + i) * p->out_stride + column + half;
                _mm512_mask_storeu_ps(out, mask, _mm512_mul_ps(y, _mm512_set1_ps(inverse[i])));
            }
        }
    }
}

static void attention_f32(const struct recall_attention *p) {
    size_t padded = round_up(p->length, RECALL_PANEL);
    float *keys = p->scratch, *values = keys + padded * p->head_size;
    float *scores = values + p->length * round_up(p->head_size, RECALL_PANEL), *tile = scores + TILE_ROWS * padded;
    const struct head_f32 h = {keys, values, scores, tile};
    for (size_t head = 0; head < p->heads; head++) {
        size_t column = head * p->head_size;
        pack_keys((const float *)p->k + column, p->stride, p->length, p->head_size, keys);
        pack_values((const float *)p->v + column, p->stride, p->length, p->head_size, values);
        for (size_t query = 0, rows; query < p->length; query += rows) {
            rows = tile_rows(p->length - query);
            attend_tile(p, &h, column, query, rows);
        }
    }
}

// MARK: rows

INLINE float sum_of(const float *x, size_t count) {
    __m512 sum = _mm512_setzero_ps();
    for (size_t i = 0; i < count; i += 16) sum = _mm512_add_ps(sum, _mm512_maskz_loadu_ps(lanes(count - i), x + i));
    return _mm512_reduce_add_ps(sum);
}

INLINE float squares_of(const float *x, size_t count, float mean) {
    __m512 sum = _mm512_setzero_ps();
    for (size_t i = 0; i < count; i += 16) {
        __mmask16 mask = lanes(count - i);
        __m512 d = _mm512_maskz_sub_ps(mask, _mm512_maskz_loadu_ps(mask, x + i), _mm512_set1_ps(mean));
        sum = _mm512_fmadd_ps(d, d, sum);
    }
    return _mm512_reduce_add_ps(sum);
}

static void layer_norm(const float *x, size_t rows, size_t columns, const float *gamma, const float *beta,
                       float epsilon, float *y) {
    for (size_t row = 0; row < rows; row++, x += columns, y += columns) {
        float mean = sum_of(x, columns) / (float)columns;
        float inverse = 1 / sqrtf(squares_of(x, columns, mean) / (float)columns + epsilon);
        for (size_t i = 0; i < columns; i += 16) {
            __mmask16 mask = lanes(columns - i);
            __m512 d = _mm512_sub_ps(_mm512_maskz_loadu_ps(mask, x + i), _mm512_set1_ps(mean));
            __m512 g = _mm512_mul_ps(_mm512_maskz_loadu_ps(mask, gamma + i), _mm512_set1_ps(inverse));
            _mm512_mask_storeu_ps(y + i, mask, _mm512_fmadd_ps(d, g, _mm512_maskz_loadu_ps(mask, beta + i)));
        }
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

static void quantize_row(const float *x, size_t columns, uint8_t *q, float *scale, float *zero) {
    __m512 low = _mm512_setzero_ps(), high = _mm512_setzero_ps();
    for (size_t i = 0; i < columns; i += 16) {
        __m512 v = _mm512_maskz_loadu_ps(lanes(columns - i), x + i);
        low = _mm512_min_ps(v, low);
        high = _mm512_max_ps(v, high);
    }
    float least = _mm512_reduce_min_ps(low), range = _mm512_reduce_max_ps(high) - least;
    float inverse = range > 0 ? 255 / range : 0;
    *scale = range / 255;
    *zero = rintf(-least * inverse);
    for (size_t i = 0; i < columns; i += 16) {
        __mmask16 mask = lanes(columns - i);
        __m512 v = _mm512_maskz_loadu_ps(mask, x + i);
        __m512i level = _mm512_cvtps_epi32(_mm512_fmadd_ps(v, _mm512_set1_ps(inverse), _mm512_set1_ps(*zero)));
        _mm_mask_storeu_epi8(q + i, mask, _mm512_cvtusepi32_epi8(_mm512_max_epi32(level, _mm512_setzero_si512())));
    }
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
    for (size_t i = 0; i < count; i++) y[i] = bf16_bits(x[i]);
}

#pragma clang attribute pop

#define SHARED                                                                                                     \
    .matmul_f32 = matmul_f32, .attention_f32 = attention_f32, .layer_norm = layer_norm,                            \
    .softmax = softmax, .gelu = gelu, .add = add, .mean_pool = mean_pool,                                           \
    .quantize_rows = quantize_rows, .dot_f16 = dot_f16, .f32_to_f16 = f32_to_f16, .f16_to_f32 = f16_to_f32

const struct recall_kernels recall_kernels_avx512 = {
    .name = "avx512",
    .features = RECALL_AVX2 | RECALL_AVX512 | RECALL_AVX512_VNNI,
    SHARED,
    .f32_to_bf16 = f32_to_bf16,
};
#endif
