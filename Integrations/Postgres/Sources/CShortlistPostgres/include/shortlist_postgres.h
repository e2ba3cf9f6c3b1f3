#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// A step in the history of the schema, as SQL text that is part of the program.
typedef struct {
  int32_t number;
  const char *name;
  const char *sql;
} shortlist_postgres_migration;

/// Returns the migrations in order, and sets `count` to their number.
const shortlist_postgres_migration *shortlist_postgres_migrations(int32_t *count);

#pragma clang assume_nonnull end
