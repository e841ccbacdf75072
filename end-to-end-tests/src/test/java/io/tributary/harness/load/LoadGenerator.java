package io.tributary.harness.load;

import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.process.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Clients that each hold one connection and behave as the firmware does: the same upload again
 * after a 5xx or no answer at all, never after a 4xx, until it is acknowledged or its attempts are
 * used up. Keeps a ledger of every upload.
 */
public final class LoadGenerator implements AutoCloseable {

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
  private static final int AHEAD = 100;

  private final Deeds deeds;
  private final Supplier<URI> targets;
  private final Supplier<Optional<Upload>> uploads;
  private final Consumer<Delivery> listener;
  private final ScheduledExecutorService executor;
  private final CountDownLatch idle;
  private final LongAccumulator slowest = new LongAccumulator(Math::max, 0);
  private final Queue<Delivery> ledger = new ConcurrentLinkedQueue<>();
  private volatile boolean finishing;

  /** So many settled uploads are waited for, or have been. */
  private volatile int goal = Integer.MAX_VALUE;

  /**
   * Starts sending at once.
   *
   * @param targets address for each attempt
   * @param uploads what to send next; empty when there is no more
   * @param connections how many clients
   * @param pause of each client between two attempts
   */
  public LoadGenerator(
      Deeds deeds,
      Supplier<URI> targets,
      Supplier<Optional<Upload>> uploads,
      int connections,
      Duration pause) {
    this(deeds, targets, uploads, any -> {}, connections, pause);
  }

  /**
   * The same for uploads that depend on what became of others.
   *
   * @param listener is told of each upload that is settled, by the client's thread
   */
  public LoadGenerator(
      Deeds deeds,
      Supplier<URI> targets,
      Supplier<Optional<Upload>> uploads,
      Consumer<Delivery> listener,
      int connections,
      Duration pause) {
    this.deeds = deeds;
    this.targets = targets;
    this.uploads = uploads;
    this.listener = listener;
    this.executor = Executors.newScheduledThreadPool(connections);
    this.idle = new CountDownLatch(connections);
    for (int i = 0; i < connections; i++) {
      Client client = new Client();
      var ignored =
          executor.scheduleWithFixedDelay(
              client::step, i, Math.max(1, pause.toMillis()), TimeUnit.MILLISECONDS);
    }
  }

  /** Waits until the uploads have run out and all are settled, and returns the ledger. */
  public List<Delivery> awaitAll() {
    goal = Integer.MAX_VALUE;
    try {
      int before = ledger.size();
      while (!idle.await(Eventually.LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        if (ledger.size() == before) {
          throw new AssertionError("uploads of so many clients never settle: " + idle.getCount());
        }
        before = ledger.size();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return settled();
  }

  /** Takes no more uploads, lets those in hand be settled, and returns the ledger. */
  public List<Delivery> finish() {
    finishing = true;
    return awaitAll();
  }

  /** What is settled so far. */
  public List<Delivery> settled() {
    return new ArrayList<>(ledger);
  }

  /**
   * Waits until so many more are settled than now. Clients then go on for a hundred uploads at
   * most, until they are waited for again: a load ends by number, however long its test takes.
   */
  public void awaitMore(int more) {
    int wanted = ledger.size() + more;
    goal = wanted;
    Eventually.await(more + " more uploads").until(() -> ledger.size() >= wanted);
  }

  /** Sends until something has happened, and then as little as after {@link #awaitMore}. */
  public void awaitUntil(String what, Callable<Boolean> happened) {
    goal = Integer.MAX_VALUE;
    Eventually.await(what).pollInterval(Duration.ofMillis(500)).until(happened);
    goal = ledger.size();
  }

  /** The longest that any attempt has taken, with or without an answer. */
  public Duration slowest() {
    return Duration.ofNanos(slowest.get());
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }

  /** One client, driven by one thread at a time. */
  private final class Client {

    private final HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ANSWER_LIMIT)
            .build();
    private @Nullable Upload current;
    private Instant firstSent = Instant.EPOCH;
    private int attempts;
    private boolean done;

    void step() {
      if (done || (current == null && isFarAhead())) {
        return;
      }
      if (current == null && !takeNext()) {
        done = true;
        idle.countDown();
        return;
      }
      attempt();
    }

    private boolean isFarAhead() {
      return !finishing && ledger.size() - AHEAD >= goal;
    }

    private boolean takeNext() {
      Optional<Upload> next = finishing ? Optional.empty() : uploads.get();
      current = next.orElse(null);
      attempts = 0;
      firstSent = Instant.now();
      return next.isPresent();
    }

    private void attempt() {
      Upload upload = Objects.requireNonNull(current);
      deeds.add(attempts == 0 ? Deed.REQUESTS : Deed.RETRIES);
      attempts++;
      long start = System.nanoTime();
      int status = 0;
      String answer = "";
      try {
        HttpResponse<String> response = http.send(request(upload), BodyHandlers.ofString());
        status = response.statusCode();
        answer = response.body();
        deeds.addAnswer(status);
      } catch (HttpTimeoutException e) {
        deeds.add(Deed.TIMED_OUT);
      } catch (IOException e) {
        deeds.add(Deed.NO_ANSWER);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        deeds.add(Deed.NO_ANSWER);
      }
      slowest.accumulate(System.nanoTime() - start);
      if (attempts >= upload.attempts() || (status > 0 && status < 500)) {
        Delivery delivery = new Delivery(upload, status, answer, firstSent, Instant.now());
        listener.accept(delivery);
        ledger.add(delivery);
        current = null;
      }
    }

    private HttpRequest request(Upload upload) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(targets.get().resolve(upload.path()))
              .timeout(ANSWER_LIMIT)
              .method(upload.method(), HttpRequest.BodyPublishers.ofString(upload.body()));
      upload.headers().forEach(request::header);
      return request.build();
    }
  }
}
