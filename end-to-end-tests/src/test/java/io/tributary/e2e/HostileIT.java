package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.SignedWebhooks;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.RawConnection;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.process.RunStatistic;
import io.tributary.harness.process.RunStatistics;
import io.tributary.harness.process.RunningProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A gateway with 256 MiB of heap that is sent more than it can hold. */
@Order(10)
@OnRestartablePipeline
final class HostileIT {

  private static final long MEBIBYTE = 1 << 20;

  /** Heap, code, stacks and buffers. */
  private static final long MOST_RESIDENT = 700 * MEBIBYTE;

  private static final int SENDERS = 60;
  private static final int CHUNKS_OF_A_SENDER = 160;
  private static final int BOMBS = 10;
  private static final String WEBHOOKS = "tenants.webhooks";

  private final RestartablePipeline pipeline;
  private final URI base;
  private final RunningProcess gateway;
  private final RunStatistics statistics = new RunStatistics();
  private final HttpProbe http = new HttpProbe(statistics);
  private final int before;

  HostileIT(RestartablePipeline pipeline) {
    this.pipeline = pipeline;
    this.gateway = pipeline.services().of(Role.GATEWAY).get(0).process();
    this.base = pipeline.services().gateway();
    this.before = pipeline.topics().read(WEBHOOKS).size();
  }

  /** It is the same process, still takes messages, and has appended none of those it refused. */
  @AfterEach
  void requireUnharmed() throws IOException {
    assertThat(gateway.isAlive()).isTrue();
    assertThat(gateway.residentBytes()).isLessThan(MOST_RESIDENT);
    assertThat(send(SignedWebhooks.slack("{\"type\":\"event_callback\"}")).status()).isEqualTo(200);
    assertThat(pipeline.topics().read(WEBHOOKS)).hasSize(before + 1);
    assertThat(statistics.of(RunStatistic.OTHER_5XX)).isZero();
  }

  @Test
  void shouldRefuseBombs() throws IOException {
    for (int round = 0; round < BOMBS; round++) {
      for (String bomb :
          List.of(
              "[".repeat(500_000),
              "{\"a\":".repeat(150_000) + "1" + "}".repeat(150_000),
              "{\"type\":\"event_callback\",\"event\":"
                  + "[".repeat(2_000)
                  + "]".repeat(2_000)
                  + "}",
              "{\"type\":1" + "0".repeat(900_000) + "}")) {
        Answer answer = send(SignedWebhooks.slack(bomb));
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("error").asText()).isEqualTo("INVALID_FORMAT");
        assertThat(answer.body().length()).isLessThan(2_000);
      }
    }
  }

  @Test
  void shouldSayThatABodyIsTooLarge() throws IOException {
    String large = "{\"text\":\"" + "x".repeat(10_000_000) + "\"}";
    for (Request request : List.of(SignedWebhooks.slack(large), SignedWebhooks.meta(large))) {
      assertThat(RawConnection.statuses(say(request, ""))).isEqualTo("413");
      for (int round = 0; round < BOMBS; round++) {
        requireRefusedOrCut(say(request, large));
      }
    }
  }

  /** Bodies of unknown length, all of them at once. */
  @Test
  void shouldHoldNoMoreThanItHasRoomFor() throws IOException {
    List<RawConnection> senders = new ArrayList<>();
    try {
      for (int sender = 0; sender < SENDERS; sender++) {
        RawConnection connection = new RawConnection(base);
        senders.add(connection);
        connection.say(head(SignedWebhooks.meta(""), "Transfer-Encoding: chunked"));
      }
      String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
      List<RawConnection> open = new ArrayList<>(senders);
      for (int i = 0; i < CHUNKS_OF_A_SENDER && !open.isEmpty(); i++) {
        open.removeIf(sender -> !sender.say(chunk));
      }
      for (RawConnection sender : senders) {
        requireRefusedOrCut(sender.hearAll());
      }
    } finally {
      senders.forEach(RawConnection::close);
    }
  }

  /** One whole answer that says why, or none: a client that goes on sending may not hear it. */
  private static void requireRefusedOrCut(String heard) {
    if (!heard.isEmpty()) {
      assertThat(RawConnection.statuses(heard)).as(heard).isIn("413", "503");
      String body = heard.substring(heard.indexOf("\r\n\r\n") + 4);
      assertThat(Answer.parse(body).path("error").asText())
          .as(heard)
          .isIn("PAYLOAD_TOO_LARGE", "UNAVAILABLE");
    }
  }

  private Answer send(Request request) throws IOException {
    return http.send(
        request.method(),
        base.resolve(request.path()),
        request.headers(),
        BodyPublishers.ofString(request.body()));
  }

  /** Announces a large body, and sends so much of it. */
  private String say(Request request, String begin) throws IOException {
    try (RawConnection connection = new RawConnection(base)) {
      connection.say(head(request, "Content-Length: 10000011"));
      connection.say(begin);
      return connection.hearAll();
    }
  }

  private String head(Request request, String length) {
    StringBuilder head = new StringBuilder();
    head.append("%s %s HTTP/1.1\r\n".formatted(request.method(), request.path()));
    head.append("Host: %s:%d\r\n%s\r\n".formatted(base.getHost(), base.getPort(), length));
    request.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    return head.append("\r\n").toString();
  }
}
