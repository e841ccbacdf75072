package io.tributary.harness.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.Poisons;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@code simulate} over all families, as a process, while a test disturbs the pipeline. It sends
 * each request until it is accepted, waits until the pipeline has drained, and compares the tables
 * with all that must have become of the requests.
 */
public final class Simulation implements AutoCloseable {

  private static final int RATE = 30;
  private static final String SLOW_MACHINE_SECONDS = "1200";
  private static final Duration LIMIT = Duration.ofMinutes(30);

  /** Each gets a record for a request of its family. */
  private static final List<String> FACTS =
      List.of(
          "devices.batches",
          "history.events",
          "inbox.publish-commands",
          "tenants.webhooks",
          "outreach.events");

  /** Topics that processors append to, and never the same record twice. */
  private static final List<String> DERIVED =
      List.of(
          "devices.readings",
          "history.messages",
          "inbox.publishes",
          "inbox.events",
          "tenants.conversation-events",
          "outreach.conversations");

  private final RunningProcess process;
  private final Topics topics;

  private Simulation(RunningProcess process, Topics topics) {
    this.process = process;
    this.topics = topics;
  }

  /** Sends so many requests to a whole pipeline. */
  public static Simulation start(WholePipeline pipeline, Random random, int requests) {
    return start(pipeline.launcher(), pipeline.endpoints(), pipeline.http(), random, requests);
  }

  /** Sends so many requests to a gateway. */
  public static Simulation start(
      Launcher launcher, Endpoints endpoints, URI gateway, Random random, int requests) {
    List<String> command =
        endpoints.appendedTo(
            "simulate",
            "--http",
            gateway.toString(),
            "--rate",
            Integer.toString(RATE),
            "--duration",
            requests * 1000 / RATE + "ms",
            "--seed",
            Integer.toString(random.nextInt(Integer.MAX_VALUE)),
            "--timeout",
            SLOW_MACHINE_SECONDS);
    return new Simulation(withToken(launcher).start("simulate", command), new Topics(endpoints));
  }

  private static Launcher withToken(Launcher launcher) {
    return launcher.with(Map.of("TRIBUTARY_SERVICE_TOKEN", ServiceTokens.ALL));
  }

  /** Fails unless topics and tables of a drained pipeline agree, and no record is there twice. */
  public static void requireAgreement(Launcher launcher, Endpoints endpoints) {
    Completed verified = verify(launcher, endpoints);
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    try (Topics topics = new Topics(endpoints)) {
      DERIVED.forEach(topic -> requireNothingTwice(topics, topic));
    }
  }

  /** Fails unless each record of a topic is there once, but for poison that tests append. */
  public static void requireNothingTwice(Topics topics, String topic) {
    assertThat(
            topics.read(topic).stream()
                .filter(record -> !Poisons.isPoison(record))
                .map(Simulation::content))
        .as(topic)
        .isNotEmpty()
        .doesNotHaveDuplicates();
  }

  /** Compares the tables with the topics. */
  static Completed verify(Launcher launcher, Endpoints endpoints) {
    return launcher.runInProcess(endpoints.appendedTo("verify"));
  }

  private static String content(TopicRecord record) {
    return record.raw().partition()
        + " "
        + record.key()
        + " "
        + record.header("tributary-fact-id")
        + Arrays.toString(record.raw().value());
  }

  /** Waits until so many more requests have been accepted; fails if it ends before. */
  public void awaitMore(int requests) {
    long goal = facts() + requests;
    Eventually.await("the simulation to go on")
        .pollInterval(Duration.ofMillis(50))
        .until(() -> facts() >= goal || !process.isAlive());
    assertThat(facts()).as(process.printed() + process.logTail()).isGreaterThanOrEqualTo(goal);
  }

  private long facts() {
    return Eventually.await("the leaders of all facts")
        .ignoreExceptions()
        .until(() -> topics.length(FACTS.toArray(String[]::new)), length -> length >= 0);
  }

  /** Waits for its end, and fails unless all was accepted and the tables are exact. */
  public void requireExact() {
    Eventually.await("the simulation to end").atMost(LIMIT).until(() -> !process.isAlive());
    assertThat(process.awaitExit()).as(process.printed() + process.logTail()).isZero();
    System.out.print(process.printed());
  }

  /** Requests that were accepted. */
  public long accepted() {
    return Long.parseLong(total()[1]);
  }

  /** Answers with 503, after each of which it sent the request again. */
  public long refused() {
    return Arrays.stream(total())
        .filter(word -> word.startsWith("503="))
        .mapToLong(word -> Long.parseLong(word.substring(4)))
        .sum();
  }

  private String[] total() {
    return process
        .printed()
        .lines()
        .filter(line -> line.startsWith("all "))
        .findFirst()
        .orElseThrow()
        .split(" +");
  }

  /**
   * Waits for its end, and for all to be accepted; families with tables that are not exact. Without
   * its API key, which it deletes at last, there is no comparison.
   */
  public Set<String> wrongFamilies() {
    Eventually.await("the simulation to end").atMost(LIMIT).until(() -> !process.isAlive());
    if (process.logged().contains("API_KEY_NOT_FOUND")) {
      return Set.of("devices");
    }
    assertThat(process.awaitExit()).as(process.printed() + process.logTail()).isIn(0, 3);
    System.out.print(process.printed());
    assertThat(process.printed()).doesNotContain("not compared", "undrained");
    return process
        .printed()
        .lines()
        .map(line -> line.split(" +"))
        .filter(words -> words.length > 2 && words[2].equals("wrong"))
        .map(words -> words[0])
        .collect(Collectors.toSet());
  }

  @Override
  public void close() {
    process.close();
    topics.close();
  }
}
