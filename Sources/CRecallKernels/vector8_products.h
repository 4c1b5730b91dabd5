// Multiply-add steps by precision, tiles, and what is done to their sums. Part of vector8.h.

INLINE words step_f32(words sum, uint32_t x, words w) {
    return words_of(fma8(floats_of(x), floats_of(w), floats_of(sum)));
}

INLINE words step_bf16(words sum, uint32_t x, words w) {
    return step_f32(step_f32(sum, x << 16, w << 16), x & 0xffff0000, w & 0xffff0000);
}

#ifndef STEP_U8
#define STEP_U8 step_u8
INLINE words step_u8(words sum, uint32_t x, words w) {
    ints total = __builtin_bit_cast(ints, sum), weights = __builtin_bit_cast(ints, w);
    UNROLL for (int i = 0; i < 4; i++) total += (weights << (24 - 8 * i) >> 24) * (int32_t)(x >> (8 * i) & 0xff);
    return __builtin_bit_cast(words, total);
}
#endif

#define DEFINE_TILES(KIND, STEP)                                                                                   \
    INLINE void tile_##KIND(const int32_t *a, size_t stride, const int32_t *panel, size_t cells, int32_t *out,      \
                            size_t out_stride, const int rows) {                                                   \
        for (size_t half = 0; half < RECALL_PANEL; half += 2 * LANES) {                                             \
            words c[TILE_ROWS][2];                                                                                  \
            UNROLL for (int i = 0; i < rows; i++) c[i][0] = c[i][1] = 0;                                            \
            for (size_t k = 0; k < cells; k++) {                                                                    \
                words w[2];                                                                                         \
                memcpy(w, panel + k * RECALL_PANEL + half, sizeof w);                                               \
                UNROLL for (int i = 0; i < rows; i++) {                                                             \
                    uint32_t x = (uint32_t)load_cell(a + (size_t)i * stride + k);                                   \
                    c[i][0] = STEP(c[i][0], x, w[0]);                                                               \
                    c[i][1] = STEP(c[i][1], x, w[1]);                                                               \
                }                                                                                                   \
            }                                                                                                       \
            UNROLL for (int i = 0; i < rows; i++) memcpy(out + (size_t)i * out_stride + half, c[i], sizeof c[i]);    \
        }                                                                                                           \
    }                                                                                                               \
    TILE(KIND, 1) TILE(KIND, 2) TILE(KIND, 3) TILE(KIND, 4) TILE(KIND, 5) TILE(KIND, 6)                             \
    static tile_function *const tiles_##KIND[] = {                                                                  \
        NULL, tile_##KIND##_1, tile_##KIND##_2, tile_##KIND##_3, tile_##KIND##_4, tile_##KIND##_5, tile_##KIND##_6, \
    };

#define TILE(KIND, N)                                                                                              \
    static void tile_##KIND##_##N(const void *a, size_t stride, const void *panel, size_t cells, void *out,         \
                                  size_t out_stride) {                                                             \
        tile_##KIND(a, stride, panel, cells, out, out_stride, N);                                                   \
    }

DEFINE_TILES(f32, step_f32)
DEFINE_TILES(bf16, step_bf16)
DEFINE_TILES(u8, STEP_U8)

// MARK: epilogues

INLINE floats dequantized(const struct recall_matmul *p, size_t row, size_t column, ints sum, size_t left) {
    floats zero = p->row_zero[row] * load_part(p->column_sum + column, left);
    floats scale = load_part(p->column_scale + column, left);
    return p->row_scale[row] * fma8(__builtin_convertvector(sum, floats), scale, -zero);
}

INLINE void finish_vector(const struct recall_matmul *p, size_t row, size_t column, floats y, size_t left) {
    y += load_part(p->bias + column, left);
    if (p->epilogue == RECALL_BIAS_GELU) y = gelu8(y);
    if (p->epilogue == RECALL_BIAS_RESIDUAL) y += load_part(p->residual + row * p->residual_stride + column, left);
    if (p->c_bf16) store_bf16((uint16_t *)p->c + row * p->c_stride + column, y, left);
    else store_part((float *)p->c + row * p->c_stride + column, y, left);
}

INLINE void finish_tile(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const int32_t *tile,
                        const size_t element_size) {
    for (size_t part = 0; part < RECALL_PANEL && column + part < p->columns; part += LANES) {
        size_t left = p->columns - column - part;
        for (size_t i = 0; i < rows; i++) {
            words sum;
            memcpy(&sum, tile + i * RECALL_PANEL + part, sizeof sum);
            floats y = element_size == 1 ? dequantized(p, row + i, column + part, __builtin_bit_cast(ints, sum), left)
                                         : floats_of(sum);
            finish_vector(p, row + i, column + part, y, left);
        }
    }
}
