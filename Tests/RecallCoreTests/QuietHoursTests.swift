import Foundation
import RecallCore
import Testing

struct QuietHoursTests {
    private func minutes(_ hours: QuietHours) throws -> [Int] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 7_200))
        return (0..<1_440).filter {
            hours.contains(Date(timeIntervalSince1970: Double($0 * 60 - 7_200)), in: calendar)
        }
    }

    @Test func `they hold from the first minute until the last, also over midnight`() throws {
        #expect(try minutes(#require(QuietHours("9-17"))) == Array(540..<1_020))
        let night = try #require(QuietHours("22:30 – 7:15"))
        #expect(try minutes(night) == Array(0..<435) + Array(1_350..<1_440))
        #expect(night.description == "22:30-07:15" && QuietHours(night.description) == night)
        #expect(try minutes(#require(QuietHours("20-24"))) == Array(1_200..<1_440))
    }

    @Test(arguments: [
        "", "9", "9-", "-9", "9-9", "0-24", "25-3", "9:60-10", "9-17-20", "a-b", "+9-17", "9:-10", "9:1:1-10",
    ])
    func `what is no time of the day is none`(text: String) {
        #expect(QuietHours(text) == nil)
    }
}
