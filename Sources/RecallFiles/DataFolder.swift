/// The folders of Recall's data in the platform's data folder.
package enum DataFolder {
    /// The folder `name` of Recall's data; `nil` if the user's home folder is unknown.
    ///
    /// The environment variable `variable` takes precedence. Otherwise it is in Recall/ in Application Support on
    /// Apple platforms, and in recall/ in the data folder of the XDG base directory specification elsewhere.
    ///
    /// - Parameter environment: returns the value of an environment variable; an empty value counts as none.
    package static func path(
        _ name: String, variable: String, environment: (String) -> String?
    ) -> String? {
        func value(_ variable: String) -> String? { environment(variable).flatMap { $0.isEmpty ? nil : $0 } }
        if let path = value(variable) { return path }
        #if canImport(Darwin)
            return value("HOME").map { $0 + "/Library/Application Support/Recall/" + name }
        #else
            // The specification has relative paths ignored.
            if let data = value("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/recall/" + name }
            return value("HOME").map { $0 + "/.local/share/recall/" + name }
        #endif
    }
}
