// Vectors of 8 lanes and their mathematical functions, for AVX2 (one register) and NEON (two registers). The file that
// includes this one sets the target, and includes vector8_kernels.h after its tiles.

typedef float floats __attribute__((ext_vector_type(8)));
typedef int32_t ints __attribute__((ext_vector_type(8)));
typedef uint32_t words __attribute__((ext_vector_type(8)));
typedef uint16_t halves __attribute__((ext_vector_type(8)));
typedef int16_t shorts __attribute__((ext_vector_type(8)));
typedef uint8_t bytes __attribute__((ext_vector_type(8)));

enum { LANES = 8 };

// MARK: loads and stores, of up to 8 elements

INLINE floats load(const float *x) {
    floats v;
    memcpy(&v, x, sizeof v);
    return v;
}

INLINE void store(float *x, floats v) { memcpy(x, &v, sizeof v); }

INLINE floats load_part(const float *x, size_t left) {
    if (left >= LANES) return load(x);
    floats v = 0;
    for (size_t i = 0; i < left; i++) v[i] = x[i];
    return v;
}

INLINE void store_part(float *x, floats v, size_t left) {
    if (left >= LANES) return store(x, v);
    for (size_t i = 0; i < left; i++) x[i] = v[i];
}

// Up to 8 elements of `size` bytes; a whole vector without a call.
INLINE void copy_lanes(void *to, const void *from, const size_t size, size_t left) {
    if (left >= LANES) memcpy(to, from, LANES * size);
    else memcpy(to, from, left * size);
}

INLINE floats floats_of(words bits) { return __builtin_bit_cast(floats, bits); }
INLINE words words_of(floats v) { return __builtin_bit_cast(words, v); }
INLINE floats fma8(floats a, floats b, floats c) { return __builtin_elementwise_fma(a, b, c); }
INLINE floats larger(floats a, floats b) { return a > b ? a : b; }
INLINE floats smaller(floats a, floats b) { return a < b ? a : b; }

INLINE float sum8(floats v) {
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

INLINE float largest8(floats v) {
    float largest = v[0];
    for (int i = 1; i < LANES; i++) largest = v[i] > largest ? v[i] : largest;
    return largest;
}

// MARK: mathematical functions

// 2^x for x <= 0; below -126 the result is 2^-126.
INLINE floats exp2_negative(floats x) {
    x = larger(x, -126.0f);
    floats n = __builtin_elementwise_rint(x), f = x - n, p = EXP2_5;
    p = fma8(p, f, EXP2_4);
    p = fma8(p, f, EXP2_3);
    p = fma8(p, f, EXP2_2);
    p = fma8(p, f, EXP2_1);
    p = fma8(p, f, EXP2_0);
    return p * floats_of(__builtin_bit_cast(words, (__builtin_convertvector(n, ints) + 127) << 23));
}

INLINE floats gelu8(floats x) {
    floats a = __builtin_elementwise_abs(x), t = 1.0f / fma8(a, TAIL_SLOPE, 1.0f), p = TAIL_7;
    p = fma8(p, t, TAIL_6);
    p = fma8(p, t, TAIL_5);
    p = fma8(p, t, TAIL_4);
    p = fma8(p, t, TAIL_3);
    p = fma8(p, t, TAIL_2);
    p = fma8(p, t, TAIL_1);
    p = fma8(p, t, TAIL_0);
    floats tail = p * t * exp2_negative(a * (-0.5f * LOG2E) * a);
    return fma8(-a, tail, larger(x, 0.0f));
}

// 2^x for x <= 0, relative error 7.5e-5: enough for what is rounded to 16 or 8 bits.
INLINE floats exp2_coarse(floats x) {
    x = larger(x, -126.0f);
    floats n = __builtin_elementwise_floor(x), f = x - n, p = EXP2_COARSE_3;
    p = fma8(p, f, EXP2_COARSE_2);
    p = fma8(p, f, EXP2_COARSE_1);
    p = fma8(p, f, EXP2_COARSE_0);
    return p * floats_of(__builtin_bit_cast(words, (__builtin_convertvector(n, ints) + 127) << 23));
}

// Off by at most 8.1e-5, for products of rounded operands.
INLINE floats gelu8_coarse(floats x) {
    floats c = smaller(larger(x, -NORMAL_LIMIT), NORMAL_LIMIT), u = c * c, p = NORMAL_7;
    p = fma8(p, u, NORMAL_6);
    p = fma8(p, u, NORMAL_5);
    p = fma8(p, u, NORMAL_4);
    p = fma8(p, u, NORMAL_3);
    p = fma8(p, u, NORMAL_2);
    p = fma8(p, u, NORMAL_1);
    p = fma8(p, u, NORMAL_0);
    return x * fma8(c, p, 0.5f);
}

// Rounded to nearest even, as 16 bits; a NaN stays one.
INLINE halves bf16_of(floats x) {
    words bits = words_of(x), rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    words nan = bits >> 16 | 0x40;
    return __builtin_convertvector((bits & 0x7fffffff) > 0x7f800000 ? nan : rounded, halves);
}

INLINE void store_bf16(uint16_t *y, floats v, size_t left) {
    halves h = bf16_of(v);
    copy_lanes(y, &h, 2, left);
}
