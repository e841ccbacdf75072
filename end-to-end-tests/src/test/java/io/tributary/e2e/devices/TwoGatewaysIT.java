package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@Tag("storm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TwoGatewaysIT {

  /** By then no gateway admits a key any more that another one has revoked. */
  private static final Duration REVOKED_EVERYWHERE = Duration.ofSeconds(2);

  private static final int RACES = 12;
  private static final int RACERS_OF_EACH_GATEWAY = 3;

  private final Workplace place = Workplace.of(TwoGatewaysIT.class);
  private final HttpProbe http = new HttpProbe(place.deeds());
  private final AvroFiles avro = new AvroFiles();
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final Facts facts = new Facts(topics, avro);
  private final StateItems model = new StateItems(topics, avro);
  private List<DevicesApi> gateways = List.of();

  @BeforeAll
  void addAGateway() {
    pipeline.add(Role.GATEWAY);
    gateways =
        pipeline.of(Role.GATEWAY).stream()
            .map(Instance::http)
            .map(address -> new DevicesApi(http, address))
            .toList();
  }

  @AfterAll
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldGiveRacingFirstRegistrationsTheSameConfirmationId() throws Exception {
    String key = gateways.get(0).newKey();
    Map<String, Set<String>> answered = new TreeMap<>();
    ExecutorService racers = Executors.newCachedThreadPool();
    for (int race = 0; race < RACES; race++) {
      String device = String.format("02:00:00:00:0A:%02X", race);
      CountDownLatch start = new CountDownLatch(1);
      List<Future<Answer>> answers = new ArrayList<>();
      for (int racer = 0; racer < RACERS_OF_EACH_GATEWAY; racer++) {
        for (DevicesApi gateway : gateways) {
          String registration = Samples.registration(device, "racer " + answers.size());
          answers.add(racers.submit(after(start, () -> gateway.register(key, registration))));
        }
      }
      start.countDown();
      for (Future<Answer> answer : answers) {
        assertThat(answer.get().status()).as(answer.get().body()).isEqualTo(200);
        answered
            .computeIfAbsent(device, any -> new HashSet<>())
            .add(answer.get().json().get("confirmation_id").asText());
      }
    }
    racers.shutdown();
    pipeline.awaitDrained();

    assertThat(answered.values()).allSatisfy(ids -> assertThat(ids).hasSize(1));
    answered.forEach(
        (device, ids) -> assertThat(ids).containsExactly(attribute(device, "confirmation_id")));
    // The model takes first_registered_at and the name from the first registration of the log.
    model.check(tables);
    System.out.printf(
        "races: devices=%d registrations-each=%d%n", RACES, 2 * RACERS_OF_EACH_GATEWAY);
  }

  @Test
  void shouldKnowAKeyEverywhereFromTheFirstRequestOn() throws Exception {
    for (int i = 0; i < 10; i++) {
      DevicesApi here = gateways.get(i % 2);
      DevicesApi there = gateways.get((i + 1) % 2);
      JsonNode made = here.createKey("{}").json();
      String raw = made.get("api_key").asText();

      Answer first = there.upload(raw, Samples.request(Samples.reading("with new key " + i)));

      assertThat(first.status()).as(first.body()).isEqualTo(200);
      requireRevoked(here, there, made.get("key_id").asText(), raw);
    }
    pipeline.awaitDrained();
    model.check(tables);
  }

  @Test
  void shouldNotGoByWhatAGatewayKnewBeforeItSlept() throws Exception {
    DevicesApi awake = gateways.get(0);
    String batch = Samples.request(Samples.reading("sent to a sleeper"));

    asleep(Duration.ZERO);
    JsonNode made = awake.createKey("{}").json();
    String raw = made.get("api_key").asText();
    Answer admitted = answerOnWaking(() -> gateways.get(1).upload(raw, batch));
    assertThat(admitted.status()).as(admitted.body()).isEqualTo(200);

    asleep(Duration.ZERO);
    assertThat(awake.revokeKey(made.get("key_id").asText()).status()).isEqualTo(200);
    asleep(REVOKED_EVERYWHERE);
    Answer refused = answerOnWaking(() -> gateways.get(1).upload(raw, batch));
    assertThat(refused.status()).as(refused.body()).isEqualTo(401);
    assertThat(refused.json().get("error").asText()).isEqualTo("KEY_REVOKED");
  }

  /** The second gateway sleeps, and has so for a while when this returns. */
  private void asleep(Duration atLeast) {
    pipeline.of(Role.GATEWAY).get(1).process().freeze();
    Eventually.await().pollDelay(atLeast).until(() -> true);
  }

  /** Answered by the second gateway to what has arrived when it wakes. */
  private Answer answerOnWaking(Callable<Answer> request) throws Exception {
    ExecutorService client = Executors.newSingleThreadExecutor();
    try {
      Future<Answer> answer = client.submit(request);
      // Long enough for the request to lie in the sleeper's socket.
      Eventually.await().pollDelay(Duration.ofMillis(300)).until(() -> true);
      pipeline.of(Role.GATEWAY).get(1).process().thaw();
      return answer.get();
    } finally {
      client.shutdown();
    }
  }

  private static void requireRevoked(DevicesApi here, DevicesApi there, String keyId, String raw)
      throws Exception {
    String body = Samples.request(Samples.reading("with a key as long as it works"));
    assertThat(here.revokeKey(keyId).status()).isEqualTo(200);
    assertThat(here.upload(raw, body).json().path("error").asText()).isEqualTo("KEY_REVOKED");

    Eventually.await("to be refused by the other gateway")
        .pollInterval(Duration.ofMillis(10))
        .pollDelay(Duration.ZERO)
        .until(() -> there.upload(raw, body).status() == 401);

    for (int i = 0; i < 5; i++) {
      Answer refused = there.upload(raw, body);
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.json().get("error").asText()).isEqualTo("KEY_REVOKED");
    }
  }

  @Test
  void shouldCountActivityByAcceptedAtToTheMillisecond() throws Exception {
    String key = gateways.get(0).newKey();
    String device = "02:00:00:00:0B:00";
    Answer answer = gateways.get(0).register(key, Samples.registration(device, "to the ms"));
    pipeline.awaitDrained();
    Instant t = Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(1, ChronoUnit.HOURS);
    // Offsets in milliseconds, in the order of the log.
    List<Long> offsets =
        List.of(
            0L,
            299_999L,
            -7_200_000L,
            300_000L,
            300_001L,
            599_999L,
            300_000L,
            600_000L,
            1L,
            4_200_000L,
            3_900_000L,
            4_499_999L);
    for (long offset : offsets) {
      facts.batch(device, t.plusMillis(offset), "B0 at " + offset);
    }
    pipeline.awaitDrained();

    List<Long> moments = versionsOf(device).stream().map(Version::lastSeenAt).toList();
    assertThat(moments.subList(1, moments.size()))
        .containsExactly(
            t.toEpochMilli(),
            t.toEpochMilli() + 300_000,
            t.toEpochMilli() + 600_000,
            t.toEpochMilli() + 4_200_000);
    assertThat(Instant.ofEpochSecond(moments.get(0) / 1000))
        .hasToString(answer.json().get("registered_at").asText());
    assertThat(attribute(device, "last_seen_at")).isEqualTo(t.plusSeconds(4_200).toString());
  }

  @Test
  void shouldKeepWhatTheFirstRegistrationOfTheLogSaid() throws Exception {
    String device = "02:00:00:00:0D:00";
    String first = "7d4f0c8e-3b1a-4c7d-9e5f-0a1b2c3d4e5f";
    String other = "c0ffee00-3b1a-4c7d-9e5f-0a1b2c3d4e5f";
    Instant t = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    facts.registration(device, t, first, "1.0.16");
    facts.registration(device, t.minusSeconds(3_600), other, "late, by a clock that is slow");
    facts.registration(device, t.plusSeconds(60), other, "2.0.0");
    facts.registration(device, t.plusSeconds(59), other, "2.0.1");
    pipeline.awaitDrained();

    assertThat(attribute(device, "confirmation_id")).isEqualTo(first);
    assertThat(attribute(device, "first_registered_at")).isEqualTo(t.toString());
    assertThat(attribute(device, "last_seen_at")).isEqualTo(t.plusSeconds(60).toString());
    assertThat(attribute(device, "gsi1sk")).isEqualTo(t.plusSeconds(60).toString());
    assertThat(attribute(device, "firmware_version")).isEqualTo("2.0.1");
    model.check(tables);
  }

  @Test
  void shouldNeverMoveLastSeenAtBack() throws Exception {
    Seed seed = Seed.next();
    System.out.println("activity: " + seed);
    Random random = seed.random();
    String key = gateways.get(0).newKey();
    List<String> devices =
        Stream.iterate(0, i -> i + 1)
            .limit(10)
            .map(i -> String.format("02:00:00:00:0C:%02X", i))
            .toList();
    int appended = 0;
    for (int round = 0; round < 4; round++) {
      for (String device : devices) {
        if (random.nextInt(3) == 0) {
          DevicesApi gateway = gateways.get(random.nextInt(2));
          String registration = Samples.registration(device, "round " + round);
          assertThat(gateway.register(key, registration).status()).isEqualTo(200);
        }
        for (Instant acceptedAt : someMoments(random)) {
          facts.batch(device, acceptedAt, device + " " + appended++);
        }
      }
    }
    for (String device : devices) {
      assertThat(gateways.get(1).register(key, Samples.registration(device, "late")).status())
          .isEqualTo(200);
    }
    pipeline.awaitDrained();

    model.check(tables);
    int seen = 0;
    for (String device : devices) {
      List<Version> versions = versionsOf(device);
      requireOnlyForward(device, versions, registrations(device));
      seen += versions.size();
    }
    System.out.printf("activity: %s facts=%d versions=%d%n", seed, appended, seen);
  }

  /** Hours of activity: in order, backwards, or anyhow; some at the same time. */
  private static List<Instant> someMoments(Random random) {
    Instant now = Instant.now();
    List<Instant> moments = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      moments.add(now.plusSeconds(random.nextInt(86_400) - 43_200L));
    }
    moments.add(moments.get(random.nextInt(12)));
    moments.add(moments.get(random.nextInt(12)).plusSeconds(300));
    moments.add(moments.get(random.nextInt(12)).plusMillis(299_999));
    switch (random.nextInt(3)) {
      case 0 -> Collections.sort(moments);
      case 1 -> moments.sort(Collections.reverseOrder());
      default -> Collections.shuffle(moments, random);
    }
    return moments;
  }

  /** Each version has a higher rev and is never seen earlier; readings move it rarely. */
  private static void requireOnlyForward(
      String device, List<Version> versions, Set<Long> registrations) {
    assertThat(versions).as(device).isNotEmpty();
    long lastByReadings = Long.MIN_VALUE / 2;
    for (int i = 1; i < versions.size(); i++) {
      Version before = versions.get(i - 1);
      Version after = versions.get(i);
      String what = device + " " + versions;
      assertThat(after.rev()).as(what).isGreaterThan(before.rev());
      assertThat(after.lastSeenAt()).as(what).isGreaterThanOrEqualTo(before.lastSeenAt());
      assertThat(after.firstRegisteredAt()).as(what).isEqualTo(before.firstRegisteredAt());
      assertThat(after.confirmationId()).as(what).isEqualTo(before.confirmationId());
      boolean moved = after.lastSeenAt() > before.lastSeenAt();
      if (moved && !registrations.contains(after.lastSeenAt())) {
        assertThat(after.lastSeenAt() - lastByReadings).as(what).isGreaterThanOrEqualTo(300_000);
        lastByReadings = after.lastSeenAt();
      }
    }
  }

  /** One state of a device, as {@code devices.devices} told it. */
  private record Version(long rev, long lastSeenAt, long firstRegisteredAt, String confirmationId) {

    static Version of(GenericRecord device) {
      return new Version(
          (Long) device.get("rev"),
          (Long) device.get("last_seen_at"),
          (Long) device.get("first_registered_at"),
          device.get("confirmation_id").toString());
    }
  }

  /** Every state that there was, in the order of the log. */
  private List<Version> versionsOf(String hardwareId) {
    return topics.read("devices.devices").stream()
        .filter(record -> record.key().equals(hardwareId))
        .map(record -> Version.of(avro.decode(record.raw().value())))
        .toList();
  }

  private Set<Long> registrations(String device) {
    Set<Long> moments = new HashSet<>();
    topics.read("devices.device-commands").stream()
        .filter(record -> record.key().equals(device))
        .map(record -> avro.decode(record.raw().value()))
        .forEach(
            fact -> moments.add((Long) ((GenericRecord) fact.get("envelope")).get("accepted_at")));
    return moments;
  }

  /** A text attribute of a device's item. */
  private String attribute(String hardwareId, String name) {
    return Objects.requireNonNull(
            tables.get("devices", Map.of("hardware_id", hardwareId)).orElseThrow().get(name))
        .s();
  }

  private static <T> Callable<T> after(CountDownLatch start, Callable<T> deed) {
    return () -> {
      start.await();
      return deed.call();
    };
  }
}
