package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Seed;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.RawConnection;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HostileInputIT {

  private static final int BY_CHANCE = 1_500;
  private static final int IDLE = 2_000;
  private static final int SLOW = 40;
  private static final long MEBIBYTE = 1024 * 1024;
  private static final long MOST_RESIDENT = 700 * MEBIBYTE;

  private final Workplace place = Workplace.of(HostileInputIT.class);
  private final HttpProbe http = new HttpProbe(place.deeds());
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final URI base = pipeline.gateway();
  private final RunningProcess gateway = pipeline.of(Role.GATEWAY).get(0).process();
  private String apiKey = "";
  private int good;
  private long failuresBefore;

  @BeforeAll
  void makeAKey() throws Exception {
    apiKey = new DevicesApi(http, base).newKey();
  }

  @BeforeEach
  void countFailures() {
    failuresBefore = failures();
  }

  /** After whatever was done to it, the gateway is well and has appended only what was good. */
  @AfterEach
  void requireUnharmed() throws Exception {
    good++;
    Answer answer =
        upload(Samples.request(Samples.reading("good " + good)).getBytes(StandardCharsets.UTF_8));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(topics.read("devices.batches")).hasSize(good);
    assertThat(gateway.residentBytes()).isLessThan(MOST_RESIDENT);
    assertThat(failures()).as("answers 5xx, but 503").isEqualTo(failuresBefore);
  }

  @AfterAll
  void end() {
    pipeline.awaitDrained();
    assertThat(tables.count("device_readings")).isEqualTo(good);
    assertThat(tables.count("processed_batches")).isEqualTo(good);
    assertThat(topics.read("devices.dead-letters")).isEmpty();
    System.out.printf(
        "hostile: gateway-resident-MiB=%d stored=%d %s%n",
        gateway.residentBytes() / MEBIBYTE, good, place.deeds());
    topics.close();
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldSayWhatIsWrongWithEveryBody() throws Exception {
    Seed seed = Seed.next();
    List<byte[]> bodies = new ArrayList<>(HostileBodies.byHand());
    bodies.addAll(HostileBodies.byChance(seed.random(), BY_CHANCE));
    System.out.println("hostile: bodies=" + bodies.size() + " " + seed);
    List<String> wrong = new ArrayList<>();
    for (byte[] body : bodies) {
      Answer answer = upload(body);
      boolean refused = answer.status() >= 400 && answer.status() <= 499;
      if (!refused || answer.json().path("message").asText().isBlank()) {
        wrong.add(shown(body) + "\nanswered " + answer.status() + " " + answer.body());
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void shouldServeOthersBesideTwoThousandIdleConnections() throws Exception {
    List<RawConnection> idle = new ArrayList<>();
    try {
      for (int i = 0; i < IDLE; i++) {
        RawConnection connection = new RawConnection(base);
        idle.add(connection);
        if (i % 2 == 0) {
          connection.say("POST /v1/devices/data HTTP/1.1\r\nHost: a\r\nX-API-");
        }
      }
      requireUnharmed();
      System.out.println("hostile: idle-connections=" + idle.size());
    } finally {
      idle.forEach(RawConnection::close);
    }
  }

  @Test
  void shouldGiveUpOnSlowAndHalfSentBodies() throws Exception {
    List<RawConnection> slow = new ArrayList<>();
    try {
      for (int i = 0; i < SLOW; i++) {
        RawConnection connection = new RawConnection(base);
        slow.add(connection);
        connection.say(head("Content-Length: 100000") + "{\"readings\":[");
      }
      RawConnection half = new RawConnection(base);
      slow.add(half);
      half.say(head("Content-Length: 100000") + "{\"readings\":[");
      half.endOfInput();
      Eventually.await("slow senders to be given up")
          .pollInterval(Duration.ofMillis(250))
          .until(() -> slow.stream().limit(SLOW).noneMatch(connection -> connection.say(" ")));
      slow.forEach(connection -> checkOnlyRefusals(connection.hearAll()));
    } finally {
      slow.forEach(RawConnection::close);
    }
  }

  @Test
  void shouldNotTakeMoreThanABodyMayHave() throws Exception {
    byte[] tooLarge = new byte[(int) MEBIBYTE + 1];
    assertThat(upload(tooLarge).status()).isEqualTo(413);
    String said = say(head("Content-Length: 9999999999"));
    checkOnlyRefusals(said);
    assertThat(RawConnection.statuses(said)).isEqualTo("413");
    try (RawConnection endless = new RawConnection(base)) {
      endless.say(head("Transfer-Encoding: chunked"));
      String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
      Eventually.await("an endless body to be cut off")
          .pollInterval(Duration.ofMillis(1))
          .until(() -> !endless.say(chunk));
    }
  }

  @Test
  void shouldRefuseWhatIsNoHttp() throws Exception {
    String valid = head("Content-Length: 2") + "{}";
    Stream.of(
            "\r\n\r\n\r\n\r\nGARBAGE\r\n\r\n",
            "\0\1\2\3\r\n\r\n",
            "GET\r\n\r\n",
            "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "POST /v1/devices/data HTTP/1.1\r\nHost: a\r\nX-API-Key: "
                + "k".repeat(100_000)
                + "\r\n\r\n",
            "GET /" + "a".repeat(100_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /%zz%00 HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n",
            head("Content-Length: -1"),
            head("Content-Length: 1e3"),
            head("Content-Length: 5\r\nContent-Length: 6") + "{}",
            head("Content-Length: 2\r\nTransfer-Encoding: chunked") + "zz\r\n{}\r\n",
            head("Transfer-Encoding: chunked") + "ffffffffffffffff\r\n",
            head("Transfer-Encoding: chunked") + "-5\r\nabc",
            head("Transfer-Encoding: gzip") + "{}",
            valid + "\0\0garbage behind a request\r\n\r\n",
            valid.repeat(50) + "garbage\r\n\r\n")
        .forEach(text -> checkOnlyRefusals(say(text)));
  }

  @Test
  void shouldRefuseKeysOfAnyShape() throws Exception {
    URI data = base.resolve(DevicesApi.DATA);
    for (String key : List.of("", " ", "ä", "a".repeat(5_000), "%00", "' OR 1=1 --")) {
      Answer answer = http.post(data, Map.of("X-API-Key", key), "{}");
      assertThat(answer.status()).as(key).isBetween(400, 499);
    }
  }

  private long failures() {
    return place.deeds().of(Deed.OTHER_5XX);
  }

  private Answer upload(byte[] body) throws IOException {
    return http.post(base.resolve(DevicesApi.DATA), Map.of("X-API-Key", apiKey), body);
  }

  private String say(String text) {
    try (RawConnection connection = new RawConnection(base)) {
      connection.say(text);
      connection.endOfInput();
      return connection.hearAll();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String head(String framing) {
    return "POST /v1/devices/data HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: "
        + apiKey
        + "\r\n"
        + framing
        + "\r\n\r\n";
  }

  private static void checkOnlyRefusals(String heard) {
    assertThat(RawConnection.statuses(heard)).as(heard).matches("(4\\d\\d ?)*");
  }

  private static String shown(byte[] body) {
    String text = new String(body, StandardCharsets.ISO_8859_1);
    return text.length() <= 400 ? text : text.substring(0, 400) + "… of " + text.length();
  }
}
