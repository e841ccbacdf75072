package io.tributary.benchmarks.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * A load generator on one thread over plain sockets, so that it takes little from a server on the
 * same machine.
 */
final class LoadClient implements Load {

  /** How late a request may be sent, and an answer seen, when nothing else is to be done. */
  private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long SELECT_MILLIS = 1000;

  private final InetSocketAddress server;
  private final Answered answered;

  LoadClient(InetSocketAddress server) {
    this(server, (number, due, at) -> {});
  }

  /** One that tells somebody of each request that is answered as it should be. */
  LoadClient(InetSocketAddress server, Answered answered) {
    this.server = server;
    this.answered = answered;
  }

  /** Who wants to know of answers; times as {@link System#nanoTime} has them. */
  @FunctionalInterface
  interface Answered {
    void answered(long number, long due, long at);
  }

  @Override
  public Round run(Workload workload, int connections, Pace pace, long firstNumber) {
    try (Selector selector = Selector.open()) {
      List<ClientConnection> all = new ArrayList<>();
      try {
        for (int i = 0; i < connections; i++) {
          all.add(new ClientConnection(server, workload, selector));
        }
        return new Run(selector, all, pace, firstNumber, answered).toEnd();
      } finally {
        for (ClientConnection connection : all) {
          connection.close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Run {

    private final Selector selector;
    private final ArrayDeque<ClientConnection> free;
    private final int connections;
    private final Pace pace;
    private final long firstNumber;
    private final Answered listener;
    private final Histogram latency = Round.newHistogram();
    private final long begin = System.nanoTime();
    private long now = begin;
    private long sent;
    private long answered;
    private long failed;

    Run(
        Selector selector,
        List<ClientConnection> all,
        Pace pace,
        long firstNumber,
        Answered listener) {
      this.selector = selector;
      this.free = new ArrayDeque<>(all);
      this.connections = all.size();
      this.pace = pace;
      this.firstNumber = firstNumber;
      this.listener = listener;
    }

    Round toEnd() throws IOException {
      while (!isOver() || free.size() < connections) {
        if (now - begin > pace.end() + PATIENCE_NANOS) {
          throw new IOException((connections - free.size()) + " requests are not answered");
        }
        sendWhatIsDue();
        await();
        now = System.nanoTime();
        selector.selectedKeys().forEach(this::proceed);
        selector.selectedKeys().clear();
      }
      return new Round(answered, failed, now - begin, latency);
    }

    private boolean isOver() {
      return nextDue() > pace.end();
    }

    /** In nanoseconds from the begin. */
    private long nextDue() {
      return pace.isClosedLoop() ? now - begin : pace.offset(sent);
    }

    private void sendWhatIsDue() throws IOException {
      while (!free.isEmpty() && !isOver() && nextDue() <= now - begin) {
        long due = begin + nextDue();
        free.remove().send(firstNumber + sent, due);
        sent++;
      }
    }

    private void await() throws IOException {
      if (pace.isClosedLoop() || isOver()) {
        selector.select(SELECT_MILLIS);
      } else if (selector.selectNow() == 0) {
        LockSupport.parkNanos(NAP_NANOS);
        selector.selectNow();
      }
    }

    private void proceed(SelectionKey key) {
      ClientConnection connection = (ClientConnection) key.attachment();
      try {
        switch (connection.proceed()) {
          case ANSWERED -> {
            latency.recordValue(now - connection.due());
            listener.answered(connection.number(), connection.due(), now);
            answered++;
            free.add(connection);
          }
          case FAILED -> {
            failed++;
            free.add(connection);
          }
          case UNDER_WAY -> {
            return;
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
