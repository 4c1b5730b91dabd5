import RecallCore
import RecallTestSupport
import RecallText
import Testing

/// Detection of the language of a text.
struct LanguageDetectorTests {
    private static let texts: [(String, String)] = [
        ("la", "Non sum in horto, sed cum amicis ad flumen sedeo, quod hic est umbra et aqua."),
        (
            "ru",
            "Откройте [[Obsidian Sync]] и нажмите Settings → About: вы увидите, что всё уже обновлено до Version 2."
        ),
        ("en", "We should meet at the old mill before it gets dark, because the path is not lit."),
        ("en", "See you at the station!"),
        ("de", "Wir treffen uns an der alten Mühle, bevor es dunkel wird, denn der Weg ist nicht beleuchtet."),
        ("de", "Ich bin noch nicht da, aber gleich."),
        ("fr", "Nous nous retrouvons près du vieux moulin avant la nuit, parce que le chemin n'est pas éclairé."),
        ("fr", "Je ne suis pas encore là, mais j'arrive dans une heure."),
        ("es", "Nos vemos junto al molino viejo antes de que anochezca, porque el camino no tiene luz."),
        ("es", "No sé si voy a llegar a tiempo, pero te llamo cuando salga de la oficina."),
        ("it", "Ci vediamo al vecchio mulino prima che faccia buio, perché il sentiero non è illuminato."),
        ("pt", "Não sei se chego a tempo, mas ligo-te quando sair do escritório, está bem para você?"),
        ("nl", "We zien elkaar bij de oude molen voordat het donker wordt, want het pad is niet verlicht."),
        ("nl", "Ik weet niet of ik op tijd ben, maar ik bel je als ik van kantoor ga."),
        (
            "sv",
            "Vi ses vid den gamla kvarnen innan det blir mörkt, för stigen är inte upplyst och jag har ingen lampa."
        ),
        ("sv", "Jag vet inte om jag hinner, men jag ringer dig när jag går från kontoret."),
        (
            "no",
            "Vi møtes ved den gamle møllen før det blir mørkt, for stien er ikke opplyst og jeg har ikke noe lys. Hva synes du, skal vi ta med noen andre opp dit etter jobb?"
        ),
        ("no", "Jeg vet ikke hva hun vil ha av mat, men jeg spør henne etter møtet."),
        (
            "da",
            "Vi mødes ved den gamle mølle, inden det bliver mørkt, for stien er ikke oplyst, og jeg har ikke noget lys. Hvad synes du, skal vi også tage nogen med op efter arbejde?"
        ),
        ("da", "Jeg har også fået mad af hende efter mødet, så jeg kan ikke spise noget nu."),
        (
            "fi",
            "Tavataan vanhalla myllyllä ennen kuin tulee pimeä, koska polku ei ole valaistu ja minä en näe siellä mitään."
        ),
        ("fi", "En tiedä ehdinkö, mutta soitan sinulle kun olen lähdössä, jos se on sinun mielestä hyvä."),
        ("ru", "Встретимся у старой мельницы до темноты, потому что тропинка не освещена и я там ничего не вижу."),
        ("ru", "Я не знаю, успею ли, но я позвоню, когда выйду, если это вам удобно."),
        (
            "pl",
            "Spotkajmy się przy starym młynie, zanim zrobi się ciemno, bo ścieżka nie jest oświetlona, a ja nie mam lampy. Czy to jest dla was dobre, czy może jeszcze za wcześnie?"
        ),
        ("pl", "Nie wiem, czy zdążę, ale zadzwonię do ciebie, jak tylko się dowiem, co i jak."),
        (
            "cs",
            "Sejdeme se u starého mlýna, než bude tma, protože cesta není osvětlená a já nemám lampu. Jsem rád, že jste nám napsali, ale ještě nevíme, kdy to bude nebo jak se tam dostaneme."
        ),
        (
            "cs",
            "Nevím, jestli to stihnu, ale jak budu vědět, tak ti zavolám, nebo se ozvi ty, až bude čas a když už jsou doma."
        ),
        (
            "hu",
            "Találkozzunk a régi malomnál, mielőtt sötét lesz, mert az út nincs kivilágítva, és nem látok semmit, ha nincs lámpa."
        ), ("es", "¿Dónde están los niños, y quién viene?"),
        ("de", "Die Familien Trần und Đặng sind nach der Feier noch nicht auf dem Weg zu uns."),
        ("hu", "Nem tudom, hogy odaérek-e, de majd hívlak, ha el kell indulni, vagy te is hívhatsz akkor."),
        (
            "tr",
            "Hava kararmadan önce eski değirmende buluşalım, çünkü yol aydınlatılmış değil ve ben bir şey göremem. Bu saat sizin için daha iyi mi?"
        ),
        (
            "tr",
            "Zamanında gelir miyim bilmiyorum ama çıktıktan sonra seni ararım, bu da çok geç olmaz ve her şey hazır olur."
        ),
        (
            "ro",
            "Ne vedem la moara veche înainte de a se întuneca, pentru că drumul nu este luminat și nu am o lampă. Dacă nu vine din oraș prin pod, este foarte târziu."
        ),
        ("ro", "Nu știu dacă ajung la timp, dar te sun după ce ies din birou, ca să nu aștepți."),
        (
            "id",
            "Kita bertemu di kincir tua sebelum gelap karena jalan itu tidak terang dan saya tidak bisa melihat apa yang ada di sana."
        ),
        ("id", "Saya belum tahu apakah bisa datang, tetapi saya akan menelepon anda dari kantor untuk itu."),
        (
            "uk",
            "Зустрінемося біля старого млина до темряви, бо стежка не освітлена, і я там нічого не бачу, але ми ще можемо щось узяти для світла."
        ),
        ("uk", "Я не знаю, чи встигну, але подзвоню, коли вийду, або напишу, що вже їду до вас."),
        (
            "bg",
            "Ще се видим при старата воденица, преди да се стъмни, защото пътеката не е осветена и аз не виждам нищо. Това е добре, но как ще стигнете до там?"
        ),
        ("bg", "Не знам дали ще успея, но ще ти се обадя, като тръгна от работа, за да не чакаш много."),
        (
            "ca",
            "Ens trobem al molí vell abans que es faci fosc, perquè el camí no és il·luminat i aquesta nit també hi ha molt de vent amb pluja. Però si ell va amb els del poble, ja són molts."
        ),
        (
            "ca",
            "No sé si hi arribaré, però et truco quan surti, i si no és molt tard també hi ha temps per tot això amb els nostres."
        ),
        (
            "sk",
            "Stretneme sa pri starom mlyne skôr, ako bude tma, pretože cesta nie je osvetlená a ja som nemal lampu. Ktorý z nich je už tu, alebo aj oni sú ešte na ceste?"
        ),
        (
            "sk",
            "Neviem, či to stihnem, ale keď budem vedieť, tak ti zavolám, alebo sa ozvi ty, ak už si doma a nie je to ešte neskoro, aj keď som unavený."
        ),
        (
            "hr",
            "Vidimo se kod starog mlina prije nego što padne mrak, jer put nije osvijetljen, a ja nemam svjetiljku. Ako su svi već tamo, onda smo samo mi koji kasnimo i to je sve."
        ),
        (
            "af",
            "Ons ontmoet by die ou meul voordat dit donker word, want die pad is nie verlig nie en ek het nie 'n lamp nie. Jy sal hierdie keer baie moet saamdra vir ons."
        ),
        (
            "af",
            "Ek weet nie of ek betyds sal wees nie, maar ek bel jou as ek uit die kantoor is, en dan kan hulle ook vir my wag."
        ),
        ("ja", "暗くなる前に古い水車小屋で会いましょう。道が暗いからです。"),
        ("ja", "了解です！"),
        ("zh", "天黑之前我们在老磨坊见面吧，因为那条路没有路灯，我什么都看不见。"),
        ("ko", "어두워지기 전에 오래된 방앗간에서 만나요. 길에 불이 없어요."),
        ("el", "Ας συναντηθούμε στον παλιό μύλο πριν νυχτώσει, γιατί ο δρόμος δεν έχει φώτα."),
        ("he", "ניפגש ליד הטחנה הישנה לפני שיחשיך, כי השביל אינו מואר."),
        ("ar", "نلتقي عند الطاحونة القديمة قبل أن يحل الظلام لأن الطريق غير مضاء وليس معي مصباح."),
        ("fa", "پیش از تاریک شدن هوا کنار آسیاب قدیمی همدیگر را می‌بینیم، چون راه روشن نیست و من چراغ ندارم."),
        ("th", "เจอกันที่โรงสีเก่าก่อนมืดนะ เพราะทางเดินไม่มีไฟ"),
        ("vi", "Chúng ta gặp nhau ở cối xay cũ trước khi trời tối, vì đường không có đèn và tôi không nhìn thấy gì."),
    ]

    @Test(arguments: texts)
    func `the language of a sentence or two is told`(code: String, text: String) {
        #expect(Item.note("n", text: text).language?.code == code)
    }

    @Test func `every language is told from some text`() {
        #expect(Set(Self.texts.map(\.0)) == Set(Language.allCases.map(\.code)))
    }

    /// Among these sentences in languages that are not told: Estonian, Lithuanian, Latvian, Slovene, Icelandic, Basque,
    /// Swahili, Galician, Tagalog, Albanian, Luxembourgish, Kazakh, Belarusian, Serbian, Macedonian, Hindi, Urdu.
    @Test(arguments: [
        "ok",
        "Best, Uwe",
        "12:30 / 44.90 EUR",
        "Anna Lee, Bob Ray, Carla Sole",
        "https://www.example.com/de/in/die/und/der/das",
        "会議資料添付",
        "Treffen wir uns an der Mühle? Yes, we should be there before it is dark, and I will bring the lamp for you, wenn ich sie noch finde und es nicht zu spät ist.",
        "Kohtume vana veski juures enne kui läheb pimedaks, sest tee ei ole valgustatud ja mul ei ole lampi. Ma ei tea, kas ta on seal, aga see on hea koht.",
        "Susitinkame prie seno malūno, kol dar nesutemo, nes takas neapšviestas ir aš nieko nematau. Tai yra gerai, bet ar jie jau čia?",
        "Tiksimies pie vecajām dzirnavām, pirms satumst, jo ceļš nav apgaismots un es neko neredzu. Tas ir labi, bet vai viņi jau ir tur?",
        "Dobimo se pri starem mlinu, preden se stemni, ker pot ni osvetljena in jaz nimam svetilke. Ali so že tam ali še niso prišli, ker je bilo to zelo pozno?",
        "Hittumst við gömlu mylluna áður en dimmir, því að stígurinn er ekki upplýstur og ég á ekki ljós. Það er gott, en hvar eru þeir og hvað er að?",
        "Ilunpetan egon baino lehen errota zaharrean elkartuko gara, bidea ez baitago argiztatuta eta nik ez dut ezer ikusten.",
        "Tukutane kwenye kinu cha zamani kabla ya giza kuingia, kwa sababu njia haina taa na mimi sioni kitu.",
        "Vémonos no muíño vello antes de que escureza, porque o camiño non ten luz e eu non vexo nada alí. É bo lugar, pero como chegas ti?",
        "Magkita tayo sa lumang gilingan bago dumilim, dahil walang ilaw ang daan at wala akong makita.",
        "Takohemi te mulliri i vjetër para se të erret, sepse rruga nuk është e ndriçuar dhe unë nuk shoh asgjë.",
        "Казармалар қараңғы болғанға дейін ескі диірменде кездесейік, өйткені жол жарық емес және мен ештеңе көрмеймін.",
        "Сустрэнемся каля старога млына да цемры, бо сцежка не асветлена, і я там нічога не бачу, але мы яшчэ можам узяць лямпу.",
        "Видимо се код старог млина пре него што падне мрак, јер пут није осветљен, а ја немам лампу. Да ли су они већ тамо?",
        "Ќе се видиме кај старата воденица пред да се стемни, бидејќи патеката не е осветлена и јас не гледам ништо.",
        "अंधेरा होने से पहले पुरानी चक्की पर मिलते हैं, क्योंकि रास्ते में रोशनी नहीं है।",
        "اندھیرا ہونے سے پہلے پرانی چکی پر ملتے ہیں کیونکہ راستے میں روشنی نہیں ہے اور مجھے کچھ نظر نہیں آتا۔",
        "Wir sinn am ale Millen, ier et däischter gëtt, well de Wee ass net beliicht an ech hu keng Luucht bei mir.",
        "Tel. +43 1 555 010, Fax -99, IBAN AT00 0000, BIC XXXX",
        "de la de la de la de la",
        "Los Angeles, San Diego, El Paso, Las Vegas, La Jolla",
        "Rio de Janeiro, Juan de la Cruz, Maria del Mar, Jose de los Santos",
        "Встретимся у старой мельницы, если вы не против. We can also walk there from the station, if that is what you want.",
        "", " ", "a b c d e f g h i j", "the the the the", "\u{0}\u{FFFD}", "🦋🦋🦋", "3 + 4 = 7", "λ = μ / σ", "会議",
    ])
    func `rather none is told than a wrong one`(text: String) {
        #expect(Item.note("n", text: text).language == nil)
    }

    @Test func `only what the author wrote counts`() {
        let quoted = "> Wir haben das noch nicht gesehen, aber es ist auch nicht mehr da und wir sind schon weg.\n"
        let own = "That is what they have said, but we did not see it."
        let (start, end) = (quoted.utf8.count, quoted.utf8.count + own.utf8.count)
        #expect(Item.note("n", text: quoted + own, authored: [start..<end]).language == .english)
        #expect(Item.note("n", text: quoted + own, authored: [0..<start]).language == .german)
        #expect(Item.note("n", text: quoted + own, authored: []).language == nil)
        #expect(Item.note("n", text: quoted + own).language == nil)
    }

    @Test func `how a text begins decides, wherever it is cut`() {
        let begin = "これは長い話です。"
        let text = String(repeating: begin, count: 1_000)
        for cut in 0..<9 {
            let item = Item.note("n", text: text, authored: [cut..<text.utf8.count])
            #expect(item.language == .japanese)
        }
        let mixed = String(repeating: "We have seen that this is so. ", count: 50) + text
        #expect(Item.note("n", text: mixed).language == .english)
    }

    @Test func `letters with separate marks are as good`() {
        let text =
            "Je ne suis pas e\u{301}te\u{301} la\u{300}, mais j'ai e\u{301}crit a\u{300} ton fre\u{300}re pour \u{e7}a, et \u{e0} toi."
        #expect(Item.note("n", text: text).language == .french)
    }

    @Test func `languages are named by code, region, and name`() {
        for language in Language.allCases {
            #expect(Language(named: language.code) == language)
            #expect(Language(named: language.code.uppercased() + "-AT") == language)
            #expect(Language(named: language.englishName) == language)
        }
        #expect(Set(Language.allCases.map(\.code)).count == Language.allCases.count)
        #expect(Language(named: "Deutsch") == .german)
        #expect(Language(named: "pt_BR") == .portuguese)
        #expect(Language(named: "nn") == .norwegian)
        #expect(Language(named: "日本語") == .japanese)
        for unknown in ["", "-", "xx", "klingon", "d", "de at", "englisch"] { #expect(Language(named: unknown) == nil) }
    }
}
