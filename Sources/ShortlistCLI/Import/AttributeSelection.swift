/// The keys and columns that an import takes as attributes, from `--attributes`.
enum AttributeSelection: Equatable {
  /// All that mean nothing else.
  case all
  case none
  /// Those with these names, even if they mean something else too.
  case named([String])

  /// Parses `all`, `none`, or names separated by commas; nothing means `all`.
  init(_ texts: [String]) {
    let names = texts.flatMap { $0.split(separator: ",") }.map { String($0.trimmingSpaces()) }
    self = names.isEmpty || names == ["all"] ? .all : names == ["none"] ? .none : .named(names)
  }
}
