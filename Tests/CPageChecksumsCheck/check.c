// Runs the layer of checksums, and what it erases, on random pages and on a database that is written, damaged and read at
// random. Built with AddressSanitizer and UndefinedBehaviorSanitizer by Scripts/sanitize.
//
// check-pages FOLDER

#include "recall_checksum.h"
#include "recall_page_checksums.h"
#include "unused_bytes.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t checks;

static void require(int ok, const char *what) {
    checks++;
    if (ok) return;
    printf("FAILED: %s\n", what);
    exit(1);
}

// SplitMix64 (Steele, Lea and Flood 2014).
static uint64_t random_bits(void) {
    static uint64_t state = 17;
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static int below(int limit) { return (int)(random_bits() % (uint64_t)limit); }

// Memory of its exact size, so that the byte after it is guarded.
static uint8_t *random_page(int size) {
    uint8_t *page = malloc((size_t)size);
    for (int at = 0; at < size; at++) page[at] = (uint8_t)random_bits();
    return page;
}

// A page that says it belongs to a tree: its pointers may lead anywhere.
static void check_hostile_page(int size) {
    static const uint8_t types[] = {2, 5, 10, 13};
    uint8_t *page = random_page(size);
    int number = below(3) + 1, header = number == 1 ? 100 : 0;
    page[header] = types[below(4)];
    for (int field = header + 1; field < header + 8; field += 2) {
        int value = below(2) ? below(size) : below(65536);
        page[field] = (uint8_t)(value >> 8);
        page[field + 1] = (uint8_t)value;
    }
    recall_erase_unused_bytes(page, size - RECALL_CHECKSUM_BYTES, number);
    recall_write_checksum(page, size, number);
    require(recall_page_is_whole(page, size, number), "a page with its checksum is whole");
    page[below(size)] ^= (uint8_t)(1 << below(8));
    require(!recall_page_is_whole(page, size, number), "a page with another bit is not whole");
    free(page);
}

// Bytes at any address, of any count.
static void check_checksum(void) {
    int count = below(200), offset = below(16);
    uint8_t *bytes = random_page(count + offset + 1);
    uint8_t *copy = malloc((size_t)count + 1);
    memcpy(copy, bytes + offset, (size_t)count);
    require(recall_checksum(bytes + offset, (size_t)count, 7) == recall_checksum(copy, (size_t)count, 7),
            "a checksum does not depend on the address");
    if (count > 0) {
        copy[below(count)] ^= 0x40;
        require(recall_checksum(bytes + offset, (size_t)count, 7) != recall_checksum(copy, (size_t)count, 7),
                "a checksum depends on every byte");
    }
    free(copy);
    free(bytes);
}

static void check_mending(void) {
    uint8_t *page = random_page(512), whole[512];
    recall_write_checksum(page, 512, 3);
    memcpy(whole, page, sizeof whole);
    page[below(512)] ^= (uint8_t)(1 << below(8));
    require(recall_mend_bit(page, 512, 3) && memcmp(page, whole, sizeof whole) == 0, "one bit is mended");
    free(page);
}

static sqlite3 *open_database(const char *path) {
    sqlite3 *database;
    require(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, RECALL_CHECKED_VFS) == SQLITE_OK,
            "a database opens");
    return database;
}

static int run(sqlite3 *database, const char *sql) { return sqlite3_exec(database, sql, NULL, NULL, NULL); }

static void reserve_bytes(sqlite3 *database, int page_size) {
    char sql[64];
    int bytes = RECALL_CHECKSUM_BYTES;
    snprintf(sql, sizeof sql, "PRAGMA page_size = %d", page_size);
    run(database, sql);
    sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
    require(run(database, "VACUUM; PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON;"
                          "CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT, data BLOB); CREATE INDEX b ON a (text);") == SQLITE_OK,
            "tables are made");
}

static void change_rows(sqlite3 *database) {
    char sql[160];
    run(database, "BEGIN");
    for (int row = 0; row < 60; row++) {
        int id = below(400);
        if (below(3) == 0) snprintf(sql, sizeof sql, "DELETE FROM a WHERE id = %d", id);
        else snprintf(sql, sizeof sql, "INSERT OR REPLACE INTO a VALUES (%d, hex(randomblob(%d)), randomblob(%d))", id, below(60),
                      below(4) ? below(200) : below(9000));
        require(run(database, sql) == SQLITE_OK, "rows are written");
    }
    run(database, below(4) ? "COMMIT" : "ROLLBACK");
    if (below(3) == 0) run(database, "PRAGMA wal_checkpoint(TRUNCATE)");
    if (below(12) == 0) require(run(database, "VACUUM") == SQLITE_OK, "a database is rewritten");
}

static int has_one_row(void *context, int columns, char **values, char **names) {
    (void)names;
    *(int *)context = columns == 1 && strcmp(values[0], "ok") == 0;
    return 0;
}

static void check_whole(sqlite3 *database) {
    int is_whole = 0;
    sqlite3_exec(database, "PRAGMA integrity_check", has_one_row, &is_whole, NULL);
    require(is_whole, "SQLite finds the database whole");
}

// Changes a byte of the file, and reads everything. Whatever is read, no memory is touched that should not be.
static void damage_and_read(const char *path, const char *copy) {
    FILE *in = fopen(path, "rb"), *out = fopen(copy, "wb");
    char bytes[4096];
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, in)) > 0;) fwrite(bytes, 1, count, out);
    long size = ftell(in);
    fclose(in);
    fseek(out, below((int)size), SEEK_SET);
    fputc((int)(random_bits() & 0xff), out);
    fclose(out);
    if (below(3) == 0) require(truncate(copy, below((int)size)) == 0, "a file is cut");
    sqlite3 *database = NULL;
    if (sqlite3_open_v2(copy, &database, SQLITE_OPEN_READONLY, RECALL_CHECKED_VFS) == SQLITE_OK) {
        run(database, "PRAGMA integrity_check; SELECT sum(length(text)), sum(length(data)) FROM a");
    }
    sqlite3_close(database);
    checks++;
}

static void check_database(const char *folder, int page_size) {
    char path[1024], copy[1024];
    snprintf(path, sizeof path, "%s/pages-%d.sqlite", folder, page_size);
    snprintf(copy, sizeof copy, "%s/damaged-%d.sqlite", folder, page_size);
    unlink(path);
    sqlite3 *database = open_database(path);
    reserve_bytes(database, page_size);
    for (int round = 0; round < 40; round++) change_rows(database);
    run(database, "PRAGMA wal_checkpoint(TRUNCATE)");
    check_whole(database);
    sqlite3_close(database);
    for (int round = 0; round < 200; round++) damage_and_read(path, copy);
}

int main(int count, char **arguments) {
    require(count == 2, "a folder is named");
    require(recall_register_page_checksums() == SQLITE_OK && recall_register_page_checksums() == SQLITE_OK, "the layer registers");
    for (int round = 0; round < 20000; round++) check_hostile_page(512 << below(8));
    for (int round = 0; round < 20000; round++) check_checksum();
    for (int round = 0; round < 5; round++) check_mending();
    for (int size = 512; size <= 65536; size *= 2) check_database(arguments[1], size);
    printf("%zu checks of pages passed\n", checks);
    return 0;
}
