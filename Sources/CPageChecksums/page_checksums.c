#include "recall_page_checksums.h"

#include "recall_checksum.h"
#include "unused_bytes.h"

#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A layer above SQLite's own file system. It wraps the main database files and passes everything on; pages that are read or
// written on the way are checked. Write-ahead logs have checksums of their own, so they are not wrapped: their pages get one
// when a checkpoint copies them into the database.

typedef struct {
    sqlite3_file base;
    // 1 if pages carry checksums: the database reserves eight bytes.
    int has_checksums;
    // 1 if neither the file nor its folder can be written, so that nothing changes and no log can be kept.
    int is_immutable;
    // 1 for a repair that reads pages which another program wrote.
    int accepts_missing;
    // 1 if only pages of trees begin with a tree's type.
    int has_plain_types;
    // The length that is known.
    sqlite3_int64 size;
    // 1 once a page was read that is not as it was written.
    int has_seen_damage;
    // SQLite's own file follows.
} checked_file;

static sqlite3_vfs layer;

static sqlite3_vfs *below(void) { return layer.pAppData; }
static sqlite3_file *inner(sqlite3_file *file) { return (sqlite3_file *)((checked_file *)file + 1); }

enum { header_size = 100, reserved_at = 20, auto_vacuum_at = 52, smallest_page = 512 };
// Numbers of pages from here on begin with the byte 2, as pages of indexes do.
static const sqlite3_int64 first_ambiguous_page = 1 << 25;
static const char magic[16] = "SQLite format 3";

// Never 0, which says that a page has none: pages are cleared of it when they are read, so that those in the log have none,
// and a program without this layer copies them into the database as they are.
static uint64_t page_checksum(const void *page, int size, int64_t number) {
    uint64_t sum = recall_checksum(page, (size_t)(size - RECALL_CHECKSUM_BYTES), (uint64_t)number);
    return sum == 0 ? 1 : sum;
}

static void set_checksum(void *page, int size, uint64_t sum) {
    memcpy((uint8_t *)page + size - RECALL_CHECKSUM_BYTES, &sum, sizeof sum);
}

static uint64_t stored_checksum(const void *page, int size) {
    uint64_t stored;
    memcpy(&stored, (const uint8_t *)page + size - RECALL_CHECKSUM_BYTES, sizeof stored);
    return stored;
}

int recall_page_is_whole(const void *page, int size, int64_t number) {
    return stored_checksum(page, size) == page_checksum(page, size, number);
}

int recall_page_lacks_checksum(const void *page, int size, int64_t number) {
    const uint8_t *bytes = page;
    uint64_t stored = stored_checksum(page, size);
    if (stored == 0) return !(bytes[0] == 0 && memcmp(bytes, bytes + 1, (size_t)size - 1) == 0);
    // A repair was killed while it wrote the checksum: the first bytes are there, and zeros follow.
    uint64_t sum = page_checksum(page, size, number);
    uint64_t begun = 0;
    for (size_t length = 1; length < RECALL_CHECKSUM_BYTES; length++) {
        memcpy(&begun, &sum, length);
        if (stored == begun) return stored != sum;
    }
    return 0;
}

void recall_write_checksum(void *page, int size, int64_t number) {
    set_checksum(page, size, page_checksum(page, size, number));
}

static int mend_with(uint8_t *page, int size, int64_t number, int at, uint8_t change) {
    page[at] ^= change;
    if (recall_page_is_whole(page, size, number)) return 1;
    page[at] ^= change;
    return 0;
}

int recall_mend_bit(void *bytes, int size, int64_t number) {
    for (int at = 0; at < size; at++) {
        for (int bit = 0; bit < 8; bit++) {
            if (mend_with(bytes, size, number, at, (uint8_t)(1 << bit))) return 1;
        }
    }
    return 0;
}

int recall_mend_byte(void *bytes, int size, int64_t number) {
    for (int at = 0; at < size; at++) {
        for (int change = 1; change < 256; change++) {
            if (mend_with(bytes, size, number, at, (uint8_t)change)) return 1;
        }
    }
    return 0;
}

static int is_page(int count, sqlite3_int64 offset) {
    return count >= smallest_page && (count & (count - 1)) == 0 && offset % count == 0;
}

static int is_header(const uint8_t *bytes, int count, sqlite3_int64 offset) {
    return offset == 0 && count >= header_size && memcmp(bytes, magic, sizeof magic) == 0;
}

// The first page of a database with checksums whose header no longer says so: it would pass as one without.
static int lost_its_mark(const uint8_t *bytes, int count) {
    if (bytes[reserved_at] == RECALL_CHECKSUM_BYTES) return 0;
    uint8_t page[65536];
    if (count > (int)sizeof page) return 0;
    memcpy(page, bytes, (size_t)count);
    page[reserved_at] = RECALL_CHECKSUM_BYTES;
    return recall_page_is_whole(page, count, 1);
}

// True if the file ends within the page at this offset. SQLite would take zeros for the rest.
static int is_cut(checked_file *self, sqlite3_int64 offset) {
    sqlite3_int64 size = 0;
    int code = inner(&self->base)->pMethods->xFileSize(inner(&self->base), &size);
    return code == SQLITE_OK && size > offset;
}

static int damage(checked_file *self) {
    self->has_seen_damage = 1;
    return SQLITE_IOERR_DATA;
}

static void note_header(checked_file *self, const uint8_t *header) {
    self->has_checksums = header[reserved_at] == RECALL_CHECKSUM_BYTES;
    self->has_plain_types = memcmp(header + auto_vacuum_at, "\0\0\0\0", 4) == 0;
}

static int is_readable(const checked_file *self, const void *page, int size, int64_t number) {
    return recall_page_is_whole(page, size, number) || (self->accepts_missing && recall_page_lacks_checksum(page, size, number));
}

static int checked_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    checked_file *self = (checked_file *)file;
    int code = inner(file)->pMethods->xRead(inner(file), bytes, count, offset);
    if (code == SQLITE_IOERR_SHORT_READ && self->has_checksums && is_page(count, offset) && is_cut(self, offset)) {
        return damage(self);
    }
    if (code != SQLITE_OK) return code;
    if (is_header(bytes, count, offset)) note_header(self, bytes);
    if (!is_page(count, offset)) return SQLITE_OK;
    if (offset == 0 && lost_its_mark(bytes, count)) return damage(self);
    if (!self->has_checksums) return SQLITE_OK;
    if (!is_readable(self, bytes, count, offset / count + 1)) return damage(self);
    set_checksum(bytes, count, 0);
    return SQLITE_OK;
}

static void note_size(checked_file *self, sqlite3_int64 size) {
    if (size > self->size) self->size = size;
}

// What is moved or deleted stays in the bytes that a page does not use. None of it gets into the file.
static void erase_unused_bytes(checked_file *self, void *page, int count, sqlite3_int64 offset) {
    if (!self->has_plain_types || self->size / count >= first_ambiguous_page) return;
    recall_erase_unused_bytes(page, self->has_checksums ? count - RECALL_CHECKSUM_BYTES : count, offset / count + 1);
}

static int checked_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    checked_file *self = (checked_file *)file;
    const sqlite3_io_methods *below_methods = inner(file)->pMethods;
    if (is_header(bytes, count, offset)) note_header(self, bytes);
    note_size(self, offset + count);
    if (!is_page(count, offset)) return below_methods->xWrite(inner(file), bytes, count, offset);
    // Neither what a page does not use nor its reserved end means anything to SQLite, so its own copy may change.
    void *page = (void *)bytes;
    erase_unused_bytes(self, page, count, offset);
    if (!self->has_checksums) return below_methods->xWrite(inner(file), page, count, offset);
    recall_write_checksum(page, count, offset / count + 1);
    int code = below_methods->xWrite(inner(file), page, count, offset);
    set_checksum(page, count, 0);
    return code;
}

static int checked_control(sqlite3_file *file, int operation, void *argument) {
    checked_file *self = (checked_file *)file;
    switch (operation) {
    case RECALL_HAS_PAGE_CHECKSUMS: *(int *)argument = self->has_checksums; return SQLITE_OK;
    case RECALL_HAS_SEEN_DAMAGE: *(int *)argument = self->has_seen_damage; return SQLITE_OK;
    // Said before a checkpoint writes its first page.
    case SQLITE_FCNTL_SIZE_HINT: note_size(self, *(sqlite3_int64 *)argument);
    }
    return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}

// A part of a page cannot be checked.
static int checked_characteristics(sqlite3_file *file) {
    const int reads_parts_of_pages = 0x00008000;
    int own = inner(file)->pMethods->xDeviceCharacteristics(inner(file)) & ~reads_parts_of_pages;
    return ((checked_file *)file)->is_immutable ? own | SQLITE_IOCAP_IMMUTABLE : own;
}

// Nor can a page that is mapped.
static int checked_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **bytes) {
    *bytes = NULL;
    return SQLITE_OK;
}

static int checked_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *bytes) { return SQLITE_OK; }

#define PASS(name, parameters, ...) \
    static int checked_##name parameters { return inner(file)->pMethods->name(inner(file), ##__VA_ARGS__); }

static int checked_close(sqlite3_file *file) { return inner(file)->pMethods->xClose(inner(file)); }
static int checked_sector(sqlite3_file *file) { return inner(file)->pMethods->xSectorSize(inner(file)); }
PASS(xTruncate, (sqlite3_file * file, sqlite3_int64 size), size)
PASS(xSync, (sqlite3_file * file, int flags), flags)
PASS(xFileSize, (sqlite3_file * file, sqlite3_int64 *size), size)
PASS(xLock, (sqlite3_file * file, int level), level)
PASS(xUnlock, (sqlite3_file * file, int level), level)
PASS(xCheckReservedLock, (sqlite3_file * file, int *result), result)
PASS(xShmMap, (sqlite3_file * file, int page, int size, int extend, void volatile **map), page, size, extend, map)
PASS(xShmLock, (sqlite3_file * file, int offset, int count, int flags), offset, count, flags)
PASS(xShmUnmap, (sqlite3_file * file, int deletes), deletes)
static void checked_barrier(sqlite3_file *file) { inner(file)->pMethods->xShmBarrier(inner(file)); }

static const sqlite3_io_methods methods = {
    .iVersion = 3,
    .xClose = checked_close,
    .xRead = checked_read,
    .xWrite = checked_write,
    .xTruncate = checked_xTruncate,
    .xSync = checked_xSync,
    .xFileSize = checked_xFileSize,
    .xLock = checked_xLock,
    .xUnlock = checked_xUnlock,
    .xCheckReservedLock = checked_xCheckReservedLock,
    .xFileControl = checked_control,
    .xSectorSize = checked_sector,
    .xDeviceCharacteristics = checked_characteristics,
    .xShmMap = checked_xShmMap,
    .xShmLock = checked_xShmLock,
    .xShmBarrier = checked_barrier,
    .xShmUnmap = checked_xShmUnmap,
    .xFetch = checked_fetch,
    .xUnfetch = checked_unfetch,
};

// For a file system that has no shared memory, as without locks.
static const sqlite3_io_methods methods_without_log = {
    .iVersion = 1,
    .xClose = checked_close,
    .xRead = checked_read,
    .xWrite = checked_write,
    .xTruncate = checked_xTruncate,
    .xSync = checked_xSync,
    .xFileSize = checked_xFileSize,
    .xLock = checked_xLock,
    .xUnlock = checked_xUnlock,
    .xCheckReservedLock = checked_xCheckReservedLock,
    .xFileControl = checked_control,
    .xSectorSize = checked_sector,
    .xDeviceCharacteristics = checked_characteristics,
};

// True for a database that is opened for reading, on a file system or in a folder that cannot be written, and that was
// closed: no log beside it holds newer pages. SQLite would want to make a log's index to read it.
static int is_immutable(const char *name, int flags) {
    char path[4096];
    struct stat status;
    if (!(flags & SQLITE_OPEN_READONLY) || name == NULL || strlen(name) + 5 > sizeof path) return 0;
    strcpy(path, name);
    strcat(path, "-wal");
    if (stat(path, &status) == 0 && status.st_size > 0) return 0;
    strcpy(path, name);
    char *slash = strrchr(path, '/');
    if (slash == NULL) return 0;
    *slash = 0;
    return access(path, W_OK) != 0;
}

static int layer_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    if (!(flags & SQLITE_OPEN_MAIN_DB)) return below()->xOpen(below(), name, file, flags, out);
    checked_file *self = (checked_file *)file;
    *self = (checked_file){
        .is_immutable = is_immutable(name, flags),
        .accepts_missing = name != NULL && sqlite3_uri_boolean(name, "accepts_missing", 0),
    };
    int code = below()->xOpen(below(), name, inner(file), flags, out);
    // SQLite closes a file that has methods, opened or not.
    const sqlite3_io_methods *own = inner(file)->pMethods;
    if (code == SQLITE_OK) own->xFileSize(inner(file), &self->size);
    if (own) file->pMethods = own->iVersion >= 2 && own->xShmMap ? &methods : &methods_without_log;
    return code;
}

static int layer_delete(sqlite3_vfs *vfs, const char *name, int syncs) { return below()->xDelete(below(), name, syncs); }
static int layer_access(sqlite3_vfs *vfs, const char *name, int flags, int *out) {
    return below()->xAccess(below(), name, flags, out);
}
static int layer_path(sqlite3_vfs *vfs, const char *name, int size, char *out) {
    return below()->xFullPathname(below(), name, size, out);
}
static void *layer_library(sqlite3_vfs *vfs, const char *name) { return below()->xDlOpen(below(), name); }
static void layer_library_error(sqlite3_vfs *vfs, int size, char *out) { below()->xDlError(below(), size, out); }
static void (*layer_symbol(sqlite3_vfs *vfs, void *library, const char *name))(void) {
    return below()->xDlSym(below(), library, name);
}
static void layer_close_library(sqlite3_vfs *vfs, void *library) { below()->xDlClose(below(), library); }
static int layer_random(sqlite3_vfs *vfs, int size, char *out) { return below()->xRandomness(below(), size, out); }
static int layer_sleep(sqlite3_vfs *vfs, int microseconds) { return below()->xSleep(below(), microseconds); }
static int layer_time(sqlite3_vfs *vfs, double *out) { return below()->xCurrentTime(below(), out); }
static int layer_error(sqlite3_vfs *vfs, int size, char *out) { return below()->xGetLastError(below(), size, out); }
static int layer_time64(sqlite3_vfs *vfs, sqlite3_int64 *out) { return below()->xCurrentTimeInt64(below(), out); }
static int layer_set_call(sqlite3_vfs *vfs, const char *name, sqlite3_syscall_ptr call) {
    return below()->xSetSystemCall(below(), name, call);
}
static sqlite3_syscall_ptr layer_call(sqlite3_vfs *vfs, const char *name) {
    return below()->xGetSystemCall(below(), name);
}
static const char *layer_next_call(sqlite3_vfs *vfs, const char *name) { return below()->xNextSystemCall(below(), name); }

static const char layer_name[] = RECALL_CHECKED_VFS;

int recall_register_page_checksums(void) {
    // Without effect once SQLite is in use; then it has to be built with URIs, as it is nearly everywhere.
    if (!sqlite3_compileoption_used("USE_URI")) sqlite3_config(SQLITE_CONFIG_URI, 1);
    int code = sqlite3_initialize();
    if (code != SQLITE_OK) return code;
    sqlite3_mutex *mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_APP1);
    sqlite3_mutex_enter(mutex);
    sqlite3_vfs *own = sqlite3_vfs_find(NULL);
    if (own == NULL) {
        code = SQLITE_ERROR;
    } else if (own->iVersion >= 3 && sqlite3_vfs_find(layer_name) == NULL) {
        layer = (sqlite3_vfs){
            .iVersion = 3,
            .szOsFile = (int)sizeof(checked_file) + own->szOsFile,
            .mxPathname = own->mxPathname,
            .zName = layer_name,
            .pAppData = own,
            .xOpen = layer_open,
            .xDelete = layer_delete,
            .xAccess = layer_access,
            .xFullPathname = layer_path,
            .xDlOpen = layer_library,
            .xDlError = layer_library_error,
            .xDlSym = layer_symbol,
            .xDlClose = layer_close_library,
            .xRandomness = layer_random,
            .xSleep = layer_sleep,
            .xCurrentTime = layer_time,
            .xGetLastError = layer_error,
            .xCurrentTimeInt64 = layer_time64,
            .xSetSystemCall = layer_set_call,
            .xGetSystemCall = layer_call,
            .xNextSystemCall = layer_next_call,
        };
        code = sqlite3_vfs_register(&layer, 0);
    }
    sqlite3_mutex_leave(mutex);
    return code;
}
