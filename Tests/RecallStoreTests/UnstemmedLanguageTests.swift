import RecallCore
import RecallStore
import RecallTestSupport
import RecallText
import Testing

/// Text in languages without a stemmer, beside texts in those with one.
@Suite(.scratch) struct UnstemmedLanguageTests {
    @Test(arguments: [
        (
            "polish", "Nie wiem, co to jest, ale na pewno nie jest to kot, a po obiedzie idziemy do domu z psem.",
            "obiedzie"
        ),
        ("czech", "Nevím, co to je, ale je to na stole a v kuchyni, jak jsem říkal, protože se to nemá.", "kuchyni"),
        ("turkish", "Bu akşam eve gidiyorum ve annem bana bir kitap verecek, ama daha çok var, o da güzel.", "kitap"),
        ("hungarian", "Ez egy nagy ház, és nem tudom, hogy ki lakik a kertes házban, de az én anyám is.", "kertes"),
        ("romanian", "Nu am fost la piață, dar el a cumpărat mere și pere de la o femeie care este din sat.", "femeie"),
        ("ukrainian", "Ми не знаємо, що це за будинок, але він стоїть у лісі, і як його знайти, я не знаю.", "будинок"),
    ])
    func `is not cut by the rules of another language`(language: String, text: String, word: String) throws {
        let fixture = try StoreFixture()
        try fixture.add([
            .note("es", text: "El perro de la casa no es de los que comen con la gente, y por eso se va a la calle."),
            .note(
                "pt", text: "O gato da casa não é dos que comem com a gente, e por isso se vai para a rua com o cão."),
            .note("ru", text: "Мы были в лесу и не нашли грибы, но это был очень хороший день, и я не хочу домой."),
            .note(language, text: text),
        ])
        try fixture.store.read { snapshot in
            let folded = try #require(QueryAnalyzer(for: try snapshot.passageLayout()).words(of: word).first?.folded)
            #expect(try snapshot.postings(of: [folded]).passages.count == 1)
        }
    }
}
