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
        // The year begins in March, so that a day is of one of two Gregorian years.
        let found = [year + 621, year + 622].lazy.flatMap { gregorian in
            (1...12).lazy.compactMap { candidate -> CivilDay? in
                guard let first = CivilDay(year: gregorian, month: candidate, day: 1)?.daysSince1970 else { return nil }
                return CivilDay(year: gregorian, month: candidate, day: days - first + 1)
            }
        }
        guard let known = found.first else { return nil }
        self = known
    }
}
