#include <iconv.h>
#include <libxml/xmlversion.h>
// ICU's headers, which libxml2's include where it is built with ICU, clash with those that come with Foundation.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/xmlreader.h>
