/// The parameters of `initialize`.
struct Handshake: Decodable {
    struct Program: Decodable {
        let name: String?
    }

    let protocolVersion: String
    let clientInfo: Program?
}

/// The parameters of `resources/read`.
struct ResourceParameters: Decodable {
    let uri: String
}
