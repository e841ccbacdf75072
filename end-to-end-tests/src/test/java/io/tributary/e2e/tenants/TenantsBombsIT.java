package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.SignedWebhooks;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.RawConnection;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A gateway by itself, with 256 MiB of heap, that is sent more than it can hold. */
@Tag("storm")
final class TenantsBombsIT {

  private static final long MEBIBYTE = 1 << 20;

  /** Heap, code, stacks and buffers; what is sent at once is more. */
  private static final long MOST_RESIDENT = 512 * MEBIBYTE;

  private static final int SENDERS = 60;
  private static final int CHUNKS_OF_A_SENDER = 160;
  private static final int BOMBS = 10;

  private final Workplace place = Workplace.of(TenantsBombsIT.class);
  private final SplitPipeline pipeline = SplitPipeline.start(place, 0);
  private final Instance gateway = pipeline.add(Role.GATEWAY);
  private final TenantsApi api = new TenantsApi(new HttpProbe(place.deeds()), gateway.http());
  private long resident;

  @BeforeEach
  void work() throws IOException {
    api.deliver(TenantsSamples.slack("T0BOMBS", "Ev1", "C01", "before"));
    resident = gateway.process().residentBytes();
  }

  /** It is the same process, it still takes messages, and has kept nothing of what it refused. */
  @AfterEach
  void requireUnharmed() throws IOException {
    try (Topics topics = new Topics(pipeline.endpoints())) {
      assertThat(gateway.process().isAlive()).isTrue();
      long now = gateway.process().residentBytes();
      System.out.printf("tenants bombs: resident before=%d after=%d%n", resident, now);
      assertThat(now).as("resident bytes, before %d", resident).isLessThan(MOST_RESIDENT);
      api.deliver(TenantsSamples.slack("T0BOMBS", "Ev2", "C01", "after"));
      assertThat(topics.read(TenantsFacts.WEBHOOKS)).hasSize(2);
      assertThat(topics.length(TenantsFacts.COMMANDS)).isZero();
      assertThat(topics.length(TenantsFacts.EVENTS)).isZero();
    } finally {
      pipeline.close();
    }
  }

  @Test
  void shouldRefuseBombs() throws Exception {
    for (int i = 0; i < BOMBS; i++) {
      for (String bomb :
          List.of(
              "[".repeat(500_000),
              "{\"a\":".repeat(150_000) + "1" + "}".repeat(150_000),
              "{\"type\":\"event_callback\",\"event\":"
                  + "[".repeat(2_000)
                  + "]".repeat(2_000)
                  + "}",
              "{\"type\":1" + "0".repeat(900_000) + "}")) {
        Answer answer = api.send(SignedWebhooks.slack(bomb));
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("error").asText()).isEqualTo("INVALID_FORMAT");
        assertThat(answer.body().length()).isLessThan(2_000);
      }
    }
  }

  @Test
  void shouldSayThatABodyIsTooLarge() {
    String large = "{\"text\":\"" + "x".repeat(10_000_000) + "\"}";
    for (Request request :
        List.of(
            SignedWebhooks.slack(large),
            SignedWebhooks.meta(large),
            TenantsApi.post("bombs", "c", large),
            TenantsApi.put("bombs", "", large))) {
      assertThat(RawConnection.statuses(say(request, "")))
          .as("%s", request.path())
          .isEqualTo("413");
      for (int i = 0; i < BOMBS; i++) {
        assertRefusedOrCut(say(request, large));
      }
    }
  }

  /** Nothing says how long those bodies get, and all of them come at once. */
  @Test
  void shouldHoldNoMoreThanItHasRoomFor() throws Exception {
    List<RawConnection> senders = new ArrayList<>();
    try {
      for (int i = 0; i < SENDERS; i++) {
        RawConnection sender = new RawConnection(gateway.http());
        senders.add(sender);
        sender.say(head(SignedWebhooks.meta(""), "Transfer-Encoding: chunked"));
      }
      String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
      List<RawConnection> open = new ArrayList<>(senders);
      for (int i = 0; i < CHUNKS_OF_A_SENDER && !open.isEmpty(); i++) {
        open.removeIf(sender -> !sender.say(chunk));
      }
      List<String> statuses = new ArrayList<>();
      for (RawConnection sender : senders) {
        String heard = sender.hearAll();
        assertRefusedOrCut(heard);
        statuses.add(RawConnection.statuses(heard));
      }
      Collections.sort(statuses);
      System.out.println("tenants bombs: at once " + statuses);
    } finally {
      senders.forEach(RawConnection::close);
    }
  }

  /** One whole answer that says why, or none: whoever goes on sending may not hear it any more. */
  private static void assertRefusedOrCut(String heard) {
    if (!heard.isEmpty()) {
      assertThat(RawConnection.statuses(heard)).as(heard).isIn("413", "503");
      String body = heard.substring(heard.indexOf("\r\n\r\n") + 4);
      assertThat(Answer.parse(body).path("error").asText())
          .as(heard)
          .isIn("PAYLOAD_TOO_LARGE", "UNAVAILABLE");
    }
  }

  /** Says that a large body comes, and then so much of it. */
  private String say(Request request, String begin) {
    try (RawConnection connection = new RawConnection(gateway.http())) {
      connection.say(head(request, "Content-Length: 10000011"));
      connection.say(begin);
      return connection.hearAll();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String head(Request request, String length) {
    URI base = gateway.http();
    StringBuilder head = new StringBuilder();
    head.append("%s %s HTTP/1.1\r\n".formatted(request.method(), request.path()));
    head.append("Host: %s:%d\r\n%s\r\n".formatted(base.getHost(), base.getPort(), length));
    request.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    return head.append("\r\n").toString();
  }
}
