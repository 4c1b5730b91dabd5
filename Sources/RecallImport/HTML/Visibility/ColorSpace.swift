import Foundation

/// Red, green and blue of 0 to 255 from other spaces of colours (CSS Color 4, 10 and 18).
enum ColorSpace {
    static func rgb(oklab lab: SIMD3<Double>) -> SIMD3<Double> {
        let l = lab.x + 0.3963377774 * lab.y + 0.2158037573 * lab.z
        let m = lab.x - 0.1055613458 * lab.y - 0.0638541728 * lab.z
        let s = lab.x - 0.0894841775 * lab.y - 1.2914855480 * lab.z
        let (l3, m3, s3) = (l * l * l, m * m * m, s * s * s)
        return encoded([
            4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
            -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
            -0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3,
        ])
    }

    static func oklab(rgb: SIMD3<Double>) -> SIMD3<Double> {
        let linear = decoded(rgb / 255)
        let l = cbrt(0.4122214708 * linear.x + 0.5363325363 * linear.y + 0.0514459929 * linear.z)
        let m = cbrt(0.2119034982 * linear.x + 0.6806995451 * linear.y + 0.1073969566 * linear.z)
        let s = cbrt(0.0883024619 * linear.x + 0.2817188376 * linear.y + 0.6299787005 * linear.z)
        return [
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        ]
    }

    static func rgb(lab: SIMD3<Double>) -> SIMD3<Double> {
        let fy = (lab.x + 16) / 116
        let f = [fy + lab.y / 500, fy, fy - lab.z / 200]
        let xyz = f.map { $0 * $0 * $0 > 0.008856 ? $0 * $0 * $0 : (116 * $0 - 16) / 903.3 }
        return rgb(xyz50: [xyz[0] * 0.9643, xyz[1], xyz[2] * 0.8251])
    }

    /// The colour of `color(display-p3 …)`; `nil` if the space is not known.
    static func rgb(_ space: Substring, _ channels: SIMD3<Double>) -> SIMD3<Double>? {
        switch space {
        case "srgb": channels * 255
        case "srgb-linear": encoded(channels)
        case "display-p3":
            {
                let linear = decoded(channels)
                return encoded([
                    1.2249 * linear.x - 0.2247 * linear.y, -0.0420 * linear.x + 1.0419 * linear.y,
                    -0.0197 * linear.x - 0.0786 * linear.y + 1.0979 * linear.z,
                ])
            }()
        case "xyz", "xyz-d65": rgb(xyz65: channels)
        case "xyz-d50": rgb(xyz50: channels)
        default: nil
        }
    }

    private static func rgb(xyz50 xyz: SIMD3<Double>) -> SIMD3<Double> {
        encoded([
            3.1338561 * xyz.x - 1.6168667 * xyz.y - 0.4906146 * xyz.z,
            -0.9787684 * xyz.x + 1.9161415 * xyz.y + 0.0334540 * xyz.z,
            0.0719453 * xyz.x - 0.2289914 * xyz.y + 1.4052427 * xyz.z,
        ])
    }

    private static func rgb(xyz65 xyz: SIMD3<Double>) -> SIMD3<Double> {
        encoded([
            3.2404542 * xyz.x - 1.5371385 * xyz.y - 0.4985314 * xyz.z,
            -0.9692660 * xyz.x + 1.8760108 * xyz.y + 0.0415560 * xyz.z,
            0.0556434 * xyz.x - 0.2040259 * xyz.y + 1.0572252 * xyz.z,
        ])
    }

    /// 0 to 255 with the gamma of sRGB, of linear channels.
    private static func encoded(_ linear: SIMD3<Double>) -> SIMD3<Double> {
        func encode(_ value: Double) -> Double {
            255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055)
        }
        return [encode(linear.x), encode(linear.y), encode(linear.z)]
    }

    /// Linear channels of those with the gamma of sRGB, 0 to 1.
    private static func decoded(_ channels: SIMD3<Double>) -> SIMD3<Double> {
        func decode(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return [decode(channels.x), decode(channels.y), decode(channels.z)]
    }
}
