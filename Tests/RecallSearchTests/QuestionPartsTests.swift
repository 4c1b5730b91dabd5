import RecallSearch
import Testing

struct QuestionPartsTests {
    @Test(arguments: [
        (
            "what did the landlord say about the deposit, and did I get it back?",
            ["what did the landlord say about the deposit", "did I get it back?"]
        ),
        ("Who mended the boiler? And when?", ["Who mended the boiler?", "And when?"]),
        ("Who paid and when did he pay, and how much was it", ["Who paid", "when did he pay", "how much was it"]),
        ("Wann war die Feier und wer hat sie bezahlt?", ["Wann war die Feier", "wer hat sie bezahlt?"]),
        ("Was kostet das und habe ich es bezahlt?", ["Was kostet das", "habe ich es bezahlt?"]),
        ("Quand part le train et combien coûte le billet ?", ["Quand part le train", "combien coûte le billet ?"]),
        ("¿Cuándo sale el tren y cuánto cuesta?", ["¿Cuándo sale el tren", "cuánto cuesta?"]),
    ])
    func `a question of several is divided`(question: String, parts: [String]) {
        #expect(QuestionParts.parts(of: question) == parts)
    }

    @Test(arguments: [
        "Who wrote about trains and planes?", "What do Ada and Ben do?", "bread and butter", "bread and how to bake it",
        "I moved last year. Where did I live before?", "", "?", "and", "when and where and who and why and how",
        "Which books do I own and have not read?",
    ])
    func `what only looks like several is left whole`(question: String) {
        #expect(QuestionParts.parts(of: question) == [question])
    }
}
