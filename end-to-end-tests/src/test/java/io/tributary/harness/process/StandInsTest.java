package io.tributary.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StandInsTest {

  private final Path folder;

  StandInsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void shouldStandInForWhatIsNotOnThePathAlone() throws Exception {
    Path tools = folder.resolve("tools");
    Files.createDirectories(tools);
    Path openssl = Files.createFile(tools.resolve("openssl"));
    assertThat(openssl.toFile().setExecutable(true)).isTrue();

    Path made = folder.resolve("made");
    assertThat(StandIns.path(tools.toString(), made)).isEqualTo(tools + ":" + made);
    assertThat(made.resolve("curl")).isExecutable();
    assertThat(made.resolve("openssl")).doesNotExist();
  }

  /** The second test case of RFC 2202. */
  @Test
  void shouldSignAsOpensslDoes() throws Exception {
    byte[] signature =
        run("what do ya want for nothing?", "openssl", "dgst", "-sha1", "-hmac", "Jefe", "-binary");
    assertThat(HexFormat.of().formatHex(signature))
        .isEqualTo("effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
  }

  @Test
  void shouldSendWhatCurlSends() throws Exception {
    BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> answer(exchange, asked));
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    try {
      assertThat(
              text(
                  run(
                      "",
                      "curl",
                      "-s",
                      "-X",
                      "PUT",
                      url + "/a%23b",
                      "-H",
                      "Content-Type: text/x",
                      "-H",
                      "X-Key: a: b",
                      "-d",
                      "{\"a\":\"% b\"}")))
          .isEqualTo("refused, \u00e9");
      assertThat(asked.remove()).isEqualTo("PUT /a%23b text/x a: b {\"a\":\"% b\"}");

      run("", "curl", "-s", url, "--data-urlencode", "a=+4 & b=", "--data-urlencode", "b=");
      assertThat(asked.remove())
          .isEqualTo("POST / application/x-www-form-urlencoded null a=%2B4+%26+b%3D&b=");
    } finally {
      server.stop(0);
    }
  }

  private static void answer(HttpExchange exchange, BlockingQueue<String> asked)
      throws IOException {
    asked.add(
        String.join(
            " ",
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            exchange.getRequestHeaders().getFirst("Content-Type"),
            exchange.getRequestHeaders().getFirst("X-Key"),
            text(exchange.getRequestBody().readAllBytes())));
    byte[] answer = "refused, \u00e9".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(403, answer.length);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(answer);
    }
  }

  /** Runs a stand-in, whatever else this machine has. */
  private byte[] run(String input, String tool, String... arguments) throws Exception {
    StandIns.path("", folder);
    List<String> command =
        Stream.concat(Stream.of(folder.resolve(tool).toString()), Stream.of(arguments)).toList();
    Path in = Files.writeString(folder.resolve("in"), input);
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readAllBytes(out);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
