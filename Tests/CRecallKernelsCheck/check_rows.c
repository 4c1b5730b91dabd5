// What is done row by row, for every remainder of a vector and some long rows.

#include "check.h"

static const size_t lengths[] = {
    1,  2,  3,  4,  5,  6,  7,  8,  9,  11, 12,  13,  15,  16,  17,  24,  31,  32,  33,
    47, 48, 49, 61, 63, 64, 65, 66, 79, 96, 97, 127, 128, 255, 256, 384, 512, 513,
};

static float *copy(const float *x, size_t count, size_t offset) {
    return memcpy(memory(count, sizeof *x, offset), x, count * sizeof *x);
}

static void check_layer_norm(variant v, size_t columns) {
    const float *x = random_floats(3 * columns, 4, 1);
    const float *gamma = random_floats(columns, 1, 2), *beta = random_floats(columns, 1, 3);
    float *y = blank_floats(3 * columns, 2), *expected = blank_floats(3 * columns, 0);
    v->layer_norm(x, 3, columns, gamma, beta, 1e-5f, y);
    scalar()->layer_norm(x, 3, columns, gamma, beta, 1e-5f, expected);
    check_close(y, expected, 3 * columns, 5e-6f, "%s: layer norm of %zu columns", v->name, columns);
}

static void check_softmax(variant v, size_t count) {
    float *x = random_floats(count, 20, 1), *expected = copy(x, count, 0);
    v->softmax(x, count, 0.7f);
    scalar()->softmax(expected, count, 0.7f);
    check_close(x, expected, count, 3e-6f, "%s: softmax of %zu", v->name, count);
}

static void check_sum(variant v, size_t count) {
    const float *a = random_floats(count, 1, 1), *b = random_floats(count, 1, 2);
    float *y = blank_floats(count, 3), *expected = blank_floats(count, 0);
    v->add(a, b, count, y);
    scalar()->add(a, b, count, expected);
    check(memcmp(y, expected, count * sizeof *y) == 0, "%s: sums of %zu", v->name, count);
}

static void check_mean_pool(variant v, size_t rows, size_t columns) {
    const float *x = random_floats(rows * columns, 1, 1);
    float *y = blank_floats(columns, 1), *expected = blank_floats(columns, 0);
    v->mean_pool(x, rows, columns, y);
    scalar()->mean_pool(x, rows, columns, expected);
    check_close(y, expected, columns, 3e-6f, "%s: mean of %zu x %zu", v->name, rows, columns);
}

// The same bytes: products of 8 bits are then the same sums in every variant.
static void check_quantization(variant v, size_t columns) {
    const float *x = random_floats(2 * columns, 5, 1);
    uint8_t *q = memory(2 * columns, 1, 1), *expected = memory(2 * columns, 1, 0);
    float *scale = blank_floats(4, 0), *zero = blank_floats(4, 0);
    v->quantize_rows(x, 2, columns, q, scale, zero);
    scalar()->quantize_rows(x, 2, columns, expected, scale + 2, zero + 2);
    check(memcmp(q, expected, 2 * columns) == 0 && memcmp(scale, scale + 2, 8) == 0 && memcmp(zero, zero + 2, 8) == 0,
          "%s: 8-bit rows of %zu columns", v->name, columns);
}

// Relative above 1e-3, as far as the vector is long.
static void check_gelu(variant v) {
    const size_t count = 8003;
    float *x = blank_floats(count, 1), worst = 0;
    for (size_t i = 0; i < count; i++) x[i] = (float)i / 1000 - 4;
    float *expected = copy(x, count, 0);
    v->gelu(x, count);
    scalar()->gelu(expected, count);
    for (size_t i = 0; i < count; i++) {
        worst = fmaxf(worst, fabsf(x[i] - expected[i]) / fmaxf(fabsf(expected[i]), 1e-3f));
    }
    check(worst <= 1.5e-6f, "%s: gelu is off by %g", v->name, (double)worst);
    float odd[3] = {NAN, INFINITY, 1};
    v->gelu(odd, 3);
    check(isnan(odd[0]), "%s: gelu loses what is not a number", v->name);
}

void check_rows(variant v) {
    for (size_t i = 0; i < COUNT(lengths); i++) {
        check_layer_norm(v, lengths[i]);
        check_softmax(v, lengths[i]);
        check_sum(v, lengths[i]);
        check_mean_pool(v, 1 + i % 12, lengths[i]);
        check_quantization(v, lengths[i]);
        release_all();
    }
    check_gelu(v);
    release_all();
}
