// Operations on rows: normalisation, pooling, quantization, conversions. Part of avx512.h.

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

// How a row is quantized: levels a unit, and the level of 0.
struct levels {
    __m512 inverse, zero;
};

INLINE struct levels fit_levels(const float *x, size_t columns, float levels, float *scale, float *zero) {
    float least, largest;
    range_of(x, columns, &least, &largest);
    float range = largest - least, inverse = range > 0 ? levels / range : 0;
    *scale = range / levels;
    *zero = rintf(-least * inverse);
    return (struct levels){_mm512_set1_ps(inverse), _mm512_set1_ps(*zero)};
}

INLINE __m512i levels16(const float *x, struct levels l, __mmask16 mask) {
    __m512i level = _mm512_cvtps_epi32(_mm512_fmadd_ps(_mm512_maskz_loadu_ps(mask, x), l.inverse, l.zero));
    return _mm512_max_epi32(level, _mm512_setzero_si512());
}

INLINE void store_bytes(uint8_t *q, __mmask16 mask, __m512i level) {
    _mm_mask_storeu_epi8(q, mask, _mm512_cvtusepi32_epi8(level));
}

static void quantize_row(const float *x, size_t columns, uint8_t *q, float *scale, float *zero) {
    struct levels l = fit_levels(x, columns, 255, scale, zero);
    size_t i = 0;
    for (; i + 16 <= columns; i += 16) store_bytes(q + i, 0xffff, levels16(x + i, l, 0xffff));
    if (i < columns) store_bytes(q + i, lanes(columns - i), levels16(x + i, l, lanes(columns - i)));
}

static void quantize_rows(const float *x, size_t rows, size_t columns, uint8_t *q, float *scale, float *zero) {
    for (size_t row = 0; row < rows; row++) quantize_row(x + row * columns, columns, q + row * columns, scale + row, zero + row);
}

// The high bytes of a row, then the low ones.
static void quantize_wide(const float *x, size_t rows, size_t columns, void *q, float *scale, float *zero) {
    uint8_t *y = q;
    for (size_t row = 0; row < rows; row++, x += columns, y += 2 * columns) {
        float levels = wide_levels(columns);
        struct levels l = fit_levels(x, columns, levels, scale + row, zero + row);
        __m512i most = _mm512_set1_epi32((int32_t)levels);
        for (size_t i = 0; i < columns; i += 16) {
            __mmask16 mask = lanes(columns - i);
            __m512i level = _mm512_min_epi32(levels16(x + i, l, mask), most);
            store_bytes(y + i, mask, _mm512_srli_epi32(level, 8));
            store_bytes(y + columns + i, mask, _mm512_and_si512(level, _mm512_set1_epi32(255)));
        }
    }
}

// MARK: half precision

INLINE __m512 load_f16(const uint16_t *x, size_t left) {
    return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(lanes(left), x));
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
