package io.tributary.client;

import io.tributary.embedded.child.StartedChild;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** The embedded broker in a process of its own, which ends with this one. */
public final class TestBroker {

  private static final Path TARGET = Path.of("..", "embedded", "target");
  private static final Path DATA = Path.of("target", "test-brokers").toAbsolutePath();

  /** Members that were killed are missed soon. */
  private static final String SHORT_SESSIONS = "group.min.session.timeout.ms=1000";

  private static @Nullable TestBroker shared;

  private final StartedChild child;
  private final Path data;
  private final String address;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;

  private TestBroker(StartedChild child, Path data) throws InterruptedException {
    this.child = child;
    this.data = data;
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    this.address = child.ready("kafka");
    this.admin = Admin.create(Map.of("bootstrap.servers", address));
    this.producer = newProducer(Map.of());
  }

  /** One for all tests of this process. */
  public static synchronized TestBroker shared() {
    TestBroker running = shared;
    if (running == null) {
      running = start(SHORT_SESSIONS);
      shared = running;
    }
    return running;
  }

  /** Another one, with settings of the broker as {@code key=value}. */
  public static TestBroker start(String... settings) {
    try {
      Files.createDirectories(DATA);
      Path data = Files.createTempDirectory(DATA, "broker");
      List<String> arguments = new ArrayList<>();
      arguments.addAll(List.of("--listen", "127.0.0.1:0", "--data", data.toString()));
      for (String setting : settings) {
        arguments.addAll(List.of("--setting", setting));
      }
      String main = "io.tributary.embedded.kafka.EmbeddedKafka";
      return new TestBroker(StartedChild.start(classPath(), main, arguments), data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String classPath() {
    Path jar = TARGET.resolve("embedded.jar");
    if (!Files.exists(jar)) {
      throw new AssertionError("embedded is not built; run `mvn install -DskipTests` once");
    }
    return jar + File.pathSeparator + TARGET.resolve("lib").resolve("*");
  }

  String address() {
    return address;
  }

  Admin admin() {
    return admin;
  }

  KafkaProducer<byte[], byte[]> producer() {
    return producer;
  }

  KafkaProducer<byte[], byte[]> newProducer(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bootstrap.servers", address);
    // a partition may be too new to take the first batch, and take the second
    settings.put("max.in.flight.requests.per.connection", "1");
    settings.put("delivery.timeout.ms", "60000");
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Ends it and removes its data; repeatable. */
  public void stop() {
    if (!Files.exists(data)) {
      return;
    }
    try {
      child.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
