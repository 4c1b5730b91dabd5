import GRDB

/// Names without an address that came by mail become participants of their own: chats call their people by names alone, and
/// anybody can write a mail under one of these.
enum Migration022 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE participant_022 (
                    id INTEGER PRIMARY KEY,
                    name TEXT NOT NULL,
                    address TEXT NOT NULL,
                    folded TEXT NOT NULL DEFAULT '',
                    person INTEGER,
                    by_mail INTEGER NOT NULL DEFAULT 0,
                    UNIQUE (name, address, by_mail)
                );
                INSERT INTO participant_022 (id, name, address, folded, person)
                    SELECT id, name, address, folded, person FROM participant;
                DROP TABLE participant;
                ALTER TABLE participant_022 RENAME TO participant;
                CREATE INDEX participant_on_person ON participant(person) WHERE person IS NOT NULL;

                CREATE TEMPORARY TABLE item_by_mail AS SELECT id, sender_id FROM item
                    WHERE kind = 1 OR parent_id IS NOT NULL;
                CREATE UNIQUE INDEX temp.item_by_mail_on_id ON item_by_mail(id);
                CREATE TEMPORARY TABLE name_by_mail AS SELECT id, name, address FROM participant
                    WHERE instr(address, '@') = 0 AND (id IN (SELECT sender_id FROM item_by_mail)
                        OR EXISTS (SELECT 1 FROM recipient WHERE participant_id = participant.id
                            AND item_id IN (SELECT id FROM item_by_mail)));
                INSERT INTO participant (name, address, folded, by_mail)
                    SELECT name, address, folded, 1 FROM participant WHERE id IN (SELECT id FROM name_by_mail);
                CREATE TEMPORARY TABLE moved_name AS SELECT known.id AS old, participant.id AS new
                    FROM name_by_mail AS known CROSS JOIN participant ON participant.name = known.name
                        AND participant.address = known.address AND participant.by_mail = 1;
                CREATE UNIQUE INDEX temp.moved_name_on_old ON moved_name(old);
                INSERT INTO participant_word (word, participant_id)
                    SELECT word, new FROM moved_name CROSS JOIN participant_word ON participant_id = old;
                UPDATE item SET sender_id = (SELECT new FROM moved_name WHERE old = sender_id)
                    WHERE sender_id IN (SELECT old FROM moved_name) AND id IN (SELECT id FROM item_by_mail);
                UPDATE recipient SET participant_id = (SELECT new FROM moved_name WHERE old = participant_id)
                    WHERE participant_id IN (SELECT old FROM moved_name)
                        AND item_id IN (SELECT id FROM item_by_mail);

                -- The owner's row stays until people are grouped anew.
                CREATE TEMPORARY TABLE unused_name AS SELECT old AS id FROM moved_name
                    WHERE NOT EXISTS (SELECT 1 FROM item WHERE sender_id = old)
                        AND NOT EXISTS (SELECT 1 FROM recipient WHERE participant_id = old)
                        AND NOT EXISTS (SELECT 1 FROM setting WHERE name = 'people.owner' AND value = CAST(old AS TEXT));
                DELETE FROM participant_word WHERE participant_id IN (SELECT id FROM unused_name);
                DELETE FROM participant WHERE id IN (SELECT id FROM unused_name);
                DELETE FROM setting WHERE name = 'people.state' AND EXISTS (SELECT 1 FROM moved_name);
                DROP TABLE unused_name;
                DROP TABLE moved_name;
                DROP TABLE name_by_mail;
                DROP TABLE item_by_mail;
                """)
    }
}
