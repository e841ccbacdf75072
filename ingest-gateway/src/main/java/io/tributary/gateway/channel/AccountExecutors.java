package io.tributary.gateway.channel;

import io.tributary.gateway.channel.account.ChannelAccount;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks of accounts on two threads of its own: one of an account at a time, accounts in
 * rotation, so that the mails of one keep no other waiting. The byte budget bounds the queues.
 */
final class AccountExecutors {

  /** A mail takes several times its bytes, uncounted by the budget. */
  private static final int THREADS = 2;

  private static final int IDLE_SECONDS = 10;

  private final Executor threads = threads();
  private final Map<ChannelAccount.Name, Queue<Runnable>> queues = new HashMap<>();

  private static Executor threads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "mails");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** An executor of an account's tasks, in their order. */
  Executor of(ChannelAccount.Name account) {
    return task -> {
      if (enqueue(account, task)) {
        threads.execute(() -> run(account));
      }
    };
  }

  private synchronized boolean enqueue(ChannelAccount.Name account, Runnable task) {
    Queue<Runnable> queue = queues.computeIfAbsent(account, first -> new ArrayDeque<>());
    queue.add(task);
    return queue.size() == 1;
  }

  private void run(ChannelAccount.Name account) {
    try {
      first(account).run();
    } finally {
      if (isMoreAfterTheFirst(account)) {
        threads.execute(() -> run(account));
      }
    }
  }

  private Queue<Runnable> queue(ChannelAccount.Name account) {
    return Objects.requireNonNull(queues.get(account));
  }

  private synchronized Runnable first(ChannelAccount.Name account) {
    return queue(account).element();
  }

  private synchronized boolean isMoreAfterTheFirst(ChannelAccount.Name account) {
    Queue<Runnable> queue = queue(account);
    queue.remove();
    if (queue.isEmpty()) {
      queues.remove(account);
    }
    return !queue.isEmpty();
  }
}
