#include "extension.h"

void shortlist_answer_text(const shortlist_answer *answer, const char *bytes, int64_t length) {
  answer->host->result_text64(answer->context, bytes ? bytes : "", (sqlite3_uint64)length,
                              SQLITE_TRANSIENT, SQLITE_UTF8);
}

void shortlist_answer_blob(const shortlist_answer *answer, const void *bytes, int64_t length) {
  answer->host->result_blob64(answer->context, bytes ? bytes : "", (sqlite3_uint64)length,
                              SQLITE_TRANSIENT);
}

void shortlist_answer_number(const shortlist_answer *answer, double number) {
  answer->host->result_double(answer->context, number);
}

void shortlist_answer_integer(const shortlist_answer *answer, int64_t number) {
  answer->host->result_int64(answer->context, number);
}

void shortlist_fail(shortlist_failure *failure, int is_busy, const char *message, int64_t length) {
  failure->code = is_busy ? SQLITE_BUSY : SQLITE_ERROR;
  failure->host->free(failure->message);
  failure->message = failure->host->mprintf("%.*s", (int)length, message ? message : "");
}
