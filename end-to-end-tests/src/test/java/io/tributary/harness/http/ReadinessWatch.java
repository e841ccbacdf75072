package io.tributary.harness.http;

import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.RunStatistics;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Asks an instance all the time whether it is ready, and remembers what it said. */
public final class ReadinessWatch implements AutoCloseable {

  private static final long BETWEEN_QUESTIONS_MS = 200;
  private static final int READY = 200;
  private static final int SILENT = 0;

  private final URI url;
  private final HttpProbe http = HttpProbe.once(new RunStatistics());
  private final ScheduledExecutorService questions = Executors.newSingleThreadScheduledExecutor();
  private final List<Integer> statuses = new ArrayList<>();
  private final Set<String> reasons = new TreeSet<>();

  /** Asks from now on. */
  public ReadinessWatch(URI instance) {
    url = instance.resolve("/health/ready");
    var ignored =
        questions.scheduleWithFixedDelay(this::ask, 0, BETWEEN_QUESTIONS_MS, TimeUnit.MILLISECONDS);
  }

  /** The statuses of its answers, each once however long it stayed so; 0 where there was none. */
  public synchronized List<Integer> statuses() {
    return new ArrayList<>(statuses);
  }

  /** Codes of the reasons that it gave for not being ready. */
  public synchronized Set<String> reasons() {
    return new TreeSet<>(reasons);
  }

  /** Waits until it is not ready. */
  public void awaitUnready() {
    Eventually.await(url + " to be unready").until(() -> last() != READY);
  }

  /** Waits until it is ready again. */
  public void awaitReady() {
    Eventually.await(url + " to be ready").until(() -> last() == READY);
  }

  @Override
  public void close() {
    questions.shutdownNow();
  }

  private synchronized int last() {
    return statuses.isEmpty() ? READY : statuses.get(statuses.size() - 1);
  }

  private void ask() {
    try {
      Answer answer = http.get(url);
      remember(answer.status());
      if (answer.status() != READY) {
        answer.json().path("reasons").forEach(reason -> remember(reason.path("code").asText()));
      }
    } catch (IOException e) {
      remember(SILENT);
    }
  }

  private synchronized void remember(int status) {
    if (statuses.isEmpty() || statuses.get(statuses.size() - 1) != status) {
      statuses.add(status);
    }
  }

  private synchronized void remember(String reason) {
    reasons.add(reason);
  }
}
