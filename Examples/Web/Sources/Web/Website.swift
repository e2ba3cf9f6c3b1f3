import Hummingbird
import Shortlist

/// A website that searches a list of cities, in sections by country.
struct Website {
  let cities: ItemRepository

  /// Makes the server; `onServing` gets its port once it accepts connections.
  func application(
    at address: BindAddress, onServing: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> some ApplicationProtocol {
    var application = Application(
      router: router,
      // No text is an error, even if a program sends more than the form lets a person type.
      server: .http1(
        configuration: .init(
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 2 << 20, maxHeaderListSize: 4 << 20))),
      configuration: ApplicationConfiguration(address: address),
      onServerRunning: { channel in channel.localAddress?.port.map(onServing) })
    application.logger.logLevel = .warning
    return application
  }

  private var router: Router<BasicRequestContext> {
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.add(middleware: FailurePage())
    router.get("/") { request, _ in try await page(for: CitySearch(FormFields(request))) }
    router.get("/search") { request, _ in try await answer(to: CitySearch(FormFields(request))) }
    router.get("/city") { request, _ in try await city(FormFields(request)["id"] ?? "") }
    router.get("/search.js") { _, _ in
      Self.response("text/javascript", PackageResources.search_js)
    }
    router.get("/style.css") { _, _ in Self.response("text/css", PackageResources.style_css) }
    return router
  }

  /// The whole page, with the answer if something was typed.
  private func page(for search: CitySearch) async throws -> Response {
    let sections = try await cities.sections()
    var answer: HTML = ""
    if !search.isBlank {
      answer = Markup.answer(try await cities.search(search.query), to: search)
    }
    return Self.response(
      Markup.page(
        title: search.isBlank ? "Cities" : "\(search.text) – Cities", text: search.text,
        count: sections.map(\.count).reduce(0, +), content: answer))
  }

  /// The part of the page that changes as you type.
  ///
  /// A search takes a millisecond, and at most its time budget of a second; so it just ends if the
  /// visitor has typed on. Hummingbird can cancel it, but then closes the connection of every request.
  private func answer(to search: CitySearch) async throws -> Response {
    guard !search.isBlank else { return Self.response("") }
    return Self.response(Markup.answer(try await cities.search(search.query), to: search))
  }

  /// The page of one city.
  private func city(_ id: String) async throws -> Response {
    let sections = try await cities.sections()
    let item = try await cities.item(Item.ID(id))
    let country = sections.first { $0.id == item?.section }?.section
    return Self.response(
      Markup.page(
        title: item?.title ?? "No such city", text: "", count: sections.map(\.count).reduce(0, +),
        content: Markup.city(item, in: country)),
      status: item == nil ? .notFound : .ok)
  }

  fileprivate static func response(
    _ html: HTML, status: HTTPResponse.Status = .ok
  ) -> Response {
    Response(
      status: status, headers: htmlHeaders, body: .init(byteBuffer: ByteBuffer(string: html.text)))
  }

  private static func response(_ type: String, _ file: [UInt8]) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "\(type); charset=utf-8", .cacheControl: "max-age=600",
        .xContentTypeOptions: "nosniff",
      ],
      body: .init(byteBuffer: ByteBuffer(bytes: file)))
  }

  private static let htmlHeaders: HTTPFields = [
    .contentType: "text/html; charset=utf-8",
    .cacheControl: "no-cache",
    .xContentTypeOptions: "nosniff",
    .contentSecurityPolicy: """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'
    """,
  ]
}

/// Shows a page if a search fails, and logs why.
private struct FailurePage: RouterMiddleware {
  func handle(
    _ request: Request, context: BasicRequestContext,
    next: @concurrent (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as ShortlistError {
      context.logger.error("\(error)")
      return Website.response(Markup.failure, status: .serviceUnavailable)
    }
  }
}

extension FormFields {
  fileprivate init(_ request: Request) { self.init(query: request.uri.query ?? "") }
}
