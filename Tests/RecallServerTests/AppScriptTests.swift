import Foundation
import RecallServer
import Testing

/// The web app's modules, joined to one script.
struct AppScriptTests {
    /// The modules as they are in the tree.
    private func modules() throws -> [String: String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/CRecallWeb/assets/app")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".js") }
        return Dictionary(
            uniqueKeysWithValues: try names.map {
                ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
            })
    }

    @Test func `the app's modules are joined, each once and after what it imports`() throws {
        let text = try AppScript("main.js", of: modules()).text
        let begun = text.split(separator: "\n").filter { $0.hasPrefix("modules[") }
        #expect(begun.count > 30 && Set(begun).count == begun.count)
        #expect(begun.last?.hasPrefix("modules[\"main.js\"]") == true)
    }

    @Test func `the app's modules import and export by statements alone`() throws {
        for (name, source) in try modules() {
            for line in source.split(separator: "\n") where line.firstMatch(of: /^\s*(?:\/\/|\/?\*)/) == nil {
                let code = line.replacing(/"[^"]*"|`[^`]*`/, with: "")
                let isStatement = line.hasPrefix("import {") || line.hasPrefix("export ")
                #expect(isStatement || code.firstMatch(of: /\b(?:import|export)\s*[\s{*(.]/) == nil, "\(name): \(line)")
            }
        }
    }

    @Test func `what a module exports is what others import`() throws {
        let text = try AppScript(
            "main.js",
            of: [
                "main.js": "import { a, b$ } from \"./x.js\";\nrun({ import: a });\n",
                "x.js": "export async function* a() {}\nexport const b$ = 1;\n",
            ]
        ).text
        #expect(
            text == """
                const modules = {};
                modules["x.js"] = (() => {
                async function* a() {}
                const b$ = 1;

                return { a, b$ };
                })();
                modules["main.js"] = (() => {
                const { a, b$ } = modules["x.js"];
                run({ import: a });

                return {  };
                })();

                """)
    }

    @Test(arguments: [
        "import a from \"./x.js\";", "import { a as b } from \"./x.js\";", "import * as x from \"./x.js\";",
        "import \"./x.js\";", "import {", "  import { a } from \"./x.js\";", "import { a } from './x.js';",
        "import { a } from \"./missing.js\";", "import { missing } from \"./x.js\";", "import { b } from \"./x.js\";",
        "import { a } from \"./main.js\";", "import(\"./x.js\");", "import.meta.url;", "export default a;",
        "export { a };", "export * from \"./x.js\";", "export let a = 1;", "export const { a } = b;", "export",
    ])
    func `a statement of another form is refused`(line: String) {
        #expect(throws: AppScript.Problem.self) {
            try AppScript("main.js", of: ["main.js": line, "x.js": "export const a = 1, b = 2;"])
        }
    }
}
