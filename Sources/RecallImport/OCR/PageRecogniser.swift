import Foundation
import RecallConfinement
import RecallCore

/// Recognises the text of pictures and of pages, each in processes of its own.
struct PageRecogniser: Sendable {
    /// The languages, and the `recall` executable, as for `DocumentTextExtractor`.
    let recognition: TextRecognition
    let parserExecutable: String?

    /// The text of a picture; empty if there is none in it.
    ///
    /// - Parameters:
    ///   - input: the picture's file, which is read from its start.
    ///   - index: the number of the picture in the file, from 0.
    ///   - place: the place in the file at `path`, for failures.
    /// - Throws: `ImportFailure`: `.malformed`, `.parserFailed`; `CancellationError`.
    func text(of input: DocumentInput, index: Int = 0, path: String, place: String?) async throws -> String {
        let launcher = launcher(path, place)
        let output = try await launcher.run(
            ParserProcess.ocrPage, input, [recognition.languages.joined(separator: "+"), String(index)],
            atMost: ImportLimits.textBytes)
        switch output.ending {
        case _ where output.isCut, .exited(0): return RecognisedPage(output.bytes).text
        case .exited(1):
            throw launcher.failure(
                .malformed, "The image is damaged. Open it in a viewer, save it again and import that.")
        case .exited(Confinement.missingProgram): throw launcher.failure(.parserFailed, Tesseract.advice)
        default: throw launcher.failed(output)
        }
    }

    /// The text of a page of the PDF document of a unit, rendered by poppler's pdftoppm; empty if there is none on it.
    ///
    /// - Throws: as `text(of:index:path:place:)`.
    func text(ofPage number: Int, of unit: SourceUnit) async throws -> String {
        let place = "page \(number)"
        let launcher = launcher(unit.path, place)
        let output = try await launcher.run(
            ParserProcess.pdfScan, try DocumentInput(of: unit), [String(number)], atMost: ImportLimits.renderedPageBytes
        )
        guard output.ending == .exited(0), !output.isCut, let page = RenderedPage(output.bytes) else {
            if case .exited(let code) = output.ending, code < 100 {
                throw launcher.failure(.malformed, "The page is damaged, so its picture cannot be read.")
            }
            throw launcher.failed(output)
        }
        guard !page.isBlank else { return "" }
        return try await text(
            of: try DocumentInput(data: output.bytes, path: unit.path, place: place), path: unit.path, place: place)
    }

    /// The outcome of recognising one page.
    struct Outcome: Sendable {
        /// The number of the page, from 0.
        let index: Int
        var text = ""
        var failure: ImportFailure?
    }

    /// Recognises pages of a PDF document, several at the same time. The outcomes are in the order of the pages.
    ///
    /// - Throws: `CancellationError`.
    func recognise(_ pages: ArraySlice<Int>, of unit: SourceUnit) async throws -> [Outcome] {
        let outcomes = try await withThrowingTaskGroup(of: Outcome.self, returning: [Outcome].self) { group in
            var outcomes: [Outcome] = []
            for (number, index) in pages.enumerated() {
                if number >= Self.width, let next = try await group.next() { outcomes.append(next) }
                group.addTask { try await outcome(index, of: unit) }
            }
            for try await next in group { outcomes.append(next) }
            return outcomes
        }
        return outcomes.sorted { $0.index < $1.index }
    }

    private func outcome(_ index: Int, of unit: SourceUnit) async throws -> Outcome {
        do {
            return Outcome(index: index, text: try await text(ofPage: index + 1, of: unit))
        } catch let failure as ImportFailure {
            return Outcome(index: index, failure: failure)
        }
    }

    /// The pages that are recognised at the same time.
    private static let width = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))

    private func launcher(_ path: String, _ place: String?) -> ParserLauncher {
        ParserLauncher(executable: parserExecutable, path: path, place: place, confinement: .recognition)
    }
}

/// A page that was rendered in shades of grey: a binary PGM file, https://netpbm.sourceforge.net/doc/pgm.html
private struct RenderedPage {
    private let pixels: ArraySlice<UInt8>

    /// The page in a file as pdftoppm writes it: a header of three lines. `nil` if it is none.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0x50, 0x35]) else { return nil }
        let ends = bytes.prefix(64).indices.filter { bytes[$0] == 0x0A }
        guard ends.count >= 3 else { return nil }
        pixels = bytes[(ends[2] + 1)...]
    }

    /// True if all of it has about the same shade.
    var isBlank: Bool {
        var (darkest, lightest) = (UInt8.max, UInt8.min)
        for pixel in pixels { (darkest, lightest) = (min(darkest, pixel), max(lightest, pixel)) }
        return pixels.isEmpty || lightest - darkest < 32
    }
}
