// Operations on rows: normalisation, pooling, quantization, conversions. Part of vector8_kernels.h.

INLINE float sum_of(const float *x, size_t count) {
    floats sums[4] = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 * LANES <= count; i += 4 * LANES) {
        UNROLL for (size_t j = 0; j < 4; j++) sums[j] += load(x + i + j * LANES);
    }
    for (; i < count; i += LANES) sums[0] += load_part(x + i, count - i);
    return sum8((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

INLINE float squares_of(const float *x, size_t count, float mean) {
    floats sums[4] = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 * LANES <= count; i += 4 * LANES) {
        UNROLL for (size_t j = 0; j < 4; j++) {
            floats d = load(x + i + j * LANES) - mean;
            sums[j] = fma8(d, d, sums[j]);
        }
    }
    for (; i < count; i += LANES) {
        floats d = load_part(x + i, count - i) - mean;
        // Lanes past the end were loaded as 0, and less the mean they are not 0 any more.
        for (size_t j = count - i; j < LANES; j++) d[j] = 0;
        sums[0] = fma8(d, d, sums[0]);
    }
    return sum8((sums[0] + sums[1]) + (sums[2] + sums[3]));
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

// How a row is quantized: levels a unit, the level of 0, and the last level.
struct levels {
    float inverse, zero, most;
};

INLINE struct levels fit_levels(const float *x, size_t columns, float levels, float *scale, float *zero) {
    floats low = 0, high = 0;
    for (size_t i = 0; i < columns; i += LANES) {
        floats v = load_part(x + i, columns - i);
        low = smaller(v, low);
        high = larger(v, high);
    }
    float least = -largest8(-low), range = largest8(high) - least, inverse = range > 0 ? levels / range : 0;
    *scale = range / levels;
    *zero = rintf(-least * inverse);
    return (struct levels){inverse, *zero, levels};
}

INLINE ints levels8(const float *x, struct levels l, size_t left) {
    floats level = __builtin_elementwise_rint(fma8(load_part(x, left), l.inverse, l.zero));
    return __builtin_convertvector(smaller(larger(level, 0.0f), l.most), ints);
}

INLINE void store_bytes(uint8_t *q, ints level, size_t left) {
    bytes b = __builtin_convertvector(level, bytes);
    copy_lanes(q, &b, 1, left);
}

static void quantize_rows(const float *x, size_t rows, size_t columns, uint8_t *q, float *scale, float *zero) {
    for (size_t row = 0; row < rows; row++, x += columns, q += columns) {
        struct levels l = fit_levels(x, columns, 255, scale + row, zero + row);
        for (size_t i = 0; i < columns; i += LANES) store_bytes(q + i, levels8(x + i, l, columns - i), columns - i);
    }
}

#ifdef TILES_WIDE
// The columns of each cell in the order 0, 2, 1, 3.
INLINE void store_wide(uint8_t *q, size_t columns, size_t i, ints level) {
    shorts h = __builtin_convertvector(__builtin_shufflevector(level, level, 0, 2, 1, 3, 4, 6, 5, 7), shorts);
    copy_lanes(q + 2 * i, &h, 2, columns - i);
}
#else
// The high bytes of a row, then the low ones. Tiles take ROW_ORIGIN off both; the high bytes are meant without it.
INLINE void store_wide(uint8_t *q, size_t columns, size_t i, ints level) {
    store_bytes(q + i, (level >> 8) + ROW_ORIGIN, columns - i);
    store_bytes(q + columns + i, level & 255, columns - i);
}
#endif

static void quantize_wide(const float *x, size_t rows, size_t columns, void *q, float *scale, float *zero) {
    uint8_t *y = q;
    for (size_t row = 0; row < rows; row++, x += columns, y += 2 * columns) {
        struct levels l = fit_levels(x, columns, wide_levels(columns), scale + row, zero + row);
        for (size_t i = 0; i < columns; i += LANES) store_wide(y, columns, i, levels8(x + i, l, columns - i));
    }
}

// MARK: half precision

typedef _Float16 float16s __attribute__((ext_vector_type(8)));

INLINE floats load_f16(const uint16_t *x, size_t left) {
    float16s h = 0;
    copy_lanes(&h, x, 2, left);
    return __builtin_convertvector(h, floats);
}

static void f32_to_f16(const float *x, size_t count, uint16_t *y) {
    for (size_t i = 0; i < count; i += LANES) {
        float16s h = __builtin_convertvector(load_part(x + i, count - i), float16s);
        copy_lanes(y + i, &h, 2, count - i);
    }
}

static void f16_to_f32(const uint16_t *x, size_t count, float *y) {
    for (size_t i = 0; i < count; i += LANES) store_part(y + i, load_f16(x + i, count - i), count - i);
}

static void f32_to_bf16(const float *x, size_t count, uint16_t *y) {
    for (size_t i = 0; i < count; i += LANES) store_bf16(y + i, load_part(x + i, count - i), count - i);
}
