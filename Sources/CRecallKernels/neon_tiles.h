// Tiles for NEON, of up to 8 rows and 8 columns at a time. Part of neon.h. As in drive.h, `element_size` tells f32,
// bf16 and 8-bit integers apart.
//
// 16 sums cover the latency of up to 4 pipes; with 8 vectors of row cells and the weights they fit the 32 registers.
// Multiplying by a lane saves broadcasts: 16 loads for 64 multiply-adds, so that f32 and dot products are bound by the
// multiply-add pipes. Each sum is one chain of steps whose order depends on the depth alone.

enum { TILE_ROWS = 8 };

INLINE uint32x4_t load_cells(const void *cells) {
    uint32x4_t v;
    memcpy(&v, cells, sizeof v);
    return v;
}

INLINE void store_cells(int32_t *cells, uint32x4_t v) { memcpy(cells, &v, sizeof v); }

INLINE uint32x4_t step_f32(uint32x4_t sum, uint32x4_t x, uint32x4_t w) {
    return vreinterpretq_u32_f32(
        vfmaq_f32(vreinterpretq_f32_u32(sum), vreinterpretq_f32_u32(w), vreinterpretq_f32_u32(x)));
}

// Both are signed; weights are at least -127, so that two products fit 16 bits.
INLINE uint32x4_t step_u8(uint32x4_t sum, uint32x4_t x, uint32x4_t w) {
    int8x16_t row = vreinterpretq_s8_u32(x), weights = vreinterpretq_s8_u32(w);
    int32x4_t total = vreinterpretq_s32_u32(sum);
#ifdef NEON_DOTPROD
    total = vdotq_s32(total, weights, row);
#else
    int16x8_t low = vmull_s8(vget_low_s8(row), vget_low_s8(weights)), high = vmull_high_s8(row, weights);
    total = vpadalq_s16(total, vpaddq_s16(low, high));
#endif
    return vreinterpretq_u32_s32(total);
}

INLINE uint32x4_t step(uint32x4_t sum, uint32x4_t x, uint32x4_t w, const size_t element_size) {
    return element_size == 1 ? step_u8(sum, x, w) : step_f32(sum, x, w);
}

// A cell of two bf16 is multiplied in two parts, each widened to f32.
INLINE uint32x4_t part_of(uint32x4_t cells, const int part, const size_t element_size) {
    if (element_size != 2) return cells;
    return part == 0 ? vshlq_n_u32(cells, 16) : vandq_u32(cells, vdupq_n_u32(0xffff0000));
}

// The bytes of a row become signed, as the weights are: ROW_ORIGIN is taken off.
INLINE uint32x4_t row_part(uint32x4_t cells, const int part, const size_t element_size) {
    return element_size == 1 ? veorq_u32(cells, vdupq_n_u32(0x80808080)) : part_of(cells, part, element_size);
}

// c += four cells of each row * the weights of 8 columns.
INLINE void add_four_cells(uint32x4_t c[TILE_ROWS][2], const int32_t *a, size_t stride, const int32_t *w,
                           const int rows, const size_t element_size) {
    UNROLL for (int part = 0; part < (element_size == 2 ? 2 : 1); part++) {
        uint32x4_t x[TILE_ROWS];
        UNROLL for (int i = 0; i < rows; i++) x[i] = row_part(load_cells(a + (size_t)i * stride), part, element_size);
        UNROLL for (int k = 0; k < 4; k++) {
            UNROLL for (int j = 0; j < 2; j++) {
                uint32x4_t v = part_of(load_cells(w + k * RECALL_PANEL + 4 * j), part, element_size);
                UNROLL for (int i = 0; i < rows; i++) c[i][j] = step(c[i][j], vdupq_n_u32(x[i][k]), v, element_size);
            }
        }
    }
}

// The same for one cell of each row.
INLINE void add_cell(uint32x4_t c[TILE_ROWS][2], const int32_t *a, size_t stride, const int32_t *w, const int rows,
                     const size_t element_size) {
    UNROLL for (int part = 0; part < (element_size == 2 ? 2 : 1); part++) {
        UNROLL for (int i = 0; i < rows; i++) {
            uint32x4_t cell = vdupq_n_u32((uint32_t)load_cell(a + (size_t)i * stride));
            uint32x4_t x = row_part(cell, part, element_size);
            UNROLL for (int j = 0; j < 2; j++) {
                c[i][j] = step(c[i][j], x, part_of(load_cells(w + 4 * j), part, element_size), element_size);
            }
        }
    }
}

INLINE void tile_by_lanes(const int32_t *a, size_t stride, const int32_t *panel, size_t cells, int32_t *out,
                          size_t out_stride, const int rows, const size_t element_size) {
    for (size_t column = 0; column < RECALL_PANEL; column += 8) {
        uint32x4_t c[TILE_ROWS][2];
        UNROLL for (int i = 0; i < rows; i++) c[i][0] = c[i][1] = vdupq_n_u32(0);
        const int32_t *w = panel + column;
        size_t k = 0;
        for (; k + 4 <= cells; k += 4) add_four_cells(c, a + k, stride, w + k * RECALL_PANEL, rows, element_size);
        for (; k < cells; k++) add_cell(c, a + k, stride, w + k * RECALL_PANEL, rows, element_size);
        UNROLL for (int i = 0; i < rows; i++) {
            UNROLL for (int j = 0; j < 2; j++) store_cells(out + (size_t)i * out_stride + column + 4 * j, c[i][j]);
        }
    }
}

// The tile functions of one kind of cell, by their height.
#define DEFINE_TILES(KIND, TILE, ELEMENT_SIZE)                                                                     \
    TILE_OF_ROWS(1, KIND, TILE, ELEMENT_SIZE) TILE_OF_ROWS(2, KIND, TILE, ELEMENT_SIZE)                             \
    TILE_OF_ROWS(3, KIND, TILE, ELEMENT_SIZE) TILE_OF_ROWS(4, KIND, TILE, ELEMENT_SIZE)                             \
    TILE_OF_ROWS(5, KIND, TILE, ELEMENT_SIZE) TILE_OF_ROWS(6, KIND, TILE, ELEMENT_SIZE)                             \
    TILE_OF_ROWS(7, KIND, TILE, ELEMENT_SIZE) TILE_OF_ROWS(8, KIND, TILE, ELEMENT_SIZE)                             \
    static tile_function *const tiles_##KIND[] = {                                                                  \
        NULL, tile_##KIND##_1, tile_##KIND##_2, tile_##KIND##_3, tile_##KIND##_4,                                   \
        tile_##KIND##_5, tile_##KIND##_6, tile_##KIND##_7, tile_##KIND##_8,                                         \
    };

#define TILE_OF_ROWS(ROWS, KIND, TILE, ELEMENT_SIZE)                                                               \
    static void tile_##KIND##_##ROWS(const void *a, size_t stride, const void *panel, size_t cells, void *out,      \
                                     size_t out_stride) {                                                          \
        TILE(a, stride, panel, cells, out, out_stride, ROWS, ELEMENT_SIZE);                                         \
    }
