import RecallText

/// Given names, and the short forms that people in chats have of them.
enum GivenNames {
    /// A given name in a form in which "Jürgen" and "Juergen" are equal, but "Jo" and "Joe" are not.
    ///
    /// - Parameter word: a folded word.
    static func key(_ word: String) -> String { word.count > 4 ? WordFolding.withoutDigraphs(word) : word }

    /// The names that a folded word may stand for: itself, those of which it is a short form, and its own short forms.
    static func forms(of word: String) -> Set<String> {
        (forms[key(word)] ?? []).union([key(word)])
    }

    /// The given name of a full one, "Ada M. Lind" or "Lind, Ada"; `nil` if that is not certain.
    static func givenName(of name: String) -> String? {
        guard NameKey(name) != nil else { return nil }
        let parts = name.prefix { !"([{<|".contains($0) }.split(separator: ",", maxSplits: 1)
        let words = parts.map { NameKey.words(String($0)) }
        guard words.count > 1, !words[1].isEmpty else { return words.first?.first.map(key) }
        // "Ada Lind, Quay Works" has no given name behind the comma.
        return words[0].count == 1 ? key(words[1][0]) : nil
    }

    /// Words for relatives, which many people have as a nickname and nobody as a given name.
    static let relatives: Set = [
        "brother", "bro", "dad", "daddy", "gran", "grandad", "grandma", "grandpa", "granny", "ma", "mam", "mama",
        "mami",
        "mamma", "mom", "mommy", "mum", "mummy", "mutter", "mutti", "nan", "nana", "oma", "omi", "onkel", "opa", "opi",
        "pa", "papa", "papi", "sis", "sister", "tante", "vater", "vati",
    ]

    private static let forms = table(lines)

    private static func table(_ lines: String) -> [String: Set<String>] {
        lines.split(separator: "\n").reduce(into: [:]) { forms, line in
            let names = line.split(separator: " ").map { key(String($0)) }
            // "Alex" is short for two names, which are not each other's short forms.
            for short in names.dropFirst() {
                forms[names[0], default: []].insert(short)
                forms[short, default: []].insert(names[0])
            }
        }
    }

    /// A name and its short forms in each line, folded: the common ones of English and German.
    private static let lines = """
        abigail abby
        alexander alex sascha xander
        alexandra alex sandra sascha
        andreas andi andy
        andrew andy drew
        anthony tony
        antonia toni
        barbara babsi barb
        bartholomew bart
        benjamin ben benny
        bernhard bernd
        catherine cath cathy kate katie
        charles charlie chuck
        charlotte charlie lotte
        christian chris
        christina chris tina
        christine chris
        christoph chris
        christopher chris
        claudia claudi
        daniel dan danny dani
        david dave
        deborah deb debbie
        edward ed eddie ted
        elisabeth elli lisa lisbeth sissi
        elizabeth beth betty eliza liz lizzie
        eleanor ellie nell
        emanuel manu
        emily em emmy
        felix fex
        ferdinand ferdi
        florian flo
        franziska franzi
        frederick fred freddie
        friederike rike
        friedrich fritz
        gabriele gabi
        gabriel gabe
        gregory greg
        hannah hanna
        heinrich heiner heinz
        jacob jake
        jakob jaki
        james jamie jim jimmy
        jennifer jen jenny
        jessica jess jessie
        joachim achim jochen
        johanna hanna jo
        johannes hannes jo johann
        jonathan jon jonny
        joseph joe joey
        josef sepp
        joshua josh
        julia jule juli
        katharina kathi kati
        katherine kate kathy katie
        klaus klausi
        konstantin kosta
        leonhard leo
        leonard leo len lenny
        ludwig lutz wiggerl
        magdalena lena leni
        manuela manu
        margaret maggie meg peggy
        margarete gretel grete
        maria mia mitzi
        marianne nanni
        martina tina
        matthew matt
        matthias matze hias
        maximilian max maxi
        melanie mel meli
        michael michi mick mike mischa
        michaela michi
        nathaniel nate
        nicholas nick nicky
        nikolaus klaus niko
        olivia liv livvy
        oliver oli olli
        pamela pam
        patricia pat patty tricia
        patrick pat paddy
        philip phil
        philipp phil
        raphael raffi
        rebecca becca becky
        rebekka bekki
        richard dick rick richie
        robert bert bob bobby rob robbie
        ronald ron ronnie
        rudolf rudi
        samantha sam
        samuel sam sammy
        sebastian basti seb
        stefan steffen
        stefanie steffi
        stephanie steph steffi
        stephen steve
        steven steve
        susan sue susie
        susanne sanne susi
        theodor theo
        theodore theo ted
        theresa tess resi
        therese resi
        thomas tom tommy
        timothy tim timmy
        tobias tobi
        ursula uschi ulla
        valentin vali
        veronika vroni
        victoria vicky
        viktoria vicky
        vincent vince vinz
        walter walt
        wilhelm willi
        william bill billy will willie
        wolfgang wolfi
        zachary zach
        """
}
