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
FILE("icon.svg")
#embed "assets/icon.svg" suffix(, 0) if_empty(0)
END
FILE("app/answer-copy.js")
#embed "assets/app/answer-copy.js" suffix(, 0) if_empty(0)
END
FILE("app/answer-sources.js")
#embed "assets/app/answer-sources.js" suffix(, 0) if_empty(0)
END
FILE("app/answer-text.js")
#embed "assets/app/answer-text.js" suffix(, 0) if_empty(0)
END
FILE("app/api.js")
#embed "assets/app/api.js" suffix(, 0) if_empty(0)
END
FILE("app/assistant-clients.js")
#embed "assets/app/assistant-clients.js" suffix(, 0) if_empty(0)
END
FILE("app/chat-conversation.js")
#embed "assets/app/chat-conversation.js" suffix(, 0) if_empty(0)
END
FILE("app/chat-field.js")
#embed "assets/app/chat-field.js" suffix(, 0) if_empty(0)
END
FILE("app/chat-home.js")
#embed "assets/app/chat-home.js" suffix(, 0) if_empty(0)
END
FILE("app/chat-list.js")
#embed "assets/app/chat-list.js" suffix(, 0) if_empty(0)
END
FILE("app/chat-scope.js")
#embed "assets/app/chat-scope.js" suffix(, 0) if_empty(0)
END
FILE("app/chat-turn.js")
#embed "assets/app/chat-turn.js" suffix(, 0) if_empty(0)
END
FILE("app/chat-view.js")
#embed "assets/app/chat-view.js" suffix(, 0) if_empty(0)
END
FILE("app/dates.js")
#embed "assets/app/dates.js" suffix(, 0) if_empty(0)
END
FILE("app/deletion.js")
#embed "assets/app/deletion.js" suffix(, 0) if_empty(0)
END
FILE("app/dialog.js")
#embed "assets/app/dialog.js" suffix(, 0) if_empty(0)
END
FILE("app/document-view.js")
#embed "assets/app/document-view.js" suffix(, 0) if_empty(0)
END
FILE("app/dom.js")
#embed "assets/app/dom.js" suffix(, 0) if_empty(0)
END
FILE("app/event-stream.js")
#embed "assets/app/event-stream.js" suffix(, 0) if_empty(0)
END
FILE("app/export.js")
#embed "assets/app/export.js" suffix(, 0) if_empty(0)
END
FILE("app/facets.js")
#embed "assets/app/facets.js" suffix(, 0) if_empty(0)
END
FILE("app/filters.js")
#embed "assets/app/filters.js" suffix(, 0) if_empty(0)
END
FILE("app/folder-browser.js")
#embed "assets/app/folder-browser.js" suffix(, 0) if_empty(0)
END
FILE("app/hand-over.js")
#embed "assets/app/hand-over.js" suffix(, 0) if_empty(0)
END
FILE("app/held-deletion.js")
#embed "assets/app/held-deletion.js" suffix(, 0) if_empty(0)
END
FILE("app/help.js")
#embed "assets/app/help.js" suffix(, 0) if_empty(0)
END
FILE("app/import-card.js")
#embed "assets/app/import-card.js" suffix(, 0) if_empty(0)
END
FILE("app/import-guide.js")
#embed "assets/app/import-guide.js" suffix(, 0) if_empty(0)
END
FILE("app/import-view.js")
#embed "assets/app/import-view.js" suffix(, 0) if_empty(0)
END
FILE("app/item-article.js")
#embed "assets/app/item-article.js" suffix(, 0) if_empty(0)
END
FILE("app/item-view.js")
#embed "assets/app/item-view.js" suffix(, 0) if_empty(0)
END
FILE("app/kept-searches.js")
#embed "assets/app/kept-searches.js" suffix(, 0) if_empty(0)
END
FILE("app/keyboard.js")
#embed "assets/app/keyboard.js" suffix(, 0) if_empty(0)
END
FILE("app/library-notices.js")
#embed "assets/app/library-notices.js" suffix(, 0) if_empty(0)
END
FILE("app/library-sources.js")
#embed "assets/app/library-sources.js" suffix(, 0) if_empty(0)
END
FILE("app/library-view.js")
#embed "assets/app/library-view.js" suffix(, 0) if_empty(0)
END
FILE("app/main.js")
#embed "assets/app/main.js" suffix(, 0) if_empty(0)
END
FILE("app/mbox.js")
#embed "assets/app/mbox.js" suffix(, 0) if_empty(0)
END
FILE("app/memory-card.js")
#embed "assets/app/memory-card.js" suffix(, 0) if_empty(0)
END
FILE("app/memory-form.js")
#embed "assets/app/memory-form.js" suffix(, 0) if_empty(0)
END
FILE("app/memory-view.js")
#embed "assets/app/memory-view.js" suffix(, 0) if_empty(0)
END
FILE("app/menu.js")
#embed "assets/app/menu.js" suffix(, 0) if_empty(0)
END
FILE("app/model-guide.js")
#embed "assets/app/model-guide.js" suffix(, 0) if_empty(0)
END
FILE("app/note-page.js")
#embed "assets/app/note-page.js" suffix(, 0) if_empty(0)
END
FILE("app/original.js")
#embed "assets/app/original.js" suffix(, 0) if_empty(0)
END
FILE("app/palette.js")
#embed "assets/app/palette.js" suffix(, 0) if_empty(0)
END
FILE("app/passage-marks.js")
#embed "assets/app/passage-marks.js" suffix(, 0) if_empty(0)
END
FILE("app/people-change.js")
#embed "assets/app/people-change.js" suffix(, 0) if_empty(0)
END
FILE("app/people-merge.js")
#embed "assets/app/people-merge.js" suffix(, 0) if_empty(0)
END
FILE("app/people-row.js")
#embed "assets/app/people-row.js" suffix(, 0) if_empty(0)
END
FILE("app/people-statements.js")
#embed "assets/app/people-statements.js" suffix(, 0) if_empty(0)
END
FILE("app/people-suggestions.js")
#embed "assets/app/people-suggestions.js" suffix(, 0) if_empty(0)
END
FILE("app/people.js")
#embed "assets/app/people.js" suffix(, 0) if_empty(0)
END
FILE("app/query.js")
#embed "assets/app/query.js" suffix(, 0) if_empty(0)
END
FILE("app/question.js")
#embed "assets/app/question.js" suffix(, 0) if_empty(0)
END
FILE("app/reader.js")
#embed "assets/app/reader.js" suffix(, 0) if_empty(0)
END
FILE("app/reflow.js")
#embed "assets/app/reflow.js" suffix(, 0) if_empty(0)
END
FILE("app/results.js")
#embed "assets/app/results.js" suffix(, 0) if_empty(0)
END
FILE("app/router.js")
#embed "assets/app/router.js" suffix(, 0) if_empty(0)
END
FILE("app/search-home.js")
#embed "assets/app/search-home.js" suffix(, 0) if_empty(0)
END
FILE("app/search-notes.js")
#embed "assets/app/search-notes.js" suffix(, 0) if_empty(0)
END
FILE("app/search-view.js")
#embed "assets/app/search-view.js" suffix(, 0) if_empty(0)
END
FILE("app/session.js")
#embed "assets/app/session.js" suffix(, 0) if_empty(0)
END
FILE("app/settings-view.js")
#embed "assets/app/settings-view.js" suffix(, 0) if_empty(0)
END
FILE("app/source-text.js")
#embed "assets/app/source-text.js" suffix(, 0) if_empty(0)
END
FILE("app/style.css")
#embed "assets/app/style.css" suffix(, 0) if_empty(0)
END
FILE("app/text.js")
#embed "assets/app/text.js" suffix(, 0) if_empty(0)
END
FILE("app/theme.js")
#embed "assets/app/theme.js" suffix(, 0) if_empty(0)
END
FILE("app/timeline.js")
#embed "assets/app/timeline.js" suffix(, 0) if_empty(0)
END
FILE("app/tool-call-list.js")
#embed "assets/app/tool-call-list.js" suffix(, 0) if_empty(0)
END
FILE("app/tool-use.js")
#embed "assets/app/tool-use.js" suffix(, 0) if_empty(0)
END
FILE("app/types.js")
#embed "assets/app/types.js" suffix(, 0) if_empty(0)
END
FILE("app/upload.js")
#embed "assets/app/upload.js" suffix(, 0) if_empty(0)
END
FILE("app/virtual-list.js")
#embed "assets/app/virtual-list.js" suffix(, 0) if_empty(0)
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
