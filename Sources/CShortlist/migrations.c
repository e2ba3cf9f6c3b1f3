#include "CShortlist.h"

static const char create_meta[] = {
#embed "../../Migrations/0001_create_meta.sql" suffix(, '\0')
};
static const char create_sections_and_items[] = {
#embed "../../Migrations/0002_create_sections_and_items.sql" suffix(, '\0')
};
static const char create_index[] = {
#embed "../../Migrations/0003_create_index.sql" suffix(, '\0')
};

static const shortlist_migration migrations[] = {
  {1, "create_meta", create_meta},
  {2, "create_sections_and_items", create_sections_and_items},
  {3, "create_index", create_index},
};

const shortlist_migration *shortlist_migrations(int32_t *count) {
  *count = sizeof migrations / sizeof *migrations;
  return migrations;
}
