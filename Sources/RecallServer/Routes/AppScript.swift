/// Bundles the web app's modules into one script: a browser then requests one file instead of thirty, six at a time,
/// which takes it longer than serving them. The sources stay modules.
///
/// Supports only the statements that the app uses, each at the beginning of a line, and rejects all others
/// (docs/decisions/0014):
/// `import { a, b } from "./x.js";` and `export` before a function, a class or one constant.
package struct AppScript {
    /// A module that cannot be bundled.
    package struct Problem: Error, CustomStringConvertible {
        /// The module, the line and the problem.
        package var description: String
    }

    private let modules: [String: String]
    /// The exported names of each module already in the script.
    private var exports: [String: Set<Substring>] = [:]
    /// The modules whose imports are being added, to detect cycles.
    private var open: [String] = []
    package private(set) var text = "const modules = {};\n"

    /// The script of the module `main` among `modules`, with all modules that it imports.
    package init(_ main: String, of modules: [String: String]) throws {
        self.modules = modules
        try add(main)
    }

    /// Adds a module after its imports, as a function that runs once and returns its exports.
    private mutating func add(_ name: String) throws {
        guard exports[name] == nil else { return }
        guard let source = modules[name] else { throw Problem(description: "There is no module \(name).") }
        guard !open.contains(name) else { throw Problem(description: "\(name) imports itself, through \(open).") }
        open.append(name)
        var exported: [Substring] = []
        var body = ""
        for (index, bytes) in source.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            switch ModuleLine(Substring(bytes)) {
            case .imports(let names, let module):
                try addImport(of: names, from: module, at: "\(name):\(index + 1)")
                body += "const { \(names.joined(separator: ", ")) } = modules[\"\(module)\"];\n"
            case .exports(let name, let declaration):
                exported.append(name)
                body += "\(declaration)\n"
            case .code(let line): body += "\(line)\n"
            case .unknown:
                throw Problem(description: "\(name):\(index + 1): this form of import or export is not known.")
            }
        }
        open.removeLast()
        exports[name] = Set(exported)
        text += "modules[\"\(name)\"] = (() => {\n\(body)return { \(exported.joined(separator: ", ")) };\n})();\n"
    }

    private mutating func addImport(of names: [Substring], from module: String, at place: String) throws {
        try add(module)
        for name in names where exports[module]?.contains(name) != true {
            throw Problem(description: "\(place): \(module) does not export \(name).")
        }
    }
}

/// A line of a module.
private enum ModuleLine {
    case imports([Substring], from: String)
    case exports(Substring, declaration: Substring)
    case code(Substring)
    /// An import or an export of another form.
    case unknown

    init(_ line: Substring) {
        let start = line.utf8.prefix(while: { $0 == 0x20 || $0 == 0x09 }).count
        let rest = line.utf8.dropFirst(start)
        guard rest.starts(with: "import".utf8) || rest.starts(with: "export".utf8),
            Self.isStatement(rest.dropFirst(6).first)
        else {
            self = .code(line)
            return
        }
        self = Self.imported(line) ?? Self.exported(line) ?? .unknown
    }

    /// False if the keyword is only the beginning of a longer word or of a property name.
    private static func isStatement(_ next: UInt8?) -> Bool {
        next.map { " \t{*(\"'.".utf8.contains($0) } ?? true
    }

    private static func imported(_ line: Substring) -> Self? {
        guard line.hasPrefix("import { "), line.hasSuffix(".js\";") else { return nil }
        let parts = line.dropFirst("import { ".count).split(separator: " } from \"./")
        guard parts.count == 2 else { return nil }
        let names = parts[0].split(separator: ", ", omittingEmptySubsequences: false)
        return names.allSatisfy(isName) ? .imports(names, from: String(parts[1].dropLast("\";".count))) : nil
    }

    private static func exported(_ line: Substring) -> Self? {
        guard line.hasPrefix("export ") else { return nil }
        let declaration = line.dropFirst("export ".count)
        for keyword in ["function ", "function* ", "async function ", "async function* ", "class ", "const "]
        where declaration.hasPrefix(keyword) {
            let name = declaration.dropFirst(keyword.count).prefix { isOfName($0) }
            return isName(name) ? .exports(name, declaration: declaration) : nil
        }
        return nil
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy(isOfName)
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }
}
