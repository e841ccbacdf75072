package io.tributary.embedded.child;

/** Starts the one server of a child process. */
@FunctionalInterface
public interface ServerStart {
  /**
   * Returns once the server accepts connections.
   *
   * @throws Exception any reason for which it cannot; its message becomes the child's last line
   */
  RunningServer start(ChildProcess child) throws Exception;
}
