// In C because Swift sees neither a variadic syscall() nor what glibc declares for _GNU_SOURCE alone.
#define _GNU_SOURCE
#include "recall_folder_exchange.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int recall_exchange(const char *one, const char *other) {
#if defined(__APPLE__)
    return renamex_np(one, other, RENAME_SWAP);
#elif defined(RENAME_EXCHANGE)
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
#else
    errno = ENOSYS;
    return -1;
#endif
}
