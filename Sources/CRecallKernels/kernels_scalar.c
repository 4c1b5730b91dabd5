// The plain version of every kernel: what runs where nothing better does, and the oracle of the tests.
// Sums are kept in double precision and the mathematical functions are the C library's.

#include "variants.h"

static float gelu_of(float x) { return (float)(0.5 * x * erfc(-x * 0.70710678118654752440)); }

static void store(const struct recall_matmul *p, size_t row, size_t column, double product) {
    double y = product + p->bias[column];
    if (p->epilogue == RECALL_BIAS_GELU) y = gelu_of((float)y);
    if (p->epilogue == RECALL_BIAS_RESIDUAL) y += p->residual[row * p->residual_stride + column];
    size_t i = row * p->c_stride + column;
    if (p->c_bf16) ((uint16_t *)p->c)[i] = bf16_bits((float)y);
    else ((float *)p->c)[i] = (float)y;
}

static void store_scaled(const struct recall_matmul *p, size_t row, size_t column, int32_t sum) {
    double scaled = (double)sum * p->column_scale[column] - (double)p->row_zero[row] * p->column_sum[column];
    store(p, row, column, p->row_scale[row] * scaled);
}

// Where element (k, column) stands in panels whose cells hold `group` consecutive k.
static size_t panel_index(size_t k, size_t column, size_t depth, size_t group) {
    size_t panel = column / RECALL_PANEL * round_up(depth, group) * RECALL_PANEL;
    return panel + (k / group * RECALL_PANEL + column % RECALL_PANEL) * group + k % group;
}

static void matmul_f32(const struct recall_matmul *p) {
    const float *a = p->a, *w = p->panels;
    for (size_t i = 0; i < p->rows; i++) {
        for (size_t j = 0; j < p->columns; j++) {
            double sum = 0;
            for (size_t k = 0; k < p->depth; k++) {
                sum += (double)a[i * p->a_stride + k] * w[panel_index(k, j, p->depth, 1)];
            }
            store(p, i, j, sum);
        }
    }
}

static void matmul_bf16(const struct recall_matmul *p) {
    const uint16_t *a = p->a, *w = p->panels;
    for (size_t i = 0; i < p->rows; i++) {
        for (size_t j = 0; j < p->columns; j++) {
            double sum = 0;
            for (size_t k = 0; k < p->depth; k++) {
                sum += (double)bf16_value(a[i * p->a_stride + k]) * bf16_value(w[panel_index(k, j, p->depth, 2)]);
            }
            store(p, i, j, sum);
        }
    }
}

static void matmul_u8(const struct recall_matmul *p) {
    const uint8_t *a = p->a;
    const int8_t *w = p->panels;
    for (size_t i = 0; i < p->rows; i++) {
        for (size_t j = 0; j < p->columns; j++) {
            int32_t sum = 0;
            for (size_t k = 0; k < p->depth; k++) {
                sum += (int32_t)a[i * p->a_stride + k] * w[panel_index(k, j, p->depth, 4)];
            }
            store_scaled(p, i, j, sum);
        }
    }
}

static void matmul_wide(const struct recall_matmul *p) {
    const uint16_t *a = p->a;
    const int8_t *w = p->panels;
    for (size_t i = 0; i < p->rows; i++) {
        for (size_t j = 0; j < p->columns; j++) {
            int32_t sum = 0;
            for (size_t k = 0; k < p->depth; k++) {
                sum += (int32_t)a[i * p->a_stride + k] * w[panel_index(k, j, p->depth, 4)];
            }
            store_scaled(p, i, j, sum);
        }
    }
}

static void softmax(float *x, size_t count, float scale) {
    float largest = -INFINITY;
    for (size_t i = 0; i < count; i++) largest = x[i] > largest ? x[i] : largest;
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += x[i] = expf(scale * (x[i] - largest));
    for (size_t i = 0; i < count; i++) x[i] = (float)(x[i] / sum);
}

static float element(const void *x, size_t i, bool bf16) {
    return bf16 ? bf16_value(((const uint16_t *)x)[i]) : ((const float *)x)[i];
}

static void attend(const struct recall_attention *p, size_t query, size_t head, bool bf16) {
    float *scores = p->scratch;
    size_t column = head * p->head_size;
    for (size_t key = 0; key < p->length; key++) {
        double sum = 0;
        for (size_t i = column; i < column + p->head_size; i++) {
            sum += (double)element(p->q, query * p->stride + i, bf16) * element(p->k, key * p->stride + i, bf16);
        }
        scores[key] = (float)sum;
    }
    softmax(scores, p->length, p->scale);
    for (size_t i = column; i < column + p->head_size; i++) {
        double sum = 0;
        for (size_t key = 0; key < p->length; key++) {
            sum += (double)scores[key] * element(p->v, key * p->stride + i, bf16);
        }
        p->out[query * p->out_stride + i] = (float)sum;
    }
}

static void attention_f32(const struct recall_attention *p) {
    for (size_t head = 0; head < p->heads; head++) {
        for (size_t query = 0; query < p->length; query++) attend(p, query, head, false);
    }
}

static void attention_bf16(const struct recall_attention *p) {
    for (size_t head = 0; head < p->heads; head++) {
        for (size_t query = 0; query < p->length; query++) attend(p, query, head, true);
    }
}

// The oracle of what others round to integers.
static void attention_s16(const struct recall_attention *p) { attention_f32(p); }

static void layer_norm(const float *x, size_t rows, size_t columns, const float *gamma, const float *beta,
                       float epsilon, float *y) {
    for (size_t row = 0; row < rows; row++, x += columns, y += columns) {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < columns; i++) sum += x[i];
        double mean = sum / (double)columns;
        for (size_t i = 0; i < columns; i++) squares += (x[i] - mean) * (x[i] - mean);
        double inverse = 1 / sqrt(squares / (double)columns + epsilon);
        for (size_t i = 0; i < columns; i++) y[i] = (float)((x[i] - mean) * inverse * gamma[i] + beta[i]);
    }
}

static void gelu(float *x, size_t count) {
    for (size_t i = 0; i < count; i++) x[i] = gelu_of(x[i]);
}

static void add(const float *a, const float *b, size_t count, float *out) {
    for (size_t i = 0; i < count; i++) out[i] = a[i] + b[i];
}

static void mean_pool(const float *x, size_t rows, size_t columns, float *out) {
    double squares = 0;
    for (size_t i = 0; i < columns; i++) {
        double sum = 0;
        for (size_t row = 0; row < rows; row++) sum += x[row * columns + i];
        out[i] = (float)(sum / (double)rows);
        squares += (double)out[i] * out[i];
    }
    if (squares == 0) return;
    for (size_t i = 0; i < columns; i++) out[i] = (float)(out[i] / sqrt(squares));
}

// The scale and the zero of a row of `levels` + 1 levels. Returns levels a unit.
static float fit_levels(const float *x, size_t columns, float levels, float *scale, float *zero) {
    float low = 0, high = 0;
    for (size_t i = 0; i < columns; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    float inverse = high > low ? levels / (high - low) : 0;
    *scale = (high - low) / levels;
    *zero = rintf(-low * inverse);
    return inverse;
}

static uint16_t level_of(float x, float inverse, float zero, float levels) {
    float level = rintf(fmaf(x, inverse, zero));
    return (uint16_t)(level < 0 ? 0 : level > levels ? levels : level);
}

static void quantize_rows(const float *x, size_t rows, size_t columns, uint8_t *q, float *scale, float *zero) {
    for (size_t row = 0; row < rows; row++, x += columns, q += columns) {
        float inverse = fit_levels(x, columns, 255, scale + row, zero + row);
        for (size_t i = 0; i < columns; i++) q[i] = (uint8_t)level_of(x[i], inverse, zero[row], 255);
    }
}

static void quantize_wide(const float *x, size_t rows, size_t columns, void *q, float *scale, float *zero) {
    uint16_t *y = q;
    float levels = wide_levels(columns);
    for (size_t row = 0; row < rows; row++, x += columns, y += columns) {
        float inverse = fit_levels(x, columns, levels, scale + row, zero + row);
        for (size_t i = 0; i < columns; i++) y[i] = level_of(x[i], inverse, zero[row], levels);
    }
}

static float f16_value(uint16_t h) {
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, exponent = h >> 10 & 31, fraction = h & 0x3ff;
    if (exponent == 0) return copysignf((float)fraction * 0x1p-24f, sign ? -1.0f : 1.0f);
    uint32_t bits = sign | fraction << 13 | (exponent == 31 ? 0xffu : exponent + 112) << 23;
    if (exponent == 31 && fraction) bits |= 0x400000;   // quiet
    float x;
    memcpy(&x, &bits, 4);
    return x;
}

static uint16_t f16_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    bits &= 0x7fffffff;
    if (bits > 0x7f800000) return (uint16_t)(sign | 0x7e00 | (bits >> 13 & 0x3ff));
    if (bits >= 0x477ff000) return sign | 0x7c00;   // 65520 and above round to infinity
    if (bits < 0x38800000) {                        // subnormal: whole multiples of 2^-24
        float magnitude;
        memcpy(&magnitude, &bits, 4);
        return (uint16_t)(sign | (uint16_t)rintf(magnitude * 0x1p24f));
    }
    return (uint16_t)(sign | ((bits - 0x38000000 + 0xfff + (bits >> 13 & 1)) >> 13));
}

static void f32_to_f16(const float *x, size_t count, uint16_t *y) {
    for (size_t i = 0; i < count; i++) y[i] = f16_bits(x[i]);
}

static void f16_to_f32(const uint16_t *x, size_t count, float *y) {
    for (size_t i = 0; i < count; i++) y[i] = f16_value(x[i]);
}

static void f32_to_bf16(const float *x, size_t count, uint16_t *y) {
    for (size_t i = 0; i < count; i++) y[i] = bf16_bits(x[i]);
}

static void scan_sketches(const struct recall_scan *scan) {
    for (size_t block = 0; block < scan->blocks; block++) {
        scan->passing[block] = 0;
        for (size_t i = 0; i < RECALL_SCAN_BLOCK; i++) {
            uint32_t sum = 0;
            for (size_t column = 0; column < scan->columns; column++) {
                uint8_t bits = scan->sketches[(block * scan->columns + column) * RECALL_SCAN_BLOCK + i];
                sum += scan->table[column * 32 + (bits & 15)] + scan->table[column * 32 + 16 + (bits >> 4)];
            }
            size_t vector = block * RECALL_SCAN_BLOCK + i;
            scan->estimates[vector] = fmaf((float)sum, scan->scale, scan->offset) * scan->factors[vector];
            if (scan->estimates[vector] > scan->threshold) scan->passing[block] |= 1u << i;
        }
    }
}

static void dot_s8(const int16_t *query, const int8_t *rows, size_t stride, size_t count, size_t dimension,
                   int32_t *products) {
    for (size_t row = 0; row < count; row++) {
        products[row] = 0;
        for (size_t i = 0; i < dimension; i++) products[row] += query[i] * rows[row * stride + i];
    }
}

const struct recall_kernels recall_kernels_scalar = {
    .name = "scalar",
    .features = 0,
    RECALL_FUNCTIONS,
};
