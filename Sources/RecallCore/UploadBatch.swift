import Foundation

/// The folders below a library's `uploads` that uploads are kept in, one for each time that some were imported. By their
/// names Recall knows its own copies from what somebody put there.
package enum UploadBatch {
    private static let digits = 8

    /// The name of a new folder: the time, and some letters that make it unique.
    package static func newName() -> String {
        let time = Date().formatted(
            .iso8601.year().month().day().timeSeparator(.omitted).time(includingFractionalSeconds: false))
        let letters = String(UInt32.random(in: .min ... .max), radix: 16)
        return "\(time)-\(String(repeating: "0", count: digits - letters.count))\(letters)"
    }

    /// True for such a name.
    static func isName(_ name: Substring) -> Bool {
        let end = name.split(separator: "-").last ?? ""
        return name.contains("T") && end.count == digits && end.allSatisfy(\.isHexDigit)
    }
}
