import RecallCore
import RecallKit
import RecallWire

/// The check that the library opens, is whole, and is embedded.
struct LibraryCheck {
    /// True to name what is damaged.
    let isDeep: Bool
    /// True to repair it first.
    let repairs: Bool

    func run(_ location: LibraryLocation) -> Diagnosis {
        guard location.exists else {
            return Diagnosis(
                check: "library", state: .missing,
                finding: "none at \(location.folder) yet. Run: \(location.command("import PATH"))")
        }
        do {
            let report = repairs ? try RecallLibrary.repair(at: location) : nil
            var diagnosis = try diagnosis(of: location, report)
            diagnosis.finding += repaired(report)
            return diagnosis
        } catch {
            return Diagnosis(check: "library", state: .broken, finding: "\(error)")
        }
    }

    private func diagnosis(of location: LibraryLocation, _ report: RepairReport?) throws -> Diagnosis {
        let library = try RecallLibrary(at: location, for: .read, model: .none)
        guard try library.isUndamaged() else { return try damaged(library, report) }
        let items = Count.of(try library.counts().items.values.reduce(0, +), "item")
        let finding = "\(location.folder), whole, \(items)\(try unembedded(library))"
        guard let bytes = try library.bytesMissingForChecksums() else {
            return Diagnosis(check: "library", state: .fine, finding: finding)
        }
        return Diagnosis(
            check: "library", state: .missing,
            finding: finding + ". Its pages have no checksums yet, so damage may go unnoticed. With "
                + "\(Count.bytes(bytes)) free on its disk, the next import adds them.")
    }

    private func unembedded(_ library: RecallLibrary) throws -> String {
        let counts = try library.counts()
        let missing = counts.passages - counts.embeddedPassages
        guard missing > 0 else { return ", all embedded" }
        return "; \(Count.of(missing, "passage")) to embed: \(library.location.command("import --embed-only"))"
    }

    /// The changes that a repair made, to add to a finding.
    private func repaired(_ report: RepairReport?) -> String {
        guard let report else { return "" }
        var parts: [String] = []
        if report.restoredPages > 0 { parts.append("\(Count.of(report.restoredPages, "page")) restored") }
        if report.acceptedPages > 0 {
            parts.append(
                "\(Count.of(report.acceptedPages, "page")) without a checksum taken as they are, as another program wrote "
                    + "them: SQLite's integrity check finds nothing, and more about them cannot be verified")
        }
        parts += report.rebuilt.map { $0 == .vectors ? "damaged vectors removed" : "\($0.rawValue) made again" }
        return parts.isEmpty ? "" : ". Repaired: " + parts.joined(separator: "; ")
    }

    private func damaged(_ library: RecallLibrary, _ report: RepairReport?) throws -> Diagnosis {
        let location = library.location
        let advice = isDeep ? advice(try report?.left ?? library.damage(), location) : deeper(location)
        return Diagnosis(check: "library", state: .broken, finding: "\(location.database) is damaged. \(advice)")
    }

    private func deeper(_ location: LibraryLocation) -> String {
        "Name what is damaged: \(location.command("doctor --deep")). Repair it: \(location.command("doctor --repair"))"
    }

    /// The parts and items that are damaged, and a remedy.
    private func advice(_ damage: LibraryDamage, _ location: LibraryLocation) -> String {
        let parts = damage.derived.map { "the \($0.rawValue)" } + damage.tables.map { "the table \($0)" }
        let damaged = parts.isEmpty ? [] : ["Damaged: \(parts.joined(separator: ", "))."]
        let items = damage.items.prefix(Self.mostItems).map { item in
            "Item \(item.id.map { "\($0)" } ?? "without an id") of \(item.sources.joined(separator: ", "))."
        }
        let more = damage.items.count > Self.mostItems ? ["And \(damage.items.count - Self.mostItems) items more."] : []
        let remedy =
            repairs
            ? "Restore the library from a backup, or move it away and import these files again"
            : "Repair it: \(location.command("doctor --repair"))"
        return (damaged + items + more + [remedy]).joined(separator: " ")
    }

    private static let mostItems = 20
}
