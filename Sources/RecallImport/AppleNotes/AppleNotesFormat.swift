public import RecallCore

extension SourceFormat {
    /// The database of Apple's Notes: `NoteStore.sqlite`.
    public static let appleNotes = SourceFormat(
        "apple-notes", singular: "Apple Notes database", plural: "Apple Notes databases", isContainer: true)
}

struct AppleNotesFormat: DatabaseFormat {
    let format = SourceFormat.appleNotes
    /// The second is that of a backup by iTunes or the Finder, the SHA-1 of the path on the telephone.
    let fileNames: Set = ["NoteStore.sqlite", "4f98687d8ab0d6d1a371110e6b7300f6e465bef2"]
    let schemaRows: [StaticString] = [
        "tableZICNOTEDATAZICNOTEDATA", "tableZICCLOUDSYNCINGOBJECTZICCLOUDSYNCINGOBJECT",
    ]
    var database: any SourceDatabase.Type { AppleNotesDatabase.self }
    let program = "Notes"
    let rowName = "note"
    let otherTables =
        "The database is not one of Notes, or of a version before iOS 9 and OS X 10.11, which is not read."

    func records(of unit: SourceUnit) -> DatabaseRecords {
        { row in
            guard let note = StoredNote(row) else { throw DatabaseDamage() }
            return .item(ImportedItem(note.item(of: unit)))
        }
    }
}
