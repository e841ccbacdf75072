package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.operations.requests.Call;
import io.tributary.schemas.topic.Family;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A request that is sent until it is accepted. All of its parts are called by one thread.
 *
 * @param sender whose actions follow each other's answers
 * @param call made anew for each try; empty if there is nothing to send
 * @param accepted takes the answer
 * @param lost called after a refusal, or without an answer for good
 */
record Action(
    Family family,
    String sender,
    Supplier<Optional<Call>> call,
    Consumer<JsonNode> accepted,
    Runnable lost) {

  /** Name of the sender among all families. */
  String lane() {
    return family.label() + ' ' + sender;
  }
}
