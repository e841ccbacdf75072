package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.cli.client.Call;
import io.tributary.schemas.topic.Family;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Something that somebody sends, again and again until it is accepted. Its parts are called one
 * after the other, by one thread.
 *
 * @param sender who sends one after the other: an action begins when the one before has ended
 * @param call made anew for each try; empty if what went before has left nothing to send
 * @param accepted what the answer changes
 * @param lost it was refused, or nobody knows whether it was accepted
 */
record Action(
    Family family,
    String sender,
    Supplier<Optional<Call>> call,
    Consumer<JsonNode> accepted,
    Runnable lost) {

  /** One that is always the same. */
  static Action of(
      Family family, String sender, Call call, Consumer<JsonNode> accepted, Runnable lost) {
    return new Action(family, sender, () -> Optional.of(call), accepted, lost);
  }

  @Override
  public String toString() {
    return family.label() + ' ' + sender;
  }
}
