#include "shortlist_postgres.h"

static const char create_list[] = {
#embed "../../Migrations/0001_create_list.sql" suffix(, '\0')
};
static const char create_partition_functions[] = {
#embed "../../Migrations/0002_create_partition_functions.sql" suffix(, '\0')
};

static const shortlist_postgres_migration migrations[] = {
    {1, "create_list", create_list},
    {2, "create_partition_functions", create_partition_functions},
};

const shortlist_postgres_migration *shortlist_postgres_migrations(int32_t *count) {
  *count = sizeof(migrations) / sizeof(migrations[0]);
  return migrations;
}
