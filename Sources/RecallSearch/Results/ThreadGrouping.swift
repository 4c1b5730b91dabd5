import RecallStore

extension Sequence {
    /// The elements of the first `limit` threads, thread by thread, both in the order in which they come.
    func grouped<Thread: Hashable>(byThread thread: (Element) -> Thread, limit: Int) -> [[Element]] {
        var places: [Thread: Int] = [:]
        var groups: [[Element]] = []
        for element in self {
            let key = thread(element)
            if let place = places[key] {
                groups[place].append(element)
            } else if groups.count < limit {
                places[key] = groups.count
                groups.append([element])
            }
        }
        return groups
    }

    /// The first element of each of the first `limit` threads.
    func firsts<Thread: Hashable>(ofThreads thread: (Element) -> Thread, limit: Int) -> [Element] {
        var threads: Set<Thread> = []
        var firsts: [Element] = []
        for element in self where threads.insert(thread(element)).inserted {
            firsts.append(element)
            if firsts.count == limit { break }
        }
        return firsts
    }
}

extension PassageLayout {
    /// The index of the first passage of each passage's thread, which identifies the thread.
    ///
    /// - Complexity: O(*n* log *n*) for *n* passages, and one pass over their threads.
    func threadStarts(of passages: [PassageID]) -> [PassageID: Int] {
        var starts: [PassageID: Int] = [:]
        var (last, start) = (-1, 0)
        for passage in passages.sorted() where passage.index != last {
            var index = passage.index
            while index > max(last, 0), !beginsThread[index] { index -= 1 }
            if index != last { start = index }
            (last, starts[passage]) = (passage.index, start)
        }
        return starts
    }
}
