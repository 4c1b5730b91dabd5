// Loaded before SQLite into `recall`: adds up the work of each SQL statement, in steps of SQLite's virtual machine, and
// appends it at the end of the process to the file that STATEMENTS names. See Scripts/check-statements.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sqlite3_stmt sqlite3_stmt;
enum { vm_step = 4, most = 4096 };

static struct { char *sql; long runs, steps; } statements[most];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void write_down(void) {
    const char *path = getenv("STATEMENTS");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) return;
    for (int i = 0; i < count; i++) {
        fprintf(file, "%ld\t%ld\t", statements[i].runs, statements[i].steps);
        for (const char *c = statements[i].sql; *c; c++) fputc(*c == '\n' || *c == '\t' ? ' ' : *c, file);
        fputc('\n', file);
    }
    fclose(file);
}

static void add(sqlite3_stmt *statement) {
    static const char *(*sql_of)(sqlite3_stmt *);
    static int (*status)(sqlite3_stmt *, int, int);
    if (!statement) return;
    pthread_mutex_lock(&lock);
    if (!status) {
        sql_of = dlsym(RTLD_NEXT, "sqlite3_sql");
        status = dlsym(RTLD_NEXT, "sqlite3_stmt_status");
        atexit(write_down);
    }
    const char *sql = sql_of(statement);
    int steps = status(statement, vm_step, 1);
    if (sql && steps > 0) {
        int i = 0;
        while (i < count && strcmp(statements[i].sql, sql)) i++;
        if (i == count && count < most) statements[count++].sql = strdup(sql);
        if (i < most) {
            statements[i].runs++;
            statements[i].steps += steps;
        }
    }
    pthread_mutex_unlock(&lock);
}

int sqlite3_reset(sqlite3_stmt *statement) {
    static int (*real)(sqlite3_stmt *);
    if (!real) real = dlsym(RTLD_NEXT, "sqlite3_reset");
    add(statement);
    return real(statement);
}

int sqlite3_finalize(sqlite3_stmt *statement) {
    static int (*real)(sqlite3_stmt *);
    if (!real) real = dlsym(RTLD_NEXT, "sqlite3_finalize");
    add(statement);
    return real(statement);
}
