// Tiles for the matrix instructions of Armv8.6, which multiply 2 x 8 bytes or 2 x 4 bf16 with as many of two columns:
// 2 x 2 sums. Part of neon.h. In cells of 4 bytes both are 2 rows of 2 cells times 2 columns of 2 cells.
//
// Of 8 rows and 8 columns there are 16 vectors of sums again, and 16 instructions for 8 that put cells together: two
// thirds of the peak where both share pipes, which is still more than dot products reach. A lone row wastes half.

INLINE uint32x4_t matrix_step(uint32x4_t sum, uint32x4_t x, uint32x4_t w, const size_t element_size) {
    if (element_size == 1) {
        return vreinterpretq_u32_s32(
            vusmmlaq_s32(vreinterpretq_s32_u32(sum), vreinterpretq_u8_u32(x), vreinterpretq_s8_u32(w)));
    }
    return vreinterpretq_u32_f32(
        vbfmmlaq_f32(vreinterpretq_f32_u32(sum), vreinterpretq_bf16_u32(x), vreinterpretq_bf16_u32(w)));
}

// Up to two cells of a row, the second zero where `cells` is 1.
INLINE uint32x2_t load_pair(const void *row, const size_t cells) {
    uint32x2_t v = vdup_n_u32(0);
    memcpy(&v, row, cells * 4);
    return v;
}

// c[i][j] += up to two cells of rows 2i and 2i + 1 * the weights of columns 2j and 2j + 1.
INLINE void add_pairs(uint32x4_t c[TILE_ROWS / 2][4], const int32_t *a, size_t stride, const int32_t *panel,
                      const size_t cells, const int rows, const size_t element_size) {
    uint32x4_t w[4];
    UNROLL for (int j = 0; j < 2; j++) {
        uint32x4_t first = load_cells(panel + 4 * j);
        uint32x4_t second = cells == 2 ? load_cells(panel + RECALL_PANEL + 4 * j) : vdupq_n_u32(0);
        w[2 * j] = vzip1q_u32(first, second);
        w[2 * j + 1] = vzip2q_u32(first, second);
    }
    UNROLL for (int i = 0; i < rows; i += 2) {
        uint32x2_t upper = load_pair(a + (size_t)i * stride, cells);
        uint32x2_t lower = i + 1 < rows ? load_pair(a + (size_t)(i + 1) * stride, cells) : vdup_n_u32(0);
        uint32x4_t x = vcombine_u32(upper, lower);
        UNROLL for (int j = 0; j < 4; j++) c[i / 2][j] = matrix_step(c[i / 2][j], x, w[j], element_size);
    }
}

INLINE void tile_of_pairs(const int32_t *a, size_t stride, const int32_t *panel, size_t cells, int32_t *out,
                          size_t out_stride, const int rows, const size_t element_size) {
    for (size_t column = 0; column < RECALL_PANEL; column += 8) {
        uint32x4_t c[TILE_ROWS / 2][4];
        UNROLL for (int i = 0; i < TILE_ROWS / 2; i++) c[i][0] = c[i][1] = c[i][2] = c[i][3] = vdupq_n_u32(0);
        const int32_t *w = panel + column;
        size_t k = 0;
        for (; k + 2 <= cells; k += 2) add_pairs(c, a + k, stride, w + k * RECALL_PANEL, 2, rows, element_size);
        if (k < cells) add_pairs(c, a + k, stride, w + k * RECALL_PANEL, 1, rows, element_size);
        UNROLL for (int i = 0; i < rows; i++) {
            UNROLL for (int j = 0; j < 4; j++) {
                uint32x2_t pair = i % 2 == 0 ? vget_low_u32(c[i / 2][j]) : vget_high_u32(c[i / 2][j]);
                memcpy(out + (size_t)i * out_stride + column + 2 * (size_t)j, &pair, sizeof pair);
            }
        }
    }
}
