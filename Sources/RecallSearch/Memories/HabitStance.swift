import RecallText

/// Statements of the person that exclude each other though they share few words: "I am vegetarian" and "I eat meat again".
enum HabitStance {
    /// True if the two statements, in folded words, cannot both hold.
    static func contradict(_ a: [String], _ b: [String]) -> Bool {
        guard isOwn(a), isOwn(b) else { return false }
        if let meat = eatsMeat(a), let other = eatsMeat(b), meat != other { return true }
        if let smokes = does(a, smoking), let other = does(b, smoking), smokes != other { return true }
        return groups.contains { group in
            guard let one = state(a, group), let other = state(b, group) else { return false }
            return one != other
        }
    }

    /// The matters that a statement of the person takes a stand in.
    static func topics(of words: [String]) -> [String] {
        guard isOwn(words) else { return [] }
        let diet = eatsMeat(words).map { _ in "[diet]" }
        let states = groups.indices.filter { state(words, groups[$0]) != nil }.map { "[state \($0)]" }
        return states + [diet, does(words, smoking).map { _ in "[smoking]" }].compactMap(\.self)
    }

    private static func isOwn(_ words: [String]) -> Bool {
        words.first.map { ["i", "we", "ich"].contains($0) } ?? false
    }

    private static func isNegated(_ words: [String]) -> Bool { !negations.isDisjoint(with: words) }

    /// True for "I eat meat", false for "I am vegan"; `nil` if neither is said.
    private static func eatsMeat(_ words: [String]) -> Bool? {
        guard words.count <= most else { return nil }
        if !meatless.isDisjoint(with: words), !states.isDisjoint(with: words.prefix(3)) { return isNegated(words) }
        guard !eating.isDisjoint(with: words), !meats.isDisjoint(with: words) else { return nil }
        // "I never eat pork" leaves the rest.
        guard isNegated(words) else { return true }
        return allMeat.isDisjoint(with: words) ? nil : false
    }

    private static func does(_ words: [String], _ verbs: Set<String>) -> Bool? {
        guard words.count <= most, !verbs.isDisjoint(with: words) else { return nil }
        return !isNegated(words)
    }

    /// "I am married": the state of the group that is said, and not denied.
    private static func state(_ words: [String], _ group: Set<String>) -> String? {
        guard !states.isDisjoint(with: words.prefix(3)), !isNegated(words) else { return nil }
        return words.prefix(4).first(where: group.contains)
    }

    /// The most words: more of them state conditions.
    private static let most = 6
    private static let negations = Set.words(
        "not t no never longer stopped quit without kein keine keinen nie nicht mehr")
    private static let states = Set.words("am m are be became turned bin")
    private static let eating = Set.words("eat eating esse")
    private static let meats = Set.words("meat steak beef chicken pork bacon fleisch")
    private static let allMeat = Set.words("meat fleisch")
    private static let meatless = Set.words("vegetarian vegan vegetarier vegetarierin veganer veganerin")
    private static let smoking = Set.words("smoke smoking smoker rauche")
    private static let groups = [
        Set.words("married single divorced widowed"), Set.words("left right"),
        Set.words("verheiratet ledig geschieden verwitwet"),
    ]
}
