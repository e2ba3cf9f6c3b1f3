#if canImport(SwiftUI)
  import Shortlist
  import SwiftUI

  // snippet: view
  struct CountryList: View {
    let countries: [Item]
    @State var model: SearchSessionModel

    var body: some View {
      List(selection: $model.selection) {
        ForEach(model.state.results?.groups ?? []) { group in
          Section(group.section.title) { ForEach(group.hits) { Text($0.item.title) } }
        }
        if model.state.results == nil { ForEach(countries) { Text($0.title) } }
      }
      .disabled(!model.state.allowsSelection)
      .searchable(text: $model.text, isPresented: $model.isActive)
    }
  }
// end
#endif
