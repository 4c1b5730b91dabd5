public import Foundation

/// Pictures of text, as scanners make them: lines of a made-up page, drawn by poppler's pdftoppm.
public enum Scan {
    /// A kind of image.
    public enum Kind: String, Sendable {
        case png, jpeg, tiff
        /// Shades of grey without a compression (PGM).
        case gray
    }

    /// The sides of the picture of a page in pixels.
    public static let size = (width: 1_200, height: 1_700)

    /// A picture of lines of ASCII text, black on white.
    public static func picture(_ lines: [String], _ kind: Kind = .png) throws -> Data {
        let scratch = try ScratchFolder()
        let page = try scratch.write("page.pdf", Data(textPDF(lines).utf8))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/pdftoppm")
        process.arguments = [
            "-\(kind.rawValue)", "-scale-to-x", "\(size.width)", "-scale-to-y", "\(size.height)", "-singlefile", page,
            scratch.path + "/out",
        ]
        try process.run()
        process.waitUntilExit()
        let name = kind == .gray ? "pgm" : kind == .jpeg ? "jpg" : kind == .tiff ? "tif" : "png"
        return try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/out." + name))
    }

    /// A page of a PDF document.
    public enum Page {
        case text([String])
        /// A picture of lines of text.
        case scan([String])
        /// A picture that is no picture: bytes that a decoder refuses.
        case damaged
        case empty
    }

    /// A PDF document of pages that are text, pictures of text, or empty.
    public static func pdf(_ pages: [Page]) throws -> Data {
        var objects = [
            Data("<</Type/Catalog/Pages 2 0 R>>".utf8), Data(),
            Data("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".utf8),
        ]
        var kids: [Int] = []
        for page in pages {
            let (content, picture) = try parts(page)
            if let picture { objects.append(picture) }
            let resources = picture == nil ? "/Font<</F 3 0 R>>" : "/XObject<</P \(objects.count) 0 R>>"
            objects.append(stream("", Data(content.utf8)))
            objects.append(
                Data(
                    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 850]/Contents \(objects.count) 0 R/Resources<<\(resources)>>>>"
                        .utf8))
            kids.append(objects.count)
        }
        let list = kids.map { "\($0) 0 R" }.joined(separator: " ")
        objects[1] = Data("<</Type/Pages/Count \(kids.count)/Kids[\(list)]>>".utf8)
        return file(objects)
    }

    private static func parts(_ page: Page) throws -> (content: String, picture: Data?) {
        let header = "/Type/XObject/Subtype/Image/Width \(size.width)/Height \(size.height)/BitsPerComponent 8"
        let drawing = "q 600 0 0 850 0 0 cm /P Do Q"
        switch page {
        case .empty: return ("", nil)
        case .text(let lines): return (text(lines), nil)
        case .scan(let lines):
            let picture = stream("\(header)/ColorSpace/DeviceRGB/Filter/DCTDecode", try picture(lines, .jpeg))
            return (drawing, picture)
        case .damaged:
            return (drawing, stream("\(header)/ColorSpace/DeviceRGB/Filter/DCTDecode", Data("no picture".utf8)))
        }
    }

    private static func stream(_ header: String, _ data: Data) -> Data {
        Data("<<\(header)/Length \(data.count)>>stream\n".utf8) + data + Data("\nendstream".utf8)
    }

    private static func text(_ lines: [String]) -> String {
        "BT /F 14 Tf 72 770 Td " + lines.map { "(\($0)) Tj 0 -22 Td " }.joined() + "ET"
    }

    /// A PDF document of one page of 600 by 850 points, drawn by these operators with Courier as `/F`.
    public static func pdf(drawing content: String) -> Data {
        file(
            [
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[4 0 R]>>",
                "<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 850]/Contents 5 0 R/Resources<</Font<</F 3 0 R>>>>>>",
                "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
            ].map { Data($0.utf8) })
    }

    private static func textPDF(_ lines: [String]) -> String {
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 850]/Contents 5 0 R/Resources<</Font<</F 3 0 R>>>>>>"
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[4 0 R]>>",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", page,
            "<</Length \(text(lines).utf8.count)>>stream\n\(text(lines))\nendstream",
        ]
        return String(decoding: file(objects.map { Data($0.utf8) }), as: UTF8.self)
    }

    private static func file(_ objects: [Data]) -> Data {
        var file = Data("%PDF-1.4\n".utf8)
        var offsets: [Int] = []
        for (number, object) in objects.enumerated() {
            offsets.append(file.count)
            file += Data("\(number + 1) 0 obj\n".utf8) + object + Data("\nendobj\n".utf8)
        }
        let start = file.count
        let table = offsets.map { String(repeating: "0", count: 10 - String($0).count) + "\($0) 00000 n \n" }.joined()
        return file
            + Data(
                "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n\(table)trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
                    .utf8)
    }
}
