/// How a search bar looks. The session does not draw: whoever does, in points or in cells of a
/// terminal, takes the figures from here.
public struct SearchSessionAppearance: Sendable, Hashable {
  /// A colour in sRGB; each part in 0...1.
  public struct Color: Sendable, Hashable {
    /// How much red.
    public var red: Double
    /// How much green.
    public var green: Double
    /// How much blue.
    public var blue: Double
    /// How opaque, from 0 for clear to 1.
    public var opacity: Double

    /// Makes a colour; it is opaque unless said otherwise.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
      self.red = red
      self.green = green
      self.blue = blue
      self.opacity = opacity
    }
  }

  /// A font: by name and size, or by what the text is for.
  public struct Font: Sendable, Hashable {
    /// What a text is for. Platforms with a setting for the size of text have a font for each.
    public enum TextStyle: String, Sendable, Hashable, CaseIterable {
      /// The title of a whole screen.
      case largeTitle
      /// A title.
      case title
      /// A heading.
      case headline
      /// What stands below a heading.
      case subheadline
      /// Running text.
      case body
      /// Text beside a picture or a control.
      case callout
      /// A note at the end.
      case footnote
      /// A line below a picture.
      case caption
    }

    /// The name of the font, such as "Avenir-Book"; `nil` for the system's.
    public var name: String?
    /// The size in points, greater than 0; `nil` for that of the text style.
    public var size: Double?
    /// What the text is for. With a size of its own, the font grows and shrinks with this style when a
    /// person changes the size of text; `nil` for a font that does not.
    public var textStyle: TextStyle?

    /// Makes a font: the system's for running text, unless said otherwise.
    public init(name: String? = nil, size: Double? = nil, textStyle: TextStyle? = .body) {
      self.name = name
      self.size = size
      self.textStyle = textStyle
    }
  }

  /// When the bar shows a button that clears its text. It never does so without a text.
  public enum ClearButtonMode: String, Sendable, Hashable, CaseIterable {
    /// Never.
    case never
    /// While the bar has the cursor.
    case whileEditing
    /// While it does not.
    case unlessEditing
    /// Always.
    case always
  }

  /// The room around the bar or its text, in the unit of the view: points, or cells of a terminal.
  public struct Margins: Sendable, Hashable {
    /// Above the bar.
    public var top: Double
    /// Before the bar, in the direction of the text.
    public var leading: Double
    /// Below the bar.
    public var bottom: Double
    /// Behind the bar, in the direction of the text.
    public var trailing: Double

    /// Makes margins; those that are not named are 0.
    public init(
      top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0
    ) {
      self.top = top
      self.leading = leading
      self.bottom = bottom
      self.trailing = trailing
    }
  }

  /// The height of the bar, in the unit of the view; `nil` leaves it to the view, as with colours.
  public var height: Double?
  /// The room around the bar.
  public var margins: Margins
  /// The font of what is typed and of the placeholder; `nil` leaves it to the view.
  public var font: Font?
  /// The room between the edges of the bar and its text; `nil` leaves it to the view.
  public var textInsets: Margins?
  /// When the bar shows a button that clears its text: ``SearchSessionState/showsClearButton`` follows
  /// it.
  public var clearButtonMode: ClearButtonMode
  /// The colour of what is typed.
  public var textColor: Color?
  /// The colour of the placeholder.
  public var placeholderColor: Color?
  /// The colour of the bar.
  public var backgroundColor: Color?
  /// The colour of Cancel, of the cursor and of what matched.
  public var tintColor: Color?
  /// The colour of the overlay that covers the list.
  public var overlayColor: Color?
  /// How much of the list the overlay hides once it has faded in, from 0 for nothing to 1 for all of
  /// it. It multiplies the opacity of ``overlayColor``.
  public var overlayOpacity: Double
  /// How long the overlay takes to fade in and out when ``SearchSessionState/isListDimmed`` changes,
  /// where ``SearchSessionState/isAnimated`` is set.
  public var overlayFade: Duration
  /// What the bar shows while there is no search.
  public var placeholder: String
  /// What Cancel is called.
  public var cancelLabel: String
  /// How long the placeholder takes to fade out when a search begins, and in when it ends.
  public var placeholderFade: Duration

  /// The looks of the platform, which can be set otherwise one by one.
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
