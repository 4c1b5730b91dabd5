import RecallCore

/// The results of a first pass over all headers of a WhatsApp export: their layout, the order of day and month, the
/// authors.
struct WhatsAppSurvey {
    private var layouts: [WhatsAppHeader.Layout: WhatsAppDateEvidence] = [:]
    private var authorTexts: [String: AuthorEvidence] = [:]
    private let lastYear: Int
    /// The text after the first header.
    private(set) var firstMessage: [UInt8]?

    /// The properties common to one author's messages.
    private struct AuthorEvidence {
        var count = 0
        var commonStart: [UInt8] = []
    }

    /// A survey of an export in which no year is later than `lastYear`.
    init(lastYear: Int) {
        self.lastYear = lastYear
    }

    /// Takes a line of the export into account.
    mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
        guard let header = WhatsAppHeader(line) else { return }
        layouts[header.layout, default: WhatsAppDateEvidence()].add(header, lastYear: lastYear)
        let rest = UnsafeBufferPointer(rebasing: line[header.end...])
        if firstMessage == nil { firstMessage = Array(rest.prefix(1000)) }
        if let split = WhatsAppAuthors.firstSplit(of: rest) {
            addAuthor(split.name, text: rest[split.textStart...].prefix(64))
        }
    }

    private mutating func addAuthor(_ name: String, text: Slice<UnsafeBufferPointer<UInt8>>) {
        guard authorTexts[name] != nil || authorTexts.count < 10_000 else { return }
        // In place, as this runs once per message.
        let update: (inout AuthorEvidence) -> Void = { evidence in
            if evidence.count == 0 {
                evidence.commonStart = Array(text)
            } else if !evidence.commonStart.isEmpty {
                let common = zip(evidence.commonStart, text).prefix { $0 == $1 }.count
                evidence.commonStart.removeLast(evidence.commonStart.count - common)
            }
            evidence.count += 1
        }
        update(&authorTexts[name, default: AuthorEvidence()])
    }

    private static let mark = Array(String(WhatsAppContent.mark).utf8)

    /// The most frequent layout, or `nil` if there is no header at all.
    private var mainLayout: (layout: WhatsAppHeader.Layout, evidence: WhatsAppDateEvidence)? {
        let main = layouts.max { ($0.value.count, $1.key.rawValue) < ($1.value.count, $0.key.rawValue) }
        return main.map { ($0.key, $0.value) }
    }

    /// The interpretation of dates; `nil` if there is no header at all.
    var dates: WhatsAppDates? {
        guard let main = mainLayout else { return nil }
        let order = main.evidence.order
        var dates = WhatsAppDates(lastYear: lastYear, mainLayout: main.layout, mainOrder: order)
        for (layout, evidence) in layouts where layout != main.layout {
            dates.add(layout, order: evidence.order, isFrequent: evidence.count >= max(3, main.evidence.count / 5))
        }
        return dates
    }

    /// The authors, with those whose name contains a colon.
    var authors: WhatsAppAuthors {
        var authors = WhatsAppAuthors(
            counts: authorTexts.mapValues(\.count),
            onlyMarked: Set(authorTexts.filter { $0.value.commonStart.starts(with: Self.mark) }.keys))
        for (name, evidence) in authorTexts where evidence.count >= 3 {
            guard
                let end = evidence.commonStart.indices.last(where: {
                    evidence.commonStart[$0...].starts(with: [0x3A, 0x20])
                }),
                // "Eve: <attached: 1.jpg>", where all that she sent are files.
                !evidence.commonStart[..<end].contains(UInt8(ascii: "<"))
            else { continue }
            authors.addLongName(of: name, rest: evidence.commonStart[..<end])
        }
        return authors
    }
}

/// The interpretation of an export's dates.
struct WhatsAppDates {
    /// A header's time, interpreted.
    struct Reading {
        /// Local time in seconds since 1970; `nil` if there is no such day.
        var seconds: Int?
        /// True if day and month may be swapped.
        var isDoubtful: Bool
    }

    private typealias Order = (order: WhatsAppDateOrder, isCertain: Bool)

    private let lastYear: Int
    /// The layout that most headers have.
    let mainLayout: WhatsAppHeader.Layout
    private var orders: [WhatsAppHeader.Layout: Order]
    private var frequent: Set<WhatsAppHeader.Layout>

    fileprivate init(
        lastYear: Int, mainLayout: WhatsAppHeader.Layout, mainOrder: (order: WhatsAppDateOrder, isCertain: Bool)
    ) {
        self.lastYear = lastYear
        self.mainLayout = mainLayout
        orders = [mainLayout: mainOrder]
        frequent = [mainLayout]
    }

    /// The order of day and month in most headers, and whether the file proves it.
    var mainOrder: (order: WhatsAppDateOrder, isCertain: Bool) { orders[mainLayout] ?? (.dayMonthYear, false) }

    fileprivate mutating func add(
        _ layout: WhatsAppHeader.Layout, order: (order: WhatsAppDateOrder, isCertain: Bool), isFrequent: Bool
    ) {
        let yearFirst = layout.contains(.yearFirst)
        let isSimilar = yearFirst == mainLayout.contains(.yearFirst) && mainOrder.order != .yearMonthDay
        orders[layout] = isSimilar ? mainOrder : order
        if isFrequent { frequent.insert(layout) }
    }

    /// True if `header` begins a message and is not part of one. `previous` is the time of the message before it.
    func isStart(_ header: WhatsAppHeader, after previous: Int?) -> Bool {
        if frequent.contains(header.layout) { return true }
        guard let seconds = time(of: header).seconds else { return false }
        return previous.map { seconds >= $0 } ?? true
    }

    /// The time that `header` names.
    func time(of header: WhatsAppHeader) -> Reading {
        guard let order = orders[header.layout], let day = order.order.day(of: header, lastYear: lastYear) else {
            return Reading(seconds: nil, isDoubtful: true)
        }
        let isDoubtful = !order.isCertain && day.day <= 12 && day.day != day.month || header.dayPeriod == .unknown
        return Reading(seconds: day.daysSince1970 * 86_400 + header.secondOfDay, isDoubtful: isDoubtful)
    }
}

/// The authors of one export, and where a message's author ends.
struct WhatsAppAuthors {
    private let counts: [String: Int]
    /// The names before marked texts alone, as iOS writes before its notices.
    private let onlyMarked: Set<String>
    /// Names that contain a colon, by their part before it: what follows.
    private var longNames: [String: [UInt8]] = [:]

    fileprivate init(counts: [String: Int], onlyMarked: Set<String>) {
        (self.counts, self.onlyMarked) = (counts, onlyMarked)
    }

    /// True if all that follows a name begins with the mark of a notice.
    func isOnlyMarked(_ name: String) -> Bool { onlyMarked.contains(name) }

    /// Records that all messages of `name` continue with `rest` and a colon, which is therefore part of the name.
    fileprivate mutating func addLongName(of name: String, rest: ArraySlice<UInt8>) {
        longNames[name] = Array(rest)
    }

    /// The author of a message and where its text begins, or `nil` if WhatsApp itself wrote it.
    func split(_ message: UnsafeBufferPointer<UInt8>) -> (name: String, textStart: Int)? {
        guard let split = Self.firstSplit(of: message) else { return splitWithoutSpace(message) }
        if counts[split.name, default: 0] <= 1, split.name.unicodeScalars.contains(where: Self.isQuote) { return nil }
        guard let rest = longNames[split.name], message[split.textStart...].starts(with: rest) else { return split }
        let textStart = min(split.textStart + rest.count + 2, message.count)
        return (split.name + ": " + String(decoding: rest, as: UTF8.self), textStart)
    }

    /// Something in quotes belongs to a notice: who changed a group's subject, and to what.
    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        ["\"", "“", "”", "„", "«", "»"].contains(scalar)
    }

    /// Splits at a colon without a space after it, if that gives a known author.
    private func splitWithoutSpace(_ message: UnsafeBufferPointer<UInt8>) -> (name: String, textStart: Int)? {
        guard let colon = message.prefix(200).firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let name = String(decoding: message[..<colon], as: UTF8.self)
        return counts[name] == nil ? nil : (name, colon + 1)
    }

    /// Splits at the first colon with a space after it, or at the end of the line.
    static func firstSplit(of message: UnsafeBufferPointer<UInt8>) -> (name: String, textStart: Int)? {
        let start = message.prefix(200)
        var i = 0
        while let colon = start[i...].firstIndex(of: UInt8(ascii: ":")) {
            i = colon + 1
            if i == message.count || message[i] == 0x20 || message[i] == 0x0D {
                guard colon > 0 else { return nil }
                return (String(decoding: message[..<colon], as: UTF8.self), min(i + 1, message.count))
            }
        }
        return nil
    }
}
