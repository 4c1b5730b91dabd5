import RecallCore

extension CivilDay {
    /// The day of a date of the Persian calendar, which telephones in Iran have; `nil` if there is no such day.
    ///
    /// Of 33 years 8 have a leap day, at their end. That is exact from 1799 to 2256 of the Gregorian calendar (Borkowski 1996).
    init?(persianYear year: Int, month: Int, day: Int) {
        guard 1...12 ~= month, 1...(month < 7 ? 31 : 30) ~= day else { return nil }
        let cycled = year + 1_595
        let before = month < 7 ? (month - 1) * 31 : (month - 7) * 30 + 186
        let days = 365 * cycled + cycled / 33 * 8 + (cycled % 33 + 3) / 4 + before + day - 1_075_196
        self.init(daysSince1970: days)
        guard 1...9999 ~= self.year else { return nil }
    }
}
