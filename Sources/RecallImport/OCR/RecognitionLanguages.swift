/// The languages that text is recognised in where nobody says which.
extension Tesseract {
    /// More take tesseract longer for each page, and have it take the letters of one for those of another.
    private static let mostLanguages = 4

    /// Models that are no language of today's print: orientation, equations, Fraktur, vertical text, scripts as a whole.
    private static func isLanguage(_ name: String) -> Bool {
        !["osd", "equ", "snum"].contains(name) && !name.contains("/") && !name.contains("_vert")
            && !name.hasSuffix("_frak")
            && !name.hasSuffix("_old") && !["frk", "enm", "frm"].contains(name)
    }

    /// The installed languages, those of the person first, then English. Of more than four only these.
    ///
    /// - Parameter person: the languages that the person prefers, as tesseract names them.
    package func usualLanguages(ofPerson person: [String]) -> [String] {
        let all = languages.filter(Self.isLanguage)
        var first: [String] = []
        for language in person + ["eng"] {
            // Chinese has a model for each script.
            let names = language == "zho" ? ["chi_sim", "chi_tra"] : [language]
            first += names.filter { all.contains($0) && !first.contains($0) }
        }
        let rest = all.filter { !first.contains($0) }
        let chosen = first.isEmpty || all.count <= Self.mostLanguages ? first + rest : first
        return Array((chosen.isEmpty ? languages : chosen).prefix(Self.mostLanguages))
    }
}
