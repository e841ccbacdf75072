package io.tributary.gateway.route;

import java.util.concurrent.Executor;

/** A request's connection; executes tasks on its thread. */
public interface Connection extends Executor {

  /** False once answered or disconnected; call on the connection's thread. */
  boolean isWaiting();
}
