package io.tributary.console;

import io.tributary.operations.FailureText;
import io.tributary.operations.Progress;
import io.tributary.runtime.context.Ticker;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Questions that may take long, two at a time. Who asks gets the answer, or the progress, and asks
 * again. The answer to a look is for all who ask the same soon after the first of them got it. A
 * question that is not asked again is given up at its next progress.
 */
final class Jobs implements AutoCloseable {

  private static final int THREADS = 2;
  private static final int WAITING = 20;
  private static final long ANSWER_MILLIS = 0;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @FunctionalInterface
  interface Question {
    Object answer(Progress.Reporter progress) throws Exception;
  }

  private static final class Job {
    private final Future<?> future;
    private final JobProgress progress;
    private final Duration fresh;
    private volatile long asked;
    private OptionalLong answered = OptionalLong.empty();

    Job(Future<?> future, JobProgress progress, Duration fresh) {
      this.future = future;
      this.progress = progress;
      this.fresh = fresh;
    }
  }

  private final Ticker ticker;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          1,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(WAITING),
          task -> {
            Thread thread = new Thread(task, "console-job");
            thread.setDaemon(true);
            return thread;
          });
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private boolean watched;

  Jobs(Ticker ticker) {
    this.ticker = ticker;
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * The answer, or an object with a member {@code progress} or {@code error}.
   *
   * @param key the same for the same question
   * @param fresh time for which others get the same answer; zero for a send, which ends that of all
   */
  Object ask(String key, Duration fresh, Question question) throws InterruptedException {
    Job job;
    try {
      job = job(key, fresh, question);
    } catch (RejectedExecutionException e) {
      return Map.of("error", "too many questions at once; ask again later");
    }
    try {
      Object answer = job.future.get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
      keep(job);
      return answer;
    } catch (TimeoutException e) {
      return Map.of("progress", job.progress.text());
    } catch (ExecutionException e) {
      keep(job);
      return Map.of("error", FailureText.of(e.getCause() == null ? e : e.getCause()));
    }
  }

  private synchronized Job job(String key, Duration fresh, Question question) {
    giveUp();
    if (!watched) {
      watched = true;
      CompletableFuture.delayedExecutor(PATIENCE.toSeconds(), TimeUnit.SECONDS)
          .execute(this::watch);
    }
    Job known = jobs.get(key);
    if (known == null) {
      JobProgress progress = new JobProgress();
      known = new Job(threads.submit(() -> question.answer(progress)), progress, fresh);
      jobs.put(key, known);
    }
    known.asked = ticker.nanos();
    return known;
  }

  private synchronized void keep(Job job) {
    if (job.answered.isEmpty()) {
      job.answered = OptionalLong.of(ticker.nanos());
    }
    if (job.fresh.isZero()) {
      // the work may have changed the answers to looks
      jobs.values().removeIf(known -> known.answered.isPresent());
    }
  }

  private synchronized void watch() {
    giveUp();
    watched = !jobs.isEmpty();
    if (watched) {
      CompletableFuture.delayedExecutor(PATIENCE.toSeconds(), TimeUnit.SECONDS)
          .execute(this::watch);
    }
  }

  private void giveUp() {
    for (Iterator<Job> all = jobs.values().iterator(); all.hasNext(); ) {
      Job job = all.next();
      long now = ticker.nanos();
      boolean old =
          job.answered.isPresent() && now - job.answered.getAsLong() >= job.fresh.toNanos();
      if (old || now - job.asked > PATIENCE.toNanos()) {
        // not interrupted: Kafka's clients would log errors
        job.future.cancel(false);
        job.progress.abandoned = true;
        all.remove();
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** Progress of the newest piece of work. */
  private static final class JobProgress implements Progress.Reporter, Progress {

    private volatile boolean abandoned;
    private volatile String work = "waiting";
    private volatile long total;
    private volatile long done;

    @Override
    public Progress begin(String name, String unit, long all) {
      work = name;
      done = 0;
      total = all;
      return this;
    }

    String text() {
      return total == 0 ? work : "%s: %,d of %,d".formatted(work, done, total);
    }

    @Override
    public void resumeAt(long already) {
      done = already;
    }

    @Override
    public void outOf(long all) {
      total = all;
    }

    @Override
    public void at(long now) {
      if (abandoned) {
        throw new CancellationException("the page no longer waits for the answer");
      }
      done = now;
    }

    @Override
    public void add(long more) {
      at(done + more);
    }

    @Override
    public void close() {
      done = total;
    }
  }
}
