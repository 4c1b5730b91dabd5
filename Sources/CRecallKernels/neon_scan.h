// Sketches and rows of signed bytes, in registers of 16 bytes: NEON.

INLINE uint32_t scan_store_quarter(const struct recall_scan *scan, size_t first, uint16x4_t sums) {
    float32x4_t value = vcvtq_f32_u32(vmovl_u16(sums));
    value = vfmaq_f32(vdupq_n_f32(scan->offset), value, vdupq_n_f32(scan->scale));
    value = vmulq_f32(value, vld1q_f32(scan->factors + first));
    vst1q_f32(scan->estimates + first, value);
    const uint32x4_t places = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(vcgtq_f32(value, vdupq_n_f32(scan->threshold)), places));
}

static void scan_sketches(const struct recall_scan *scan) {
    const uint8x16_t low_bits = vdupq_n_u8(15);
    for (size_t block = 0; block < scan->blocks; block++) {
        const uint8_t *sketches = scan->sketches + block * scan->columns * RECALL_SCAN_BLOCK;
        uint16x8_t sums[4] = {vdupq_n_u16(0), vdupq_n_u16(0), vdupq_n_u16(0), vdupq_n_u16(0)};
        for (size_t column = 0; column < scan->columns; column++) {
            uint8x16_t low_table = vld1q_u8(scan->table + column * 32);
            uint8x16_t high_table = vld1q_u8(scan->table + column * 32 + 16);
            UNROLL for (int half = 0; half < 2; half++) {
                uint8x16_t bits = vld1q_u8(sketches + column * RECALL_SCAN_BLOCK + 16 * half);
                uint8x16_t sum = vaddq_u8(vqtbl1q_u8(low_table, vandq_u8(bits, low_bits)),
                                          vqtbl1q_u8(high_table, vshrq_n_u8(bits, 4)));
                sums[2 * half] = vaddw_u8(sums[2 * half], vget_low_u8(sum));
                sums[2 * half + 1] = vaddw_high_u8(sums[2 * half + 1], sum);
            }
        }
        uint32_t passing = 0;
        UNROLL for (int part = 0; part < 4; part++) {
            size_t first = block * RECALL_SCAN_BLOCK + 8 * (size_t)part;
            passing |= scan_store_quarter(scan, first, vget_low_u16(sums[part])) << 8 * part;
            passing |= scan_store_quarter(scan, first + 4, vget_high_u16(sums[part])) << (8 * part + 4);
        }
        scan->passing[block] = passing;
    }
}

static void dot_s8(const int16_t *query, const int8_t *rows, size_t stride, size_t count, size_t dimension,
                   int32_t *products) {
    for (size_t row = 0; row < count; row++, rows += stride) {
        int32x4_t sum = vdupq_n_s32(0), other = sum;
        size_t i = 0;
        for (; i + 8 <= dimension; i += 8) {
            int16x8_t values = vmovl_s8(vld1_s8(rows + i)), weights = vld1q_s16(query + i);
            sum = vmlal_s16(sum, vget_low_s16(values), vget_low_s16(weights));
            other = vmlal_high_s16(other, values, weights);
        }
        int32_t product = vaddvq_s32(vaddq_s32(sum, other));
        for (; i < dimension; i++) product += query[i] * rows[i];
        products[row] = product;
    }
}
