package io.tributary.simulation.log;

/** The process that holds a client, as the cluster sees it. */
public interface Connection {

  /** The end of a record that was sent. */
  enum Sending {
    /** In the log and acknowledged. */
    ACKNOWLEDGED,
    /** In the log, and the acknowledgement is lost: the client reports a time-out. */
    ANSWER_LOST,
    /** Not in the log: the client reports a time-out. */
    LOST
  }

  /**
   * Called before a request has its effect; throws a KafkaException for a request that fails, or an
   * Error for a process that ends here.
   */
  void before(String request);

  /** The same after the effect: what is thrown is an answer that is lost. */
  void after(String request);

  /** Decides the end of the next record that is sent. */
  Sending sending();

  /** Runs a step of the network some time later, also when the process has ended by then. */
  void later(Runnable step);

  /** True until the process ends. */
  boolean isAlive();

  /** True while the process is alive and not suspended, so that its heartbeats arrive. */
  boolean isRunning();
}
