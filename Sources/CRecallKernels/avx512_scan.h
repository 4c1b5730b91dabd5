// Sketches and rows of signed bytes, in registers of 64 bytes: AVX-512 F and BW.

INLINE void scan_store(const struct recall_scan *scan, size_t block, __m512i even, __m512i odd) {
    __m256i e = _mm256_add_epi16(_mm512_castsi512_si256(even), _mm512_extracti64x4_epi64(even, 1));
    __m256i o = _mm256_add_epi16(_mm512_castsi512_si256(odd), _mm512_extracti64x4_epi64(odd, 1));
    // The sums of even vectors carry the others' in their upper bytes.
    e = _mm256_sub_epi16(e, _mm256_slli_epi16(o, 8));
    __m256i low = _mm256_unpacklo_epi16(e, o), high = _mm256_unpackhi_epi16(e, o);
    __m256i first = _mm256_permute2x128_si256(low, high, 0x20), last = _mm256_permute2x128_si256(low, high, 0x31);
    __m512 scale = _mm512_set1_ps(scan->scale), offset = _mm512_set1_ps(scan->offset);
    __m512 threshold = _mm512_set1_ps(scan->threshold);
    const float *factors = scan->factors + block * RECALL_SCAN_BLOCK;
    float *estimates = scan->estimates + block * RECALL_SCAN_BLOCK;
    __m512 a = _mm512_fmadd_ps(_mm512_cvtepi32_ps(_mm512_cvtepu16_epi32(first)), scale, offset);
    __m512 b = _mm512_fmadd_ps(_mm512_cvtepi32_ps(_mm512_cvtepu16_epi32(last)), scale, offset);
    a = _mm512_mul_ps(a, _mm512_loadu_ps(factors));
    b = _mm512_mul_ps(b, _mm512_loadu_ps(factors + 16));
    _mm512_storeu_ps(estimates, a);
    _mm512_storeu_ps(estimates + 16, b);
    scan->passing[block] = (uint32_t)_mm512_cmp_ps_mask(a, threshold, _CMP_GT_OQ)
        | (uint32_t)_mm512_cmp_ps_mask(b, threshold, _CMP_GT_OQ) << 16;
}

static void scan_sketches(const struct recall_scan *scan) {
    __m512i low_bits = _mm512_set1_epi8(15);
    for (size_t block = 0; block < scan->blocks; block++) {
        const uint8_t *sketches = scan->sketches + block * scan->columns * RECALL_SCAN_BLOCK;
        __m512i even = _mm512_setzero_si512(), odd = even;
        // Two columns at a time, the tables of one in each half.
        for (size_t column = 0; column < scan->columns; column += 2) {
            __m512i table = _mm512_loadu_si512(scan->table + column * 32);
            __m512i low_table = _mm512_shuffle_i32x4(table, table, 0xA0), high_table = _mm512_shuffle_i32x4(table, table, 0xF5);
            __m512i bits = _mm512_loadu_si512(sketches + column * RECALL_SCAN_BLOCK);
            __m512i low = _mm512_shuffle_epi8(low_table, _mm512_and_si512(bits, low_bits));
            __m512i high = _mm512_shuffle_epi8(high_table, _mm512_and_si512(_mm512_srli_epi16(bits, 4), low_bits));
            __m512i sum = _mm512_add_epi8(low, high);
            even = _mm512_add_epi16(even, sum);
            odd = _mm512_add_epi16(odd, _mm512_srli_epi16(sum, 8));
        }
        scan_store(scan, block, even, odd);
    }
}

static void dot_s8(const int16_t *query, const int8_t *rows, size_t stride, size_t count, size_t dimension,
                   int32_t *products) {
    for (size_t row = 0; row < count; row++, rows += stride) {
        __m512i sum = _mm512_setzero_si512();
        size_t i = 0;
        for (; i + 32 <= dimension; i += 32) {
            __m512i values = _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(rows + i)));
            sum = _mm512_add_epi32(sum, _mm512_madd_epi16(values, _mm512_loadu_si512(query + i)));
        }
        int32_t product = _mm512_reduce_add_epi32(sum);
        for (; i < dimension; i++) product += query[i] * rows[i];
        products[row] = product;
    }
}
