import Foundation

/// The transform of a box in space, as far as it decides whether the box is seen (CSS Transforms 2).
struct CSSTransform {
    /// The box as a transform leaves it.
    struct Effect {
        /// The factor by which text grows, that of its narrower side.
        var scale = 1.0
        /// The pixels by which the box moves.
        var x = 0.0, y = 0.0
        /// True if its back is turned to the reader.
        var isTurned = false
    }

    /// Rows of the matrix.
    private var rows: [SIMD4<Double>] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]

    private static let mostFunctions = 32

    /// The effect of a value in lower case; `nil` if a browser may make of it what is not computed here.
    static func effect(of value: String) -> Effect? {
        let functions = CSSWords.functions(in: value)
        guard functions.count <= mostFunctions else { return nil }
        var transform = CSSTransform()
        for (name, arguments) in functions {
            // A word that is no function makes the declaration void.
            guard let arguments else { return Effect() }
            guard transform.apply(name, arguments) else { return nil }
        }
        return transform.effect
    }

    /// The effect of the value of `rotate`: `45deg`, `y 90deg`, `1 0 0 90deg`.
    static func effect(ofRotation value: String) -> Effect? {
        let words = CSSWords.split(value, isSeparator: CSSWords.isSpace)
        guard let angle = words.lazy.compactMap({ CSSQuantity($0, .angle) }).last else { return Effect() }
        guard case .number(let degrees) = angle else { return nil }
        var transform = CSSTransform()
        let axes: [Substring: SIMD3<Double>] = ["x": [1, 0, 0], "y": [0, 1, 0]]
        let named = words.lazy.compactMap { axes[$0] }.first
        let numbers = words.compactMap { CSSNumber($0) }.filter { $0.unit == "" }.map(\.value)
        let axis: SIMD3<Double> = numbers.count >= 3 ? [numbers[0], numbers[1], numbers[2]] : [0, 0, 1]
        transform.rotate(degrees, around: named ?? axis)
        return transform.effect
    }

    private var effect: Effect {
        let (a, b, c, d) = (rows[0].x, rows[0].y, rows[1].x, rows[1].y)
        // The lengths of what becomes of a box's sides, and its area: the narrower extent of the result.
        let across = max((a * a + c * c).squareRoot(), (b * b + d * d).squareRoot())
        let area = abs(a * d - b * c)
        return Effect(
            scale: across > 0 ? area / across : 0, x: rows[0].w, y: rows[1].w, isTurned: rows[2].z < 0)
    }

    /// Applies a function; false if it is not known.
    private mutating func apply(_ name: Substring, _ arguments: Substring) -> Bool {
        func numbers(_ measure: CSSMeasure) -> [Double]? {
            let all = CSSQuantity.all(in: arguments, measure)
            let numbers = all.compactMap(\.number)
            return numbers.count == all.count && !numbers.isEmpty ? numbers : nil
        }
        if name.hasPrefix("translate") {
            guard let lengths = numbers(.length(percent: 2)) else { return false }
            move(name, lengths)
        } else if name.hasPrefix("scale") {
            guard let shares = numbers(.share) else { return false }
            scale(name, shares)
        } else if name.hasPrefix("rotate") || name.hasPrefix("skew") {
            return turn(name, arguments, numbers(.angle))
        } else if name == "matrix" || name == "matrix3d" {
            guard let shares = numbers(.share) else { return false }
            return apply(matrix: shares)
        } else if name == "perspective" {
            // Near the eye all is off the page.
            return arguments == "none" || CSSQuantity(arguments, .length(percent: 1))?.number ?? 0 >= 100
        } else {
            return false
        }
        return true
    }

    private mutating func move(_ name: Substring, _ lengths: [Double]) {
        switch name {
        case "translatey": multiply([[1, 0, 0, 0], [0, 1, 0, lengths[0]], [0, 0, 1, 0], [0, 0, 0, 1]])
        case "translatez": break
        default:
            let y = lengths.count > 1 ? lengths[1] : 0
            multiply([[1, 0, 0, lengths[0]], [0, 1, 0, y], [0, 0, 1, 0], [0, 0, 0, 1]])
        }
    }

    private mutating func scale(_ name: Substring, _ shares: [Double]) {
        let x = name == "scaley" || name == "scalez" ? 1 : shares[0]
        let y = name == "scaley" ? shares[0] : name == "scalex" || name == "scalez" ? 1 : shares.dropFirst().first ?? x
        multiply([[x, 0, 0, 0], [0, y, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    }

    private mutating func turn(_ name: Substring, _ arguments: Substring, _ angles: [Double]?) -> Bool {
        if name == "rotate3d" {
            let words = CSSWords.split(arguments, isSeparator: CSSWords.isListSeparator)
            let axis = words.prefix(3).compactMap { CSSNumber($0)?.value }
            guard words.count == 4, axis.count == 3, let angle = CSSQuantity(words[3], .angle)?.number else {
                return false
            }
            rotate(angle, around: [axis[0], axis[1], axis[2]])
            return true
        }
        guard let angles else { return false }
        let (first, second) = (tan(angles[0] * .pi / 180), tan((angles.count > 1 ? angles[1] : 0) * .pi / 180))
        switch name {
        case "rotate", "rotatez": rotate(angles[0], around: [0, 0, 1])
        case "rotatex": rotate(angles[0], around: [1, 0, 0])
        case "rotatey": rotate(angles[0], around: [0, 1, 0])
        case "skew", "skewx": multiply([[1, first, 0, 0], [second, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
        case "skewy": multiply([[1, 0, 0, 0], [first, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
        default: return false
        }
        return true
    }

    private mutating func apply(matrix m: [Double]) -> Bool {
        if m.count == 6 {
            multiply([[m[0], m[2], 0, m[4]], [m[1], m[3], 0, m[5]], [0, 0, 1, 0], [0, 0, 0, 1]])
        } else if m.count == 16, m[3] == 0, m[7] == 0, m[15] == 1 {
            multiply((0..<4).map { [m[$0], m[$0 + 4], m[$0 + 8], m[$0 + 12]] })
        } else {
            return false
        }
        return true
    }

    private mutating func rotate(_ degrees: Double, around axis: SIMD3<Double>) {
        let length = (axis * axis).sum().squareRoot()
        guard length > 0 else { return }
        let (u, angle) = (axis / length, degrees * .pi / 180)
        let (c, s) = (cos(angle), sin(angle))
        let t = 1 - c
        multiply([
            [t * u.x * u.x + c, t * u.x * u.y - s * u.z, t * u.x * u.z + s * u.y, 0],
            [t * u.x * u.y + s * u.z, t * u.y * u.y + c, t * u.y * u.z - s * u.x, 0],
            [t * u.x * u.z - s * u.y, t * u.y * u.z + s * u.x, t * u.z * u.z + c, 0], [0, 0, 0, 1],
        ])
    }

    private mutating func multiply(_ other: [SIMD4<Double>]) {
        rows = rows.map { row in
            other[0] * row.x + other[1] * row.y + other[2] * row.z + other[3] * row.w
        }
    }
}
