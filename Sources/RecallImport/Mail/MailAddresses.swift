import CGMime
import Foundation
import RecallCore

/// Parses address fields (RFC 5322, 3.4), including groups, names in comments and addresses obfuscated by archives.
struct MailAddresses {
    /// The participants read so far.
    private(set) var participants: [Participant] = []
    /// The defects of the field.
    private(set) var defects: Set<Defect> = []

    /// Reads the addresses of a field's value.
    ///
    /// - Complexity: O(*n*).
    mutating func read(_ value: Bytes) {
        guard !value.isEmpty else { return }
        HeaderText.flagCharset(of: value, &defects)
        if let disguised = Self.obfuscated(value) ?? Self.scrambled(value) {
            add(disguised)
            return
        }
        let before = participants.count
        if !parse(value), !Self.deobfuscated(value).withUnsafeBufferPointer({ !$0.isEmpty && parse($0) }) {
            let names = Self.names(value)
            if names == nil { defects.insert(.badHeader) }
            for name in names ?? [Self.anyName(value.slice((0..<value.count).prefixRange(1 << 10)))] {
                add(Participant(name: name))
            }
        }
        recover(value, since: before)
    }

    /// GMime stops at a `;`, and drops the address whose name has brackets or the like.
    private mutating func recover(_ value: Bytes, since before: Int) {
        let count = participants[before...].count { $0.address.contains("@") }
        guard value.count(where: { $0 == UInt8(ascii: "@") }) > count else { return }
        let found = LenientAddresses.read(value.slice((0..<value.count).prefixRange(HeaderText.longestText)))
        guard found.count > count else { return }
        participants.replaceSubrange(before..., with: found.prefix(max(0, ImportLimits.addresses - before)))
    }

    /// - Returns: true if there was an address.
    private mutating func parse(_ value: Bytes) -> Bool {
        let end = Self.endOfParsableGroups(value)
        if end < value.count { defects.insert(.overLimit) }
        let list = GMimeLibrary.withCString(value.slice(0..<end)) {
            internet_address_list_parse(GMimeLibrary.options, $0)
        }
        guard let list else { return false }
        defer { g_object_unref(list) }
        let before = participants.count
        addMembers(of: list, depth: 0)
        return participants.count > before || before > 0 || internet_address_list_length(list) > 0
    }

    private mutating func addMembers(of list: UnsafeMutablePointer<InternetAddressList>, depth: Int) {
        for i in 0..<internet_address_list_length(list) {
            guard participants.count < ImportLimits.addresses else {
                defects.insert(.overLimit)
                return
            }
            guard let address = internet_address_list_get_address(list, i) else { continue }
            if let members = recall_group_members(address) {
                if depth < 8 { addMembers(of: members, depth: depth + 1) }
            } else {
                add(Self.participant(address))
            }
        }
    }

    private static func participant(_ address: UnsafeMutablePointer<InternetAddress>) -> Participant {
        let name = unquoted(internet_address_get_name(address))
        let mailbox = unquoted(recall_mailbox_address(address))
        // A lone word is the name of someone rather than an address.
        if name.isEmpty, !mailbox.utf8.contains(UInt8(ascii: "@")) { return Participant(name: mailbox) }
        // What is written like a telephone number in a mail belongs to nobody who has it.
        let isNumber = !mailbox.isEmpty && mailbox.allSatisfy { $0.isNumber || "+-() .".contains($0) }
        return Participant(name: name == mailbox ? "" : name, address: isNumber ? mailbox + "@" : mailbox)
    }

    /// Without the quotes that are around the whole, as in an encoded word, or of an address that has no other name.
    private static func unquoted(_ text: UnsafePointer<CChar>?) -> String {
        let text = text.map { HeaderText.singleLine(String(cString: $0)) } ?? ""
        return text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
            ? String(text.dropFirst().dropLast()) : text
    }

    private mutating func add(_ participant: Participant) {
        if !participant.name.isEmpty || !participant.address.isEmpty { participants.append(participant) }
    }

    /// The offset at which to stop because groups are nested too deeply: GMime parses them recursively and would
    /// exhaust the stack.
    private static func endOfParsableGroups(_ value: Bytes) -> Int {
        var open = 0
        for i in 0..<value.count {
            if value[i] == UInt8(ascii: ":") { open += 1 }
            if value[i] == UInt8(ascii: ";") { open = max(0, open - 1) }
            if open > 100 { return i }
        }
        return value.count
    }

    /// `user at example.org (Name)`, as Mailman's archives write a From field.
    private static func obfuscated(_ value: Bytes) -> Participant? {
        guard let at = value.firstIndex(of: " at ", from: 0), let local = word(value.slice(0..<at))
        else { return nil }
        let rest = value.trimmed(at + 4..<value.count)
        let paren = value.firstIndex(of: UInt8(ascii: "("), from: rest.lowerBound) ?? rest.upperBound
        guard let domain = word(value.slice(value.trimmed(rest.lowerBound..<paren))) else { return nil }
        var name = paren..<rest.upperBound
        if !name.isEmpty { name = name.lowerBound + 1..<name.upperBound }
        if !name.isEmpty, value[name.upperBound - 1] == UInt8(ascii: ")") {
            name = name.lowerBound..<name.upperBound - 1
        }
        return Participant(name: HeaderText.phrase(value.slice(value.trimmed(name))), address: local + "@" + domain)
    }

    /// `us@r @end|ng |rom ex@mp|e@org (Name)`, as archives of newer versions of Pipermail write a From field: the name stays, and
    /// the address is gone for good.
    private static func scrambled(_ value: Bytes) -> Participant? {
        guard value.last == UInt8(ascii: ")"), let open = value.firstIndex(of: UInt8(ascii: "("), from: 0) else {
            return nil
        }
        let address = value.slice(0..<open)
        guard !address.contains(where: { "<>\",;:".utf8.contains($0) }) else { return nil }
        let words = address.split(separator: 0x20)
        // "user @example.org (Name)" is an address (RFC 5322, 4.4).
        let sign = words.dropFirst().dropLast().firstIndex { $0.count > 1 && $0.first == UInt8(ascii: "@") }
        guard sign != nil else { return nil }
        let name = HeaderText.phrase(value.slice(value.trimmed(open + 1..<value.count - 1)))
        return name.isEmpty ? nil : Participant(name: name)
    }

    private static func word(_ bytes: Bytes) -> String? {
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 32 && $0 != 127 && !notInWords.contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The names in `"Ada" <>, "Bo" <>`: people whose addresses are not known; `nil` for other values.
    private static func names(_ value: Bytes) -> [String]? {
        let value = value.slice((0..<value.count).prefixRange(HeaderText.longestText))
        guard value.firstIndex(of: "<>", from: 0) != nil else { return nil }
        let names = HeaderText.phrase(value).split(separator: "<>").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: " ,\""))
        }
        return Array(names.filter { !$0.isEmpty }.prefix(ImportLimits.addresses))
    }

    /// The best guess at a name in a malformed address: the comment in parentheses at its end, if there is one (some
    /// archives obfuscate the address but keep the comment), or else the whole value.
    private static func anyName(_ value: Bytes) -> String {
        if value.last == UInt8(ascii: ")"), let open = value.firstIndex(of: UInt8(ascii: "(")), open + 2 < value.count {
            return HeaderText.phrase(value.slice(open + 1..<value.count - 1))
        }
        return HeaderText.phrase(value)
    }

    private static let notInWords = Array("()<>,;@\"".utf8)

    /// `Name <user at example.org>, …` with its `@` restored; empty if there is nothing to restore.
    private static func deobfuscated(_ value: Bytes) -> [UInt8] {
        guard !value.contains(UInt8(ascii: "@")), value.firstIndex(of: " at ", from: 0) != nil else { return [] }
        var result: [UInt8] = []
        var (i, isBracketed) = (0, false)
        while i < value.count {
            if value[i] == UInt8(ascii: "<") { isBracketed = true }
            if value[i] == UInt8(ascii: ">") { isBracketed = false }
            if isBracketed, value.has(" at ", at: i) {
                result.append(UInt8(ascii: "@"))
                i += 4
            } else {
                result.append(value[i])
                i += 1
            }
        }
        return result
    }
}
