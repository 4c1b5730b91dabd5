/// The name that a misspelt one most likely stands for.
public enum NearestName {
    /// The first of `names` with the fewest edits to `word`, if they are no more than `most` allows for that name.
    ///
    /// - Complexity: O(*n* · *m*) for each name. Words of more than 40 characters are near to none.
    public static func nearest(
        to word: String, in names: [String], atMost most: (String) -> Int = { max(1, $0.count / 2) }
    ) -> String? {
        guard word.count <= 40 else { return nil }
        let distances = names.map { (name: $0, distance: distance(word.lowercased(), $0)) }
        return distances.filter { $0.distance <= most($0.name) }.min { $0.distance < $1.distance }?.name
    }

    /// The number of insertions, deletions, substitutions and swaps of neighbours (optimal string alignment) that make
    /// `left` of `right`.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                let substituted = rows[i][j] + (left[i] == right[j] ? 0 : 1)
                var best = min(row[j] + 1, rows[i][j + 1] + 1, substituted)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
