// Epilogues: operations on the sums of a tile. Part of vector8_kernels.h.

INLINE floats dequantized(const struct recall_matmul *p, size_t row, size_t column, ints sum, size_t left) {
    floats zero = (p->row_zero[row] - ROW_ORIGIN) * load_part(p->column_sum + column, left);
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
