#include "CShortlist.h"

static const char create_meta[] = {
#embed "../../../Migrations/0001_create_meta.sql" suffix(, '\0')
};
static const char create_sections_and_items[] = {
#embed "../../../Migrations/0002_create_sections_and_items.sql" suffix(, '\0')
};
static const char create_index[] = {
#embed "../../../Migrations/0003_create_index.sql" suffix(, '\0')
};
static const char create_recent_searches[] = {
#embed "../../../Migrations/0004_create_recent_searches.sql" suffix(, '\0')
};
static const char add_checksums[] = {
#embed "../../../Migrations/0005_add_checksums.sql" suffix(, '\0')
};
static const char count_terms_in_titles[] = {
#embed "../../../Migrations/0006_count_terms_in_titles.sql" suffix(, '\0')
};
static const char add_outdated_items[] = {
#embed "../../../Migrations/0007_add_outdated_items.sql" suffix(, '\0')
};
static const char drop_fragments[] = {
#embed "../../../Migrations/0008_drop_fragments.sql" suffix(, '\0')
};
static const char turn_off_automerge[] = {
#embed "../../../Migrations/0009_turn_off_automerge.sql" suffix(, '\0')
};
static const char add_vocabulary[] = {
#embed "../../../Migrations/0010_add_vocabulary.sql" suffix(, '\0')
};
static const char add_item_aliases[] = {
#embed "../../../Migrations/0011_add_item_aliases.sql" suffix(, '\0')
};
static const char rename_vocabulary[] = {
#embed "../../../Migrations/0012_rename_vocabulary.sql" suffix(, '\0')
};
static const char add_checkpoints[] = {
#embed "../../../Migrations/0013_add_checkpoints.sql" suffix(, '\0')
};
static const char add_learned_choices[] = {
#embed "../../../Migrations/0014_add_learned_choices.sql" suffix(, '\0')
};
static const char add_attributes[] = {
#embed "../../../Migrations/0015_add_attributes.sql" suffix(, '\0')
};
static const char add_synonyms[] = {
#embed "../../../Migrations/0016_add_synonyms.sql" suffix(, '\0')
};
static const char add_pinned_items[] = {
#embed "../../../Migrations/0017_add_pinned_items.sql" suffix(, '\0')
};
static const char add_latest_changes[] = {
#embed "../../../Migrations/0018_add_latest_changes.sql" suffix(, '\0')
};


static const shortlist_migration migrations[] = {
  {1, "create_meta", create_meta},
  {2, "create_sections_and_items", create_sections_and_items},
  {3, "create_index", create_index},
  {4, "create_recent_searches", create_recent_searches},
  {5, "add_checksums", add_checksums},
  {6, "count_terms_in_titles", count_terms_in_titles},
  {7, "add_outdated_items", add_outdated_items},
  {8, "drop_fragments", drop_fragments},
  {9, "turn_off_automerge", turn_off_automerge},
  {10, "add_vocabulary", add_vocabulary},
  {11, "add_item_aliases", add_item_aliases},
  {12, "rename_vocabulary", rename_vocabulary},
  {13, "add_checkpoints", add_checkpoints},
  {14, "add_learned_choices", add_learned_choices},
  {15, "add_attributes", add_attributes},
  {16, "add_synonyms", add_synonyms},
  {17, "add_pinned_items", add_pinned_items},
  {18, "add_latest_changes", add_latest_changes},
};

const shortlist_migration *shortlist_migrations(int32_t *count) {
  *count = sizeof migrations / sizeof *migrations;
  return migrations;
}
