#include "recall_web.h"

// C23, which clang has in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE(path) {path, (const unsigned char[]){
#define END }},

// Every file below assets/, each in three lines of this list. Scripts/check-laws compares it with the folder.
static const struct recall_web_file files[] = {
FILE("index.html")
#embed "assets/index.html" suffix(, 0) if_empty(0)
END
};

static const unsigned char openapi[] = {
#embed "openapi.json" suffix(, 0) if_empty(0)
};

const struct recall_web_file *recall_web_file_at(size_t number)
{
    return number < sizeof files / sizeof files[0] ? &files[number] : NULL;
}

const unsigned char *recall_web_openapi(void)
{
    return openapi;
}
