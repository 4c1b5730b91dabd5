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
