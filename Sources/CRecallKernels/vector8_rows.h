// Operations on rows: normalisation, pooling, quantization, conversions. Part of vector8_kernels.h.

INLINE float sum_of(const float *x, size_t count) {
    floats sum = 0;
    for (size_t i = 0; i < count; i += LANES) sum += load_part(x + i, count - i);
    return sum8(sum);
}

INLINE float squares_of(const float *x, size_t count, float mean) {
    floats sum = 0;
    for (size_t i = 0; i < count; i += LANES) {
        floats d = load_part(x + i, count - i) - mean;
        // Lanes past the end were loaded as 0, and less the mean they are not 0 any more.
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
        copy_lanes(q + i, &b, 1, columns - i);
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
