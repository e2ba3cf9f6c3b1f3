import GRDB

/// A country in the database.
struct Country: Codable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  var name: String
  var isVisited = false

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The countries, in a GRDB database that knows nothing of Shortlist.
struct CountryStore {
  let database: DatabaseQueue

  /// Opens a database, or makes one with a few countries. Without a path, it is in memory.
  init(path: String? = nil) throws {
    database = try path.map { try DatabaseQueue(path: $0) } ?? DatabaseQueue()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("countries") { db in
      try db.create(table: "country") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text).notNull().unique().collate(.nocase)
        table.column("isVisited", .boolean).notNull()
      }
      for (isVisited, names) in Self.sample {
        for name in names {
          var country = Country(name: name, isVisited: isVisited)
          try country.insert(db)
        }
      }
    }
    try migrator.migrate(database)
  }

  /// Adds a country to visit; `false` if there is one with that name.
  func add(_ name: String) async throws -> Bool {
    try await database.write { db in
      guard try Country.filter(Column("name") == name).isEmpty(db) else { return false }
      var country = Country(name: name)
      try country.insert(db)
      return true
    }
  }

  /// Marks a country as visited, or again as one to visit.
  func visit(_ id: Int64) async throws {
    try await database.write { db in
      guard var country = try Country.fetchOne(db, key: id) else { return }
      country.isVisited.toggle()
      try country.update(db)
    }
  }

  /// Deletes a country.
  func delete(_ id: Int64) async throws {
    try await database.write { _ = try Country.deleteOne($0, key: id) }
  }

  /// Returns the id of the country with a name, or `nil` if the list has no such country.
  func id(of name: String) async throws -> Int64? {
    try await database.read { try Country.filter(Column("name") == name).fetchOne($0)?.id }
  }

  private static let sample: KeyValuePairs = [
    false: [
      "Bosnia and Herzegovina", "Côte d'Ivoire", "Czech Republic", "Dominican Republic",
      "Føroyar", "Georgia", "Greece", "Greenland", "Guinea", "Iceland", "Ireland", "Japan",
      "New Zealand", "Norway", "Oman", "Papua New Guinea", "Perú", "Republic of the Congo",
      "Romania", "São Tomé and Príncipe", "South Korea", "Switzerland", "Việt Nam",
    ],
    true: [
      "Austria", "France", "Guinea-Bissau", "India", "Netherlands", "Poland", "South Africa",
      "Türkiye", "U.S.A",
    ],
  ]
}
