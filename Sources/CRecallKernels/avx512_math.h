// Exponentials and GELU in vectors of 16 lanes. Part of avx512.h.

INLINE __m512 exp2_small(__m512 f) {
    __m512 p = _mm512_set1_ps(EXP2_5);
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_4));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_3));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_2));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_1));
    return _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_0));
}

// 2^x for x <= 0; below -126 the result underflows towards 0.
INLINE __m512 exp2_negative(__m512 x) {
    __m512 n = _mm512_roundscale_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    return _mm512_scalef_ps(exp2_small(_mm512_sub_ps(x, n)), n);
}

INLINE __m512 gelu16(__m512 x) {
    __m512 a = _mm512_abs_ps(x);
    __m512 t = _mm512_div_ps(_mm512_set1_ps(1), _mm512_fmadd_ps(a, _mm512_set1_ps(TAIL_SLOPE), _mm512_set1_ps(1)));
    __m512 e = exp2_negative(_mm512_mul_ps(_mm512_mul_ps(a, _mm512_set1_ps(-0.5f * LOG2E)), a));
    __m512 p = _mm512_set1_ps(TAIL_7);
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_6));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_5));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_4));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_3));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_2));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_1));
    p = _mm512_fmadd_ps(p, t, _mm512_set1_ps(TAIL_0));
    __m512 tail = _mm512_mul_ps(_mm512_mul_ps(p, t), e);
    return _mm512_fnmadd_ps(a, tail, _mm512_max_ps(x, _mm512_setzero_ps()));
}

// 2^x for x <= 0, relative error 7.5e-5: enough for what is rounded to 16 or 8 bits.
INLINE __m512 exp2_coarse(__m512 x) {
    __m512 f = _mm512_reduce_ps(x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    __m512 p = _mm512_set1_ps(EXP2_COARSE_3);
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_COARSE_2));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_COARSE_1));
    return _mm512_scalef_ps(_mm512_fmadd_ps(p, f, _mm512_set1_ps(EXP2_COARSE_0)), x);
}

// Off by at most 8.1e-5, for products of rounded operands.
INLINE __m512 gelu16_coarse(__m512 x) {
    enum { SMALLER_MAGNITUDE = 2 };
    __m512 c = _mm512_range_ps(x, _mm512_set1_ps(NORMAL_LIMIT), SMALLER_MAGNITUDE), u = _mm512_mul_ps(c, c);
    __m512 p = _mm512_set1_ps(NORMAL_7);
    p = _mm512_fmadd_ps(p, u, _mm512_set1_ps(NORMAL_6));
    p = _mm512_fmadd_ps(p, u, _mm512_set1_ps(NORMAL_5));
    p = _mm512_fmadd_ps(p, u, _mm512_set1_ps(NORMAL_4));
    p = _mm512_fmadd_ps(p, u, _mm512_set1_ps(NORMAL_3));
    p = _mm512_fmadd_ps(p, u, _mm512_set1_ps(NORMAL_2));
    p = _mm512_fmadd_ps(p, u, _mm512_set1_ps(NORMAL_1));
    p = _mm512_fmadd_ps(p, u, _mm512_set1_ps(NORMAL_0));
    return _mm512_mul_ps(x, _mm512_fmadd_ps(c, p, _mm512_set1_ps(0.5f)));
}

INLINE __mmask16 lanes(size_t count) { return count >= 16 ? 0xffff : (__mmask16)((1u << count) - 1); }
