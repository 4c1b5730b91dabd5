// Sketches and rows of signed bytes: integers, so that all variants agree to the last bit of a sum.

#include "check.h"

static void check_scan_of(variant v, size_t columns, size_t blocks) {
    size_t vectors = blocks * RECALL_SCAN_BLOCK;
    uint8_t *sketches = memory(vectors * columns, 1, 1), *table = memory(columns * 32, 1, 3);
    for (size_t i = 0; i < vectors * columns; i++) sketches[i] = (uint8_t)random_bits();
    // The greatest entries that a table of so many columns may have.
    size_t greatest = columns * 254 < 65536 ? 127 : 65535 / (2 * columns);
    for (size_t i = 0; i < columns * 32; i++) table[i] = (uint8_t)(i % 7 ? random_bits() % (greatest + 1) : greatest);
    float *factors = random_floats(vectors, 1, 2);
    factors[vectors / 2] = NAN;
    float *estimates = blank_floats(vectors, 1), *expected = blank_floats(vectors, 0);
    uint32_t *passing = memory(blocks, 4, 1), *expected_passing = memory(blocks, 4, 0);
    struct recall_scan scan = {
        .sketches = sketches, .factors = factors, .table = table, .columns = columns, .blocks = blocks,
        .scale = 0.25f, .offset = -3, .threshold = 2, .estimates = estimates, .passing = passing,
    };
    v->scan_sketches(&scan);
    scan.estimates = expected;
    scan.passing = expected_passing;
    scalar()->scan_sketches(&scan);
    check(isnan(estimates[vectors / 2]), "%s: no estimate where there is no vector", v->name);
    estimates[vectors / 2] = expected[vectors / 2] = 0;
    check(memcmp(estimates, expected, vectors * 4) == 0, "%s: estimates of %zu vectors of %zu bytes", v->name, vectors, columns);
    check(memcmp(passing, expected_passing, blocks * 4) == 0, "%s: which of %zu vectors pass", v->name, vectors);
    release_all();
}

static void check_dot_of(variant v, size_t dimension, size_t count) {
    size_t stride = dimension + 8;
    int16_t *query = memory(dimension, 2, 1);
    int8_t *rows = memory(stride * count, 1, 1);
    for (size_t i = 0; i < dimension; i++) query[i] = (int16_t)(random_bits() % 16001) - 8000;
    for (size_t i = 0; i < stride * count; i++) rows[i] = (int8_t)(random_bits() % 255 - 127);
    int32_t *products = memory(count, 4, 1), *expected = memory(count, 4, 0);
    v->dot_s8(query, rows, stride, count, dimension, products);
    scalar()->dot_s8(query, rows, stride, count, dimension, expected);
    check(memcmp(products, expected, count * 4) == 0, "%s: %zu products of %zu signed bytes", v->name, count, dimension);
    release_all();
}

void check_scan(variant v) {
    static const size_t columns[] = {2, 4, 6, 48, 64, 96, 128, 130, 256, 258, 512};
    for (size_t i = 0; i < COUNT(columns); i++) check_scan_of(v, columns[i], 1 + i);
    static const size_t dimensions[] = {1, 7, 8, 15, 16, 17, 31, 32, 33, 64, 100, 384, 1024};
    for (size_t i = 0; i < COUNT(dimensions); i++) check_dot_of(v, dimensions[i], 1 + i);
}
