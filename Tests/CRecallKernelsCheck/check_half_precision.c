// Conversions, bit by bit.

#include "check.h"

static void check_all_halves(variant v) {
    const size_t count = 1 << 16;
    uint16_t *all = memory(count, 2, 0), *back = memory(count, 2, 1);
    float *single = blank_floats(count, 1), *expected = blank_floats(count, 0);
    for (size_t i = 0; i < count; i++) all[i] = (uint16_t)i;
    v->f16_to_f32(all, count, single);
    scalar()->f16_to_f32(all, count, expected);
    check(memcmp(single, expected, count * 4) == 0, "%s: a half is widened differently", v->name);
    v->f32_to_f16(expected, count, back);
    for (size_t i = 0; i < count; i++) all[i] |= isnan(expected[i]) ? 0x200 : 0;
    check(memcmp(back, all, count * 2) == 0, "%s: a half changes on the way to single precision and back", v->name);
    release_all();
}

// Any bits but subnormal numbers, which the x86 instruction for bfloat16 takes as 0.
static float *any_floats(size_t count) {
    float *x = memory(count, 4, 1);
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = (uint32_t)random_bits();
        if ((bits & 0x7f800000) == 0) bits &= 0x80000000;
        memcpy(x + i, &bits, 4);
    }
    return x;
}

static void check_roundings(variant v, size_t count) {
    const float *x = any_floats(count);
    uint16_t *y = memory(count, 2, 1), *expected = memory(count, 2, 0);
    v->f32_to_f16(x, count, y);
    scalar()->f32_to_f16(x, count, expected);
    check(memcmp(y, expected, count * 2) == 0, "%s: %zu values in half precision", v->name, count);
    v->f32_to_bf16(x, count, y);
    scalar()->f32_to_bf16(x, count, expected);
    check(memcmp(y, expected, count * 2) == 0, "%s: %zu values in bfloat16", v->name, count);
    release_all();
}

void check_half_precision(variant v) {
    check_all_halves(v);
    for (size_t count = 1; count <= 40; count++) check_roundings(v, count);
    check_roundings(v, 20000);
}
