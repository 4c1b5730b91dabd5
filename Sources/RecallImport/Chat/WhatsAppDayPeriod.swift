/// The half of the day that a 12-hour time names.
enum WhatsAppDayPeriod: UInt8 {
    case none, morning, afternoon
    /// An unlisted word in the place of the half of the day.
    case unknown

    /// The half that `word` names; the word is in lower case, without spaces, full stops and marks.
    init(_ word: String) {
        self =
            word.isEmpty
            ? .none
            : Self.morningWords.contains(word) ? .morning : Self.afternoonWords.contains(word) ? .afternoon : .unknown
    }

    /// `hour` (0 to 12, or already 13 to 23) of this half as an hour from 0 to 23.
    func hour(_ hour: Int) -> Int {
        switch self {
        case .none, .unknown: hour
        case .morning: hour == 12 ? 0 : hour
        case .afternoon: hour < 12 ? hour + 12 : hour
        }
    }

    private static let morningWords: Set<String> = [
        "am", "a", "vorm", "πμ", "öö", "पूर्वाह्न", "ص", "قظ", "오전", "上午", "凌晨", "清晨", "早上", "午前", "sa",
        "de", "pg", "fm", "fh", "dop", "ap", "পূর্বাহ্ণ", "முற்பகல்", "pd", "ก่อนเที่ยง", "قبلازظهر", "prijepodne",
    ]

    private static let afternoonWords: Set<String> = [
        "pm", "p", "nachm", "μμ", "ös", "अपराह्न", "م", "بظ", "오후", "下午", "中午", "晚上", "午後", "ch", "du", "ptg", "em", "eh",
        "odp", "ip", "অপরাহ্ণ", "பிற்பகல்", "md", "หลังเที่ยง", "بعدازظهر", "poslijepodne",
    ]
}
