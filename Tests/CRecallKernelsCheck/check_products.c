// Matrix products: near the plain variant's, exact in 8 bits, and the same for a row wherever it stands.

#include "check.h"

static size_t element_size(int precision) { return precision == RECALL_F32 ? 4 : precision == RECALL_BF16 ? 2 : 1; }

static void matmul(variant v, int precision, const struct recall_matmul *p) {
    switch (precision) {
    case RECALL_F32: v->matmul_f32(p); break;
    case RECALL_BF16: v->matmul_bf16(p); break;
    default: v->matmul_u8(p);
    }
}

// Rows as the plain variant prepares them, so that all variants multiply the same.
static void set_rows(struct recall_matmul *p, int precision, size_t offset) {
    size_t count = p->rows * p->depth;
    const float *x = random_floats(count, 1, offset);
    void *rows = memory(count, element_size(precision), offset);
    float *scale = blank_floats(p->rows, 0), *zero = blank_floats(p->rows, 0);
    switch (precision) {
    case RECALL_F32: memcpy(rows, x, count * 4); break;
    case RECALL_BF16: scalar()->f32_to_bf16(x, count, rows); break;
    default: scalar()->quantize_rows(x, p->rows, p->depth, rows, scale, zero);
    }
    p->a = rows;
    p->a_stride = p->depth;
    p->row_scale = scale;
    p->row_zero = zero;
}

static void set_weights(struct recall_matmul *p, int precision, size_t offset) {
    void *panels = memory(recall_panel_bytes(precision, p->depth, p->columns), 1, 0);
    float *scale = blank_floats(p->columns, offset), *sum = blank_floats(p->columns, offset);
    recall_pack(precision, random_floats(p->depth * p->columns, 0.3f, 0), p->depth, p->columns, panels, scale, sum);
    p->panels = panels;
    p->column_scale = scale;
    p->column_sum = sum;
}

static struct recall_matmul product(int precision, size_t rows, size_t depth, size_t columns, size_t offset) {
    struct recall_matmul p = {.rows = rows, .depth = depth, .columns = columns};
    p.bias = random_floats(columns, 1, offset);
    p.residual = random_floats(rows * columns, 1, offset);
    p.residual_stride = p.c_stride = columns;
    set_rows(&p, precision, offset);
    set_weights(&p, precision, offset);
    return p;
}

static const float *result(variant v, int precision, struct recall_matmul p) {
    float *c = blank_floats(p.rows * p.columns, 3);
    p.c = c;
    matmul(v, precision, &p);
    if (!p.c_bf16) return c;
    uint16_t *rounded = (uint16_t *)p.c;
    float *widened = blank_floats(p.rows * p.columns, 0);
    for (size_t i = 0; i < p.rows * p.columns; i++) {
        uint32_t bits = (uint32_t)rounded[i] << 16;
        memcpy(widened + i, &bits, 4);
    }
    return widened;
}

static void check_near(variant v, int precision) {
    size_t offset = random_size(0, 15);
    size_t rows = random_size(1, 47), depth = 4 * random_size(1, 50), columns = random_size(1, 100);
    struct recall_matmul p = product(precision, rows, depth, columns, offset);
    for (int kind = 0; kind < 4; kind++) {
        p.epilogue = kind == 3 ? RECALL_BIAS : kind;
        p.c_bf16 = kind == 3;
        // Of a value that is rounded to bf16, the last place: 2^-7 of it at most.
        float bound = p.c_bf16 ? 8e-3f : precision == RECALL_F32 ? 2e-6f : 1e-3f;
        check_close(
            result(v, precision, p), result(scalar(), precision, p), p.rows * p.columns, bound,
            "%s: %zu x %zu x %zu, precision %d, epilogue %d", v->name, rows, depth, columns, precision, kind);
    }
    release_all();
}

// Rows of 16 bits, as each variant prepares them: they have the same levels, and their sums are exact.
static struct recall_matmul with_wide_rows(variant v, struct recall_matmul p, const float *x) {
    float *scale = blank_floats(p.rows, 0), *zero = blank_floats(p.rows, 0);
    void *rows = memory(p.rows * p.depth, 2, 1);
    v->quantize_wide(x, p.rows, p.depth, rows, scale, zero);
    p.a = rows;
    p.row_scale = scale;
    p.row_zero = zero;
    p.c = blank_floats(p.rows * p.columns, 3);
    v->matmul_wide(&p);
    return p;
}

static void check_wide(variant v, size_t rows, size_t depth, size_t columns) {
    struct recall_matmul p = product(RECALL_INT8, rows, depth, columns, random_size(0, 15));
    const float *x = random_floats(rows * depth, 3, 1);
    for (int kind = 0; kind < 3; kind++) {
        p.epilogue = kind;
        const float *y = with_wide_rows(v, p, x).c, *expected = with_wide_rows(scalar(), p, x).c;
        check_close(y, expected, rows * columns, kind == RECALL_BIAS_GELU ? 2e-4f : 1e-5f,
                    "%s: %zu x %zu x %zu, wide rows, epilogue %d", v->name, rows, depth, columns, kind);
    }
    release_all();
}

// Bytes and weights of any value, or all of them the largest: their products must not overflow on the way.
static void set_integers(struct recall_matmul *p, bool largest) {
    uint8_t *a = (uint8_t *)p->a;
    int8_t *w = (int8_t *)p->panels;
    float *sum = (float *)p->column_sum;
    for (size_t i = 0; i < p->rows * p->depth; i++) {
        a[i] = largest ? (i / p->depth % 2 ? 255 : 0) : (uint8_t)random_bits();
    }
    for (size_t j = 0; j < p->columns; j++) {
        sum[j] = 0;
        for (size_t k = 0; k < p->depth; k++) {
            size_t i = (j / RECALL_PANEL * p->depth / 4 + k / 4) * RECALL_PANEL * 4 + j % RECALL_PANEL * 4 + k % 4;
            w[i] = (int8_t)(largest ? (j % 2 ? 127 : -127) : (int)random_size(0, 254) - 127);
            sum[j] += w[i];
        }
    }
}

static float *repeated(float value, size_t count) {
    float *x = blank_floats(count, 0);
    for (size_t i = 0; i < count; i++) x[i] = value;
    return x;
}

// Sums of 8-bit products as they are: whole numbers below 2^24 in f32, the same ones in every variant.
static void check_sums(variant v, size_t rows, size_t depth, size_t columns, bool largest) {
    struct recall_matmul p = product(RECALL_INT8, rows, depth, columns, random_size(0, 3));
    set_integers(&p, largest);
    p.row_scale = repeated(1, rows);
    p.column_scale = repeated(1, columns);
    p.row_zero = repeated(0, rows);
    p.bias = repeated(0, columns);
    const float *values = result(v, RECALL_INT8, p), *expected = result(scalar(), RECALL_INT8, p);
    check(memcmp(values, expected, rows * columns * sizeof *values) == 0, "%s: 8-bit sums of %zu x %zu x %zu", v->name,
          rows, depth, columns);
    release_all();
}

// Rows of a batch of any size are those of the whole.
static void check_composition(variant v, int precision) {
    struct recall_matmul p = product(precision, 31, 4 * random_size(1, 30), 40, 1);
    p.epilogue = RECALL_BIAS_GELU;
    const float *all = result(v, precision, p);
    size_t width = element_size(precision) * p.depth;
    for (size_t first = 0; first < 31; first += 1 + first % 3) {
        struct recall_matmul part = p;
        part.a = (const char *)p.a + first * width;
        part.row_scale += first;
        part.row_zero += first;
        part.rows = random_size(1, 31 - first);
        const float *some = result(v, precision, part);
        check(memcmp(some, all + first * 40, part.rows * 40 * 4) == 0,
              "%s: rows %zu + %zu depend on their neighbours, precision %d", v->name, first, part.rows, precision);
    }
    release_all();
}

void check_products(variant v) {
    for (int precision = RECALL_F32; precision <= RECALL_INT8; precision++) {
        for (int i = 0; i < 40; i++) check_near(v, precision);
        check_composition(v, precision);
    }
    for (size_t rows = 1; rows <= 31; rows += 3) check_sums(v, rows, 4 * random_size(1, 60), random_size(1, 70), false);
    check_sums(v, 9, 512, 36, true);
    for (int i = 0; i < 40; i++) check_wide(v, random_size(1, 47), 4 * random_size(1, 400), random_size(1, 100));
}
