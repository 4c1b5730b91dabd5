import RecallModelClient
import Testing

/// Addresses as a person writes them, and what looks like one.
struct ModelAddressTests {
    @Test(arguments: [
        ("127.0.0.1:11434", "127.0.0.1:11434"), ("http://127.0.0.1:8080/v1", "127.0.0.1:8080"),
        ("[::1]:80", "[::1]:80"),
        ("localhost:1234", "localhost:1234"), ("http://localhost:1234/v1/", "localhost:1234"),
    ])
    func `this machine`(written: String, text: String) throws {
        let address = try ModelAddress(written)
        #expect(address.text == text && address.isLoopback && address.machine == nil)
        #expect(try ModelAddress(address.text) == address)
    }

    @Test(arguments: ["192.168.1.5:11434", "[fd00::5]:8000", "0.0.0.0:80", "[::ffff:127.0.0.1]:80", "127.0.0.2:80"])
    func `another machine has a name for answers to show`(written: String) throws {
        let address = try ModelAddress("http://" + written)
        #expect(!address.isLoopback && address.machine != nil && address.text == written)
    }

    @Test(arguments: [
        "", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:+80", "127.1:80",
        "0x7f.0.0.1:80",
        "2130706433:80", "127.0.0.1:80:80", "::1:80", "[::1]", "[::1%lo]:80", "[127.0.0.1]:80", "example.com:80",
        "LOCALHOST.:80", "localhost@10.0.0.1:80", "http://localhost@evil:80", "http://localhost:80@evil",
        "127.0.0.1:80/x",
        "127.0.0.1:80?x", "127.0.0.1:80#x", "https://127.0.0.1:80", "ftp://127.0.0.1:80", " 127.0.0.1:80",
        "127.0.0.1 :80",
        "127.0.0.1\r\nX: y:80", "127.0.0.1\u{0}:80", "１２７.0.0.1:80", "unix:/run/x:80",
    ])
    func `anything else is refused`(written: String) {
        #expect { try ModelAddress(written) } throws: { ($0 as? ChatModelError)?.code == .unusableAddress }
    }
}
