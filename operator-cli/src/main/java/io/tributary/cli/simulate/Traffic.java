package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Traffic of a family: its senders, the mix of their requests, and the items that follow. */
abstract class Traffic<S extends Traffic.Sender> {

  /** Requests of a hundred that repeat the one before. */
  private static final int REPEATS = 15;

  private final Family family;
  private final Run run;
  private final SplittableRandom random;
  private final int size;
  private final List<S> senders = new ArrayList<>();
  private final List<S> active = new ArrayList<>();
  private long lost;

  /** A sender, whose requests follow each other's answers. */
  abstract static class Sender {

    private final String id;

    /** The newest planned request. */
    Optional<Action> latest = Optional.empty();

    Sender(String id) {
      this.id = id;
    }

    String id() {
      return id;
    }

    /** True if another sender takes its place. */
    boolean isOver() {
      return false;
    }
  }

  /**
   * Traffic without a sender yet.
   *
   * @param size count of concurrent senders of the smallest run
   */
  Traffic(Family family, Run run, SplittableRandom random, int size) {
    this.family = family;
    this.run = run;
    this.random = random;
    this.size = size;
  }

  Family family() {
    return family;
  }

  Run run() {
    return run;
  }

  List<S> senders() {
    return senders;
  }

  /** A number from 0. */
  int random(int bound) {
    return random.nextInt(bound);
  }

  abstract S sender(int number);

  /** The next requests of a sender: one, or a burst. */
  abstract List<Action> next(S sender);

  /** Sends the requests before the traffic. */
  void prepare(Gateway gateway) throws InterruptedException {}

  /** Sends the requests after the traffic. */
  void end(Gateway gateway) throws InterruptedException {}

  /** Items that must be there if the accepted requests had their effect once. */
  abstract List<Partition> expected();

  /** Count of requests that were refused or not answered. */
  long lost() {
    return lost;
  }

  /** Requests of one iteration. */
  List<Action> iteration() {
    while (active.size() < size * run.size()) {
      active.add(added());
    }
    int index = random.nextInt(active.size());
    S sender = active.get(index);
    if (sender.latest.isPresent() && random.nextInt(100) < REPEATS) {
      return List.of(sender.latest.get());
    }
    if (sender.isOver()) {
      sender = added();
      active.set(index, sender);
    }
    List<Action> due = next(sender);
    sender.latest = Optional.of(due.get(due.size() - 1));
    return due;
  }

  private S added() {
    S sender = sender(senders.size());
    senders.add(sender);
    return sender;
  }

  /** A request that has its effect once, however often it is sent. */
  Action once(S sender, Call call, Consumer<JsonNode> effect) {
    return once(sender, () -> Optional.of(call), effect);
  }

  /**
   * The same, made anew for each try.
   *
   * @param call empty if the requests before leave nothing to send
   */
  Action once(S sender, Supplier<Optional<Call>> call, Consumer<JsonNode> effect) {
    boolean[] accepted = new boolean[1];
    return new Action(
        family,
        sender.id(),
        call,
        answer -> {
          if (!accepted[0]) {
            accepted[0] = true;
            effect.accept(answer);
          }
        },
        () -> lost++);
  }
}
