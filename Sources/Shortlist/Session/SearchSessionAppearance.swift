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

  /// The room around the bar, in the unit of the view.
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
  /// The colour of what is typed.
  public var textColor: Color?
  /// The colour of the placeholder.
  public var placeholderColor: Color?
  /// The colour of the bar.
  public var backgroundColor: Color?
  /// The colour of Cancel, of the cursor and of what matched.
  public var tintColor: Color?
  /// What the bar shows while there is no search.
  public var placeholder: String
  /// What Cancel is called.
  public var cancelLabel: String
  /// How long the placeholder takes to fade out when a search begins, and in when it ends.
  public var placeholderFade: Duration

  /// The looks of the platform, which can be set otherwise one by one.
  public init(
    height: Double? = nil, margins: Margins = Margins(), textColor: Color? = nil,
    placeholderColor: Color? = nil, backgroundColor: Color? = nil, tintColor: Color? = nil,
    placeholder: String = "Search", cancelLabel: String = "Cancel",
    placeholderFade: Duration = .milliseconds(250)
  ) {
    self.height = height
    self.margins = margins
    self.textColor = textColor
    self.placeholderColor = placeholderColor
    self.backgroundColor = backgroundColor
    self.tintColor = tintColor
    self.placeholder = placeholder
    self.cancelLabel = cancelLabel
    self.placeholderFade = placeholderFade
  }
}
