// The sandbox of macOS. Its profiles are not documented, but are what Chromium and others confine their parsers with.
#if defined(__APPLE__)

#include <sandbox.h>
#include <stdio.h>

#include "layers.h"

static const char profile[] =
    "(version 1)(deny default)(import \"system.sb\")"
    "(allow file-read* (subpath \"/usr/lib\") (subpath \"/usr/share\") (subpath \"/System\") (subpath \"/Library/Fonts\")"
    " (subpath \"/opt/homebrew/lib\") (subpath \"/opt/homebrew/opt\") (subpath \"/opt/homebrew/Cellar\")"
    " (subpath \"/opt/homebrew/share\") (subpath \"/usr/local/lib\") (subpath \"/usr/local/opt\")"
    " (subpath \"/usr/local/Cellar\") (subpath \"/usr/local/share\"))";

int recall_enter_sandbox(const char *program) {
    char text[4096], *error = NULL;
    int length = program == NULL
        ? snprintf(text, sizeof text, "%s", profile)
        : snprintf(text, sizeof text, "%s(allow process-exec file-read* (literal \"%s\"))", profile, program);
    if (length < 0 || (size_t)length >= sizeof text) return -1;
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    int failed = sandbox_init(text, 0, &error);
    if (error != NULL) sandbox_free_error(error);
#pragma clang diagnostic pop
    return failed == 0 ? RECALL_SANDBOX : -1;
}

#endif
