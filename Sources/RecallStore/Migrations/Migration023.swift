import GRDB

/// A name that the owner says is theirs gives no address by itself any more: each address that it had given is stated.
enum Migration023 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO person_statement (kind, first, second)
                    SELECT DISTINCT 'me', lower(address), '' FROM participant
                    WHERE instr(address, '@') > 1
                        AND coalesce(person, id) IN (SELECT coalesce(person, id) FROM participant
                            WHERE id = (SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'people.owner'))
                        AND EXISTS (SELECT 1 FROM person_statement WHERE kind = 'me' AND instr(first, '@') = 0
                            AND first GLOB '*[^0-9+() /.-]*')
                        AND lower(address) NOT IN
                            (SELECT lower(first) FROM person_statement WHERE kind IN ('me', 'apart'))
                    ORDER BY lower(address);
                """)
    }
}
