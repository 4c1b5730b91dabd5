import GRDB
public import RecallCore

extension LibrarySnapshot {
    /// The newest statements about who is who, newest first, with the ids by which they can be taken back.
    public func keptPersonStatements(limit: Int) throws -> [KeptPersonStatement] {
        try Row.fetchAll(
            db, sql: "SELECT id, kind, first, second FROM person_statement ORDER BY id DESC LIMIT ?",
            arguments: [limit]
        ).compactMap { row in
            PersonStatement.Kind(rawValue: row[1]).map {
                KeptPersonStatement(id: row[0], statement: PersonStatement($0, row[2], row[3]))
            }
        }
    }
}

extension LibraryTransaction {
    /// Takes a statement back, and returns it; `nil` if there is none with this id any more. Ids are never used again.
    public func removePersonStatement(_ id: Int64) throws -> PersonStatement? {
        let row = try Row.fetchOne(
            db, sql: "DELETE FROM person_statement WHERE id = ? RETURNING kind, first, second", arguments: [id])
        return row.flatMap { row in
            PersonStatement.Kind(rawValue: row[0]).map { PersonStatement($0, row[1], row[2]) }
        }
    }
}
