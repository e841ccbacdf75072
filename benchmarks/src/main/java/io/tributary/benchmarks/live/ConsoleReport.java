package io.tributary.benchmarks.live;

import io.tributary.benchmarks.gateway.SteadyReadings;
import io.tributary.benchmarks.process.Child;
import io.tributary.benchmarks.process.Machine;
import io.tributary.embedded.child.Arguments;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.settings.SinkSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures the processor time of `console` at a steady rate of readings: without a page, and with
 * an open one, which asks every second. The limit is a consumer that only reads the same topics.
 */
public final class ConsoleReport {

  /** Flags of the start script. */
  private static final List<String> SMALL =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final LongAdder accepted = new LongAdder();
  private final HttpClient http = HttpClient.newHttpClient();

  private final Duration time;

  private ConsoleReport(Duration time) {
    this.time = time;
  }

  /**
   * Arguments: {@code --rate N} readings a second (1000), {@code --seconds N} of a phase, after as
   * many that do not count (60); to be run in the project's folder.
   */
  public static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, Set.of("rate", "seconds"), Set.of());
    System.out.printf(
        "%s %s%n%s%n", ConsoleReport.class.getName(), String.join(" ", words), Machine.describe());
    try (LiveBed bed = new LiveBed(Map.of());
        SteadyReadings live = bed.startServices()) {
      Duration time = Duration.ofSeconds(number(arguments, "seconds", 60));
      new ConsoleReport(time).run(bed, live, number(arguments, "rate", 1000));
    }
    System.exit(0);
  }

  private static int number(Arguments arguments, String name, int byDefault) {
    return arguments.all(name).stream().map(Integer::valueOf).findFirst().orElse(byDefault);
  }

  private void run(LiveBed bed, SteadyReadings live, double rate) throws Exception {
    String brokers = bed.settings().get(KafkaSettings.BOOTSTRAP_SERVERS);
    String classPath = Ambient.jvmProperty("java.class.path", "");
    List<String> command =
        List.of(
            "io.tributary.cli.Tributary",
            "console",
            "--bootstrap-servers",
            brokers,
            "--dynamodb-endpoint",
            bed.settings().find(SinkSettings.DYNAMODB_ENDPOINT).orElseThrow().toString(),
            "--console-listen",
            "127.0.0.1:0");
    try (Child reader =
            Child.java(SMALL, classPath, List.of(ReaderChild.class.getName(), brokers));
        Child console = Child.java(SMALL, classPath, command)) {
      Duration all = time.multipliedBy(6).plusSeconds(5);
      Thread sender =
          new Thread(() -> live.send(rate, all, (key, due, at) -> accepted.increment()), "sender");
      sender.start();
      for (String page : List.of("", "events", "overview")) {
        Optional<URI> asked =
            Optional.of(page)
                .filter(name -> !name.isEmpty())
                .map(name -> URI.create(console.endpoint()).resolve("api/" + name));
        measure(asked, console.handle(), reader.handle());
      }
      sender.join();
    }
  }

  private void measure(Optional<URI> page, ProcessHandle console, ProcessHandle reader)
      throws IOException, InterruptedException {
    look(page);
    long consoleBefore = Machine.cpu(console);
    long readerBefore = Machine.cpu(reader);
    accepted.reset();
    long start = System.nanoTime();
    look(page);
    double nanos = System.nanoTime() - start;
    double consoleShare = (Machine.cpu(console) - consoleBefore) / nanos;
    double readerShare = (Machine.cpu(reader) - readerBefore) / nanos;
    System.out.printf(
        "%s, %.0f readings/s: console %.1f %% of a core, reader %.1f %%, ratio %.1f, load %s%n",
        page.map(URI::getPath).orElse("no page"),
        accepted.sum() * 1e9 / nanos,
        100 * consoleShare,
        100 * readerShare,
        consoleShare / readerShare,
        Machine.load());
  }

  private void look(Optional<URI> page) throws IOException, InterruptedException {
    for (long second = 0; second < time.toSeconds(); second++) {
      if (page.isPresent()) {
        http.send(HttpRequest.newBuilder(page.get()).build(), BodyHandlers.ofString());
      }
      TimeUnit.SECONDS.sleep(1);
    }
  }
}
