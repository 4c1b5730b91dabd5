#include <gmime/gmime.h>

// GMime's casts and type tests are macros, which Swift does not see.

static inline InternetAddressList *recall_group_members(InternetAddress *address) {
    return INTERNET_ADDRESS_IS_GROUP(address)
        ? internet_address_group_get_members(INTERNET_ADDRESS_GROUP(address)) : NULL;
}

static inline const char *recall_mailbox_address(InternetAddress *address) {
    return INTERNET_ADDRESS_IS_MAILBOX(address)
        ? internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(address)) : NULL;
}

static inline gboolean recall_iconv_is_valid(iconv_t converter) {
    return converter != (iconv_t) -1;
}

// In glibc and on Darwin, but glibc declares it only for _GNU_SOURCE.
static inline const void *recall_memmem(const void *bytes, size_t count, const void *needle, size_t length) {
    void *memmem(const void *, size_t, const void *, size_t);
    return memmem(bytes, count, needle, length);
}
