import RecallCore

/// The order of day, month and year in an export's dates.
enum WhatsAppDateOrder: Int, CaseIterable {
    case dayMonthYear, monthDayYear, yearMonthDay

    /// For people: `day.month`, …
    var name: String {
        switch self {
        case .dayMonthYear: "day, month, year"
        case .monthDayYear: "month, day, year"
        case .yearMonthDay: "year, month, day"
        }
    }

    /// The day of `header` in this order; `nil` if there is no such day between 2009, when WhatsApp began, and
    /// `lastYear`.
    func day(of header: WhatsAppHeader, lastYear: Int) -> CivilDay? {
        let (first, second, third) = header.date
        let day =
            switch self {
            case .dayMonthYear: (third, second, first, header.digits.third)
            case .monthDayYear: (third, first, second, header.digits.third)
            case .yearMonthDay: (first, second, third, header.digits.first)
            }
        if day.3 == 4, 1388...max(lastYear - 621, 1388) ~= day.0 {
            return CivilDay(persianYear: day.0, month: day.1, day: day.2)
        }
        guard let year = Self.year(day.0, digits: day.3, lastYear: lastYear) else { return nil }
        return CivilDay(year: year, month: day.1, day: day.2)
    }

    /// The year of the common era. Thai exports count from 543 BC.
    private static func year(_ number: Int, digits: Int, lastYear: Int) -> Int? {
        let plausible = 2009...max(lastYear, 2009)
        guard digits == 4 || digits == 2 else { return nil }
        // Two digits may be of either calendar: 67 is 2567 of the Buddhist one, which is 2024.
        let candidates = digits == 4 ? [number, number - 543] : [2000 + number, 2500 + number - 543]
        return candidates.first { plausible ~= $0 }
    }
}

/// The parts of a file that have something, of at most 64 equal ones. Their size doubles as the file grows.
private struct HeaderSpread {
    private var parts: UInt64 = 0
    private var shift = 0

    /// The number of parts that have it, of those up to a position.
    func count(upTo position: Int) -> Int {
        var spread = self
        spread.grow(to: position)
        return spread.parts.nonzeroBitCount
    }

    /// - Parameter position: that of a header; they rise.
    mutating func insert(_ position: Int) {
        grow(to: position)
        parts |= 1 << UInt64(position >> shift)
    }

    private mutating func grow(to position: Int) {
        while position >> shift >= 64 {
            var wider: UInt64 = 0
            for part in UInt64(0)..<32 where (parts >> (2 * part)) & 3 != 0 { wider |= 1 << part }
            parts = wider
            shift += 1
        }
    }
}

/// Evidence for the order of day and month, from all headers of one layout in a file.
struct WhatsAppDateEvidence {
    /// The dates of all headers, read in one order.
    private struct Reading {
        var impossible = 0
        var spread = HeaderSpread()
        /// The stretches of headers without a day in this order.
        var stretches = 0
        private var isInStretch = false
        var backwards = 0
        var first: Int?
        var last = 0
        var changes = 0

        var span: Int { last - (first ?? last) }

        /// The spread of impossible dates: a message may have any number of them, and is in one place.
        func width(among headers: Int) -> Int { stretches * spread.count(upTo: headers) }

        mutating func add(_ day: Int?, isVote: Bool, at position: Int) {
            guard let day else {
                guard isVote else { return }
                impossible += 1
                spread.insert(position)
                if !isInStretch { stretches += 1 }
                isInStretch = true
                return
            }
            if isVote { isInStretch = false }
            // One day back happens where a phone travels.
            if isVote, first != nil, day < last - 1 { backwards += 1 }
            if first == nil || day != last { changes += 1 }
            first = first ?? day
            last = day
        }
    }

    /// The number of headers.
    private(set) var count = 0
    private var readings = [Reading](repeating: Reading(), count: WhatsAppDateOrder.allCases.count)
    private var example: WhatsAppHeader?
    /// The dates that have voted, each once: one message may have hundreds of lines that look like headers.
    private var votes: Set<Int> = []
    private var lastDate: Int?
    /// The orders in which there is no day of the first header, which is in no message.
    private var beginsImpossibly: Set<WhatsAppDateOrder> = []
    private static let mostVotes = 10_000

    /// Takes the header into account.
    mutating func add(_ header: WhatsAppHeader, lastYear: Int) {
        count += 1
        if example == nil { example = header }
        let date = (header.date.first << 32) | (header.date.second << 16) | header.date.third
        let isVote = date != lastDate && votes.count < Self.mostVotes && votes.insert(date).inserted
        lastDate = date
        for order in WhatsAppDateOrder.allCases {
            let day = order.day(of: header, lastYear: lastYear)?.daysSince1970
            if count == 1, day == nil { beginsImpossibly.insert(order) }
            readings[order.rawValue].add(day, isVote: isVote, at: count)
        }
    }

    /// The order, and whether the file proves it.
    var order: (order: WhatsAppDateOrder, isCertain: Bool) {
        let usual = usualOrders
        // Exports are in order of time: with day and month swapped, dates become impossible or run backwards.
        let best = usual.map { rank($0) }.min { $0 < $1 } ?? (0, 0, 0, 0)
        let left = usual.filter { rank($0) == best }
        guard left.count > 1 else { return (left.first ?? .dayMonthYear, true) }
        // With full stops it is always the day first: the first days of three months are no three days of January.
        if example?.dateSeparator == 0x2E, left.contains(.dayMonthYear) { return (.dayMonthYear, true) }
        return decideBySpan(left, days: 3) ?? decideByConvention(left)
    }

    private func rank(_ order: WhatsAppDateOrder) -> (Int, Int, Int, Int) {
        let reading = readings[order.rawValue]
        let width = reading.width(among: count)
        return (beginsImpossibly.contains(order) ? 1 : 0, width, reading.impossible, reading.backwards)
    }

    private var usualOrders: [WhatsAppDateOrder] {
        guard let example else { return [.dayMonthYear] }
        // Four digits show the place of the year; two leave every order open.
        if example.digits.first == 4 { return [.yearMonthDay] }
        return example.digits.third == 4 ? [.dayMonthYear, .monthDayYear] : WhatsAppDateOrder.allCases
    }

    /// Read in the wrong order, the days of a fortnight are spread over a year.
    private func decideBySpan(_ orders: [WhatsAppDateOrder], days: Int) -> (WhatsAppDateOrder, Bool)? {
        let sorted = orders.sorted { readings[$0.rawValue].span < readings[$1.rawValue].span }
        let (shortest, next) = (readings[sorted[0].rawValue], readings[sorted[1].rawValue])
        // Few days, or spans of similar length, prove nothing.
        guard shortest.changes >= days, shortest.span * 4 < next.span else { return nil }
        return (sorted[0], days >= 3)
    }

    /// The order that is the custom where dates are written so, else the one in which two days are near each other.
    private func decideByConvention(_ orders: [WhatsAppDateOrder]) -> (WhatsAppDateOrder, Bool) {
        guard let example else { return (orders[0], false) }
        // Phones in the US write 6/7/24 or 10/7/24 with PM; most other places with slashes put the day first, and write pm or p. m.
        let isAmerican =
            example.dateSeparator == 0x2F && (example.digits.first == 1 || example.digits.second == 1)
            && example.digits.third == 2 && example.hasCapitalHalf
        if isAmerican, orders.contains(.monthDayYear) { return (.monthDayYear, false) }
        return decideBySpan(orders, days: 2) ?? (orders[0], false)
    }
}
