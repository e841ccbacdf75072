package io.tributary.harness.fault;

import io.tributary.harness.process.Tally;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One request at the proxy, from its arrival to whatever becomes of it. */
final class Visit {

  private static final long LEAST_DELAY_MS = 200;
  private static final long MORE_DELAY_MS = 600;

  private final Vertx timers;
  private final HttpServerRequest request;
  private final Call call;
  private final Supplier<Future<ServiceAnswer>> service;
  private final Tally<Fault> faults;
  private final Tally<Passed> passed;

  /**
   * A request that is complete.
   *
   * @param service hands the request on
   * @param faults counts what really happened
   */
  Visit(
      Vertx timers,
      HttpServerRequest request,
      Call call,
      Supplier<Future<ServiceAnswer>> service,
      Tally<Fault> faults,
      Tally<Passed> passed) {
    this.timers = timers;
    this.request = request;
    this.call = call;
    this.service = service;
    this.faults = faults;
    this.passed = passed;
  }

  /** Hands it on and back. */
  void pass() {
    forward(this::answer);
  }

  /** The same after it was held. */
  void passLate() {
    forward(
        answer -> {
          if (answer.refused()) {
            passed.add(Passed.HELD_AND_REFUSED);
          }
          answer(answer);
        });
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
      case TIMEOUT_AFTER -> whenDone(answer -> faults.add(fault));
      case CUT_AFTER -> whenDone(answer -> cut(fault));
      case ERROR_AFTER -> whenDone(answer -> fail(fault, where));
      case CUT_WITHIN_ANSWER -> whenDone(answer -> cutWithin(fault, answer));
      case SLOW -> forward(answer -> answerLate(fault, where, answer));
      case CONFLICT_BESIDE_DUPLICATE -> forward(answer -> addConflict(fault, answer));
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
    request.connection().close();
  }

  private void cutWithin(Fault fault, ServiceAnswer answer) {
    faults.add(fault);
    head(answer)
        .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(answer.body().length()))
        .write(answer.body().slice(0, answer.body().length() / 2))
        .onComplete(any -> request.connection().close());
  }

  private void answerLate(Fault fault, double where, ServiceAnswer answer) {
    faults.add(fault);
    long delay = LEAST_DELAY_MS + (long) (where * MORE_DELAY_MS);
    timers.setTimer(delay, any -> answer(answer));
  }

  private void addConflict(Fault fault, ServiceAnswer answer) {
    if (answer.failedConditions() > 0 && answer.withoutReason() > 0) {
      faults.add(fault);
      answer(answer.withConflict());
    } else {
      answer(answer);
    }
  }

  private void answer(ServiceAnswer answer) {
    head(answer).end(answer.body());
  }

  private HttpServerResponse head(ServiceAnswer answer) {
    HttpServerResponse response = request.response().setStatusCode(answer.status());
    response.headers().addAll(answer.headers());
    return response;
  }

  private void forward(Consumer<ServiceAnswer> then) {
    service
        .get()
        .onSuccess(
            answer -> {
              observe(answer);
              then.accept(answer);
            })
        .onFailure(failure -> request.connection().close());
  }

  /** Only a write that was done has an afterwards; any other answer is handed back. */
  private void whenDone(Consumer<ServiceAnswer> then) {
    forward(
        answer -> {
          if (answer.done()) {
            then.accept(answer);
          } else {
            answer(answer);
          }
        });
  }

  private void observe(ServiceAnswer answer) {
    if (answer.done() && call.isWrite()) {
      passed.add(Passed.DONE);
    }
    if (answer.failedConditions() > 0) {
      passed.add(Passed.DUPLICATES);
    }
    // a reading is two actions, of which one can fail: more without a reason belong to others
    if (answer.failedConditions() > 0 && answer.withoutReason() > answer.failedConditions()) {
      passed.add(Passed.DUPLICATES_IN_COMPANY);
    }
  }
}
