import Foundation
import RecallAssistant
import RecallCore
import RecallWire

@testable import RecallMCP
@testable import RecallServer

/// What other programs send: assistants that use the tools, and whoever speaks HTTP.
enum Programs {
    static func mcp(_ bytes: [UInt8]) {
        var splitter = LineSplitter()
        for line in splitter.lines(in: bytes) + splitter.end() {
            guard case .whole(let line) = line else { continue }
            message(line)
        }
    }

    private static func message(_ line: Data) {
        _ = try? Envelope.reading(line)
        _ = try? JSONDecoder().decode(RequestMeta.self, from: line)
        _ = try? Parameters<Handshake>.reading(line)
        _ = try? Parameters<Cancellation>.reading(line)
        _ = try? Parameters<ResourceParameters>.reading(line)
        _ = try? JSONDecoder().decode(PageParameters.self, from: line)
        let headers = MCPHeaders(
            revision: "2025-06-18", method: "tools/call", name: String(decoding: line, as: UTF8.self))
        try? headers.check("tools/call", revision: "2025-06-18", line)
        if let call = try? Parameters<ToolCallParameters>.reading(line) { _ = call }
        if let arguments = try? JSONDecoder().decode(ToolArguments.self, from: line) {
            for tool in Tool.allCases { _ = try? ProgramCall(tool, .success(arguments)) }
        }
    }

    static func addresses(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let path = try? RequestPath.absolute(text) { precondition(path.hasPrefix("/") && !path.contains("/../")) }
        _ = PageCursor(text, of: "list")
        _ = ItemReference(text)
        _ = Secret(text)
        precondition(!HostRule(port: 80).allows([text]) || text.hasSuffix(":80"))
    }
}
