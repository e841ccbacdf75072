package io.tributary.harness.fault;

import io.tributary.embedded.dynamodb.wire.HttpFront.Reply;
import io.tributary.embedded.dynamodb.wire.HttpFront.Request;
import io.tributary.harness.process.Tally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A request from its arrival to its answer, or to none.
 *
 * @param faults counts what really happened
 */
record Visit(Request request, Call call, Tally<Fault> faults, Tally<Passed> passed) {

  private static final long LEAST_DELAY_MS = 200;
  private static final long MORE_DELAY_MS = 600;
  private static final String HALF = "{\"ConsumedCapacity\":";

  /** Lets it be done, and answers. */
  void pass() {
    answer(run());
  }

  /** The same after it was held. */
  void passLate() {
    Reply reply = run();
    if (ServiceAnswer.refused(reply)) {
      passed.add(Passed.HELD_AND_REFUSED);
    }
    answer(reply);
  }

  /**
   * Lets the fault happen.
   *
   * @param where from 0 to 1: which action, or how much later
   */
  void suffer(Fault fault, double where) {
    switch (fault) {
      case TIMEOUT_BEFORE -> faults.add(fault);
      case CUT_BEFORE -> cut(fault);
      case TIMEOUT_AFTER -> whenDone(reply -> faults.add(fault));
      case CUT_AFTER -> whenDone(reply -> cut(fault));
      case ERROR_AFTER -> whenDone(reply -> fail(fault, where));
      case CUT_WITHIN_ANSWER -> whenDone(reply -> cutWithin(fault));
      case SLOW -> answerLate(fault, where);
      case CONFLICT_BESIDE_DUPLICATE -> addConflict(fault);
      default -> fail(fault, where);
    }
  }

  private void fail(Fault fault, double where) {
    int action = call.isTransaction() ? (int) (where * call.actions()) : 0;
    faults.add(fault);
    answer(ServiceAnswer.of(fault, call, action));
  }

  private void cut(Fault fault) {
    faults.add(fault);
    request.exchange().close();
  }

  private void cutWithin(Fault fault) {
    faults.add(fault);
    byte[] half = HALF.getBytes(StandardCharsets.UTF_8);
    try {
      request.exchange().sendResponseHeaders(200, 2L * half.length);
      request.exchange().getResponseBody().write(half);
      request.exchange().getResponseBody().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    request.exchange().close();
  }

  private void answerLate(Fault fault, double where) {
    faults.add(fault);
    Reply reply = run();
    long delay = LEAST_DELAY_MS + (long) (where * MORE_DELAY_MS);
    CompletableFuture.delayedExecutor(delay, TimeUnit.MILLISECONDS).execute(() -> answer(reply));
  }

  private void addConflict(Fault fault) {
    Reply reply = run();
    if (ServiceAnswer.failedConditions(reply) > 0 && ServiceAnswer.withoutReason(reply) > 0) {
      faults.add(fault);
      answer(ServiceAnswer.withConflict(reply));
    } else {
      answer(reply);
    }
  }

  /** The client may be gone by now. */
  private void answer(Reply reply) {
    try {
      request.send(reply);
    } catch (IOException e) {
      request.exchange().close();
    }
  }

  /** Only a write that was done has an afterwards; any other answer is given. */
  private void whenDone(Consumer<Reply> then) {
    Reply reply = run();
    if (ServiceAnswer.done(reply)) {
      then.accept(reply);
    } else {
      answer(reply);
    }
  }

  private Reply run() {
    Reply reply = request.run();
    if (ServiceAnswer.done(reply) && call.isWrite()) {
      passed.add(Passed.DONE);
    }
    long failed = ServiceAnswer.failedConditions(reply);
    if (failed > 0) {
      passed.add(Passed.DUPLICATES);
    }
    // a reading is two actions, of which one can fail: more without a reason belong to others
    if (failed > 0 && ServiceAnswer.withoutReason(reply) > failed) {
      passed.add(Passed.DUPLICATES_IN_COMPANY);
    }
    return reply;
  }
}
