import CShortlist
import CShortlistExtension
import Shortlist

/// The functions that open and search lists, as C calls them.
enum Engine {
  static var functions: shortlist_engine {
    shortlist_engine(
      open: { path, failure in
        Engine.retained(failure) { () throws(ShortlistError) in try Engine.open(path.string) }
      },
      close: { list in
        Engine.repository(list).close()
        Unmanaged<BlockingItemRepository>.fromOpaque(list).release()
      },
      search: { list, request, count, failure in
        Engine.rows(count, failure) { () throws(ShortlistError) in
          try HitRows(Engine.repository(list), request.pointee)
        }
      },
      complete: { list, request, count, failure in
        Engine.rows(count, failure) { () throws(ShortlistError) in
          try CompletionRows(Engine.repository(list), request.pointee)
        }
      },
      count_values: { list, request, count, failure in
        Engine.rows(count, failure) { () throws(ShortlistError) in
          try FacetRows(Engine.repository(list), request.pointee)
        }
      },
      read: { rows, row, column, answer in
        Unmanaged<Rows>.fromOpaque(rows).takeUnretainedValue()
          .read(Int(row), Int(column), Answer(answer))
      },
      hash: { rows, row, hash in
        var identity = Unmanaged<Rows>.fromOpaque(rows).takeUnretainedValue().identity(of: Int(row))
        return identity.withUTF8 { shortlist_hash(hash, $0.baseAddress, Int64($0.count)) }
      },
      free_rows: { rows in Unmanaged<Rows>.fromOpaque(rows).release() },
      version: { answer in Answer(answer).text(ShortlistVersion.current) })
  }

  /// Opens a list for one connection, whose statements search one after the other.
  private static func open(_ path: String) throws(ShortlistError) -> BlockingItemRepository {
    guard path != ":memory:" else {
      throw ShortlistError(
        .cannotOpen, "A list in memory cannot be searched from SQL; name a file.")
    }
    var options = ItemRepository.Options()
    options.isReadOnly = true
    options.readers = 1
    return try BlockingItemRepository(path: path, options: options)
  }

  private static func repository(_ list: UnsafeMutableRawPointer) -> BlockingItemRepository {
    Unmanaged<BlockingItemRepository>.fromOpaque(list).takeUnretainedValue()
  }

  private static func rows(
    _ count: UnsafeMutablePointer<Int64>, _ failure: OpaquePointer,
    _ make: () throws(ShortlistError) -> Rows
  ) -> UnsafeMutableRawPointer? {
    retained(failure) { () throws(ShortlistError) in
      let rows = try make()
      count.pointee = Int64(rows.count)
      return rows
    }
  }

  /// Returns what `make` returns, to be released by C; after an error, passes on its sentence and
  /// returns `nil`.
  private static func retained(
    _ failure: OpaquePointer, _ make: () throws(ShortlistError) -> some AnyObject
  ) -> UnsafeMutableRawPointer? {
    do throws(ShortlistError) {
      return Unmanaged.passRetained(try make()).toOpaque()
    } catch {
      var message = error.message
      message.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          shortlist_fail(failure, error.code == .busy ? 1 : 0, $0.baseAddress, Int64($0.count))
        }
      }
      return nil
    }
  }
}

extension shortlist_text {
  /// The text; replaces invalid UTF-8.
  var string: String {
    String(
      decoding: UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: Int(length)),
      as: UTF8.self)
  }
}

/// Receives the value of a column; without one, it is NULL.
struct Answer {
  private let answer: OpaquePointer

  init(_ answer: OpaquePointer) { self.answer = answer }

  func number(_ number: Double) { shortlist_answer_number(answer, number) }

  func integer(_ number: Int64) { shortlist_answer_integer(answer, number) }

  func text(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        shortlist_answer_text(answer, $0.baseAddress, Int64($0.count))
      }
    }
  }

  func blob(_ bytes: UnsafeRawBufferPointer) {
    shortlist_answer_blob(answer, bytes.baseAddress, Int64(bytes.count))
  }
}
