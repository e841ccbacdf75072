package io.tributary.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.cli.Tributary;
import io.tributary.cli.process.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DynamoDbCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return Tributary.run(
        Map.of(),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        args);
  }

  @Test
  void shouldSayWhereItAnswersUntilItIsStopped(@TempDir Path folder) throws Exception {
    CompletableFuture<Integer> exit = new CompletableFuture<>();
    Thread command =
        new Thread(
            () ->
                exit.complete(
                    run("dynamodb", "--listen", "127.0.0.1:0", "--data", folder.toString())));
    command.start();
    Awaitility.await().until(() -> out.toString(StandardCharsets.UTF_8).contains("\n"));
    String ready = out.toString(StandardCharsets.UTF_8);
    assertThat(ready).matches("ready dynamodb=http://127\\.0\\.0\\.1:[1-9][0-9]+\n");
    String endpoint = ready.substring(ready.indexOf("http")).strip();
    assertThat(answer(endpoint)).startsWith("healthy");
    assertThat(run("dynamodb", "--listen", "127.0.0.1:0", "--data", folder.toString()))
        .isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("the tables in " + folder.resolve("rocksdb") + " are in use");

    command.interrupt();

    assertThat(exit).succeedsWithin(Duration.ofMinutes(1));
    assertThatThrownBy(() -> answer(endpoint)).isInstanceOf(ConnectException.class);
  }

  private static String answer(String endpoint) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint)).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Test
  void shouldReportAFailedStartInOneLine(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(run("dynamodb", "--listen", "127.0.0.1:" + taken.getLocalPort()))
          .isEqualTo(ExitCode.FAILED);
    }
    assertThat(run("dynamodb", "--data", file.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(run("dynamodb", "--listen", "nowhere")).isEqualTo(ExitCode.USAGE);
    assertThat(run("dynamodb", "--data", "d", "--in-memory")).isEqualTo(ExitCode.USAGE);
    assertThat(run("dynamodb", "--expiry-pace", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(run("dynamodb", "--shard-life", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("tributary: cannot listen: "),
            line -> assertThat(line).startsWith("tributary: the folder "),
            line -> assertThat(line).contains("--listen must be host:port"),
            line -> assertThat(line).contains("--data and --in-memory exclude each other"),
            line -> assertThat(line).contains("--expiry-pace must be longer than 0"),
            line -> assertThat(line).contains("--shard-life must be longer than 0"));
  }
}
