/// The columns of the tables that are asked for. They differ between versions of a program.
struct TableColumns {
    private var names: [String: Set<String>] = [:]
    private let needed: [String: Set<String>]

    /// The columns in a database; `nil` if its schema cannot be read. Views and virtual tables are none, whatever their name.
    ///
    /// - Parameter tables: the tables, each with the columns without which it is of no use.
    init?(_ tables: [String: Set<String>], in database: OpaquePointer) {
        needed = tables
        do {
            for table in tables.keys {
                let columns = try DatabaseQuery(
                    """
                    SELECT info.name FROM sqlite_master JOIN pragma_table_info('\(table)') AS info
                    WHERE sqlite_master.type = 'table' AND sqlite_master.name = '\(table)' AND rootpage > 0
                    """, database)
                var found: Set<String> = []
                while try columns.next() { found.insert(columns.text(0)) }
                if !found.isEmpty { names[table] = found }
            }
        } catch {
            return nil
        }
    }

    /// True if a table is there with what is needed of it.
    func has(_ table: String) -> Bool {
        guard let found = names[table], let needed = needed[table] else { return false }
        return found.isSuperset(of: needed)
    }

    /// A column as SQL; nothing in its place if there is none.
    subscript(column: String, of table: String) -> String {
        names[table]?.contains(column) == true ? "\(table).\(column)" : "NULL"
    }

    /// The first of these columns that is not empty, as SQL.
    subscript(columns: [String], of table: String) -> String {
        let found = columns.filter { names[table]?.contains($0) == true }.map { "\(table).\($0)" }
        return "COALESCE(\((found + ["NULL", "NULL"]).joined(separator: ", ")))"
    }
}
