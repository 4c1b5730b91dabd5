// Checks CDescriptorDatabase and CFolderExchange under sanitizers: see Scripts/sanitize. Databases of all page sizes, with a log
// and without, are read by their descriptors as they were written; cut off or damaged, they end in rows and errors.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "recall_descriptor_database.h"
#include "recall_folder_exchange.h"

enum { ROWS = 400, DAMAGES = 120 };

static unsigned long checks;

static void require(int is_true, const char *what) {
    checks++;
    if (is_true) return;
    fprintf(stderr, "Not so: %s\n", what);
    exit(1);
}

static void run(sqlite3 *database, const char *sql) { require(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, sql); }

static void copy(const char *from, const char *to) {
    static char bytes[1 << 16];
    int source = open(from, O_RDONLY), target = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ssize_t count;
    while ((count = read(source, bytes, sizeof bytes)) > 0) require(write(target, bytes, (size_t)count) == count, "copied");
    close(source);
    close(target);
}

// With a log, half of the rows are in it alone.
static void make(int page_size, int has_log) {
    static char sql[256];
    unlink("made"), unlink("made-wal"), unlink("made-shm");
    sqlite3 *database;
    require(sqlite3_open("made", &database) == SQLITE_OK, "made");
    snprintf(sql, sizeof sql, "PRAGMA page_size = %d; CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT)", page_size);
    run(database, sql);
    const char *insert = "WITH RECURSIVE number(id) AS (SELECT %d UNION ALL SELECT id + 1 FROM number WHERE id < %d) "
                         "INSERT INTO row SELECT id, printf('%%.*c', id %% 90 + 1, 'x') FROM number";
    snprintf(sql, sizeof sql, insert, 1, ROWS / 2);
    run(database, sql);
    if (has_log) run(database, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
    snprintf(sql, sizeof sql, insert, ROWS / 2 + 1, ROWS);
    run(database, sql);
    copy("made", "database");
    if (has_log) copy("made-wal", "log");
    require(sqlite3_close(database) == SQLITE_OK, "closed");
}

// The rows that are read in a process of its own, as importers do it; the process ends well whatever the file holds.
static int rows(int has_log) {
    int ends[2], count = -1, status = -1;
    require(pipe(ends) == 0, "pipe");
    pid_t process = fork();
    if (process == 0) {
        int found = 0;
        sqlite3 *database = NULL;
        sqlite3_stmt *statement = NULL;
        int log = has_log ? open("log", O_RDONLY) : -1;
        if (recall_open_descriptor_database(open("database", O_RDONLY), log, &database) == SQLITE_OK
            && sqlite3_prepare_v2(database, "SELECT id, text FROM row", -1, &statement, NULL) == SQLITE_OK) {
            while (sqlite3_step(statement) == SQLITE_ROW) {
                int length = (int)(sqlite3_column_int64(statement, 0) % 90) + 1;
                found += sqlite3_column_bytes(statement, 1) == length;
            }
        }
        _exit(write(ends[1], &found, sizeof found) == sizeof found ? 0 : 1);
    }
    close(ends[1]);
    require(read(ends[0], &count, sizeof count) == sizeof count, "the process said what it found");
    close(ends[0]);
    require(waitpid(process, &status, 0) == process && status == 0, "the process ended well");
    return count;
}

static void damage(const char *path, unsigned number) {
    struct stat status;
    int file = open(path, O_RDWR);
    require(file >= 0 && fstat(file, &status) == 0 && status.st_size > 0, "opened to be damaged");
    if (number % 3 == 0) {
        require(ftruncate(file, rand() % status.st_size) == 0, "cut off");
    } else {
        // Every second time in the head, which says how large pages and file are.
        off_t limit = number % 2 && status.st_size > 100 ? 100 : status.st_size;
        for (unsigned char byte = 0; byte < 4; byte++) {
            unsigned char value = (unsigned char)rand();
            require(pwrite(file, &value, 1, rand() % limit) == 1, "damaged");
        }
    }
    close(file);
}

static void check_databases(void) {
    for (int page_size = 512; page_size <= 65536; page_size *= 2) {
        for (int has_log = 0; has_log < 2; has_log++) {
            make(page_size, has_log);
            require(rows(has_log) == ROWS, "all rows are read");
            if (has_log) require(rows(0) == ROWS / 2, "without the log, those that are not in it");
            copy("database", "whole");
            if (has_log) copy("log", "whole-log");
            for (unsigned number = 0; number < DAMAGES; number++) {
                damage(has_log && number % 4 == 0 ? "log" : "database", number);
                require(rows(has_log) <= ROWS, "no more rows than there were");
                copy("whole", "database");
                if (has_log) copy("whole-log", "log");
            }
        }
    }
}

static void check_exchange(void) {
    require(mkdir("one", 0700) == 0 && mkdir("other", 0700) == 0 && mkdir("one/inner", 0700) == 0, "folders");
    require(recall_exchange("one", "other") == 0, "exchanged");
    require(access("other/inner", F_OK) == 0 && access("one/inner", F_OK) != 0, "each has the other's name");
    require(recall_exchange("one", "missing") != 0 && access("one", F_OK) == 0, "not with what is missing");
}

int main(int count, char *arguments[]) {
    require(count == 2 && chdir(arguments[1]) == 0, "a folder is named");
    srand(7);
    check_databases();
    check_exchange();
    printf("Databases by descriptor, folders exchanged: %lu checks\n", checks);
    return 0;
}
