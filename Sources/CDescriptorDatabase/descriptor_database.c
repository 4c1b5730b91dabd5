#include "recall_descriptor_database.h"

#include <errno.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A file system for SQLite of two files that are open already: a database and its write-ahead log. Others cannot be opened,
// and nothing is written. In exclusive locking mode the index of the log is in memory, so no shared memory is needed.

typedef struct {
    int descriptor;
    sqlite3_int64 size;
} descriptor_file;

typedef struct {
    sqlite3_file base;
    const descriptor_file *source;
} opened_file;

static descriptor_file database_file, log_file;

// Reads what there is.
static ssize_t read_fully(const descriptor_file *file, char *target, size_t count, sqlite3_int64 offset) {
    size_t done = 0;
    while (file->descriptor >= 0 && done < count) {
        ssize_t read = pread(file->descriptor, target + done, count - done, (off_t)offset + (off_t)done);
        if (read < 0 && errno == EINTR) continue;
        if (read < 0) return -1;
        if (read == 0) break;
        done += (size_t)read;
    }
    return (ssize_t)done;
}

static int read_file(sqlite3_file *file, void *target, int count, sqlite3_int64 offset) {
    ssize_t done = read_fully(((opened_file *)file)->source, target, (size_t)count, offset);
    if (done < 0) return SQLITE_IOERR_READ;
    if (done == count) return SQLITE_OK;
    memset((char *)target + done, 0, (size_t)(count - done));
    return SQLITE_IOERR_SHORT_READ;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    *size = ((opened_file *)file)->source->size;
    return SQLITE_OK;
}

static int close_file(sqlite3_file *file) { (void)file; return SQLITE_OK; }
static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    (void)file, (void)bytes, (void)count, (void)offset;
    return SQLITE_READONLY;
}
static int truncate_file(sqlite3_file *file, sqlite3_int64 size) { (void)file, (void)size; return SQLITE_READONLY; }
static int accept(sqlite3_file *file, int value) { (void)file, (void)value; return SQLITE_OK; }
static int check_reserved(sqlite3_file *file, int *is_reserved) { (void)file; *is_reserved = 0; return SQLITE_OK; }
static int control(sqlite3_file *file, int code, void *value) { (void)file, (void)code, (void)value; return SQLITE_NOTFOUND; }
static int none(sqlite3_file *file) { (void)file; return 0; }

static const sqlite3_io_methods methods = {
    .iVersion = 1, .xClose = close_file, .xRead = read_file, .xWrite = write_file, .xTruncate = truncate_file,
    .xSync = accept, .xFileSize = file_size, .xLock = accept, .xUnlock = accept, .xCheckReservedLock = check_reserved,
    .xFileControl = control, .xSectorSize = none, .xDeviceCharacteristics = none,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
    (void)vfs, (void)name;
    file->pMethods = NULL;
    if (!(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL))) return SQLITE_CANTOPEN;
    ((opened_file *)file)->source = flags & SQLITE_OPEN_WAL ? &log_file : &database_file;
    file->pMethods = &methods;
    if (out_flags != NULL) *out_flags = SQLITE_OPEN_READONLY;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync) { (void)vfs, (void)name, (void)sync; return SQLITE_READONLY; }

static int has_file(sqlite3_vfs *vfs, const char *name, int flags, int *answer) {
    (void)vfs, (void)flags;
    size_t length = strlen(name);
    *answer = length > 4 && strcmp(name + length - 4, "-wal") == 0 && log_file.size > 0;
    return SQLITE_OK;
}

static int full_path(sqlite3_vfs *vfs, const char *name, int size, char *path) {
    (void)vfs;
    sqlite3_snprintf(size, path, "%s", name);
    return SQLITE_OK;
}

static int randomness(sqlite3_vfs *vfs, int count, char *bytes) { (void)vfs; memset(bytes, 1, (size_t)count); return count; }
static int no_sleep(sqlite3_vfs *vfs, int microseconds) { (void)vfs; return microseconds; }
static int no_time(sqlite3_vfs *vfs, double *days) { (void)vfs; *days = 0; return SQLITE_OK; }
static int no_error(sqlite3_vfs *vfs, int count, char *text) { (void)vfs, (void)count, (void)text; return 0; }

static sqlite3_vfs file_system = {
    .iVersion = 1, .szOsFile = sizeof(opened_file), .mxPathname = 64, .zName = "recall-descriptor", .xOpen = open_file,
    .xDelete = delete_file, .xAccess = has_file, .xFullPathname = full_path, .xRandomness = randomness,
    .xSleep = no_sleep, .xCurrentTime = no_time, .xGetLastError = no_error,
};

static descriptor_file file_of(int descriptor) {
    struct stat status;
    int is_file = descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    return (descriptor_file){is_file ? descriptor : -1, is_file ? status.st_size : 0};
}

// SQLite refuses a database that is shorter than it says. What was cut off is then pages of zeros, which are damaged, and the
// pages before them can be read.
static void claim_whole_size(descriptor_file *file) {
    unsigned char head[32];
    if (read_fully(file, (char *)head, sizeof head, 0) != sizeof head) return;
    // 1 stands for 65,536 (https://www.sqlite.org/fileformat2.html, 1.3.2).
    sqlite3_int64 page = head[16] << 8 | head[17];
    sqlite3_int64 count = (sqlite3_int64)head[28] << 24 | head[29] << 16 | head[30] << 8 | head[31];
    sqlite3_int64 size = (page == 1 ? 65536 : page) * count;
    if (size > file->size) file->size = size;
}

static void defend(sqlite3 *database) {
    const int settings[][2] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1}, {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}, {SQLITE_DBCONFIG_DQS_DML, 0},
    };
    for (unsigned index = 0; index < sizeof settings / sizeof settings[0]; index++) {
        sqlite3_db_config(database, settings[index][0], settings[index][1], NULL);
    }
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 32 << 20);
    sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(database, SQLITE_LIMIT_WORKER_THREADS, 0);
    sqlite3_hard_heap_limit64(512 << 20);
}

int recall_open_descriptor_database(int database, int log, struct sqlite3 **connection) {
    database_file = file_of(database);
    log_file = file_of(log);
    claim_whole_size(&database_file);
    int status = sqlite3_vfs_register(&file_system, 0);
    if (status != SQLITE_OK) return status;
    status = sqlite3_open_v2("messages", connection, SQLITE_OPEN_READONLY, file_system.zName);
    if (status != SQLITE_OK) return status;
    defend(*connection);
    return sqlite3_exec(
        *connection, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON", NULL,
        NULL, NULL);
}
