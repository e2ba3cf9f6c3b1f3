/// The appearance of a search bar. The session draws nothing: a view reads these values, whether it
/// draws in points or in terminal cells.
public struct SearchSessionAppearance: Sendable, Hashable {
  /// A colour in sRGB; each component is in 0...1.
  public struct Color: Sendable, Hashable {
    /// The red component.
    public var red: Double
    /// The green component.
    public var green: Double
    /// The blue component.
    public var blue: Double
    /// The opacity, from 0 for transparent to 1 for opaque.
    public var opacity: Double

    /// Makes a colour, opaque by default.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
      self.red = red
      self.green = green
      self.blue = blue
      self.opacity = opacity
    }
  }

  /// A font, by name and size or by text style.
  public struct Font: Sendable, Hashable {
    /// The purpose of a text. Platforms with a text size setting have a font for each.
    public enum TextStyle: String, Sendable, Hashable, CaseIterable {
      /// The title of a whole screen.
      case largeTitle
      /// A title.
      case title
      /// A heading.
      case headline
      /// Text below a heading.
      case subheadline
      /// Running text.
      case body
      /// Text next to a picture or a control.
      case callout
      /// A footnote.
      case footnote
      /// A caption below a picture.
      case caption
    }

    /// The name of the font, such as "Avenir-Book"; `nil` for the system font.
    public var name: String?
    /// The size in points, greater than 0; `nil` for the size of the text style.
    public var size: Double?
    /// The purpose of the text. A font with a size of its own scales with this style when a person
    /// changes the text size; `nil` for a font that does not scale.
    public var textStyle: TextStyle?

    /// Makes a font, by default the system font for running text.
    public init(name: String? = nil, size: Double? = nil, textStyle: TextStyle? = .body) {
      self.name = name
      self.size = size
      self.textStyle = textStyle
    }
  }

  /// The times at which the bar shows a button that clears its text; never while the text is empty.
  public enum ClearButtonMode: String, Sendable, Hashable, CaseIterable {
    /// Never.
    case never
    /// While the bar has the cursor.
    case whileEditing
    /// While the bar does not have the cursor.
    case unlessEditing
    /// Always.
    case always
  }

  /// The space around the bar or its text, in the unit of the view: points or terminal cells.
  public struct Margins: Sendable, Hashable {
    /// Above the bar.
    public var top: Double
    /// Before the bar, in the reading direction.
    public var leading: Double
    /// Below the bar.
    public var bottom: Double
    /// After the bar, in the reading direction.
    public var trailing: Double

    /// Makes margins, which default to 0.
    public init(
      top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0
    ) {
      self.top = top
      self.leading = leading
      self.bottom = bottom
      self.trailing = trailing
    }
  }

  /// The height of the bar in the unit of the view; `nil` leaves it, like a colour, to the view.
  public var height: Double?
  /// The space around the bar.
  public var margins: Margins
  /// The font of the text and the placeholder; `nil` leaves it to the view.
  public var font: Font?
  /// The space between the edges of the bar and its text; `nil` leaves it to the view.
  public var textInsets: Margins?
  /// The times at which the bar shows a button that clears its text;
  /// ``SearchSessionState/showsClearButton`` follows them.
  public var clearButtonMode: ClearButtonMode
  /// The colour of the text.
  public var textColor: Color?
  /// The colour of the placeholder.
  public var placeholderColor: Color?
  /// The background colour of the bar.
  public var backgroundColor: Color?
  /// The colour of Cancel, the cursor and matches.
  public var tintColor: Color?
  /// The colour of the overlay that covers the list.
  public var overlayColor: Color?
  /// The opacity of the overlay after it has faded in, from 0 to hide nothing of the list to 1 to
  /// hide all. It multiplies the opacity of ``overlayColor``.
  public var overlayOpacity: Double
  /// The duration of the overlay's fade when ``SearchSessionState/isListDimmed`` changes while
  /// ``SearchSessionState/isAnimated`` is `true`.
  public var overlayFade: Duration
  /// The placeholder of the bar, shown while no search is active.
  public var placeholder: String
  /// The label of Cancel.
  public var cancelLabel: String
  /// The duration of the placeholder's fade: out when a search begins, in when it ends.
  public var placeholderFade: Duration

  /// Makes an appearance, by default that of the platform.
  public init(
    height: Double? = nil, margins: Margins = Margins(), font: Font? = nil,
    textInsets: Margins? = nil, clearButtonMode: ClearButtonMode = .whileEditing,
    textColor: Color? = nil, placeholderColor: Color? = nil, backgroundColor: Color? = nil,
    tintColor: Color? = nil, overlayColor: Color? = nil, overlayOpacity: Double = 0.4,
    overlayFade: Duration = .milliseconds(250), placeholder: String = "Search",
    cancelLabel: String = "Cancel", placeholderFade: Duration = .milliseconds(250)
  ) {
    self.height = height
    self.margins = margins
    self.font = font
    self.textInsets = textInsets
    self.clearButtonMode = clearButtonMode
    self.textColor = textColor
    self.placeholderColor = placeholderColor
    self.backgroundColor = backgroundColor
    self.tintColor = tintColor
    self.overlayColor = overlayColor
    self.overlayOpacity = overlayOpacity
    self.overlayFade = overlayFade
    self.placeholder = placeholder
    self.cancelLabel = cancelLabel
    self.placeholderFade = placeholderFade
  }
}
