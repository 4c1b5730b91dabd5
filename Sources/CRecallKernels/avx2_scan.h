// Sketches and rows of signed bytes, in registers of 32 bytes: AVX2.

INLINE void scan_store_half(const struct recall_scan *scan, size_t first, __m256i sums, uint32_t *passing, int place) {
    __m256 scale = _mm256_set1_ps(scan->scale), offset = _mm256_set1_ps(scan->offset);
    __m256 value = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums), scale, offset);
    value = _mm256_mul_ps(value, _mm256_loadu_ps(scan->factors + first));
    _mm256_storeu_ps(scan->estimates + first, value);
    __m256 passes = _mm256_cmp_ps(value, _mm256_set1_ps(scan->threshold), _CMP_GT_OQ);
    *passing |= (uint32_t)_mm256_movemask_ps(passes) << place;
}

static void scan_sketches(const struct recall_scan *scan) {
    __m256i low_bits = _mm256_set1_epi8(15);
    for (size_t block = 0; block < scan->blocks; block++) {
        const uint8_t *sketches = scan->sketches + block * scan->columns * RECALL_SCAN_BLOCK;
        __m256i even = _mm256_setzero_si256(), odd = even;
        for (size_t column = 0; column < scan->columns; column++) {
            const __m128i *table = (const __m128i *)(scan->table + column * 32);
            __m256i low_table = _mm256_broadcastsi128_si256(_mm_loadu_si128(table));
            __m256i high_table = _mm256_broadcastsi128_si256(_mm_loadu_si128(table + 1));
            __m256i bits = _mm256_loadu_si256((const __m256i *)(sketches + column * RECALL_SCAN_BLOCK));
            __m256i low = _mm256_shuffle_epi8(low_table, _mm256_and_si256(bits, low_bits));
            __m256i high = _mm256_shuffle_epi8(high_table, _mm256_and_si256(_mm256_srli_epi16(bits, 4), low_bits));
            __m256i sum = _mm256_add_epi8(low, high);
            even = _mm256_add_epi16(even, sum);
            odd = _mm256_add_epi16(odd, _mm256_srli_epi16(sum, 8));
        }
        // The sums of even vectors carry the others' in their upper bytes.
        even = _mm256_sub_epi16(even, _mm256_slli_epi16(odd, 8));
        __m256i low = _mm256_unpacklo_epi16(even, odd), high = _mm256_unpackhi_epi16(even, odd);
        __m128i parts[4] = {
            _mm256_castsi256_si128(low), _mm256_castsi256_si128(high), _mm256_extracti128_si256(low, 1),
            _mm256_extracti128_si256(high, 1),
        };
        uint32_t passing = 0;
        UNROLL for (int part = 0; part < 4; part++) {
            size_t first = block * RECALL_SCAN_BLOCK + 8 * (size_t)part;
            scan_store_half(scan, first, _mm256_cvtepu16_epi32(parts[part]), &passing, 8 * part);
        }
        scan->passing[block] = passing;
    }
}

static void dot_s8(const int16_t *query, const int8_t *rows, size_t stride, size_t count, size_t dimension,
                   int32_t *products) {
    for (size_t row = 0; row < count; row++, rows += stride) {
        __m256i sum = _mm256_setzero_si256();
        size_t i = 0;
        for (; i + 16 <= dimension; i += 16) {
            __m256i values = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(rows + i)));
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(values, _mm256_loadu_si256((const __m256i *)(query + i))));
        }
        __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
        half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
        int32_t product = _mm_cvtsi128_si32(half);
        for (; i < dimension; i++) product += query[i] * rows[i];
        products[row] = product;
    }
}
