#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import Shortlist
  import UIKit

  // snippet: UIKit
  final class CountrySearchController: UITableViewController, UISearchResultsUpdating {
    private let model: SearchSessionModel
    private let countries: [Item]
    private var sections: [(title: String?, rows: [NSAttributedString])] = []
    private var showing: Task<Void, Never>?

    init(_ repository: ItemRepository, countries: [Item]) {
      model = SearchSessionModel(SearchSession(repository))
      self.countries = countries
      super.init(style: .insetGrouped)
      let search = UISearchController(searchResultsController: nil)
      search.searchResultsUpdater = self
      search.obscuresBackgroundDuringPresentation = false
      navigationItem.searchController = search
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "country")
      showing = Task { [weak self, states = model.session.states] in
        for await state in states { self?.show(state) }
      }
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("This controller is made in code.") }

    deinit { showing?.cancel() }

    func updateSearchResults(for search: UISearchController) {
      model.send(search.isActive ? .text(search.searchBar.text ?? "") : .cancel)
    }

    private func show(_ state: SearchSessionState) {
      if let results = state.results {
        sections = results.groups.map { group in
          (group.section.title, group.hits.map { Self.title(of: $0) })
        }
      } else {
        sections = [(nil, countries.map { NSAttributedString(string: $0.title) })]
      }
      tableView.allowsSelection = state.allowsSelection
      tableView.reloadData()
    }

    private static func title(of hit: Hit) -> NSAttributedString {
      let title = NSMutableAttributedString(string: hit.item.title)
      for range in hit.nsRanges(in: .title) {
        title.addAttribute(.foregroundColor, value: UIColor.tintColor, range: range)
      }
      return title
    }

    override func numberOfSections(in tableView: UITableView) -> Int { sections.count }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      sections[section].rows.count
    }

    override func tableView(
      _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? { sections[section].title }

    override func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "country", for: indexPath)
      var content = cell.defaultContentConfiguration()
      content.attributedText = sections[indexPath.section].rows[indexPath.row]
      cell.contentConfiguration = content
      return cell
    }
  }
// end
#endif
