// Self-attention of sequences of many lengths.

#include "check.h"

struct shape {
    size_t heads, head_size, length;
};

static struct recall_attention attention(struct shape s, const void *x, size_t element_size) {
    size_t dimension = s.heads * s.head_size;
    const char *first = x;
    return (struct recall_attention){
        .q = first,
        .k = first + dimension * element_size,
        .v = first + 2 * dimension * element_size,
        .stride = 3 * dimension,
        .length = s.length,
        .heads = s.heads,
        .head_size = s.head_size,
        .scale = 1 / sqrtf((float)s.head_size),
        .out = blank_floats(s.length * dimension, 1),
        .out_stride = dimension,
        .scratch = memory(recall_attention_scratch(s.length, s.head_size), 1, 0),
    };
}

static const float *in_f32(variant v, struct shape s, const float *x) {
    struct recall_attention p = attention(s, x, 4);
    v->attention_f32(&p);
    return p.out;
}

static const float *in_bf16(variant v, struct shape s, const float *x) {
    size_t count = 3 * s.length * s.heads * s.head_size;
    uint16_t *rounded = memory(count, 2, 2);
    scalar()->f32_to_bf16(x, count, rounded);
    struct recall_attention p = attention(s, rounded, 2);
    v->attention_bf16(&p);
    return p.out;
}

static const float *in_integers(variant v, struct shape s, const float *x) {
    struct recall_attention p = attention(s, x, 4);
    v->attention_s16(&p);
    return p.out;
}

static void check_shape(variant v, struct shape s) {
    size_t count = s.length * s.heads * s.head_size;
    const float *x = random_floats(3 * count, 3, 1);
    check_close(in_f32(v, s, x), in_f32(scalar(), s, x), count, 3e-6f,
                "%s: attention, %zu heads of %zu, length %zu", v->name, s.heads, s.head_size, s.length);
    check_close(in_integers(v, s, x), in_f32(scalar(), s, x), count, 2e-3f,
                "%s: attention in integers, %zu heads of %zu, length %zu", v->name, s.heads, s.head_size, s.length);
    check_close(in_bf16(v, s, x), in_bf16(scalar(), s, x), count, 8e-3f,
                "%s: attention in bf16, %zu heads of %zu, length %zu", v->name, s.heads, s.head_size, s.length);
    release_all();
}

static bool all_finite(const float *x, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(x[i])) return false;
    }
    return true;
}

static void check_huge_scores(variant v) {
    struct shape s = {1, 8, 19};
    const float *x = random_floats(19 * 24, 1e15f, 0);
    check(all_finite(in_f32(v, s, x), 19 * 8), "%s: attention to huge scores", v->name);
    check(all_finite(in_integers(v, s, x), 19 * 8), "%s: attention in integers to huge scores", v->name);
    release_all();
}

void check_attention(variant v) {
    static const struct shape shapes[] = {
        {1, 8, 1}, {3, 32, 2}, {2, 4, 3}, {2, 16, 7}, {1, 2, 9}, {12, 32, 12}, {1, 40, 17}, {2, 64, 31}, {2, 16, 33},
        {2, 64, 61}, {1, 34, 64}, {1, 32, 65}, {4, 8, 100}, {1, 32, 256}, {1, 4, 511}, {1, 4, 512}, {1, 6, 513},
    };
    for (size_t i = 0; i < COUNT(shapes); i++) check_shape(v, shapes[i]);
    check_huge_scores(v);
}
