/// The modules of the web app as one script. A browser asks for one file instead of thirty, six at a time, each of which
/// takes it longer than the server; what is edited and read stays modules.
///
/// Understands what the app uses: `import { a, b } from "./x.js";` in one line, `export` before a declaration, and no circles.
struct AppScript {
    private let modules: [String: String]
    private var done: Set<String> = []
    private(set) var text = "const modules = {};\n"

    /// The script of the module of that name among `modules`, and of all that it imports.
    init(_ main: String, of modules: [String: String]) {
        self.modules = modules
        add(main)
    }

    /// Adds a module after those that it imports: a function that runs once and returns what it exports.
    private mutating func add(_ name: String) {
        guard done.insert(name).inserted, let source = modules[name] else { return }
        var exported: [Substring] = []
        var body = ""
        for bytes in source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let line = Substring(bytes)
            if let (names, module) = Self.imported(line) {
                add(module)
                body += "const {\(names)} = modules[\"\(module)\"];\n"
            } else if let (name, declaration) = Self.exported(line) {
                exported.append(name)
                body += "\(declaration)\n"
            } else {
                body += "\(line)\n"
            }
        }
        text += "modules[\"\(name)\"] = (() => {\n\(body)return { \(exported.joined(separator: ", ")) };\n})();\n"
    }

    /// What a line imports, and from which module.
    private static func imported(_ line: Substring) -> (names: Substring, module: String)? {
        guard line.hasPrefix("import {"), line.hasSuffix(".js\";") else { return nil }
        let parts = line.dropFirst("import {".count).split(separator: "}")
        guard parts.count == 2, let path = parts[1].split(separator: "\"").dropFirst().first else { return nil }
        return (parts[0], String(path.dropFirst("./".count)))
    }

    /// The name that a line exports, and its declaration.
    private static func exported(_ line: Substring) -> (name: Substring, declaration: Substring)? {
        guard line.hasPrefix("export ") else { return nil }
        let declaration = line.dropFirst("export ".count)
        let words = declaration.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        let keywords: Set<Substring> = ["async", "function", "class", "const"]
        return words.first { !keywords.contains($0) }.map { ($0, declaration) }
    }
}
