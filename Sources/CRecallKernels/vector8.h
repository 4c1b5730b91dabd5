// Kernels in vectors of 8 lanes, for AVX2 (one register) and NEON (two registers). The file that includes this one
// sets the target and may define STEP_U8.
//
// A product is built from tiles of up to 6 rows and half a panel: 12 accumulators of 8 lanes. Each element is one chain of
// multiply-adds in the order of k, whatever the tile.

typedef float floats __attribute__((ext_vector_type(8)));
typedef int32_t ints __attribute__((ext_vector_type(8)));
typedef uint32_t words __attribute__((ext_vector_type(8)));
typedef uint16_t halves __attribute__((ext_vector_type(8)));
typedef uint8_t bytes __attribute__((ext_vector_type(8)));

enum { TILE_ROWS = 6, LANES = 8 };

// MARK: loads and stores, of up to 8 elements

INLINE floats load(const float *x) {
    floats v;
    memcpy(&v, x, sizeof v);
    return v;
}

INLINE void store(float *x, floats v) { memcpy(x, &v, sizeof v); }

INLINE floats load_part(const float *x, size_t left) {
    if (left >= LANES) return load(x);
    floats v = 0;
    for (size_t i = 0; i < left; i++) v[i] = x[i];
    return v;
}

INLINE void store_part(float *x, floats v, size_t left) {
    if (left >= LANES) return store(x, v);
    for (size_t i = 0; i < left; i++) x[i] = v[i];
}

INLINE floats floats_of(words bits) { return __builtin_bit_cast(floats, bits); }
INLINE words words_of(floats v) { return __builtin_bit_cast(words, v); }
INLINE floats fma8(floats a, floats b, floats c) { return __builtin_elementwise_fma(a, b, c); }
INLINE floats larger(floats a, floats b) { return a > b ? a : b; }
INLINE floats smaller(floats a, floats b) { return a < b ? a : b; }

INLINE float sum8(floats v) {
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

INLINE float largest8(floats v) {
    float largest = v[0];
    for (int i = 1; i < LANES; i++) largest = v[i] > largest ? v[i] : largest;
    return largest;
}

// MARK: mathematical functions

// 2^x for x <= 0; below -126 the result is 2^-126.
INLINE floats exp2_negative(floats x) {
    x = larger(x, -126.0f);
    floats n = __builtin_elementwise_rint(x), f = x - n, p = EXP2_5;
    p = fma8(p, f, EXP2_4);
    p = fma8(p, f, EXP2_3);
    p = fma8(p, f, EXP2_2);
    p = fma8(p, f, EXP2_1);
    p = fma8(p, f, EXP2_0);
    return p * floats_of(__builtin_bit_cast(words, (__builtin_convertvector(n, ints) + 127) << 23));
}

INLINE floats gelu8(floats x) {
    floats a = __builtin_elementwise_abs(x), t = 1.0f / fma8(a, TAIL_SLOPE, 1.0f), p = TAIL_7;
    p = fma8(p, t, TAIL_6);
    p = fma8(p, t, TAIL_5);
    p = fma8(p, t, TAIL_4);
    p = fma8(p, t, TAIL_3);
    p = fma8(p, t, TAIL_2);
    p = fma8(p, t, TAIL_1);
    p = fma8(p, t, TAIL_0);
    floats tail = p * t * exp2_negative(a * (-0.5f * LOG2E) * a);
    return fma8(-a, tail, larger(x, 0.0f));
}

// Rounded to nearest even, as 16 bits; a NaN stays one.
INLINE halves bf16_of(floats x) {
    words bits = words_of(x), rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    words nan = bits >> 16 | 0x40;
    return __builtin_convertvector((bits & 0x7fffffff) > 0x7f800000 ? nan : rounded, halves);
}

INLINE void store_bf16(uint16_t *y, floats v, size_t left) {
    halves h = bf16_of(v);
    memcpy(y, &h, 2 * (left < LANES ? left : LANES));
}

// MARK: tiles

INLINE words step_f32(words sum, uint32_t x, words w) {
    return words_of(fma8(floats_of(x), floats_of(w), floats_of(sum)));
}

INLINE words step_bf16(words sum, uint32_t x, words w) {
    return step_f32(step_f32(sum, x << 16, w << 16), x & 0xffff0000, w & 0xffff0000);
}

#ifndef STEP_U8
#define STEP_U8 step_u8
INLINE words step_u8(words sum, uint32_t x, words w) {
    ints total = __builtin_bit_cast(ints, sum), weights = __builtin_bit_cast(ints, w);
    UNROLL for (int i = 0; i < 4; i++) total += (weights << (24 - 8 * i) >> 24) * (int32_t)(x >> (8 * i) & 0xff);
    return __builtin_bit_cast(words, total);
}
#endif

#define DEFINE_TILES(KIND, STEP)                                                                                   \
    INLINE void tile_##KIND(const int32_t *a, size_t stride, const int32_t *panel, size_t cells, int32_t *out,      \
                            size_t out_stride, const int rows) {                                                   \
        for (size_t half = 0; half < RECALL_PANEL; half += 2 * LANES) {                                             \
            words c[TILE_ROWS][2];                                                                                  \
            UNROLL for (int i = 0; i < rows; i++) c[i][0] = c[i][1] = 0;                                            \
            for (size_t k = 0; k < cells; k++) {                                                                    \
                words w[2];                                                                                         \
                memcpy(w, panel + k * RECALL_PANEL + half, sizeof w);                                               \
                UNROLL for (int i = 0; i < rows; i++) {                                                             \
                    uint32_t x = (uint32_t)load_cell(a + (size_t)i * stride + k);                                   \
                    c[i][0] = STEP(c[i][0], x, w[0]);                                                               \
                    c[i][1] = STEP(c[i][1], x, w[1]);                                                               \
                }                                                                                                   \
            }                                                                                                       \
            UNROLL for (int i = 0; i < rows; i++) memcpy(out + (size_t)i * out_stride + half, c[i], sizeof c[i]);    \
        }                                                                                                           \
    }                                                                                                               \
    TILE(KIND, 1) TILE(KIND, 2) TILE(KIND, 3) TILE(KIND, 4) TILE(KIND, 5) TILE(KIND, 6)                             \
    static tile_function *const tiles_##KIND[] = {                                                                  \
        NULL, tile_##KIND##_1, tile_##KIND##_2, tile_##KIND##_3, tile_##KIND##_4, tile_##KIND##_5, tile_##KIND##_6, \
    };

#define TILE(KIND, N)                                                                                              \
    static void tile_##KIND##_##N(const void *a, size_t stride, const void *panel, size_t cells, void *out,         \
                                  size_t out_stride) {                                                             \
        tile_##KIND(a, stride, panel, cells, out, out_stride, N);                                                   \
    }

DEFINE_TILES(f32, step_f32)
DEFINE_TILES(bf16, step_bf16)
DEFINE_TILES(u8, STEP_U8)

// MARK: epilogues

INLINE floats dequantized(const struct recall_matmul *p, size_t row, size_t column, ints sum, size_t left) {
    floats zero = p->row_zero[row] * load_part(p->column_sum + column, left);
    floats scale = load_part(p->column_scale + column, left);
    return p->row_scale[row] * fma8(__builtin_convertvector(sum, floats), scale, -zero);
}

INLINE void finish_vector(const struct recall_matmul *p, size_t row, size_t column, floats y, size_t left) {
    y += load_part(p->bias + column, left);
    if (p->epilogue == RECALL_BIAS_GELU) y = gelu8(y);
    if (p->epilogue == RECALL_BIAS_RESIDUAL) y += load_part(p->residual + row * p->residual_stride + column, left);
    if (p->c_bf16) store_bf16((uint16_t *)p->c + row * p->c_stride + column, y, left);
    else store_part((float *)p->c + row * p->c_stride + column, y, left);
}

INLINE void finish_tile(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const int32_t *tile,
                        const size_t element_size) {
    for (size_t part = 0; part < RECALL_PANEL && column + part < p->columns; part += LANES) {
        size_t left = p->columns - column - part;
        for (size_t i = 0; i < rows; i++) {
            words sum;
            memcpy(&sum, tile + i * RECALL_PANEL + part, sizeof sum);
            floats y = element_size == 1 ? dequantized(p, row + i, column + part, __builtin_bit_cast(ints, sum), left)
                                         : floats_of(sum);
            finish_vector(p, row + i, column + part, y, left);
        }
    }
}

// MARK: attention

// 8 scores, those past the last one as small as can be.
INLINE floats load_scores(const float *x, size_t left) {
    floats v = -INFINITY;
    if (left >= LANES) return load(x);
    for (size_t i = 0; i < left; i++) v[i] = x[i];
    return v;
}

INLINE float largest_of(const float *x, size_t count) {
    floats largest = -INFINITY;
    for (size_t i = 0; i < count; i += LANES) largest = larger(load_scores(x + i, count - i), largest);
    return largest8(largest);
}

// 8 values of 2^(scale * (x - largest)), 0 past the last one.
INLINE floats exponentials8(const float *x, size_t left, float largest, float scale) {
    floats e = exp2_negative((load_scores(x, left) - largest) * scale);
    for (size_t i = left; i < LANES; i++) e[i] = 0;
    return e;
}

// x = 2^(scale * (x - largest)) over `count` values. Returns their sum.
INLINE float exponentials(float *x, size_t count, float largest, float scale) {
    floats sum = 0;
    for (size_t i = 0; i < count; i += LANES) {
        floats e = exponentials8(x + i, count - i, largest, scale);
        sum += e;
        store_part(x + i, e, count - i);
    }
    return sum8(sum);
}

// The same rounded to bfloat16 into y, which is filled up to `padded` with 0.
INLINE float exponentials_bf16(const float *x, size_t count, size_t padded, float largest, float scale, uint16_t *y) {
    floats sum = 0;
    memset(y, 0, 2 * padded);
    for (size_t i = 0; i < count; i += LANES) {
        floats e = exponentials8(x + i, count - i, largest, scale);
        sum += e;
        store_bf16(y + i, e, count - i);
    }
    return sum8(sum);
}

static void softmax(float *x, size_t count, float scale) {
    float inverse = 1 / exponentials(x, count, largest_of(x, count), scale * LOG2E);
    for (size_t i = 0; i < count; i += LANES) store_part(x + i, inverse * load_part(x + i, count - i), count - i);
}

// The keys of one head as panels of 32 keys: [key panel][i][32], keys past the last zero. In cells of 4 bytes, as bits.
static void pack_keys(const float *k, size_t stride, size_t length, size_t size, int32_t *panels) {
    memset(panels, 0, round_up(length, RECALL_PANEL) * size * 4);
    for (size_t key = 0; key < length; key++) {
        int32_t *panel = panels + key / RECALL_PANEL * RECALL_PANEL * size + key % RECALL_PANEL;
        const int32_t *row = (const int32_t *)(const void *)(k + key * stride);
        for (size_t i = 0; i < size; i++) panel[i * RECALL_PANEL] = load_cell(row + i);
    }
}

// The values of one head as panels of 32 columns, [column panel][token][32], columns past the last zero.
static void pack_values_f32(const float *v, size_t stride, size_t length, size_t size, float *panels) {
    memset(panels, 0, round_up(size, RECALL_PANEL) * length * 4);
    for (size_t i = 0; i < size; i += RECALL_PANEL) {
        size_t columns = size - i < RECALL_PANEL ? size - i : RECALL_PANEL;
        float *panel = panels + i * length;
        for (size_t token = 0; token < length; token++) {
            memcpy(panel + token * RECALL_PANEL, v + token * stride + i, columns * 4);
        }
    }
}

// The same in cells of two tokens; a token past the last is zero.
static void pack_values_bf16(const uint16_t *v, size_t stride, size_t length, size_t size, int32_t *panels) {
    size_t cells = (length + 1) / 2;
    memset(panels, 0, round_up(size, RECALL_PANEL) * cells * 4);
    for (size_t token = 0; token < length; token++) {
        for (size_t i = 0; i < size; i++) {
            int32_t *cell = panels + (i / RECALL_PANEL * cells + token / 2) * RECALL_PANEL + i % RECALL_PANEL;
            *cell |= (int32_t)((uint32_t)v[token * stride + i] << (token % 2 * 16));
        }
    }
}

INLINE void store_context(const struct recall_attention *p, const int32_t *tile, size_t query, size_t rows,
                          size_t column, size_t columns, const float *inverse) {
    for (size_t part = 0; part < columns; part += LANES) {
        for (size_t i = 0; i < rows; i++) {
            floats y = load((const float *)tile + i * RECALL_PANEL + part) * inverse[i];
            store_part(p->out + (query + i) * p->out_stride + column + part, y, columns - part);
        }
    }
}

// MARK: rows

INLINE float sum_of(const float *x, size_t count) {
    floats sum = 0;
    for (size_t i = 0; i < count; i += LANES) sum += load_part(x + i, count - i);
    return sum8(sum);
}

INLINE float squares_of(const float *x, size_t count, float mean) {
    floats sum = 0;
    for (size_t i = 0; i < count; i += LANES) {
        floats d = load_part(x + i, count - i) - mean;
        for (size_t j = count - i; j < LANES; j++) d[j] = 0;
        sum = fma8(d, d, sum);
    }
    return sum8(sum);
}

static void layer_norm(const float *x, size_t rows, size_t columns, const float *gamma, const float *beta,
                       float epsilon, float *y) {
    for (size_t row = 0; row < rows; row++, x += columns, y += columns) {
        float mean = sum_of(x, columns) / (float)columns;
        float inverse = 1 / sqrtf(squares_of(x, columns, mean) / (float)columns + epsilon);
        for (size_t i = 0; i < columns; i += LANES) {
            size_t left = columns - i;
            floats g = load_part(gamma + i, left) * inverse;
            store_part(y + i, fma8(load_part(x + i, left) - mean, g, load_part(beta + i, left)), left);
        }
    }
}

static void gelu(float *x, size_t count) {
    for (size_t i = 0; i < count; i += LANES) store_part(x + i, gelu8(load_part(x + i, count - i)), count - i);
}

static void add(const float *a, const float *b, size_t count, float *out) {
    for (size_t i = 0; i < count; i += LANES) {
        store_part(out + i, load_part(a + i, count - i) + load_part(b + i, count - i), count - i);
    }
}

static void mean_pool(const float *x, size_t rows, size_t columns, float *out) {
    for (size_t i = 0; i < columns; i += LANES) {
        floats sum = 0;
        for (size_t row = 0; row < rows; row++) sum += load_part(x + row * columns + i, columns - i);
        store_part(out + i, sum / (float)rows, columns - i);
    }
    float squares = squares_of(out, columns, 0);
    if (!(squares > 0)) return;
    for (size_t i = 0; i < columns; i += LANES) {
        store_part(out + i, load_part(out + i, columns - i) / sqrtf(squares), columns - i);
    }
}

static void quantize_row(const float *x, size_t columns, uint8_t *q, float *scale, float *zero) {
    floats low = 0, high = 0;
    for (size_t i = 0; i < columns; i += LANES) {
        floats v = load_part(x + i, columns - i);
        low = smaller(v, low);
        high = larger(v, high);
    }
    float least = -largest8(-low), range = largest8(high) - least, inverse = range > 0 ? 255 / range : 0;
    *scale = range / 255;
    *zero = rintf(-least * inverse);
    for (size_t i = 0; i < columns; i += LANES) {
        floats level = __builtin_elementwise_rint(fma8(load_part(x + i, columns - i), inverse, *zero));
        bytes b = __builtin_convertvector(smaller(larger(level, 0.0f), 255.0f), bytes);
        memcpy(q + i, &b, columns - i < LANES ? columns - i : LANES);
    }
}

static void quantize_rows(const float *x, size_t rows, size_t columns, uint8_t *q, float *scale, float *zero) {
    for (size_t row = 0; row < rows; row++) {
        quantize_row(x + row * columns, columns, q + row * columns, scale + row, zero + row);
    }
}

// MARK: half precision

typedef _Float16 float16s __attribute__((ext_vector_type(8)));

INLINE floats load_f16(const uint16_t *x, size_t left) {
    float16s h = 0;
    memcpy(&h, x, 2 * (left < LANES ? left : LANES));
    return __builtin_convertvector(h, floats);
}

static float dot_row_f16(const float *query, const uint16_t *row, size_t dimension) {
    floats sums[4] = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 * LANES <= dimension; i += 4 * LANES) {
        UNROLL for (size_t j = 0; j < 4; j++) {
            sums[j] = fma8(load(query + i + j * LANES), load_f16(row + i + j * LANES, LANES), sums[j]);
        }
    }
    for (; i < dimension; i += LANES) {
        sums[0] = fma8(load_part(query + i, dimension - i), load_f16(row + i, dimension - i), sums[0]);
    }
    return sum8((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

static void dot_f16(const float *query, const uint16_t *rows, size_t stride, size_t count, size_t dimension,
                    float *scores) {
    for (size_t row = 0; row < count; row++) scores[row] = dot_row_f16(query, rows + row * stride, dimension);
}

static void f32_to_f16(const float *x, size_t count, uint16_t *y) {
    for (size_t i = 0; i < count; i += LANES) {
        float16s h = __builtin_convertvector(load_part(x + i, count - i), float16s);
        memcpy(y + i, &h, 2 * (count - i < LANES ? count - i : LANES));
    }
}

static void f16_to_f32(const uint16_t *x, size_t count, float *y) {
    for (size_t i = 0; i < count; i += LANES) store_part(y + i, load_f16(x + i, count - i), count - i);
}

static void f32_to_bf16(const float *x, size_t count, uint16_t *y) {
    for (size_t i = 0; i < count; i += LANES) store_bf16(y + i, load_part(x + i, count - i), count - i);
}

#include "drive.h"
