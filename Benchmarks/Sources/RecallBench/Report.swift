import ArgumentParser
import Foundation
import RecallEmbedding
import RecallKernels

/// A table of figures, for people and for programs.
struct Table {
    enum Value: Encodable {
        case text(String)
        case number(Double, digits: Int)

        static func percent(_ share: Double) -> Value { .number(100 * share, digits: 1) }
        static func milliseconds(_ seconds: Double) -> Value { .number(1e3 * seconds, digits: 3) }
        static func megabytes(_ bytes: Int) -> Value { .number(Double(bytes) / 1e6, digits: 1) }

        var text: String {
            switch self {
            case .text(let text): text
            case .number(let number, let digits): String(format: "%.\(digits)f", number)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number, _): try container.encode(number.isFinite ? number : nil)
            }
        }
    }

    let title: String
    let columns: [String]
    var rows: [[Value]] = []

    /// Columns aligned: texts to the left, numbers to the right.
    var text: String {
        let lines = [columns] + rows.map { $0.map(\.text) }
        let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        let body = lines.map { line in
            line.indices.map { pad(line[$0], to: widths[$0], left: isText($0)) }.joined(separator: "  ")
        }
        return ([title] + body.map { "  " + $0 }).joined(separator: "\n") + "\n"
    }

    private func isText(_ column: Int) -> Bool {
        if case .text = rows.first?[column] { true } else { false }
    }

    private func pad(_ text: String, to width: Int, left: Bool) -> String {
        let space = String(repeating: " ", count: width - text.count)
        return left ? text + space : space + text
    }
}

extension Table: Encodable {
    private enum Key: CodingKey {
        case title, rows
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(title, forKey: .title)
        let named = rows.map { Dictionary(zip(columns, $0)) { first, _ in first } }
        try container.encode(named, forKey: .rows)
    }
}

/// The circumstances of a measurement, without which its figures say little.
struct Conditions: Encodable {
    var date = Date.now.ISO8601Format()
    var features = CPUFeatures.current.names
    var kernels = Kernels.best.name
    var processors = processorCount()
    /// Processes that ran or waited to run in the last minute: other than 0 to 1 at the start means a disturbed machine.
    var load = Self.load()

    var text: String {
        "\(date), \(processors) processors, \(features.joined(separator: " ")), kernels \(kernels), "
            + "load \(String(format: "%.2f", load))\n"
    }

    private static func load() -> Double {
        var average = 0.0
        return getloadavg(&average, 1) == 1 ? average : .nan
    }
}

/// How tables are printed.
struct Output: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    func print(_ report: Report) throws {
        guard json else {
            return Swift.print(([report.conditions.text] + report.tables.map(\.text)).joined(separator: "\n"))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        Swift.print(String(decoding: try encoder.encode(report), as: UTF8.self))
    }
}

/// Tables with their conditions.
struct Report: Encodable {
    let conditions: Conditions
    let tables: [Table]
}

/// A command that measures and prints tables.
protocol Benchmark: AsyncParsableCommand {
    var output: Output { get }
    func tables() async throws -> [Table]
}

extension Benchmark {
    func run() async throws {
        // Before the measurement, which is a load itself.
        let conditions = Conditions()
        try output.print(Report(conditions: conditions, tables: await tables()))
    }
}
