public import RecallCore
import RecallFiles

/// The detected type of a file or folder that the user named.
public struct DetectedSource: Hashable, Sendable {
    /// A file of one format, or a kind of folder.
    public enum Kind: Hashable, Sendable {
        /// A file, or a folder that is one export.
        case file(SourceFormat)
        /// A Maildir with `cur` and `new`.
        case maildir
        /// A folder of notes that link to each other, as Obsidian keeps them.
        case vault
        /// Any other folder.
        case folder
    }

    /// The absolute path.
    public var path: String
    /// The detected type.
    public var kind: Kind
    /// A description for people, without a full stop: "a Maildir with about 11,111 messages".
    public var summary: String
}

/// Recognises what a file or folder holds, before it is imported.
public struct SourceDetector: Sendable {
    /// The number of a folder's files to inspect.
    private static let sampleSize = 300

    private let readsImages: Bool

    /// A detector.
    ///
    /// - Parameter readsImages: true if the text in images is read.
    public init(readsImages: Bool = false) {
        self.readsImages = readsImages
    }

    private func walker(_ path: String, as format: SourceFormat?) -> SourceWalker {
        SourceWalker(path: path, as: format, readsImages: { [readsImages] _ in readsImages })
    }

    /// Detects the type of `path`, or checks it against `format`.
    ///
    /// - Throws: `ImportFailure` if there is nothing at `path`, if it cannot be read, or if its type is not
    ///   supported.
    public func detect(_ path: String, as format: SourceFormat? = nil) throws(ImportFailure) -> DetectedSource {
        let path = AbsolutePath.standardized(path)
        if FileStatus(path: path, following: true)?.type == .folder {
            return try detectFolder(path, as: format)
        }
        var walker = walker(path, as: format)
        switch walker.next() {
        case .unit(let unit)?:
            let summary = try ImportFormats.all[unit.format.identifier]?.summary(of: unit)
            return DetectedSource(path: path, kind: .file(unit.format), summary: summary ?? unit.format.singular)
        case .archive(let unit)?:
            let summary = "an archive of \(Quantity.bytes(unit.byteCount))"
            return DetectedSource(path: path, kind: .file(.archive), summary: summary)
        case .failure(let failure)?: throw failure
        case .possibleExport, .skipped, nil:
            throw ImportFailure(.wrongFormat, path: path, reason: "There is nothing to import here. Name another file.")
        }
    }

    private func detectFolder(_ path: String, as format: SourceFormat?) throws(ImportFailure) -> DetectedSource {
        let names = Set(try DirectoryListing(path: path).names)
        if names.isSuperset(of: Maildir.parts) {
            let count =
                try DirectoryListing(path: path + "/cur").names.count
                + (try DirectoryListing(path: path + "/new").names.count)
            let folders = names.count { $0.hasPrefix(".") && FileStatus(path: path + "/" + $0 + "/cur") != nil }
            let rest = folders > 0 ? " and \(folders) folders below it" : ""
            return DetectedSource(
                path: path, kind: .maildir, summary: "a Maildir with about \(Quantity.grouped(count)) messages\(rest)")
        }
        var walker = walker(path, as: format)
        if case .unit(let unit)? = walker.next(), unit.path == path {
            let summary = try ImportFormats.all[unit.format.identifier]?.summary(of: unit)
            return DetectedSource(path: path, kind: .file(unit.format), summary: summary ?? unit.format.singular)
        }
        let sample = sample(path, as: format)
        let isVault = names.contains(".obsidian")
        let name = isVault ? "an Obsidian vault" : "a folder"
        return DetectedSource(path: path, kind: isVault ? .vault : .folder, summary: "\(name) \(sample)")
    }

    /// A description of a folder by its first files.
    private func sample(_ path: String, as format: SourceFormat?) -> String {
        var counts: [SourceFormat: Int] = [:]
        var looked = 0
        for entry in walker(path, as: format).prefix(Self.sampleSize) {
            looked += 1
            switch entry {
            case .unit(let unit), .archive(let unit): counts[unit.format, default: 0] += 1
            case .failure, .skipped, .possibleExport: continue
            }
        }
        guard !counts.isEmpty else { return "in which there is nothing to import" }
        let found = (ImportFormats.all.formats + [.archive]).filter { counts[$0] != nil }
        // Formats that people call the same are counted together, where the first of them stands.
        let parts = found.compactMap { format -> String? in
            let alike = found.filter { $0.plural == format.plural }
            guard alike.first == format else { return nil }
            let count = alike.reduce(0) { $0 + (counts[$1] ?? 0) }
            return "\(Quantity.grouped(count)) \(format.noun(count: count))"
        }
        return "with \(parts.joined(separator: ", "))" + (looked == Self.sampleSize ? " among its first files" : "")
    }
}

/// Quantities, for people to read.
enum Quantity {
    /// A number of bytes, in kB or MB.
    static func bytes(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\((bytes + 1023) >> 10) kB" : "\(grouped((bytes + 1 << 19) >> 20)) MB"
    }

    /// A number with commas between thousands.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.indices.map { i in
            (i > 0 && (digits.count - i).isMultiple(of: 3) ? "," : "") + String(digits[i])
        }.joined()
    }
}
