import RecallText

/// Compares a new memory with those that are kept: the same is merged, and what excludes it is asked about. By words alone,
/// so that nothing depends on a model.
package struct MemoryComparison {
    private let text: MemoryStatement
    private let analyzer = TermAnalyzer()

    /// The relation of a memory to the new one.
    package enum Relation: Hashable, Sendable {
        case same
        case contradiction
        case none
    }

    /// A comparison with a new text.
    package init(_ text: String) {
        self.text = MemoryStatement(text, analyzer)
    }

    /// The relation of a kept memory to the new text.
    package func relation(to kept: String) -> Relation { relation(to: MemoryStatement(kept, analyzer)) }

    func relation(to kept: MemoryStatement) -> Relation {
        if text.words == kept.words { return .same }
        let relation = relationOfWords(kept)
        return relation == .same && !sharesCodes(kept) ? .contradiction : relation
    }

    /// False if each has a word of letters and digits that the other has not: flight BA117 and flight LH117.
    private func sharesCodes(_ kept: MemoryStatement) -> Bool {
        let (new, old) = (Self.codes(text), Self.codes(kept))
        return new.isSubset(of: old) || old.isSubset(of: new)
    }

    private static func codes(_ statement: MemoryStatement) -> Set<String> {
        Set(statement.words.filter { $0.contains(where: \.isNumber) && $0.contains(where: \.isLetter) })
    }

    private func relationOfWords(_ kept: MemoryStatement) -> Relation {
        if let relation = relationOfSlots(kept) { return relation }
        if HabitStance.contradict(text.words, kept.words) || differsInDay(kept) { return .contradiction }
        if isSwapped(kept) { return .contradiction }
        if hasSameContent(kept) { return relationOfContent(kept) }
        return opposes(kept) || prefersAnother(kept) ? .contradiction : .none
    }

    // MARK: Slots

    /// "My dentist is A" and "My dentist is B".
    private func relationOfSlots(_ kept: MemoryStatement) -> Relation? {
        guard let slot = text.slot, slot == kept.slot, text.facts.isNegated == kept.facts.isNegated else { return nil }
        let (new, old) = (Set(text.value), Set(kept.value))
        if text.valueKind == kept.valueKind, new.isSubset(of: old) || old.isSubset(of: new) {
            // "I moved to Leeds" and "I live in Leeds" say two things of one place.
            if text.isRewritten, text.words.prefix(2) != kept.words.prefix(2) { return Relation.none }
            return text.facts.numbers == kept.facts.numbers ? .same : .contradiction
        }
        guard text.valueKind == kept.valueKind, text.hasOneValue else { return Relation.none }
        return .contradiction
    }

    /// "Our bin is emptied on Thursdays" and "... on Fridays". A person may well do something on both.
    private func differsInDay(_ kept: MemoryStatement) -> Bool {
        guard text.isOfThing, text.words.count == kept.words.count, text.facts.isNegated == kept.facts.isNegated else {
            return false
        }
        let different = zip(text.words, kept.words).filter { $0 != $1 }
        return different.count == 1 && different.allSatisfy { MemoryEnd.namesDay($0) && MemoryEnd.namesDay($1) }
    }

    // MARK: Content

    private func hasSameContent(_ kept: MemoryStatement) -> Bool {
        let (new, old) = (content(text), content(kept))
        return new.count == old.count && !new.isEmpty && Self.covers(new, old) && Self.covers(old, new)
    }

    /// The content words that are no numbers.
    private func content(_ statement: MemoryStatement) -> [Set<String>] {
        statement.facts.content.filter { $0.isDisjoint(with: statement.facts.numbers) }
    }

    private static func covers(_ a: [Set<String>], _ b: [Set<String>]) -> Bool {
        b.allSatisfy { word in a.contains { !$0.isDisjoint(with: word) } }
    }

    private func relationOfContent(_ kept: MemoryStatement) -> Relation {
        let (new, old) = (text.facts, kept.facts)
        let isSame =
            new.isNegated == old.isNegated && new.numbers == old.numbers && new.datedMonths == old.datedMonths
        return isSame ? .same : .contradiction
    }

    // MARK: Preferences

    /// "I prefer tea to coffee" and "I prefer coffee to tea".
    private func isSwapped(_ kept: MemoryStatement) -> Bool {
        guard hasSameContent(kept), text.facts.isNegated == kept.facts.isNegated else { return false }
        let compares = [text, kept].allSatisfy { !Self.comparing.isDisjoint(with: $0.words) }
        return compares && zip(content(text), content(kept)).contains { $0.isDisjoint(with: $1) }
    }

    /// "I prefer window seats" and "I prefer aisle seats".
    private func prefersAnother(_ kept: MemoryStatement) -> Bool {
        let (new, old) = (content(text), content(kept))
        guard let last = new.last, let keptLast = old.last, new.count == old.count, new.count > 2,
            text.facts.isNegated == kept.facts.isNegated
        else { return false }
        let isPreference = [new, old].allSatisfy { $0.contains { !$0.isDisjoint(with: Self.preferring) } }
        return isPreference && !last.isDisjoint(with: keptLast)
            && zip(new, old).count { $0.isDisjoint(with: $1) } == 1
    }

    /// "I like fish" and "I hate fish".
    private func opposes(_ kept: MemoryStatement) -> Bool {
        let (new, old) = (content(text), content(kept))
        let attitudes = (Self.attitude(text), Self.attitude(kept))
        guard let newSign = attitudes.0, let oldSign = attitudes.1, newSign != oldSign else { return false }
        let objects = [new, old].map { $0.filter { $0.isDisjoint(with: Self.liking.union(Self.disliking)) } }
        return !objects[0].isEmpty && Self.covers(objects[0], objects[1]) && Self.covers(objects[1], objects[0])
    }

    /// True for liking, false for disliking; `nil` for neither.
    private static func attitude(_ statement: MemoryStatement) -> Bool? {
        let words = Set(statement.words)
        let likes = !words.isDisjoint(with: liking)
        guard likes || !words.isDisjoint(with: disliking) else { return nil }
        return likes != statement.facts.isNegated
    }

    private static let comparing = Set.words("to over than als que rather lieber")
    private static let preferring = Set.words("prefer bevorzuge bevorzug prefiero prefier rather lieber")
    private static let liking = Set.words("like love enjoy adore mag liebe gusta encanta eat")
    private static let disliking = Set.words("hate dislike detest loathe avoid hasse odio vermeide")
}
