// Multiply-add steps by precision, tiles, and what is done to their sums. Part of avx512.h.

INLINE __m512i step_f32(__m512i sum, __m512i x, __m512i w) {
    return _mm512_castps_si512(
        _mm512_fmadd_ps(_mm512_castsi512_ps(x), _mm512_castsi512_ps(w), _mm512_castsi512_ps(sum)));
}

INLINE __m512i step_u8(__m512i sum, __m512i x, __m512i w) { return _mm512_dpbusd_epi32(sum, x, w); }

INLINE __m512i step_s16(__m512i sum, __m512i x, __m512i w) { return _mm512_dpwssd_epi32(sum, x, w); }

#ifdef AVX512_BF16_TARGET
enum { BF16_PARTS = 1 };

INLINE __m512i step_bf16(__m512i sum, __m512i x, __m512i w) {
    return _mm512_castps_si512(_mm512_dpbf16_ps(_mm512_castsi512_ps(sum), (__m512bh)x, (__m512bh)w));
}

INLINE __m256i bf16_of(__m512 x) { return (__m256i)_mm512_cvtneps_pbh(x); }
#else
// A cell of two bf16 is multiplied in two parts, each widened to f32: one by one, they leave registers for the sums.
enum { BF16_PARTS = 2 };

INLINE __m512i step_bf16(__m512i sum, __m512i x, __m512i w) { return step_f32(sum, x, w); }

// Rounded to nearest even; a NaN stays one.
INLINE __m256i bf16_of(__m512 x) {
    __m512i bits = _mm512_castps_si512(x), odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
    __m512i rounded = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)), odd);
    __mmask16 nan = _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q);
    rounded = _mm512_mask_or_epi32(rounded, nan, bits, _mm512_set1_epi32(0x400000));
    return _mm512_cvtepi32_epi16(_mm512_srli_epi32(rounded, 16));
}
#endif

INLINE __m512i part_of(__m512i cells, const int part, const int parts) {
    if (parts == 1) return cells;
    return part == 0 ? _mm512_slli_epi32(cells, 16) : _mm512_maskz_mov_epi16(0xaaaaaaaa, cells);
}

// MARK: tiles

// The tile functions of a kind of cell, by their height. STEP(sum, row cell, weight cells) is one multiply-add of
// one of the PARTS of a cell.
#define DEFINE_TILES(KIND, STEP, PARTS)                                                                            \
    INLINE void tile_##KIND(const int32_t *a, size_t stride, const int32_t *panel, size_t cells, int32_t *out,      \
                            size_t out_stride, const int rows) {                                                   \
        __m512i c[TILE_ROWS][2];                                                                                    \
        UNROLL for (int i = 0; i < rows; i++) c[i][0] = c[i][1] = _mm512_setzero_si512();                           \
        for (size_t k = 0; k < cells; k++) {                                                                        \
            const int32_t *w = panel + k * RECALL_PANEL;                                                            \
            prefetch_weights(w);                                                                                    \
            prefetch_weights(w + 16);                                                                               \
            UNROLL for (int part = 0; part < PARTS; part++) {                                                       \
                __m512i w0 = part_of(_mm512_load_si512(w), part, PARTS);                                            \
                __m512i w1 = part_of(_mm512_load_si512(w + 16), part, PARTS);                                       \
                UNROLL for (int i = 0; i < rows; i++) {                                                             \
                    __m512i cell = _mm512_set1_epi32(load_cell(a + (size_t)i * stride + k));                        \
                    __m512i x = part_of(cell, part, PARTS);                                                         \
                    c[i][0] = STEP(c[i][0], x, w0);                                                                 \
                    c[i][1] = STEP(c[i][1], x, w1);                                                                 \
                }                                                                                                   \
            }                                                                                                       \
        }                                                                                                           \
        UNROLL for (int i = 0; i < rows; i++) {                                                                     \
            _mm512_store_si512(out + (size_t)i * out_stride, c[i][0]);                                              \
            _mm512_store_si512(out + (size_t)i * out_stride + 16, c[i][1]);                                         \
        }                                                                                                           \
    }                                                                                                               \
    TILE(KIND, 1) TILE(KIND, 2) TILE(KIND, 3) TILE(KIND, 4) TILE(KIND, 5) TILE(KIND, 6) TILE(KIND, 7)               \
    TILE(KIND, 8) TILE(KIND, 9) TILE(KIND, 10) TILE(KIND, 11) TILE(KIND, 12) TILE(KIND, 13) TILE(KIND, 14)          \
    static tile_function *const tiles_##KIND[] = {                                                                  \
        NULL,            tile_##KIND##_1, tile_##KIND##_2,  tile_##KIND##_3,  tile_##KIND##_4,                       \
        tile_##KIND##_5, tile_##KIND##_6, tile_##KIND##_7,  tile_##KIND##_8,  tile_##KIND##_9,                       \
        tile_##KIND##_10, tile_##KIND##_11, tile_##KIND##_12, tile_##KIND##_13, tile_##KIND##_14,                    \
    };

#define TILE(KIND, N)                                                                                              \
    static void tile_##KIND##_##N(const void *a, size_t stride, const void *panel, size_t cells, void *out,         \
                                  size_t out_stride) {                                                             \
        tile_##KIND(a, stride, panel, cells, out, out_stride, N);                                                   \
    }

DEFINE_TILES(f32, step_f32, 1)
DEFINE_TILES(bf16, step_bf16, BF16_PARTS)
DEFINE_TILES(u8, step_u8, 1)
DEFINE_TILES(s16, step_s16, 1)

// MARK: epilogues

// The parameters for a vector of 16 columns, loaded once for the rows of a tile.
struct columns {
    __m512 bias, scale, sum;
    __mmask16 mask;
};

INLINE struct columns load_columns(const struct recall_matmul *p, size_t column, const size_t element_size) {
    __mmask16 mask = lanes(p->columns - column);
    struct columns c = {.mask = mask, .bias = _mm512_maskz_loadu_ps(mask, p->bias + column)};
    if (element_size == 1) {
        c.scale = _mm512_maskz_loadu_ps(mask, p->column_scale + column);
        c.sum = _mm512_maskz_loadu_ps(mask, p->column_sum + column);
    }
    return c;
}

// The sums of a tile's half (16 columns), with everything known at compile time but the sizes.
INLINE void finish_half(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const int32_t *tile,
                        const size_t element_size, const int epilogue, const bool bf16) {
    struct columns c = load_columns(p, column, element_size);
    for (size_t i = row; i < row + rows; i++, tile += RECALL_PANEL) {
        __m512i sum = _mm512_load_si512(tile);
        __m512 y = _mm512_castsi512_ps(sum);
        if (element_size == 1) {
            __m512 zero = _mm512_mul_ps(_mm512_set1_ps(p->row_zero[i]), c.sum);
            y = _mm512_fmsub_ps(_mm512_cvtepi32_ps(sum), c.scale, zero);
            y = _mm512_fmadd_ps(y, _mm512_set1_ps(p->row_scale[i]), c.bias);
        } else {
            y = _mm512_add_ps(y, c.bias);
        }
        if (epilogue == RECALL_BIAS_GELU) y = element_size == 4 ? gelu16(y) : gelu16_coarse(y);
        if (epilogue == RECALL_BIAS_RESIDUAL) {
            y = _mm512_add_ps(y, _mm512_maskz_loadu_ps(c.mask, p->residual + i * p->residual_stride + column));
        }
        if (bf16) _mm256_mask_storeu_epi16((uint16_t *)p->c + i * p->c_stride + column, c.mask, bf16_of(y));
        else _mm512_mask_storeu_ps((float *)p->c + i * p->c_stride + column, c.mask, y);
    }
}

INLINE void finish_as(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const int32_t *tile,
                      const size_t element_size, const bool bf16) {
    switch (p->epilogue) {
    case RECALL_BIAS_GELU: finish_half(p, row, rows, column, tile, element_size, RECALL_BIAS_GELU, bf16); break;
    case RECALL_BIAS_RESIDUAL: finish_half(p, row, rows, column, tile, element_size, RECALL_BIAS_RESIDUAL, bf16); break;
    default: finish_half(p, row, rows, column, tile, element_size, RECALL_BIAS, bf16);
    }
}

INLINE void finish_tile(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const int32_t *tile,
                        const size_t element_size) {
    for (size_t half = 0; half < RECALL_PANEL && column + half < p->columns; half += 16) {
        if (p->c_bf16) finish_as(p, row, rows, column + half, tile + half, element_size, true);
        else finish_as(p, row, rows, column + half, tile + half, element_size, false);
    }
}
