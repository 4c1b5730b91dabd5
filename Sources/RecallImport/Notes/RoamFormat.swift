import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A graph that Roam Research exported as JSON.
    public static let roam = SourceFormat("roam", singular: "Roam graph", plural: "Roam graphs", isContainer: true)
}

/// Pages of blocks. A page is a note; references to blocks are replaced by these blocks' texts.
struct RoamFormat: JSONNoteFormat {
    let format = SourceFormat.roam

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "json" || file.isNamed else { return nil }
        let marks = ["\"create-time\"", "\"edit-time\""].flatMap { time in
            [["\"title\"", time], ["\"string\"", time]]
        }
        return file.isJSON(from: "[", marks) ? .signature : nil
    }

    func holdsNotes(_ path: JSONWalk.Path) -> Bool { path.isEmpty }
    func isNote(_ path: JSONWalk.Path) -> Bool { path == ["*"] }

    func context(of file: RegularFile) -> RoamBlocks {
        var wanted = RoamBlocks.Wanted()
        eachNote(in: file) { wanted.add($0.bytes ?? []) }
        var blocks = RoamBlocks()
        guard !wanted.ids.isEmpty else { return blocks }
        eachNote(in: file) { value in
            guard let page = value.parsed else { return }
            blocks.add(page["children"]?.elements ?? [], wanted)
        }
        return blocks
    }

    func record(_ value: JSONValue, _ context: RoamBlocks, _ unit: SourceUnit) -> ImportRecord? {
        guard let title = value["title"]?.string.map(CleanText.line), !title.isEmpty else { return nil }
        var page = RoamPage(blocks: context)
        page.write(value["children"]?.elements ?? [])
        guard !page.text.isEmpty else { return nil }
        let text = CleanText(page.text)
        let marks = NoteMarks(text.text, code: [])
        let details = NoteDetails(
            path: unit.path, notebook: "Roam", tags: Self.unique(marks.tags + page.tags(of: text.text)),
            links: Self.unique(marks.links), fileModified: unit.modificationDate)
        var imported = ImportedItem(
            Item(
                id: identity(value, title, unit), details: .note(details), title: title,
                date: RoamDate.day(title: title) ?? RoamDate.instant(value["create-time"]) ?? page.firstTime
                    ?? RoamDate.instant(value["edit-time"]),
                text: text.text, authoredRanges: AuthoredRanges.all(of: text.text), defects: text.defects))
        imported.isKnownByContent = true
        return .item(imported)
    }

    /// The graph.
    func scope(of path: String) -> String { CopyNumber.title(path: path) }

    /// Ids are those of a graph: that of a day is the day.
    private func identity(_ value: JSONValue, _ title: String, _ unit: SourceUnit) -> ItemID {
        ItemID(identifying: ["roam", scope(of: unit.path), value["uid"]?.string ?? title])
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}

/// Times of a graph.
enum RoamDate {
    /// The instant in a number of milliseconds.
    static func instant(_ value: JSONValue?) -> Date? { ChatDate.since1970(value?.double.map { $0 / 1_000 }) }

    /// The day that a daily page is called by: `January 2nd, 2024`.
    static func day(title: String, zone: TimeZone = .current) -> Date? {
        let words = title.split(separator: " ")
        guard words.count == 3, let month = MonthNames.english.firstIndex(of: String(words[0])), words[1].last == ",",
            let day = Int(words[1].prefix(while: \.isNumber)), let year = Int(words[2]), 1900...2100 ~= year,
            let civil = CivilDay(year: year, month: month + 1, day: day)
        else { return nil }
        var clock = LocalClock(zone: zone)
        return Date(timeIntervalSince1970: Double(clock.instant(showing: civil.daysSince1970 * 86_400)))
    }
}
