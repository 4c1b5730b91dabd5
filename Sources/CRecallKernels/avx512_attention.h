// Softmax, and keys and values packed as panels. Part of avx512.h.

// y = x, bf16 to f32.
INLINE void widen(const uint16_t *x, size_t count, float *y) {
    for (size_t i = 0; i < count; i += 16) {
        __mmask16 mask = lanes(count - i);
        __m512i cells = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(mask, x + i));
        _mm512_mask_storeu_epi32(y + i, mask, _mm512_slli_epi32(cells, 16));
    }
}

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

// 32767 * softmax of scores, scaled by `scale` to powers of 2, into y, which is filled up to `padded` with 0.
INLINE void probabilities(int32_t *scores, size_t count, size_t padded, float scale, int16_t *y) {
    __m512i most = _mm512_set1_epi32(INT32_MIN);
    for (size_t i = 0; i < count; i += 16) {
        most = _mm512_mask_max_epi32(most, lanes(count - i), most, _mm512_loadu_si512(scores + i));
    }
    __m512 largest = _mm512_set1_ps((float)_mm512_reduce_max_epi32(most)), factor = _mm512_set1_ps(scale);
    __m512 sum = _mm512_setzero_ps();
    for (size_t i = 0; i < padded; i += 16) {
        __m512 x = _mm512_sub_ps(_mm512_cvtepi32_ps(_mm512_loadu_si512(scores + i)), largest);
        __m512 e = exp2_coarse(_mm512_mul_ps(x, factor));
        e = _mm512_maskz_mov_ps(i < count ? lanes(count - i) : 0, e);
        sum = _mm512_add_ps(sum, e);
        _mm512_storeu_ps(scores + i, e);
    }
    __m512 share = _mm512_set1_ps(INT16_MAX / _mm512_reduce_add_ps(sum));
    for (size_t i = 0; i < padded; i += 16) {
        __m512i p = _mm512_cvtps_epi32(_mm512_mul_ps(_mm512_loadu_ps(scores + i), share));
        _mm256_storeu_si256((__m256i *)(y + i), _mm512_cvtepi32_epi16(p));
    }
}

INLINE float largest_magnitude(const float *x, size_t stride, size_t rows, size_t columns) {
    __m512 largest = _mm512_setzero_ps();
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = 0; i < columns; i += 16) {
            __m512 v = _mm512_maskz_loadu_ps(lanes(columns - i), x + row * stride + i);
            largest = _mm512_max_ps(_mm512_abs_ps(v), largest);
        }
    }
    return _mm512_reduce_max_ps(largest);
}

// y = factor * x as integers.
INLINE void rounded_to_s16(const float *x, size_t count, float factor, int16_t *y) {
    for (size_t i = 0; i < count; i += 16) {
        __mmask16 mask = lanes(count - i);
        __m512 v = _mm512_mul_ps(_mm512_maskz_loadu_ps(mask, x + i), _mm512_set1_ps(factor));
        _mm256_mask_storeu_epi16(y + i, mask, _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32(v)));
    }
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

// The same of 16 bits, in cells of two tokens; a token past the last is zero.
static void pack_values_16(const void *values, size_t stride, size_t length, size_t size, int32_t *panels) {
    const uint16_t *v = values;
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
