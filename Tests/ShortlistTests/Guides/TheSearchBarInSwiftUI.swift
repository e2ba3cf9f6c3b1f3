#if canImport(SwiftUI)
  import Shortlist
  import SwiftUI

  // snippet: SwiftUI
  struct CountrySearch: View {
    let countries: [Item]
    @State private var model: SearchSessionModel

    init(_ repository: ItemRepository, countries: [Item]) {
      self.countries = countries
      let session = SearchSession(
        repository,
        configuration: SearchSessionConfiguration(
          scopes: [
            .all,
            SearchSessionScope(title: "Visited", sections: ["Countries visited"]),
          ]))
      _model = State(initialValue: SearchSessionModel(session))
    }

    var body: some View {
      NavigationStack {
        List(selection: $model.selection) {
          if let results = model.state.results {
            ForEach(results.groups) { group in
              Section(group.section.title) {
                ForEach(group.hits) { hit in Text(title(of: hit)) }
              }
            }
          } else {
            ForEach(countries) { Text($0.title) }
          }
        }
        .overlay {
          if let failure = model.state.failure {
            ContentUnavailableView(failure.message, systemImage: "exclamationmark.triangle")
          } else if model.state.results?.isEmpty == true {
            ContentUnavailableView.search(text: model.state.text)
          }
        }
        .disabled(!model.state.allowsSelection)
        .navigationTitle("Countries")
      }
      .searchable(text: $model.text, isPresented: $model.isActive)
      .searchScopes($model.scope) {
        ForEach(model.session.configuration.scopes, id: \.self) { Text($0.title).tag($0) }
      }
      .searchSuggestions {
        ForEach(model.state.suggestions, id: \.self) { suggestion in
          Button(suggestion.text) { model.send(.take(suggestion)) }
        }
      }
      .onSubmit(of: .search) { model.send(.submit) }
    }

    private func title(of hit: Hit) -> AttributedString {
      hit.attributedString(of: .title, marking: AttributeContainer().foregroundColor(.accentColor))
    }
  }
  // end

  struct RefreshedCountrySearch: View {
    let repository: ItemRepository
    let model: SearchSessionModel

    var body: some View {
      CountrySearch(repository, countries: [])
        // snippet: refresh
        .task {
          for await _ in repository.changes { model.send(.refresh) }
        }
      // end
    }
  }
#endif
