import RecallCore

/// Function words: too common to rank by, and telling of the language.
enum StopWords {
    /// The languages in which `word` (folded) is a function word.
    static func languages(of word: String) -> [Language] {
        mayHold(word.utf8) ? table[word] ?? [] : []
    }

    /// The languages in which a word of a text is a function word. Most are none, and need not be folded.
    static func languages(of word: WordScanner.Word, in bytes: UnsafeBufferPointer<UInt8>) -> [Language] {
        if word.isASCII, !mayHold(bytes[word.range].lazy.map(\.asciiLowercase)) { return [] }
        return languages(of: WordFolding.fold(bytes, word))
    }

    /// True if `word` (folded) is a function word of `language`.
    static func contains(_ word: String, in language: Language) -> Bool {
        languages(of: word).contains(language)
    }

    /// All function words with their languages.
    static let table: [String: [Language]] = {
        var table: [String: [Language]] = [:]
        for (language, words) in lists {
            for word in words.utf8.split(whereSeparator: \.isASCIISpace) {
                table[String(Substring(word)), default: []].append(language)
            }
        }
        return table
    }()

    /// A bit for each function word, by its first bytes: most words have none, and need not be hashed. A search asks for
    /// thousands.
    private static let bits: [UInt64] = {
        var bits = [UInt64](repeating: 0, count: 1 << placeBits / 64)
        for word in table.keys { bits[place(of: word.utf8) / 64] |= 1 << UInt64(place(of: word.utf8) % 64) }
        return bits
    }()
    private static let placeBits = 15

    /// False for most words that are in no list.
    @inline(__always)
    private static func mayHold(_ word: some Collection<UInt8>) -> Bool {
        let place = place(of: word)
        return bits[place / 64] & 1 << UInt64(place % 64) != 0
    }

    @inline(__always)
    private static func place(of word: some Collection<UInt8>) -> Int {
        let key = word.prefix(8).reduce(UInt64(word.count)) { $0 << 7 ^ UInt64($1) }
        return Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - placeBits))
    }

    // Folded: lower case, no accents.
    private static let lists: [(Language, String)] = [
        (
            .english,
            """
            a about above after again against all am an and any are aren as at be because been before being below between
            both but by can cannot could couldn d did didn do does doesn doing don down during each few for from further
            had hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it its
            itself ll m me more most my myself no nor not of off on once only or other our ours ourselves out over own re
            s same shan she should shouldn so some such t than that the their theirs them themselves then there these they
            this those through to too under until up ve very was wasn we were weren what when where which while who whom
            why will with won would wouldn you your yours yourself yourselves
            """
        ),
        (
            .german,
            """
            aber alle als also am an auch auf aus bei bin bis bist da dann das dass dem den der des dich die dir doch du
            durch ein eine einem einen einer eines er es euch fur hat hatte habe haben hier ich ihm ihn ihr im in ist ja
            kann kein keine man mein meine mich mir mit nach nicht noch nun nur ob oder ohne sehr sein seine sich sie sind
            so uber um und uns unser unter vom von vor war waren was weil wenn werden wie wir wird wo zu zum zur
            """
        ),
        (
            .french,
            """
            a ai au aux avec avons c ce ces cette d dans de des du elle elles en est et etait etre il ils j je l la le les
            leur lui m ma mais me mes moi mon n ne nos notre nous on ont ou par pas plus pour qu quand que qui s sa sans se
            ses si son sont sur t ta te tes toi ton tu un une vos votre vous y
            """
        ),
        (
            .spanish,
            """
            a al algo como con cual cuando de del desde donde el ella ellas ellos en entre era eres es esa ese eso esta
            estan este esto fue ha han has hasta hay he la las le les lo los mas me mi mis muy ni no nos nosotros o os para
            pero por porque que quien se ser si sin sobre son soy su sus tambien te tiene tu un una unos y ya yo
            """
        ),
        (
            .italian,
            """
            a ad al alla alle agli ai anche che chi ci come con cosa da dal dalla dei del della delle di dove e ed era gli
            ha hai hanno ho i il in io la le lei lo loro lui ma mi mia mio ne negli nel nella noi non o per perche piu
            quando quella quello questa questo se sei si sono su sua sul sulla suo ti tra tu un una uno vi voi
            """
        ),
        (
            .portuguese,
            """
            a ao aos as com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta este eu foi ha
            isso isto ja la lhe mais mas me mesmo meu minha muito na nao nas nem no nos nossa nosso o os ou para pela pelo
            por qual quando que quem se sem seu seus so sua suas tambem te tem um uma voce
            """
        ),
        (
            .dutch,
            """
            aan al alles als ben bij daar dan dat de der deze die dit doch doen door dus een en er ge geen had heb hebben
            heeft hem het hier hij hoe hun iets ik in is ja je kan maar me meer men met mij mijn moet na naar niet niets
            nog nu of om omdat ons ook op over te tegen toch toen tot u uit uw van veel voor want waren was wat we wel
            werd wie wij wil worden zal ze zich zij zijn zo zonder zou
            """
        ),
        (
            .swedish,
            """
            alla allt att av bara blev blir da dar de dem den denna det detta dig din du efter ej eller en er ett for fran
            ha hade han har har hon honom hur i icke in inte jag kan man med men mig min mitt mot mycket nagon nar ni nu
            och om oss pa sa sig sin ska skulle som till under upp ut utan vad var vara vem vi vid vill
            """
        ),
        (
            .norwegian,
            """
            alle at av bare ble blir da de deg dem den denne der det dette din du eller en er et etter for fra ha hadde
            han hans har hun hva hvem hvis hvor i ikke inn ja jeg kan med meg men mer min mitt mot mye ned noe noen na nar
            og om opp oss over pa seg selv si sin skal skulle som sa til ut var ved vi vil ville vart
            """
        ),
        (
            .danish,
            """
            af alle at blev bliver da de dem den denne der deres det dette dig din du efter eller en end er et for fra
            ham han hans har havde hende her hun hvad hvem hvis hvor i ikke ind jeg jo kan man med meget men mig min mit
            mod ned noget nogen nu nar og ogsa om op os over pa sa selv sig sin skal skulle som til ud var vi vil ville
            """
        ),
        (
            .finnish,
            """
            ei eika en entaan ette etta han he hanen heidan ja jo jos joka jotka kanssa kuin kun me meidan mika minka mina
            minun mitka mutta myos ne niin niita nyt ole oli olen olet olivat on ovat se sen sina sinun sita siina siis
            tai tama taman te tuo vaan vain voi
            """
        ),
        (
            .russian,
            """
            а бы был была были было быть в вам вас весь во вот все всего вы где да даже для до его ее если есть еще же за
            здесь и из или им их к как когда кто ли меня мне может мы на над надо нас не него нет ни но ну о об он она они
            от по под при с со так там то того тоже только ты у уже чего чем что чтобы это этот я
            """
        ),
        // These have no stemmer. They share short words with the languages above, by whose rules their words must not be cut.
        (
            .polish,
            """
            i w z na do nie to sie ze jest o jak co a po dla czy ale przez juz tylko jego jej oraz od przy sa byl byla bylo
            bedzie ktory ktora ktore tego tym tej moze za u mnie mi tak ten ta te sobie jeszcze bardzo kiedy
            """
        ),
        (
            .czech,
            """
            a v na je se ze to s z do i o jsem jsou byl byla bylo ale jak tak by co po pro pri jako uz jen nebo tento ktery
            ktera ktere jeho jeji my vy oni si od za ve ke ani kdyz bude protoze
            """
        ),
        (
            .hungarian,
            """
            a az es hogy nem is egy ez de meg van volt mar csak ha mint el le ki fel kell lesz vagy akkor most azt ezt en te o
            mi ti ok nagyon majd szerint amely ami aki minden pedig sem
            """
        ),
        (
            .turkish,
            """
            ve bir bu da de ne icin ile ben sen o biz siz cok daha gibi ama kadar var yok mi mu degil her sonra once olarak
            olan en ki ya hem veya diye bana sana onun
            """
        ),
        (
            .romanian,
            """
            si in la cu pe de a nu ce care un o din este sa mai pentru am au fost era dar ca al ale lui se va daca sau prin
            sunt acest aceasta tot dupa foarte
            """
        ),
        (
            .indonesian,
            """
            yang dan di dari ke untuk dengan ini itu tidak pada adalah dalam akan saya kami kita anda mereka ada bisa sudah
            juga karena atau oleh seperti
            """
        ),
        (
            .ukrainian,
            """
            і в на не що з у до як та це за але від його про так ми ви вони він вона я ти ще було бути є або коли щоб для вже
            може який яка які
            """
        ),
        (
            .bulgarian,
            """
            и на да се не в за от е с по но са че ще до като си ми ти ли това той тя те как какво кога бил била беше много при
            """
        ),
        (
            .catalan,
            """
            de la el i a que en per amb els les dels del com mes aquest aquesta aixo tambe pero son ser va han ha hi molt tot
            no es si jo ell seva seu nostre quan perque nomes fins sense sobre entre una un al als dins cap ara ja
            """
        ),
        (
            .slovak,
            """
            a v na je sa ze to s z do i o som su bol bola bolo ale ako tak by co po pre pri uz len alebo tento ktory
            ktora ktore jeho jej my vy oni si od za vo ked bude pretoze nie este aj ktorych so ich
            """
        ),
        (
            .croatian,
            """
            i u je se na da su za od s a o ne to kao koji koja koje sto bi ili ali iz do po sam smo ste nije biti bio bila
            samo jer kako ako vec te ga joj mu njih sve nakon kod
            """
        ),
        (
            .afrikaans,
            """
            die en van in is dit het nie vir op wat met n te sy aan ek jy hy ons hulle was as om by maar kan sal word ook na
            deur uit hierdie daar tot of so my jou baie
            """
        ),
        (
            .latin,
            """
            et ut in ad non est sed cum qui quae quod ex ab per si esse sunt aut nec enim hoc autem ea id sint de se eu ac atque
            eius nihil quam quoque
            """
        ),
    ]
}
