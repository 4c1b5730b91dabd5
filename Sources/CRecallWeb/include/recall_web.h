#ifndef RECALL_WEB_H
#define RECALL_WEB_H

#include <stddef.h>

/// A text file of the web app.
struct recall_web_file {
    /// Its path below `assets/`.
    const char *path;
    /// Its text in UTF-8, ended by a zero byte.
    const unsigned char *text;
};

/// The file of that number, counted from 0; NULL after the last one.
const struct recall_web_file *recall_web_file_at(size_t number);

/// The OpenAPI document in UTF-8, ended by a zero byte.
const unsigned char *recall_web_openapi(void);

#endif
