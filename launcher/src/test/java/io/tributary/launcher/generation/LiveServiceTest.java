package io.tributary.launcher.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.version.Version;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against a real broker: the generation of a service. */
final class LiveServiceTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private final String prefix = EmbeddedBroker.newPrefix();
  private final List<String> happened = new CopyOnWriteArrayList<>();
  private Cluster cluster;
  private Settings settings;

  @BeforeEach
  void open() throws Exception {
    cluster = broker.connectToDevices(prefix);
    settings = broker.devices(prefix, Map.of("processors.listen", "127.0.0.1:0"));
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void shouldRunInTheGenerationThatIsLiveAtItsStart() throws Exception {
    EmbeddedBroker.makeLive(cluster, 2, Map.of(), "");
    LiveService service = service(settings);
    try {
      assertThat(service.unreadyReasons())
          .containsExactly(new HealthReason("starting", "test has not been started"));
      service.start();

      assertThat(happened).containsExactly("start 2");
      assertThat(get(service, "/health/ready")).startsWith("200 ");
      assertThat(get(service, "/metrics")).startsWith("200 ").contains("jvm_memory_used_bytes");
    } finally {
      service.close(soon());
    }
    assertThat(happened).containsExactly("start 2", "close 2");
  }

  @Test
  void shouldRunInNoOther() throws Exception {
    EmbeddedBroker.makeLive(cluster, 2, Map.of(), "");
    for (String other : List.of("1", "3")) {
      LiveService service = service(settings.with(Map.of("generation", other)));
      assertThatThrownBy(service::start)
          .hasMessage("generation 2 is live, and services run in no other: leave --generation out");
      service.close(soon());
    }
    assertThat(happened).isEmpty();
  }

  @Test
  void shouldNotProcessByOlderRules() throws Exception {
    EmbeddedBroker.makeLive(cluster, 2, Map.of(), "99.0.0");
    LiveService processors = LiveService.processors(settings, RuntimeContext.system());
    assertThatThrownBy(processors::start)
        .hasMessage(
            "this is release %s, and generation 2 was made by release 99.0.0: upgrade the processors"
                .formatted(Version.current().number()));
    processors.close(soon());
  }

  private LiveService service(Settings given) {
    return new LiveService(
        "test",
        HostPort.parse("127.0.0.1:0"),
        () -> GenerationLog.read(given, Duration.ofSeconds(10)),
        InstantSource.system(),
        (live, meters) -> List.of(new Recorded(live.settings().get(KafkaSettings.GENERATION))));
  }

  private static String get(LiveService service, String path) throws Exception {
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

  /** Notes its start and end. */
  private final class Recorded implements Component {

    private final int generation;

    Recorded(int generation) {
      this.generation = generation;
    }

    @Override
    public void start() {
      happened.add("start " + generation);
    }

    @Override
    public void close(Deadline deadline) {
      happened.add("close " + generation);
    }
  }
}
