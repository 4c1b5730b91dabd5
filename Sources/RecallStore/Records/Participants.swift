import Foundation
import GRDB
import RecallCore
import RecallText

extension LibraryTransaction {
    /// The row of a participant of `item`, inserted if missing. A name without an address that came by mail, or in an event, has one
    /// of its own: chats call people by their names, and anybody can write a mail or an invitation under one of these.
    func participantRow(_ participant: Participant, of item: Item) throws -> Int64 {
        let key = WriteCaches.ParticipantKey(
            name: participant.name, address: participant.address,
            isByMail: item.cameByMail && participant.mailAddress == nil)
        if let known = caches.participant(key) { return known }
        let id = try storedParticipantRow(participant, isByMail: key.isByMail)
        caches.remember(key, id: id)
        return id
    }

    private func storedParticipantRow(_ participant: Participant, isByMail: Bool) throws -> Int64 {
        let select = try db.cachedStatement(
            sql: "SELECT id FROM participant WHERE name = ? AND address = ? AND by_mail = ?")
        if let id = try Int64.fetchOne(select, arguments: [participant.name, participant.address, isByMail]) {
            return id
        }
        try db.cachedStatement(sql: "INSERT INTO participant (name, address, folded, by_mail) VALUES (?, ?, ?, ?)")
            .execute(arguments: [participant.name, participant.address, participant.folded, isByMail])
        let id = db.lastInsertedRowID
        try insertWords(ofName: participant.name, row: id)
        return id
    }

    func insertWords(ofName name: String, row id: Int64) throws {
        let insert = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO participant_word (word, participant_id) VALUES (?, ?)")
        for word in NameWords.words(of: name.withLatinLetters) { try insert.execute(arguments: [word, id]) }
    }
}

extension Item {
    /// True for a mail and what is attached to one, and for an event, which mostly came by mail before a calendar had it.
    fileprivate var cameByMail: Bool { kind == .email || parent != nil || details.event != nil }
}

extension Participant {
    /// The name and the address in the form that filters search: lower case, without accents, one per line.
    var folded: String { WordFolding.fold(name.withLatinLetters) + "\n" + WordFolding.fold(address) }
}

extension String {
    /// A name in Greek or Cyrillic letters, and after it the same in Latin ones (ICU's transliteration), by which others may
    /// know the person: "Елена Сорокина Elena Sorokina".
    fileprivate var withLatinLetters: String {
        guard unicodeScalars.contains(where: { "\u{370}"..."\u{52F}" ~= $0 }),
            let latin = self.applyingTransform(.toLatin, reverse: false)
        else { return self }
        // The signs for what softens a letter are none themselves.
        return self + " " + String(latin.unicodeScalars.filter { !"\u{2B9}\u{2BA}".unicodeScalars.contains($0) })
    }
}
