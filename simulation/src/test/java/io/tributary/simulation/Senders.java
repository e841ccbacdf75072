package io.tributary.simulation;

import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.Model;
import io.tributary.traffic.Request;
import io.tributary.traffic.Traffic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Those who send requests: each goes to any gateway, and again while its answer is no answer. */
final class Senders {

  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final int MOST_AT_ONCE = 6;
  private static final int LONGEST_PAUSE_MILLIS = 400;

  /** Later its signature would be too old, also by a clock that differs. */
  private static final long MOST_MILLIS = Duration.ofMinutes(3).toMillis();

  /** Of what must be acknowledged. */
  private static final int MANY = 100;

  private final World world;
  private final Chance chance;
  private final Supplier<List<SimulatedGateway>> gateways;
  private final List<Source> sources = new ArrayList<>();
  private final Map<Model, List<Delivery>> deliveries = new HashMap<>();
  private int left;
  private int underWay;
  private Duration leap = Duration.ZERO;

  private record Source(Model model, Traffic traffic, Deque<Request> preparation) {}

  /**
   * Senders that have not begun.
   *
   * @param requests how many there are beside the preparations
   */
  Senders(
      World world,
      Supplier<List<SimulatedGateway>> gateways,
      Map<Model, Traffic> traffic,
      int requests) {
    this.world = world;
    this.chance = world.chance().split();
    this.gateways = gateways;
    this.left = requests;
    traffic.forEach(
        (model, each) ->
            sources.add(new Source(model, each, new ArrayDeque<>(each.preparation()))));
    world.actor("senders", null, this::next);
  }

  /** True once all that is to be sent before faults begin is acknowledged. */
  boolean isPrepared() {
    return underWay == 0 && sources.stream().allMatch(source -> source.preparation().isEmpty());
  }

  boolean areDone() {
    return left == 0 && underWay == 0;
  }

  /** Sends nothing new. */
  void stop() {
    left = 0;
  }

  /** What became of the requests of a model's traffic. */
  List<Delivery> deliveries(Model model) {
    return deliveries.getOrDefault(model, List.of());
  }

  /** Moves time on as soon as nothing is under way that was signed before. */
  void leap(Duration time) {
    leap = time;
  }

  private long next() {
    for (Source source : sources) {
      if (!source.preparation().isEmpty()) {
        if (underWay == 0) {
          send(source, source.preparation().remove(), MANY);
        }
        return Duration.ofMillis(5).toNanos();
      }
    }
    if (!leap.isZero()) {
      if (underWay == 0) {
        world.leap(leap);
        leap = Duration.ZERO;
      }
    } else if (left > 0 && underWay < MOST_AT_ONCE) {
      left--;
      Source source = chance.of(sources);
      Request request = source.traffic().next();
      send(source, request, request.attempts());
    }
    return 1_000_000L * chance.nextInt(left == 0 ? 1000 : LONGEST_PAUSE_MILLIS);
  }

  private void send(Source source, Request request, int attempts) {
    underWay++;
    new Sending(source, request, attempts, Instant.ofEpochMilli(world.millis())).attempt();
  }

  private final class Sending {

    private final Source source;
    private final Request request;
    private final Instant firstSent;
    private int attemptsLeft;

    /** Grows with each attempt, so that what an earlier one brings late is told apart. */
    private int attempt;

    Sending(Source source, Request request, int attempts, Instant firstSent) {
      this.source = source;
      this.request = request;
      this.attemptsLeft = attempts;
      this.firstSent = firstSent;
    }

    void attempt() {
      attempt++;
      attemptsLeft--;
      int own = attempt;
      world.after(PATIENCE, () -> own == attempt, () -> answered(own, null));
      List<SimulatedGateway> serving =
          gateways.get().stream().filter(SimulatedGateway::isServing).toList();
      if (serving.isEmpty()) {
        world.after(Duration.ofMillis(50), () -> own == attempt, () -> answered(own, null));
      } else {
        chance.of(serving).handle(request, reply -> answered(own, reply));
      }
    }

    /** The end of an attempt; no reply when the connection broke or nothing came. */
    private void answered(int of, @Nullable Reply reply) {
      if (of != attempt) {
        return;
      }
      attempt++;
      boolean open =
          (reply == null || reply.status() >= 500)
              && world.millis() - firstSent.toEpochMilli() < MOST_MILLIS;
      if (open && attemptsLeft > 0) {
        int pause = chance.nextInt(1500);
        world.after(Duration.ofMillis(pause), () -> true, this::attempt);
        return;
      }
      underWay--;
      Delivery delivery =
          new Delivery(
              request,
              reply == null ? 0 : reply.status(),
              reply == null ? "" : body(reply),
              firstSent,
              Instant.ofEpochMilli(world.millis()));
      world.note(delivery.status());
      deliveries.computeIfAbsent(source.model(), any -> new ArrayList<>()).add(delivery);
      source.traffic().settled(delivery);
    }

    private static String body(Reply reply) {
      if (reply instanceof Answer answer) {
        return answer.body();
      }
      return reply instanceof Problem problem
          ? "{\"error\":\"" + problem.code().name() + "\"}"
          : "";
    }
  }
}
