/// A unit of writing that text is cut into.
package enum WordUnit {
    /// A run of letters and digits.
    case word
    /// One character of Chinese, Japanese or Korean.
    case ideograph
    /// The letters and marks of a script of Southeast Asia that no word parts: about half a syllable.
    case cluster

    /// The greatest number of neighbouring units that make a term. Words of a language written without spaces have no
    /// marked ends, so every run of up to so many units is a term (n-grams; Theeramunkong et al. 2000 for clusters).
    var longestGram: Int {
        switch self {
        case .word: 1
        case .ideograph: 2
        case .cluster: 3
        }
    }
}

extension String {
    /// True if the first character is of a script that is written without spaces.
    package var isUnspaced: Bool {
        unicodeScalars.first.map { WordScanner.isIdeograph($0.value) || ClusterRole($0.value) != nil } ?? false
    }

    /// True for a single cluster.
    var isCluster: Bool { clusterCount == 1 }

    /// True for a term of several clusters.
    var isRunOfClusters: Bool { clusterCount > 1 }

    /// The clusters of a term; 0 if it is of another script.
    private var clusterCount: Int {
        guard let first = unicodeScalars.first, ClusterRole(first.value) != nil else { return 0 }
        return NameWords.words(of: self).count
    }
}
