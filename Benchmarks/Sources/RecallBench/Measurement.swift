import ArgumentParser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Seconds that something took.
struct Time {
    /// On the clock.
    var wall: Double
    /// Of all threads of this process on processors: what other processes take does not count.
    var cpu: Double

    static func of(_ work: () throws -> Void) rethrows -> Time {
        let (wall, cpu) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
        try work()
        return Time(wall: now(CLOCK_MONOTONIC) - wall, cpu: now(CLOCK_PROCESS_CPUTIME_ID) - cpu)
    }

    static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func / (time: Time, count: Int) -> Time {
        Time(wall: time.wall / Double(count), cpu: time.cpu / Double(count))
    }
}

/// A sample's middle and its ends.
struct Spread {
    let median, minimum, maximum: Double

    init(_ values: [Double]) {
        let sorted = values.sorted()
        minimum = sorted.first ?? .nan
        maximum = sorted.last ?? .nan
        median = sorted.isEmpty ? .nan : (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
    }
}

/// One of several that are measured in turn.
struct Contestant {
    let name: String
    /// What one run does, in any unit: operations, tokens.
    let work: Double
    let run: () throws -> Void
}

/// What a contestant took in each round, for one run.
struct Measured {
    let contestant: Contestant
    var times: [Time] = []

    /// Work per second on the clock.
    var rate: Spread { Spread(rates(by: \.wall)) }
    /// Work per second of processor time.
    var processorRate: Double { Spread(rates(by: \.cpu)).median }

    /// How fast it is compared with another one, round by round: what disturbs both cancels out.
    func ratio(to other: Measured, by clock: KeyPath<Time, Double>) -> Spread {
        Spread(zip(rates(by: clock), other.rates(by: clock)).map { $0 / $1 })
    }

    private func rates(by clock: KeyPath<Time, Double>) -> [Double] {
        times.map { contestant.work / $0[keyPath: clock] }
    }
}

/// How often and for how long is measured.
struct Rounds: ParsableArguments {
    @Option(name: .customLong("rounds"), help: "Rounds, in each of which every contestant has one turn.")
    var count = 9

    @Option(help: "Seconds of a turn at least.")
    var seconds = 0.05

    func measure(_ contestants: [Contestant]) throws -> [Measured] {
        let repeats = try contestants.map(repeats)
        var measured = contestants.map { Measured(contestant: $0) }
        for _ in 0..<count {
            for index in contestants.indices {
                measured[index].times.append(try turn(of: contestants[index], repeats[index]))
            }
        }
        return measured
    }

    private func turn(of contestant: Contestant, _ repeats: Int) throws -> Time {
        try Time.of { for _ in 0..<repeats { try contestant.run() } } / repeats
    }

    /// Runs that fill a turn. The first run warms up, and tells enough of work that is longer than a turn.
    private func repeats(_ contestant: Contestant) throws -> Int {
        guard try Time.of(contestant.run).wall < seconds else { return 1 }
        let once = try Time.of(contestant.run)
        return max(1, Int((seconds / max(once.wall, 1e-9)).rounded(.up)))
    }
}
