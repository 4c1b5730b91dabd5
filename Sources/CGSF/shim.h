#include <gsf/gsf-infile-msole.h>
#include <gsf/gsf-infile.h>
#include <gsf/gsf-input-memory.h>
#include <gsf/gsf-input.h>

// libgsf's casts and type tests are macros, which Swift does not see.

static inline void recall_ignore_log(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void)domain, (void)level, (void)message, (void)data;
}

/// The root storage of a compound file; NULL if it is none. The bytes are not copied. What libgsf says about damaged ones goes
/// nowhere: it would go to the person's terminal.
static inline GsfInfile *recall_compound_file(const guint8 *bytes, gsf_off_t count) {
    g_log_set_default_handler(recall_ignore_log, NULL);
    GsfInput *input = gsf_input_memory_new(bytes, count, FALSE);
    if (input == NULL) return NULL;
    GsfInfile *root = gsf_infile_msole_new(input, NULL);
    g_object_unref(input);
    return root;
}

/// The child as a storage; NULL if it is a stream.
static inline GsfInfile *recall_as_storage(GsfInput *child) {
    return GSF_IS_INFILE(child) && gsf_infile_num_children(GSF_INFILE(child)) >= 0 ? GSF_INFILE(child) : NULL;
}

static inline void recall_release_storage(GsfInfile *storage) { g_object_unref(storage); }
static inline void recall_release_stream(GsfInput *stream) { g_object_unref(stream); }
