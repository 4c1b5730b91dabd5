extension Participant {
    private static let (longestName, mostWords, longestAddress) = (40, 4, 254)
    private static let titles: Set<String> = ["dr", "mr", "mrs", "ms", "prof", "st", "jr", "sr"]

    /// The name if it reads like one and not like a sentence, so that it may stand among Recall's own words; `nil` for
    /// others.
    public var plainName: String? {
        let words = DisplayText.safe(name).split(whereSeparator: \.isWhitespace)
        let isPlain =
            1...Self.mostWords ~= words.count && name.count <= Self.longestName && words.allSatisfy(Self.isPartOfName)
        return isPlain ? words.joined(separator: " ") : nil
    }

    /// Full stops are only in initials and titles: elsewhere they end a sentence.
    private static func isPartOfName(_ word: Substring) -> Bool {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        return word.allSatisfy { $0.isLetter || "'’-.".contains($0) }
            && parts.dropLast().allSatisfy { $0.count == 1 || titles.contains($0.lowercased()) }
    }

    /// The address if it can say nothing else: without blanks, quotation marks and brackets.
    private var plainAddress: String? {
        let isNumber = address.allSatisfy { $0.isNumber || " +-()./".contains($0) }
        let isPlain = address.allSatisfy { $0.isLetter || $0.isNumber || "@._+-='&~!#$%/".contains($0) }
        return !address.isEmpty && address.count <= Self.longestAddress && (isPlain || isNumber) ? address : nil
    }

    /// The participant among Recall's own words: `Ada Lind <ada@people.example>`, the address alone if the name does not read
    /// like one, or else the beginning of the name, quoted.
    fileprivate var stated: String {
        switch (plainName, plainAddress) {
        case (let name?, let address?): "\(name) <\(address)>"
        case (let name?, nil) where address.isEmpty: name
        case (_, let address?): address
        default: "“\(DisplayText.quotation(shortened))”"
        }
    }

    private var shortened: String {
        let text = DisplayText.safe(withAddress)
        return text.count > Self.longestName ? text.prefix(Self.longestName) + "…" : text
    }

    /// The name, to be compared with another one.
    fileprivate var foldedName: String {
        DisplayText.safe(name).lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// Senders as lists, answers and statements show them. A sender can choose any name, so the address stands beside it.
extension ItemSummary {
    private static let noAddress = " (no e-mail address)"

    private var isMailWithoutAddress: Bool { kind == .email && sender?.mailAddress == nil }

    /// `Ada Lind <ada@people.example>`; only the name where there is no e-mail address, which is said of an e-mail.
    public var senderWithAddress: String? {
        guard let sender else { return nil }
        if isMailWithoutAddress { return sender.displayName + Self.noAddress }
        return sender.mailAddress == nil ? sender.displayName : sender.withAddress
    }

    /// `quoting Ada Lind <ada@people.example>`, of the words of somebody else.
    public var quoting: String? { quotedWithAddress.map { "quoting " + $0 } }

    /// `Ada Lind <ada@people.example>`, whom the sender quotes.
    public var quotedWithAddress: String? {
        quoted == nil ? nil : quotedAuthor?.withAddress ?? "an earlier mail"
    }

    /// The sender among Recall's own words.
    public var statedSender: String? {
        sender.map { $0.stated + (isMailWithoutAddress ? Self.noAddress : "") }
    }

    /// The sender in a list: with the address where the name poses as an address or as the owner of the library, and where
    /// an e-mail has no address.
    public func listedSender(owner: Participant?) -> String? {
        mayMislead(owner: owner) ? senderWithAddress : sender?.displayName
    }

    private func mayMislead(owner: Participant?) -> Bool {
        guard let sender, !isMailWithoutAddress else { return sender != nil }
        guard let address = sender.mailAddress else { return false }
        let name = sender.foldedName
        if name.contains("@") && name != address || name == Participant.me.foldedName { return true }
        return name == owner?.foldedName && address != owner?.mailAddress
    }
}
