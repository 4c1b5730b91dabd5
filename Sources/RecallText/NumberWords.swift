/// Small numbers written as words, in English, German, French and Spanish.
package enum NumberWords {
    /// The values of number words, folded. Words that are also articles (`ein`, `un`) are left out.
    package static let values: [String: Int] = {
        var values: [String: Int] = [:]
        for list in lists {
            for (value, words) in list.split(separator: ",").enumerated() {
                for word in words.split(separator: " ") { values[WordFolding.fold(String(word))] = value }
            }
        }
        for (tens, words) in tens.split(separator: ",").enumerated() {
            for word in words.split(separator: " ") { values[WordFolding.fold(String(word))] = 10 * (tens + 2) }
        }
        values.merge(["hundred": 100, "hundert": 100, "cent": 100, "cien": 100]) { $1 }
        values.merge(["thousand": 1000, "tausend": 1000, "mille": 1000, "mil": 1000]) { $1 }
        return values
    }()

    /// From twenty on.
    private static let tens = """
        twenty zwanzig vingt veinte,thirty dreißig trente treinta,forty vierzig quarante cuarenta,fifty fünfzig cinquante cincuenta,\
        sixty sechzig soixante sesenta,seventy siebzig setenta,eighty achtzig ochenta,ninety neunzig noventa
        """

    private static let lists = [
        "zero,one,two twice,three,four,five,six,seven,eight,nine,ten,eleven,twelve",
        "null,eins,zwei zweimal,drei,vier,fünf,sechs,sieben,acht,neun,zehn,elf,zwölf",
        "zéro,,deux,trois,quatre,cinq,six,sept,huit,neuf,dix,onze,douze",
        "cero,,dos,tres,cuatro,cinco,seis,siete,ocho,nueve,diez,once,doce",
    ]
}
