package io.tributary.harness.server;

import java.util.List;

/** A server under a pipeline. */
public interface Server extends AutoCloseable {

  /** How {@code up} is told of it. */
  List<String> flags();

  /** True if {@code up} starts it as a child, which ends with it. */
  boolean isChild();

  /** SIGKILL; a child has had its own when {@code up} had. */
  void kill();

  /** Starts it again after {@link #kill}, in its place and with its data; else does nothing. */
  void startAgain();

  @Override
  void close();

  /** One that {@code up} starts on any port, and keeps in its folder. */
  static Server child(String flag) {
    return new Server() {

      @Override
      public List<String> flags() {
        return List.of(flag, "127.0.0.1:0");
      }

      @Override
      public boolean isChild() {
        return true;
      }

      @Override
      public void kill() {}

      @Override
      public void startAgain() {}

      @Override
      public void close() {}
    };
  }
}
