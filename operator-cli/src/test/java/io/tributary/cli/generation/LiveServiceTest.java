package io.tributary.cli.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.cli.EmbeddedBroker;
import io.tributary.cli.kafka.Cluster;
import io.tributary.processors.ProcessorsSettings;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.kafka.KafkaSettings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Server;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against a real broker: what services do when the log of generations grows. */
final class LiveServiceTest {

  private static final Map<TopicPartition, Long> MARKS =
      Map.of(new TopicPartition("devices.batches", 3), 17L);

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private static int number;

  private final String prefix = "t" + number++ + ".";
  private final List<String> happened = new CopyOnWriteArrayList<>();
  private volatile int failing;
  private volatile boolean met = true;
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
  void shouldStartAnewAtItsAddressInTheGenerationThatBecomesLive() throws Exception {
    LiveService service = service(settings, false);
    try {
      service.start();
      assertThat(happened).containsExactly("prepare 1", "start 1 at 127.0.0.1:0");
      changes.takingOver(2);
      changes.live(2, MARKS, 12);

      await().until(() -> happened.size() == 5);
      assertThat(happened.subList(2, 5))
          .containsExactly("prepare 2", "close 1", "start 2 at 127.0.0.1:4242");
      assertThat(service.address()).hasToString("127.0.0.1:4242");
      assertThat(service.check()).isEmpty();
    } finally {
      service.close(soon());
    }
    assertThat(happened).endsWith("close 2");
  }

  @Test
  void shouldRestWhileAnotherTakesOverAndGoOnWhenItDoesNot() throws Exception {
    LiveService service = service(settings, true);
    try {
      service.start();
      changes.takingOver(2);
      await().until(() -> happened.contains("close 1"));
      assertThat(service.check())
          .extracting(HealthReason::code)
          .containsExactly("generation_changing");
      changes.live(1, Map.of(), 0);

      await().until(() -> service.check().isEmpty());
      assertThat(happened).endsWith("prepare 1", "start 1 at 127.0.0.1:4242");
    } finally {
      service.close(soon());
    }
  }

  @Test
  void shouldKeepTheOldOneWhileTheNewOneCannotStart() throws Exception {
    LiveService service = service(settings, false);
    try {
      service.start();
      failing = 2;
      changes.live(2, MARKS, 0);
      await().until(() -> happened.stream().filter("prepare 2"::equals).count() > 1);
      assertThat(service.check()).isEmpty();
      assertThat(happened).doesNotContain("close 1");
      changes.live(3, MARKS, 0);

      await().until(() -> happened.contains("start 3 at 127.0.0.1:4242"));
      assertThat(happened).containsOnlyOnce("close 1");
    } finally {
      service.close(soon());
    }
  }

  @Test
  void shouldNotGoOverBeforeItMay() throws Exception {
    LiveService service = service(settings, false);
    try {
      service.start();
      met = false;
      changes.live(2, MARKS, 0);
      await().during(Duration.ofSeconds(2)).until(() -> !happened.contains("prepare 2"));
      met = true;

      await().until(() -> happened.contains("start 2 at 127.0.0.1:4242"));
    } finally {
      service.close(soon());
    }
  }

  @Test
  void shouldOnlyLookAtAnotherThanTheLiveOne() throws Exception {
    changes.live(2, MARKS, 0);
    LiveService named = service(settings.with(Map.of("generation", "3")), false);
    try {
      named.start();

      assertThat(happened).containsExactly("prepare 3", "shadow", "start 3 at 127.0.0.1:0");
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

  private LiveService service(Settings given, boolean rests) {
    LiveService.Maker maker = (own, generation) -> new Recorded(own, generation);
    return new LiveService(
        new LiveService.Kind(
            "test", ProcessorsSettings.LISTEN, rests, (any, generation) -> met, maker),
        given.with(Map.of(ProcessorsSettings.LISTEN.key(), "127.0.0.1:0")),
        Ambient.system());
  }

  private static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(10), System::nanoTime);
  }

  /** Notes what is done with it. */
  private final class Recorded implements Server {

    private final Settings own;
    private final Generation generation;

    Recorded(Settings own, Generation generation) {
      this.own = own;
      this.generation = generation;
    }

    @Override
    public void prepare() {
      happened.add("prepare " + generation.number());
      if (generation.number() == failing) {
        throw new IllegalStateException("no topics");
      }
      if (generation.succession(() -> generation).shadow()) {
        happened.add("shadow");
      }
    }

    @Override
    public void start() {
      happened.add("start " + generation.number() + " at " + own.get(ProcessorsSettings.LISTEN));
    }

    @Override
    public void close(Deadline deadline) {
      if (generation.number() != failing) {
        happened.add("close " + generation.number());
      }
    }

    @Override
    public HostPort address() {
      return new HostPort("127.0.0.1", 4242);
    }
  }
}
