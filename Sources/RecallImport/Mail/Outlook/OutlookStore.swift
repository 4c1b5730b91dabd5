import CLibPST
import Foundation
import RecallCore
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A store of Outlook (`.pst`, `.ost`; [MS-PST]): folders of mails, contacts and appointments.
///
/// Only for unpacking processes: libpst, which is written in C, reads it.
final class OutlookStore {
    /// An item of a store.
    struct Item {
        /// Its folder's path, empty or with a slash at its end.
        let folder: String
        let place: Place
        /// The time of its last change in nanoseconds since 1970.
        let modified: Int64?
        /// A mail, a card or an event, and the extension of such a file.
        let bytes: [UInt8]
        let ending: String

        /// The path of the file that the item is in. Mails of a folder, in the order of their numbers, are in mailboxes of some
        /// hundreds: a file for each of them costs more than all else, and a new one would change a mailbox of all.
        var path: String {
            let name = ending == "eml" ? "mails-\(place.folder)-\(place.part).mbox" : "\(place.number).\(ending)"
            return folder + name
        }

        /// The bytes that stand for the item in that file.
        var content: [UInt8] {
            guard ending == "eml" else { return bytes }
            let date = modified.map { Date(timeIntervalSince1970: Double($0) / 1e9) }
            return MboxWriter.entry(bytes, from: "", date: date)
        }
    }

    /// The place of an item: the numbers of its folder and its own. Its own never changes, and later ones are greater.
    struct Place {
        let folder, number: UInt64

        /// The mailbox of its folder that it is in. Numbers count by 32.
        var part: UInt64 { number >> 15 }

        /// True if the item is in the file that is called `name`: also by its number alone, as it was before there were mailboxes.
        func isIn(_ name: some StringProtocol) -> Bool {
            name == "mails-\(folder)-\(part).mbox" || name.hasPrefix("\(number).")
        }
    }

    private let store: UnsafeMutablePointer<pst_file>

    /// True for bytes that begin as stores do.
    static func begins(_ head: some Sequence<UInt8>) -> Bool { head.starts(with: "!BDN".utf8) }

    /// Opens the store on standard input: to be called before this process is confined. Reads no more than its header.
    init?(onStandardInput: Void) {
        store = .allocate(capacity: 1)
        store.initialize(to: pst_file())
        guard pst_open(store, "/dev/stdin", "cp1252") == 0 else { return nil }
        // What libpst has opened does not outlast the confinement.
        fclose(store.pointee.fp)
        store.pointee.fp = fdopen(STDIN_FILENO, "rb")
    }

    /// The file at a path that an item gave; `nil` if it is not there any more.
    ///
    /// - Parameter start: the bytes of it that are not needed. At most `ImportLimits.originalBytes` after them are given.
    func file(at path: String, from start: Int) throws -> [UInt8]? {
        struct Enough: Error {}
        let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
        let isMailbox = name.hasSuffix(".mbox")
        var (bytes, position, isFound): ([UInt8], Int, Bool) = ([], 0, false)
        do {
            try walk(where: { $0.isIn(name) }) { item in
                let content = isMailbox ? item.content : item.bytes
                isFound = true
                bytes += content.dropFirst(max(0, start - position))
                position += content.count
                guard bytes.count < ImportLimits.originalBytes else { throw Enough() }
            }
        } catch is Enough {
            bytes.removeLast(bytes.count - ImportLimits.originalBytes)
        }
        return isFound ? bytes : nil
    }

    /// Calls `body` with each item, folder by folder; those of one file follow each other.
    ///
    /// - Parameter isWanted: false for a place whose item is not made.
    /// - Throws: `ImportFailure` if nothing can be read of it; what `body` throws.
    func walk(where isWanted: (Place) -> Bool = { _ in true }, _ body: (Item) throws -> Void) throws {
        guard store.pointee.fp != nil, pst_load_index(store) == 0 else { throw OutlookStore.damaged }
        pst_load_extended_attributes(store)
        guard let first = store.pointee.d_head, let root = pst_parse_item(store, first, nil) else {
            throw OutlookStore.damaged
        }
        defer { pst_freeItem(root) }
        guard let top = pst_getTopOfFolders(store, root) else { throw OutlookStore.damaged }
        try walk(top, in: "", depth: 0, isWanted, body)
    }

    static let damaged = ImportFailure(
        .malformed, path: "", reason: "The file is no store of Outlook, or damaged. Export it from Outlook again.")

    /// The items that folders say they have and that could not be read.
    private(set) var lost = 0
    /// The folders that say they have folders, of which there are none. Of a store that copies a server (`.ost`), that is no damage:
    /// not every folder is copied.
    private(set) var foldersWithoutTheirs = 0

    /// Folders within each other, and the bytes of their names: what is deeper lies in the last one, since longer paths cannot be
    /// opened.
    private static let mostFolders = 1_000, longestPath = 700

    private typealias Node = UnsafeMutablePointer<pst_desc_tree>

    /// - Returns: the number of items in this folder itself.
    @discardableResult
    private func walk(
        _ parent: Node, in folder: String, depth: Int, _ isWanted: (Place) -> Bool, _ body: (Item) throws -> Void
    ) throws -> Int {
        guard depth < Self.mostFolders else { return 0 }
        var items: [Node] = []
        var next = parent.pointee.child
        while let node = next {
            next = node.pointee.next
            if Self.isMessage(node) {
                if node.pointee.desc != nil { items.append(node) }
            } else if try !walkFolder(node, in: folder, depth: depth, isWanted, body) {
                items.append(node)
            }
        }
        return try walkItems(items, of: parent, in: folder, isWanted, body)
    }

    /// Walks through a node that is a folder; false if it is an item.
    private func walkFolder(
        _ node: Node, in folder: String, depth: Int, _ isWanted: (Place) -> Bool, _ body: (Item) throws -> Void
    ) throws -> Bool {
        let isFolder = node.pointee.d_id & 0x1F == 2
        guard node.pointee.desc != nil, let item = pst_parse_item(store, node, nil) else {
            // A folder that is damaged may hold items that are whole.
            if isFolder, node.pointee.child != nil {
                lost += 1
                try walk(node, in: folder, depth: depth + 1, isWanted, body)
            }
            return true
        }
        defer { pst_freeItem(item) }
        guard let inner = item.pointee.folder else { return false }
        let name = OutlookItem(item, in: store).folderName
        let path = folder.utf8.count + name.utf8.count < Self.longestPath ? folder + name + "/" : folder
        let found = try walk(node, in: path, depth: depth + 1, isWanted, body)
        // Folders of searches, of another kind, count what lies elsewhere.
        guard isFolder else { return true }
        lost += max(0, Int(inner.pointee.item_count) - found)
        if inner.pointee.subfolder != 0, !Self.hasFolders(node.pointee.child) { foldersWithoutTheirs += 1 }
        return true
    }

    /// Calls `body` with the items of a folder: of each part its mails first, then what else is there.
    ///
    /// - Returns: the number of those that can be read.
    private func walkItems(
        _ nodes: [Node], of parent: Node, in folder: String, _ isWanted: (Place) -> Bool, _ body: (Item) throws -> Void
    ) throws -> Int {
        var count = 0
        var others: [Node] = []
        func place(of node: Node) -> Place { Place(folder: parent.pointee.d_id, number: node.pointee.d_id) }
        func read(_ node: Node, _ takes: (String) -> Bool) throws -> Bool {
            let place = place(of: node)
            guard isWanted(place), let item = pst_parse_item(store, node, nil) else { return false }
            defer { pst_freeItem(item) }
            if let (bytes, ending) = OutlookItem(item, in: store).file {
                guard takes(ending) else {
                    others.append(node)
                    return true
                }
                let modified = OutlookItem.nanoseconds(item.pointee.modify_date)
                try body(Item(folder: folder, place: place, modified: modified, bytes: bytes, ending: ending))
            }
            return true
        }
        let parts = Dictionary(grouping: nodes.sorted { $0.pointee.d_id < $1.pointee.d_id }) { place(of: $0).part }
        for (_, part) in parts.sorted(by: { $0.key < $1.key }) {
            for node in part where try read(node, { $0 == "eml" }) { count += 1 }
            for other in others { _ = try read(other) { _ in true } }
            others = []
        }
        return count
    }

    /// True for a node that holds nothing but a message, by its number.
    private static func isMessage(_ node: Node) -> Bool {
        node.pointee.d_id & 0x1F == 4 && node.pointee.child == nil
    }

    /// True if one of these nodes is a folder.
    private static func hasFolders(_ first: Node?) -> Bool {
        var next = first
        while let node = next {
            if [2, 3].contains(node.pointee.d_id & 0x1F) { return true }
            next = node.pointee.next
        }
        return false
    }
}

/// An item of a store, as libpst gives it.
private struct OutlookItem {
    private let item: UnsafeMutablePointer<pst_item>
    private let store: UnsafeMutablePointer<pst_file>

    init(_ item: UnsafeMutablePointer<pst_item>, in store: UnsafeMutablePointer<pst_file>) {
        self.item = item
        self.store = store
    }

    /// The name of a folder as that of a folder on a disk.
    var folderName: String {
        let name = (text(&item.pointee.file_as) ?? "").drop { "./\\ ".contains($0) }
        var plain = ""
        for character in name
        where !"/\\".contains(character) && character.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) {
            guard plain.utf8.count + character.utf8.count <= Self.longestName else { break }
            plain.append(character)
        }
        // Folders of these names are left out of imports, or are those of a Maildir.
        let isTaken = Folder.isHidden(plain) || ["cur", "new", "tmp"].contains(plain)
        return plain.isEmpty ? "Folder" : isTaken ? plain + "_" : plain
    }

    private static let longestName = 100

    /// The file that the item is, and its extension; `nil` for what holds nothing to read.
    var file: (bytes: [UInt8], ending: String)? {
        if let contact = item.pointee.contact { return (Array(card(contact).utf8), "vcf") }
        if let appointment = item.pointee.appointment, item.pointee.type != PST_TYPE_SCHEDULE {
            return (Array(event(appointment).utf8), "ics")
        }
        let message = message(depth: 0)
        return message.map { (OutlookMail.bytes(of: $0), "eml") }
    }

    static func nanoseconds(_ time: UnsafeMutablePointer<FILETIME>?) -> Int64? {
        guard let time else { return nil }
        let since1970 = Int64(clamping: ticks(time.pointee)).subtractingReportingOverflow(116_444_736_000_000_000)
        let (nanoseconds, isOver) = since1970.partialValue.multipliedReportingOverflow(by: 100)
        return isOver ? nil : nanoseconds
    }

    private static func ticks(_ time: FILETIME) -> UInt64 {
        UInt64(time.dwHighDateTime) << 32 | UInt64(time.dwLowDateTime)
    }

    /// A text in UTF-8; libpst changes it where it lies.
    private func text(_ string: UnsafeMutablePointer<pst_string>) -> String? {
        guard string.pointee.str != nil else { return nil }
        pst_convert_utf8(item, string)
        return string.pointee.str.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: Mails

    private func message(depth: Int) -> OutlookMessage? {
        var message = OutlookMessage()
        // All texts are UTF-8 from here on.
        message.properties.set(.internetCodePage, integer: 65_001)
        item.pointee.ascii_type.map { message.properties.set(.messageClass, text: String(cString: $0)) }
        set(&message, .subject, &item.pointee.subject)
        set(&message, .body, &item.pointee.body)
        set(&message, .creationTime, item.pointee.create_date)
        if let email = item.pointee.email { setMail(&message, email) }
        addAttachments(to: &message, depth: depth)
        let hasText = message.properties.bytes(.body) ?? message.properties.bytes(.html)
        let isEmpty = hasText == nil && message.properties.bytes(.subject) == nil && message.attachments.isEmpty
        return isEmpty && message.properties.bytes(.compressedRTF) == nil ? nil : message
    }

    private func setMail(_ message: inout OutlookMessage, _ email: UnsafeMutablePointer<pst_item_email>) {
        set(&message, .html, &email.pointee.htmlbody)
        set(&message, .transportHeaders, &email.pointee.header)
        set(&message, .messageID, &email.pointee.messageid)
        set(&message, .inReplyTo, &email.pointee.in_reply_to)
        set(&message, .sentRepresentingName, &email.pointee.outlook_sender_name)
        set(&message, .sentRepresentingAddress, &email.pointee.sender_address)
        set(&message, .senderName, &email.pointee.outlook_sender_name2)
        set(&message, .senderAddress, &email.pointee.sender2_address)
        set(&message, .displayTo, &email.pointee.sentto_address)
        set(&message, .displayCC, &email.pointee.cc_address)
        set(&message, .clientSubmitTime, email.pointee.sent_date)
        set(&message, .deliveryTime, email.pointee.arrival_date)
        let packed = email.pointee.rtf_compressed
        if let data = packed.data, packed.size > 0 {
            message.properties.set(.compressedRTF, bytes: Self.bytes(data, packed.size))
        }
    }

    private func addAttachments(to message: inout OutlookMessage, depth: Int) {
        var next = item.pointee.attach
        while let attached = next, message.attachments.count < ImportLimits.mimeParts {
            next = attached.pointee.next
            var part = OutlookMessage.Attached()
            part.properties.set(.internetCodePage, integer: 65_001)
            set(&part.properties, .attachedName, &attached.pointee.filename2)
            set(&part.properties, .attachedShortName, &attached.pointee.filename1)
            set(&part.properties, .attachedType, &attached.pointee.mimetype)
            set(&part.properties, .attachedContentID, &attached.pointee.content_id)
            if attached.pointee.method == PST_ATTACH_EMBEDDED {
                part.messages += embedded(attached, depth: depth + 1).map { [$0] } ?? []
            } else {
                part.properties.set(.attachedData, bytes: content(of: attached))
            }
            message.attachments.append(part)
        }
    }

    private func content(of attached: UnsafeMutablePointer<pst_item_attach>) -> [UInt8] {
        if let data = attached.pointee.data.data { return Self.bytes(data, attached.pointee.data.size) }
        let content = pst_attach_to_mem(store, attached)
        defer { free(content.data) }
        return content.data.map { Self.bytes($0, content.size) } ?? []
    }

    private func embedded(_ attached: UnsafeMutablePointer<pst_item_attach>, depth: Int) -> OutlookMessage? {
        guard depth < OutlookMessage.mostMessages, let block = pst_getID(store, attached.pointee.i_id) else {
            return nil
        }
        var node = pst_desc_tree()
        node.desc = block
        guard let inner = pst_parse_item(store, &node, attached.pointee.id2_head) else { return nil }
        defer { pst_freeItem(inner) }
        return OutlookItem(inner, in: store).message(depth: depth)
    }

    private func set(
        _ message: inout OutlookMessage, _ id: MAPIProperties.ID, _ string: UnsafeMutablePointer<pst_string>
    ) {
        set(&message.properties, id, string)
    }

    private func set(
        _ properties: inout MAPIProperties, _ id: MAPIProperties.ID, _ string: UnsafeMutablePointer<pst_string>
    ) {
        if let text = text(string) { properties.set(id, text: text) }
    }

    private func set(_ message: inout OutlookMessage, _ id: MAPIProperties.ID, _ time: UnsafeMutablePointer<FILETIME>?)
    {
        if let time { message.properties.set(id, integer: Self.ticks(time.pointee)) }
    }

    private static func bytes(_ data: UnsafePointer<CChar>, _ count: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: data, count: count))
    }

    // MARK: Contacts and appointments

    /// A contact as a vCard (RFC 2426).
    private func card(_ contact: UnsafeMutablePointer<pst_item_contact>) -> String {
        var lines = ["BEGIN:VCARD", "VERSION:3.0"]
        func add(_ name: String, _ string: UnsafeMutablePointer<pst_string>) {
            if let text = text(string) { lines.append("\(name):\(Self.escaped(text))") }
        }
        let name = text(&contact.pointee.fullname) ?? text(&item.pointee.file_as) ?? text(&item.pointee.subject)
        lines.append("FN:" + Self.escaped(name ?? ""))
        let (last, first) = (text(&contact.pointee.surname) ?? "", text(&contact.pointee.first_name) ?? "")
        lines.append("N:\(Self.escaped(last));\(Self.escaped(first));;;")
        add("EMAIL", &contact.pointee.address1)
        add("EMAIL", &contact.pointee.address2)
        add("EMAIL", &contact.pointee.address3)
        add("TEL;TYPE=CELL", &contact.pointee.mobile_phone)
        add("TEL;TYPE=WORK", &contact.pointee.business_phone)
        add("TEL;TYPE=HOME", &contact.pointee.home_phone)
        add("ORG", &contact.pointee.company_name)
        add("TITLE", &contact.pointee.job_title)
        add("NOTE", &item.pointee.body)
        return (lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }

    /// An appointment as a calendar of one event (RFC 5545).
    private func event(_ appointment: UnsafeMutablePointer<pst_item_appointment>) -> String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:outlook-\(identity(appointment))"]
        func add(_ name: String, _ string: UnsafeMutablePointer<pst_string>) {
            if let text = text(string) { lines.append("\(name):\(Self.escaped(text))") }
        }
        func add(_ name: String, _ time: UnsafeMutablePointer<FILETIME>?) {
            guard let nanoseconds = Self.nanoseconds(time),
                let text = RFC3339.text(Date(timeIntervalSince1970: Double(nanoseconds / 1_000_000_000)))
            else { return }
            lines.append("\(name):\(text.prefix(19).filter { $0 != "-" && $0 != ":" })Z")
        }
        add("SUMMARY", &item.pointee.subject)
        add("DTSTART", appointment.pointee.start)
        add("DTEND", appointment.pointee.end)
        add("LOCATION", &appointment.pointee.location)
        add("DESCRIPTION", &item.pointee.body)
        return (lines + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    /// An id of what the appointment is: numbers are those of one store.
    private func identity(_ appointment: UnsafeMutablePointer<pst_item_appointment>) -> String {
        let start = appointment.pointee.start.map { Self.ticks($0.pointee) } ?? 0
        let parts = [
            text(&item.pointee.subject), "\(start)", text(&appointment.pointee.location), text(&item.pointee.body),
        ]
        let all = parts.map { $0 ?? "" }.joined(separator: "\u{1F}")
        return String(MailMessage.hex(SHA256.digest(Array(all.utf8))).prefix(32))
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\r\n", with: "\\n").replacing("\n", with: "\\n")
            .replacing(";", with: "\\;").replacing(",", with: "\\,")
    }
}
