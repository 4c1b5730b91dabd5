extension VisibilityStyle {
    /// The part that counts of a rule that holds perhaps: that it hides.
    ///
    /// A colour counts if it is lost on the background that the rule gives with it; without one, `TextColors` compares it
    /// with what is behind the text.
    var inDoubt: VisibilityStyle {
        let paints: Set<Property> = [.color, .fill, .background, .picture, .clipsToText, .doubtfulColor]
        let own = color(.fill) ?? color(.color) ?? color(.doubtfulColor)
        let hasBackground = self[.background] != nil || self[.picture] != nil
        let isPainted = own != nil && hasBackground
        let judged = filtered { isPainted || !paints.contains($0) }
        var visibility = TextVisibility()
        visibility.enter(judged, .line, mayHaveBackground: false)
        let weight = Weight.of(declared.map(\.weight).max() ?? 0)
        var style = VisibilityStyle()
        if visibility.isHidden { style.set(.display, .flag(true), weight) }
        if let own, !hasBackground { style.set(.doubtfulColor, .color(own), weight) }
        return style
    }
}
