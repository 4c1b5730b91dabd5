// Epilogues: operations on the sums of a tile. Part of vector8_kernels.h.

// The parameters for a vector of 8 columns, loaded once for the rows of a tile.
struct columns {
    floats bias, scale, sum;
    size_t left;
};

INLINE struct columns load_columns(const struct recall_matmul *p, size_t column, const size_t element_size) {
    size_t left = p->columns - column;
    struct columns c = {.bias = load_part(p->bias + column, left), .left = left};
    if (element_size == 1) {
        c.scale = load_part(p->column_scale + column, left);
        c.sum = load_part(p->column_sum + column, left);
    }
    return c;
}

// The sums of 8 columns of a tile, with everything known at compile time but the sizes.
INLINE void finish_part(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const int32_t *tile,
                        const size_t element_size, const int epilogue, const bool bf16) {
    struct columns c = load_columns(p, column, element_size);
    for (size_t i = row; i < row + rows; i++, tile += RECALL_PANEL) {
        words sum;
        memcpy(&sum, tile, sizeof sum);
        floats y = floats_of(sum);
        if (element_size == 1) {
            floats zero = (p->row_zero[i] - ROW_ORIGIN) * c.sum;
            y = fma8(__builtin_convertvector(__builtin_bit_cast(ints, sum), floats), c.scale, -zero);
            y = fma8(y, p->row_scale[i], c.bias);
        } else {
            y += c.bias;
        }
        if (epilogue == RECALL_BIAS_GELU) y = element_size == 4 ? gelu8(y) : gelu8_coarse(y);
        if (epilogue == RECALL_BIAS_RESIDUAL) y += load_part(p->residual + i * p->residual_stride + column, c.left);
        if (bf16) store_bf16((uint16_t *)p->c + i * p->c_stride + column, y, c.left);
        else store_part((float *)p->c + i * p->c_stride + column, y, c.left);
    }
}

INLINE void finish_as(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const int32_t *tile,
                      const size_t element_size, const bool bf16) {
    switch (p->epilogue) {
    case RECALL_BIAS_GELU: finish_part(p, row, rows, column, tile, element_size, RECALL_BIAS_GELU, bf16); break;
    case RECALL_BIAS_RESIDUAL: finish_part(p, row, rows, column, tile, element_size, RECALL_BIAS_RESIDUAL, bf16); break;
    default: finish_part(p, row, rows, column, tile, element_size, RECALL_BIAS, bf16);
    }
}

INLINE void finish_tile(const struct recall_matmul *p, size_t row, size_t rows, size_t column, const int32_t *tile,
                        const size_t element_size) {
    for (size_t part = 0; part < RECALL_PANEL && column + part < p->columns; part += LANES) {
        if (p->c_bf16) finish_as(p, row, rows, column + part, tile + part, element_size, true);
        else finish_as(p, row, rows, column + part, tile + part, element_size, false);
    }
}
