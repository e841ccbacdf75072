package io.tributary.gateway.route;

import java.util.concurrent.Executor;

/** The connection that a request came by. Tasks run on its thread. */
public interface Connection extends Executor {

  /** False once the request is answered, or nobody is there to be answered; on its thread. */
  boolean isWaiting();
}
