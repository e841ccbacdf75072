package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Endpoints;
import io.tributary.harness.pipeline.OwnDynamoDb;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.ListeningSockets;
import io.tributary.harness.process.ReadyLine;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@OwnDynamoDb
final class LifecycleIT {

  private static final String READING =
      """
      {"readings":[{"batch_id":"kept over a restart","hardware_id":"24:6F:28:AE:52:7C",
       "timestamp_ms":3786912600000,"boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6",
       "firmware_version":"1.0.16","sensors":{},"sensor_status":{}}]}
      """;

  private final Workplace place = Workplace.of(LifecycleIT.class);
  private final HttpProbe http = new HttpProbe(place.statistics());
  private final Path data = place.serversFolder("up");
  private final Launcher launcher = place.launcherWithoutSecrets();

  @Test
  void shouldKeepKeysSecretsAndItemsOverAKillAndStopInOrder() throws Exception {
    try (WholePipeline pipeline = WholePipeline.start(launcher, data)) {
      ReadyLine first = pipeline.ready();
      checkFirstStart(pipeline);
      String key = newKey(pipeline);
      assertThat(upload(pipeline, key).json().get("acknowledged_batch_ids")).hasSize(1);
      pipeline.awaitDrained();
      checkCommands(pipeline.endpoints());

      List<ProcessHandle> children = pipeline.process().descendants();
      try (Cluster cluster = new Cluster(pipeline.endpoints())) {
        cluster.delete(List.of("tributary.generations"));
      }
      pipeline.process().kill();
      awaitGone(children);
      pipeline.launchAgain();
      nameTheLiveGeneration(pipeline);
      pipeline.awaitReady();

      assertThat(pipeline.ready().get("admin_token")).isEqualTo(first.get("admin_token"));
      assertThat(pipeline.ready().get("service_token")).isEqualTo(first.get("service_token"));
      checkKept(pipeline, key);

      children = pipeline.process().descendants();
      assertThat(pipeline.process().terminate()).isZero();
      awaitGone(children);
      assertThat(pipeline.process().printed()).isEqualTo(pipeline.ready().text() + "\n");
      checkLeftBehind();
    }
  }

  /** All services wait for it, and start then. */
  private void nameTheLiveGeneration(WholePipeline pipeline) {
    for (String waiting : List.of("gateway waits", "processors waits", "sink waits")) {
      Eventually.await(waiting).until(() -> pipeline.process().logged().contains(waiting));
    }
    for (List<String> command :
        List.of(
            List.of("topics", "create"),
            List.of("topics", "accept", "tributary.generations", "--live", "1"))) {
      Completed done =
          launcher.runInProcess(pipeline.endpoints().appendedTo(command.toArray(String[]::new)));
      assertThat(done.exitCode()).as(done.err()).isZero();
    }
  }

  /** What the servers start with again: all closed in order, nothing removed. */
  private void checkLeftBehind() {
    assertThat(data.resolve("secrets.json")).isNotEmptyFile();
    assertThat(data.resolve("kafka/.kafka_cleanshutdown")).exists();
    assertThat(data.resolve("kafka")).isDirectoryContaining("glob:**/devices.readings-*");
    assertThat(data.resolve("dynamodb/rocksdb/CURRENT")).isNotEmptyFile();
  }

  private static boolean isOpenToOthers(Path file) {
    try {
      return !PosixFilePermissions.toString(Files.getPosixFilePermissions(file)).endsWith("---");
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void checkFirstStart(WholePipeline pipeline) throws Exception {
    assertThat(pipeline.ready().text())
        .matches(
            "ready http=http://127\\.0\\.0\\.1:\\d+ kafka=127\\.0\\.0\\.1:\\d+"
                + " dynamodb=http://127\\.0\\.0\\.1:\\d+ data=\\S+"
                + " admin_token=\\S+ service_token=\\S+ ops=http://127\\.0\\.0\\.1:\\d+"
                + " console=http://127\\.0\\.0\\.1:\\d+/console/");
    assertThat(Path.of(pipeline.ready().get("data"))).isEqualTo(data);
    try (Stream<Path> files = Files.walk(data, FileVisitOption.FOLLOW_LINKS)) {
      assertThat(files.skip(1).filter(LifecycleIT::isOpenToOthers)).as("without itself").isEmpty();
    }
    assertThat(pipeline.process().commandLine()).as("the launcher's pid").contains("java");
    List<String> listeners =
        Stream.concat(
                Stream.of(pipeline.process().pid()),
                pipeline.process().descendants().stream().map(ProcessHandle::pid))
            .flatMap(pid -> ListeningSockets.of(pid).stream())
            .toList();
    assertThat(listeners)
        .hasSizeGreaterThanOrEqualTo(3)
        .allMatch(
            address ->
                address.startsWith("0100007F:")
                    || address.startsWith("0000000000000000FFFF00000100007F:"));
  }

  private void checkKept(WholePipeline pipeline, String key) throws Exception {
    Answer again = upload(pipeline, key);
    assertThat(again.status()).as(again.body()).isEqualTo(200);
    pipeline.awaitDrained();
    try (Tables tables = new Tables(pipeline.endpoints());
        Topics topics = new Topics(pipeline.endpoints())) {
      assertThat(tables.count("device_readings")).isEqualTo(1);
      assertThat(topics.read("devices.readings")).hasSize(1);
    }
  }

  private void checkCommands(Endpoints endpoints) {
    Completed version = run(List.of("version"));
    assertThat(version.exitCode()).isZero();
    assertThat(version.out()).contains("1.0.0");
    Completed warned =
        launcher.with(Map.of("JAVA_OPTS", "-XX:+UseLargePages")).run(List.of("version"));
    assertThat(warned.out()).as("without what Java says").isEqualTo(version.out());
    Completed list = launcher.runInProcess(endpoints.appendedTo("topics", "list"));
    assertThat(list.exitCode()).isZero();
    assertThat(list.out()).contains("devices.batches", "devices.readings", "devices.dead-letters");
    Completed read =
        launcher.runInProcess(
            endpoints.appendedTo("topics", "read", "devices.readings", "--from-beginning"));
    assertThat(read.exitCode()).as(read.err()).isZero();
    assertThat(read.out().lines())
        .hasSize(1)
        .allMatch(line -> line.contains("kept over a restart"));
    Completed drained = run(endpoints.appendedTo("drained"));
    assertThat(drained.exitCode()).as(drained.out() + drained.err()).isZero();
    Completed check = launcher.runInProcess(endpoints.appendedTo("tables", "check"));
    assertThat(check.exitCode()).as(check.out() + check.err()).isZero();
    Completed create = launcher.runInProcess(endpoints.appendedTo("topics", "create"));
    assertThat(create.exitCode()).as(create.err()).isZero();
  }

  @Test
  void shouldDemonstrateItself() {
    Completed demo = launcher.run(List.of("demo"));

    assertThat(demo.exitCode()).as(demo.err()).isZero();
    List<String> lines = demo.out().lines().toList();
    assertThat(lines.get(lines.size() - 1))
        .matches("demo ok sent=\\d+ duplicates=\\d+ stored=\\d+");
    assertThat(lines)
        .contains("device_readings: 24 items of 24 events", "processed_batches: 24 items")
        .allMatch(line -> line.length() <= 120);
    int events =
        Pattern.compile(": \\d+ items? of (\\d+) events")
            .matcher(demo.out())
            .results()
            .mapToInt(found -> Integer.parseInt(found.group(1)))
            .sum();
    assertThat(lines.get(lines.size() - 1)).endsWith(" stored=" + events);
    System.out.println("lifecycle: " + lines.get(lines.size() - 1));
  }

  private Completed run(List<String> command) {
    return launcher.run(command);
  }

  private String newKey(WholePipeline pipeline) throws Exception {
    Answer answer =
        http.post(
            pipeline.http().resolve("/v1/admin/api-keys"),
            Map.of("Authorization", "Bearer " + pipeline.ready().get("admin_token")),
            "");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().get("api_key").asText();
  }

  private Answer upload(WholePipeline pipeline, String key) throws Exception {
    URI data = pipeline.http().resolve("/v1/devices/data");
    return http.post(data, Map.of("X-API-Key", key), READING);
  }

  private static void awaitGone(List<ProcessHandle> children) {
    assertThat(children).isNotEmpty();
    Eventually.await("children to be gone")
        .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
  }
}
