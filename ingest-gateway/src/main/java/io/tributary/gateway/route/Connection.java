package io.tributary.gateway.route;

import java.util.concurrent.Executor;

/** The connection that a request came by. Tasks run on its thread. */
public interface Connection extends Executor {

  /** False once the request is answered or its sender is gone; to be asked on its thread. */
  boolean isWaiting();
}
