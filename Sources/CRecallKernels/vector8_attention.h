// Softmax, and keys and values packed as panels. Part of vector8_kernels.h.

INLINE words load_halves(const uint16_t *x, size_t left) {
    halves h = 0;
    copy_lanes(&h, x, 2, left);
    return __builtin_convertvector(h, words);
}

// y = x, bf16 to f32.
INLINE void widen(const uint16_t *x, size_t count, float *y) {
    for (size_t i = 0; i < count; i += LANES) {
        store_part(y + i, floats_of(load_halves(x + i, count - i) << 16), count - i);
    }
}

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

INLINE ints load_ints(const int32_t *x) {
    ints v;
    memcpy(&v, x, sizeof v);
    return v;
}

// 32767 * softmax of scores, scaled by `scale` to powers of 2, into y, which is filled up to `padded` with 0.
INLINE void probabilities(int32_t *scores, size_t count, size_t padded, float scale, int16_t *y) {
    for (size_t i = count; i < padded; i++) scores[i] = INT32_MIN;
    ints most = INT32_MIN;
    for (size_t i = 0; i < padded; i += LANES) most = __builtin_elementwise_max(load_ints(scores + i), most);
    float largest = largest8(__builtin_convertvector(most, floats));
    floats sum = 0;
    for (size_t i = 0; i < count; i += LANES) {
        floats e = exp2_coarse((__builtin_convertvector(load_ints(scores + i), floats) - largest) * scale);
        for (size_t j = count - i; j < LANES; j++) e[j] = 0;
        sum += e;
        memcpy(scores + i, &e, sizeof e);
    }
    float share = INT16_MAX / sum8(sum);
    memset(y, 0, 2 * padded);
    for (size_t i = 0; i < count; i += LANES) {
        floats p = __builtin_elementwise_rint(floats_of(__builtin_bit_cast(words, load_ints(scores + i))) * share);
        shorts h = __builtin_convertvector(__builtin_convertvector(p, ints), shorts);
        memcpy(y + i, &h, sizeof h);
    }
}

INLINE float largest_magnitude(const float *x, size_t stride, size_t rows, size_t columns) {
    floats largest = 0;
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = 0; i < columns; i += LANES) {
            largest = larger(__builtin_elementwise_abs(load_part(x + row * stride + i, columns - i)), largest);
        }
    }
    return largest8(largest);
}

// y = factor * x as integers.
INLINE void rounded_to_s16(const float *x, size_t count, float factor, int16_t *y) {
    for (size_t i = 0; i < count; i += LANES) {
        floats level = __builtin_elementwise_rint(load_part(x + i, count - i) * factor);
        shorts h = __builtin_convertvector(__builtin_convertvector(level, ints), shorts);
        copy_lanes(y + i, &h, 2, count - i);
    }
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

// The same of 16 bits, in cells of two tokens; a token past the last is zero.
static void pack_values_16(const void *values, size_t stride, size_t length, size_t size, int32_t *panels) {
    const uint16_t *v = values;
    size_t cells = (length + 1) / 2;
    memset(panels, 0, round_up(size, RECALL_PANEL) * cells * 4);
    for (size_t cell = 0; cell < cells; cell++, v += 2 * stride) {
        for (size_t i = 0; i < size; i += LANES) {
            words first = load_halves(v + i, size - i), second = 0;
            if (2 * cell + 1 < length) second = load_halves(v + stride + i, size - i);
            words both = first | second << 16;
            memcpy(panels + (i / RECALL_PANEL * cells + cell) * RECALL_PANEL + i % RECALL_PANEL, &both, sizeof both);
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
