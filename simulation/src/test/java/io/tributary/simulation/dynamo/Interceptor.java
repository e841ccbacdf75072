package io.tributary.simulation.dynamo;

import java.util.function.Supplier;

/**
 * What befalls requests between a client and the database. An implementation may let a request
 * arrive and return its answer, throw instead of letting it arrive, throw after it arrived (a lost
 * answer), or keep it and let it arrive later, after its sender gave up.
 */
public interface Interceptor {

  /** Every request arrives at once and is answered. */
  Interceptor NONE =
      new Interceptor() {
        @Override
        public <R> R intercept(DynamoCall call, Supplier<R> request) {
          return request.get();
        }
      };

  /**
   * Decides about one request.
   *
   * @param request its arrival: has its effect at the moment of the call, and returns the answer or
   *     throws the service's exception
   */
  <R> R intercept(DynamoCall call, Supplier<R> request);
}
