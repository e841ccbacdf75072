package io.tributary.benchmarks.gateway;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Sends facts that the gateway has made, byte for byte, through a producer with the gateway's
 * settings: what is left when there is no gateway.
 */
final class BareProducer implements Load {

  private final Producer<byte[], byte[]> producer;
  private final Map<Workload, List<ProducerRecord<byte[], byte[]>>> facts;

  BareProducer(
      Producer<byte[], byte[]> producer,
      Map<Workload, List<ProducerRecord<byte[], byte[]>>> facts) {
    this.producer = producer;
    this.facts = Map.copyOf(facts);
  }

  @Override
  public Round run(Workload workload, int inFlight, Pace pace, long firstNumber)
      throws InterruptedException {
    List<ProducerRecord<byte[], byte[]>> sample = facts.getOrDefault(workload, List.of());
    return new Run(sample, inFlight, pace).toEnd();
  }

  private final class Run {

    private final List<ProducerRecord<byte[], byte[]>> sample;
    private final int inFlight;
    private final Semaphore free;
    private final Pace pace;
    private final Histogram latency = Round.newHistogram();
    private final AtomicLong failed = new AtomicLong();
    private final long begin = System.nanoTime();

    Run(List<ProducerRecord<byte[], byte[]>> sample, int inFlight, Pace pace) {
      this.sample = sample;
      this.inFlight = inFlight;
      this.free = new Semaphore(inFlight);
      this.pace = pace;
    }

    Round toEnd() throws InterruptedException {
      long sent = 0;
      while (due(sent) <= pace.end()) {
        awaitDue(sent);
        free.acquire();
        long due = begin + due(sent);
        Future<RecordMetadata> unused =
            producer.send(
                sample.get((int) (sent % sample.size())),
                (metadata, failure) -> settle(due, failure));
        sent++;
      }
      free.acquire(inFlight);
      long nanos = System.nanoTime() - begin;
      return new Round(sent - failed.get(), failed.get(), nanos, latency);
    }

    private long due(long request) {
      return pace.isClosedLoop() ? System.nanoTime() - begin : pace.offset(request);
    }

    private void awaitDue(long request) {
      for (long left = 1; left > 0 && !pace.isClosedLoop(); ) {
        left = begin + pace.offset(request) - System.nanoTime();
        if (left > 0) {
          LockSupport.parkNanos(left);
        }
      }
    }

    /** On the producer's one thread. */
    private void settle(long due, @Nullable Exception failure) {
      if (failure == null) {
        latency.recordValue(System.nanoTime() - due);
      } else {
        failed.incrementAndGet();
      }
      free.release();
    }
  }
}
