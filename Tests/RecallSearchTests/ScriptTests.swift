import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Search by words in many scripts.
@Suite(.scratch) struct ScriptTests {
    private static let items = [
        Item.note("zh", text: "我们明天在图书馆见面,讨论新的会议计划。别忘了带雨伞!"),
        Item.note("ja", text: "明日の会議は三階の会議室で行います。時々コーヒー・メーカーを使ってください。会社より"),
        Item.note("ko", text: "내일 도서관에서 회의가 있습니다. 우산을 가져오세요."),
        Item.note("mixed", text: "Meeting about 東京タワー and the RFC822形式 file in Zürich, très naïve."),
        Item.note("ar", text: "اجتمعنا في المَكْتَبَة يوم الأحد لمناقشة الخطة."),
        Item.note("el", text: "Ο δρόμος προς το σπίτι είναι μακρύς."),
        Item.note("ru", text: "Зелёная ёлка стоит в новом доме, а Андрей пьёт чай."),
        Item.note("th", text: "พรุ่งนี้เราจะพบกันที่ห้องสมุดเพื่อคุยเรื่องแผนการประชุมครั้งใหม่ อย่าลืมเอาร่มมาด้วย"),
        Item.note("th2", text: "เมื่อวานนี้ฝนตกหนักมาก น้ำท่วมถนนหน้าบ้าน"),
        Item.note("lo", text: "ມື້ອື່ນພວກເຮົາຈະພົບກັນຢູ່ຫໍສະໝຸດ ຢ່າລືມເອົາຄັນຮົ່ມມານຳ"),
        Item.note("km", text: "ថ្ងៃស្អែកយើងនឹងជួបគ្នានៅបណ្ណាល័យដើម្បីពិភាក្សាអំពីផែនការប្រជុំ"),
        Item.note("my", text: "မနက်ဖြန် စာကြည့်တိုက်မှာ အစည်းအဝေး အစီအစဉ်သစ်ကို ဆွေးနွေးမယ်"),
        Item.note("tr", text: "İstanbul'da ılık bir akşam, IŞIK her yerde."),
    ]

    private func found(_ query: String) async throws -> (item: String?, words: [String]) {
        let fixture = try await SearchFixture(Self.items)
        let hit = try fixture.engine().search(SearchQuery(query)).results.first?.passages.first
        let bytes = Array((hit?.text ?? "").utf8)
        return (hit?.item.externalID, (hit?.highlights ?? []).map { String(decoding: bytes[$0], as: UTF8.self) })
    }

    @Test(arguments: [
        ("伞", "zh", ["伞"]), ("雨伞", "zh", ["雨伞"]), ("图书馆", "zh", ["图书馆"]), ("会议计划", "zh", ["会议计划"]),
        ("階", "ja", ["階"]), ("会議室", "ja", ["会議", "会議室"]), ("時々", "ja", ["時々"]),
        ("コーヒー", "ja", ["コーヒー"]), ("メーカー", "ja", ["メーカー"]),
        ("우산", "ko", ["우산"]), ("도서관", "ko", ["도서관"]), ("회의", "ko", ["회의"]),
        ("東京タワー", "mixed", ["東京タワー"]), ("rfc822", "mixed", ["RFC822"]), ("形式", "mixed", ["形式"]),
        ("zurich", "mixed", ["Zürich"]), ("ZÜRICH naive", "mixed", ["Zürich", "naïve"]), ("tres", "mixed", ["très"]),
        ("مكتبة المكتبة", "ar", ["المَكْتَبَة"]), ("الاحد", "ar", ["الأحد"]),
        ("ΔΡΟΜΟΣ", "el", ["δρόμος"]), ("μακρυς", "el", ["μακρύς"]),
        ("зеленая елка", "ru", ["Зелёная", "ёлка"]), ("Андреи\u{306}", "ru", ["Андрей"]),
        ("ห้องสมุด", "th", ["ห้องสมุด"]), ("ประชุม", "th", ["ประชุม"]), ("ร่ม", "th", ["ร่ม"]),
        ("น้ำท่วม", "th2", ["น้ำท่วม"]), ("ຫໍສະໝຸດ", "lo", ["ຫໍສະໝຸດ"]), ("ຄັນຮົ່ມ", "lo", ["ຄັນຮົ່ມ"]),
        ("បណ្ណាល័យ", "km", ["បណ្ណាល័យ"]), ("ប្រជុំ", "km", ["ប្រជុំ"]),
        ("စာကြည့်တိုက်", "my", ["စာကြည့်တိုက်"]), ("အစည်းအဝေး", "my", ["အစည်းအဝေး"]),
        ("istanbul", "tr", ["İstanbul"]), ("ilik", "tr", ["ılık"]), ("ışık", "tr", ["IŞIK"]),
    ])
    func `words are found in any script and marked exactly`(query: String, item: String, words: [String]) async throws {
        let found = try await found(query)
        #expect(found.item == item)
        #expect(found.words == words)
    }

    @Test func `filters find parts of sentences without spaces`() async throws {
        let fixture = try await SearchFixture(Self.items)
        for (query, item) in [
            ("\"議室\"", "ja"), ("\"图书\"", "zh"), ("\"서관\"", "ko"), ("\"タワー and\"", "mixed"),
            ("\"แผนการประชุม\"", "th"), ("\"ພວກເຮົາ\"", "lo"), ("\"ផែនការ\"", "km"), ("\"အစီအစဉ်\"", "my"),
            ("\"ห้องส\"*", "th"),
        ] {
            #expect(try fixture.engine().search(SearchQuery(query)).shown == [[item]], "\(query)")
        }
    }
}
