package io.tributary.launcher.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.generation.Generation;
import io.tributary.operations.generation.GenerationChanges;
import io.tributary.operations.generation.GenerationLog;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.version.Version;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against a real broker: what services do when the log of generations grows. */
final class GenerationFollowerTest {

  private static final Map<TopicPartition, Long> MARKS =
      Map.of(new TopicPartition("devices.batches", 3), 17L);

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private static final boolean ALONE = true;
  private static final boolean BESIDE = false;
  private static final String READY = "200 {\"status\":\"ready\",\"reasons\":[]}";

  private final String prefix = EmbeddedBroker.newPrefix();
  private final List<String> happened = new CopyOnWriteArrayList<>();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile int failing;
  private volatile boolean met = true;
  private volatile boolean ended;
  private final AtomicLong slept = new AtomicLong();
  private Cluster cluster;
  private Settings settings;
  private GenerationChanges changes;

  @BeforeEach
  void open() throws Exception {
    cluster = broker.connectToDevices(prefix);
    settings = broker.settings().with(Map.of("topic.prefix", prefix, "families", "devices"));
    changes = GenerationChanges.open(cluster.clients(), Ambient.system());
  }

  @AfterEach
  void close() {
    changes.close();
    cluster.close();
  }

  @Test
  void shouldHaveTheNextOneWorkBeforeItEndsTheOldOne() throws Exception {
    GenerationFollower service = service(settings, BESIDE);
    try {
      service.start();
      assertThat(happened).containsExactly("start 1");
      HostPort address = service.address();
      changes.takingOver(2);
      changes.live(2, MARKS, 12);

      await().until(() -> happened.contains("close 1"));
      assertThat(happened).containsExactly("start 1", "start 2", "close 1");
      assertThat(service.address()).isEqualTo(address);
      assertThat(get(service, "/health/ready")).isEqualTo(READY);
    } finally {
      service.close(soon());
    }
    assertThat(happened).endsWith("close 2");
  }

  @Test
  void shouldStandStillWhileAnotherTakesOverAndGoOnWhenItDoesNot() throws Exception {
    GenerationFollower service = service(settings, ALONE);
    try {
      service.start();
      changes.takingOver(2);
      await().until(() -> happened.contains("close 1"));
      assertThat(get(service, "/health/ready"))
          .isEqualTo(
              "503 {\"status\":\"unready\",\"reasons\":[{\"code\":\"generation_changing\","
                  + "\"message\":\"is paused while generation 2 takes over\"}]}");
      assertThat(get(service, "/health/live")).startsWith("200 ");
      assertThat(get(service, "/metrics")).startsWith("200 ").contains("jvm_memory_used_bytes");
      changes.live(1, Map.of(), 0);

      await().until(() -> service.unreadyReasons().isEmpty());
      assertThat(happened).containsExactly("start 1", "close 1", "start 1");
    } finally {
      service.close(soon());
    }
  }

  @Test
  void shouldKeepTheOldOneWhileTheNewOneCannotStart() throws Exception {
    GenerationFollower service = service(settings, BESIDE);
    try {
      service.start();
      failing = 2;
      changes.live(2, MARKS, 0);
      await().until(() -> happened.stream().filter("start 2"::equals).count() > 1);
      await()
          .untilAsserted(
              () ->
                  assertThat(service.unreadyReasons())
                      .containsExactly(
                          new HealthReason(
                              "generation_changing", "cannot start in generation 2: no topics")));
      assertThat(happened).doesNotContain("close 1");
      changes.live(3, MARKS, 0);

      await().until(() -> happened.contains("close 1"));
      assertThat(happened).containsOnlyOnce("start 3").endsWith("start 3", "close 1");
      assertThat(service.unreadyReasons()).isEmpty();
    } finally {
      service.close(soon());
    }
  }

  @Test
  void shouldNotGoOverBeforeItMayAndGoOnMeanwhile() throws Exception {
    GenerationFollower service = service(settings, BESIDE);
    try {
      service.start();
      int before = asked.get();
      met = false;
      changes.live(2, MARKS, 0);
      await().until(() -> asked.get() > before + 2);
      assertThat(get(service, "/health/ready")).isEqualTo(READY);
      assertThat(happened).containsExactly("start 1");
      met = true;

      await().until(() -> happened.contains("close 1"));
      assertThat(service.unreadyReasons()).isEmpty();
    } finally {
      service.close(soon());
    }
  }

  @Test
  void shouldNotRestAtItsStartForATakeOverThatNobodyFinished() throws Exception {
    Ambient system = Ambient.system();
    Ambient earlier =
        new Ambient(
            () -> Instant.now().minus(Duration.ofMinutes(11)),
            system.ticker(),
            system.random(),
            system.secrets(),
            system.environment());
    GenerationFollower service = service(settings, ALONE);
    try (GenerationChanges old = GenerationChanges.open(cluster.clients(), earlier)) {
      old.takingOver(2);
      service.start();
      assertThat(happened).containsExactly("start 1");
      old.takingOver(2);

      await().until(() -> happened.contains("close 1"));
    } finally {
      service.close(soon());
    }
  }

  @Test
  void shouldOnlyProcessTheLiveOneOrAFollower() throws Exception {
    changes.live(2, MARKS, 0);
    assertThatThrownBy(() -> pinned("2").start())
        .hasMessage("leave --generation out: processors are in the live one, 2, by themselves");
    assertThatThrownBy(() -> pinned("1").start())
        .hasMessageStartingWith("--generation must be higher than 2, which is live");
    GenerationFollower follower = pinned("3");
    try {
      follower.start();
      assertThat(happened).containsExactly("shadow", "start 3");
      assertThat(follower.unreadyReasons()).isEmpty();
      changes.takingOver(3);
      changes.live(3, MARKS, 0);

      await().until(() -> happened.contains("close 3"));
      assertThat(follower.unreadyReasons())
          .extracting(HealthReason::message)
          .containsExactly(
              "generation 3 takes over, or is live: others do its work, without --generation");
    } finally {
      follower.close(soon());
    }
  }

  @Test
  void shouldBeginAnewWhatHasEndedByItself() throws Exception {
    GenerationFollower service = service(settings, ALONE);
    try {
      service.start();
      ended = true;
      int before = asked.get();
      slept.set(TimeUnit.SECONDS.toNanos(31));

      await().until(() -> happened.size() > 1);
      assertThat(happened).containsExactly("start 1", "close 1", "start 1");
      assertThat(asked.get()).isEqualTo(before);
    } finally {
      service.close(soon());
    }
  }

  @Test
  void shouldNotProcessWhatALaterReleaseHasMade() throws Exception {
    GenerationFollower processing = service(settings, ALONE);
    try (GenerationChanges later =
        GenerationChanges.open(cluster.clients(), new Version("99.0.0"), Ambient.system())) {
      processing.start();
      later.live(2, MARKS, 0);

      await()
          .untilAsserted(
              () ->
                  assertThat(get(processing, "/health/ready"))
                      .contains("release_outdated")
                      .contains(
                          "this is release "
                              + Version.current().number()
                              + ", and generation 2 was made by release 99.0.0"));
      assertThat(happened).containsExactly("start 1", "close 1");
    } finally {
      processing.close(soon());
    }
    GenerationFollower other = service(settings, BESIDE);
    other.start();
    other.close(soon());
    assertThat(happened).endsWith("start 2", "close 2");
  }

  @Test
  void shouldOnlyLookAtAnotherThanTheLiveOne() throws Exception {
    changes.live(2, MARKS, 0);
    GenerationFollower named = service(settings.with(Map.of("generation", "3")), BESIDE);
    try {
      named.start();

      assertThat(happened).containsExactly("shadow", "start 3");
    } finally {
      named.close(soon());
    }
  }

  @Test
  void shouldKnowWhatIsLive() throws Exception {
    assertThat(GenerationLog.live(settings)).isEqualTo(Generation.FIRST);
    changes.live(2, MARKS, 12);
    changes.takingOver(3);

    Generation live = GenerationLog.live(settings);
    assertThat(live.number()).isEqualTo(2);
    assertThat(live.marks()).isEqualTo(MARKS);
    assertThat(live.partitions()).isEqualTo(12);
    assertThat(live.successor()).contains(3);
    Settings resolved = GenerationLog.resolve(settings);
    assertThat(resolved.get(KafkaSettings.GENERATION)).isEqualTo(2);
    assertThat(GenerationLog.resolve(settings.with(Map.of("generation", "1"))))
        .satisfies(named -> assertThat(named.get(KafkaSettings.GENERATION)).isEqualTo(1));
  }

  private GenerationFollower pinned(String generation) {
    return service(settings.with(Map.of("generation", generation)), ALONE);
  }

  private GenerationFollower service(Settings given, boolean processes) {
    Ambient system = Ambient.system();
    Duration second = Duration.ofSeconds(1);
    return new GenerationFollower(
        new ServiceKind(
            "test",
            HostPort.parse("127.0.0.1:0"),
            Optional.empty(),
            processes,
            new ServiceKind.Patience(second, ServiceKind.Patience.ENDLESS, second),
            (any, generation) -> asked.incrementAndGet() > 0 && met,
            (own, generation, meters, whole) -> new Recorded(generation)),
        given,
        new Ambient(
            system.clock(),
            () -> System.nanoTime() + slept.get(),
            system.random(),
            system.secrets(),
            system.environment()));
  }

  private static String get(GenerationFollower service, String path) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://" + service.address() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }

  private static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(10), System::nanoTime);
  }

  /** Notes what is done with it. */
  private final class Recorded implements Component {

    private final Generation generation;

    Recorded(Generation generation) {
      this.generation = generation;
    }

    @Override
    public void start() {
      if (generation.handover(() -> generation).shadow()) {
        happened.add("shadow");
      }
      ended = false;
      happened.add("start " + generation.number());
      if (generation.number() == failing) {
        throw new IllegalStateException("no topics");
      }
    }

    @Override
    public boolean hasEnded() {
      return ended;
    }

    @Override
    public void close(Deadline deadline) {
      if (generation.number() != failing) {
        happened.add("close " + generation.number());
      }
    }
  }
}
