package io.tributary.sink.relay;

import io.tributary.avro.envelope.StreamPosition;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.key.ShardKey;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.relay.RetrySchedule.Trouble;
import io.tributary.sink.stream.ShardPage;
import io.tributary.sink.stream.StreamException;
import io.tributary.sink.stream.StreamListing;
import io.tributary.sink.stream.TableStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leadership of a relay: reads the shards that are due, a page at a time, and commits its facts
 * together with the position behind it. A failure of Kafka ends the leadership; one of DynamoDB is
 * retried. For one thread.
 */
final class RelayLeader implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RelayLeader.class);

  /** A stream allows five reads a second of each shard. */
  private static final Duration READ_PAUSE = Duration.ofMillis(200);

  private static final Duration LIST_PAUSE = Duration.ofSeconds(10);
  private static final Duration COMMIT_PAUSE = Duration.ofMillis(500);
  private static final Duration STREAM_KEEPS = Duration.ofHours(24);

  private final TableStream stream;
  private final ExpiryRecords<?, ?> expiries;
  private final StreamCheckpoints checkpoints;
  private final RelayTransactions transactions;
  private final RelayWatch watch;
  private final RuntimeContext runtime;
  private final Meters meters;

  private final Map<String, ShardRelay> shards = new TreeMap<>();
  private final RetrySchedule listing;
  private boolean streaming = true;
  private boolean listed;
  private long lastCommit;

  RelayLeader(
      TableStream stream,
      ExpiryRecords<?, ?> expiries,
      StreamCheckpoints checkpoints,
      RelayTransactions transactions,
      RelayWatch watch,
      RuntimeContext runtime,
      Meters meters) {
    this.stream = stream;
    this.expiries = expiries;
    this.checkpoints = checkpoints;
    this.transactions = transactions;
    this.watch = watch;
    this.runtime = runtime;
    this.meters = meters;
    this.listing = new RetrySchedule(runtime);
    this.lastCommit = runtime.ticker().nanos();
  }

  /** Reads a page of a shard that is due; false when none is. */
  boolean runOnce() {
    if (listing.remainingNanos() <= 0) {
      list();
    }
    Optional<ShardRelay> next = shards.values().stream().min(Comparator.comparing(this::untilNext));
    boolean due = next.isPresent() && untilNext(next.get()) <= 0;
    if (due) {
      read(next.get());
    }
    if (checkpoints.any() && runtime.ticker().nanos() - lastCommit >= COMMIT_PAUSE.toNanos()) {
      commit(List.of());
    }
    watch.note(state());
    return due;
  }

  void commit() {
    if (checkpoints.any()) {
      commit(List.of());
    }
  }

  private long untilNext(ShardRelay shard) {
    return shard.attempts().remainingNanos();
  }

  private void list() {
    try {
      Optional<StreamListing> found = stream.describe();
      listing.worked(LIST_PAUSE);
      streaming = found.isPresent() && found.get().enabled();
      found.ifPresentOrElse(this::follow, shards::clear);
      listed = true;
    } catch (StreamException e) {
      listing.failed(e);
    }
  }

  private void follow(StreamListing found) {
    checkpoints.streamsBut(found.arn()).forEach(this::abandon);
    Map<String, StreamPosition> known = checkpoints.of(found.arn());
    ShardLineage lineage = new ShardLineage(found, known);
    long horizon = runtime.nowMillis() - STREAM_KEEPS.toMillis();
    lineage.unlisted().stream()
        // a list may be short of something for a moment
        .filter(position -> position.getAtMs() < horizon)
        .forEach(position -> checkpoints.gone(new ShardKey(found.arn(), position.getShardId())));
    for (String shard : lineage.readable()) {
      shards.computeIfAbsent(shard, id -> open(new ShardKey(found.arn(), id), known));
    }
    List<ShardRelay> lost =
        shards.values().stream()
            .filter(each -> !lineage.isListed(each.key().shardId()))
            .filter(each -> isGone(each))
            .toList();
    lost.forEach(this::lose);
  }

  private ShardRelay open(ShardKey key, Map<String, StreamPosition> known) {
    Optional<StreamPosition> position = Optional.ofNullable(known.get(key.shardId()));
    return new ShardRelay(
        key,
        stream.reader(
            key.streamArn(), key.shardId(), position.map(StreamPosition::getSequenceNumber)),
        new RetrySchedule(runtime),
        position.map(StreamPosition::getAtMs).orElseGet(runtime::nowMillis));
  }

  /** Forgets the stream before the current one. */
  private void abandon(String arn) {
    checkpoints.of(arn).keySet().forEach(shard -> checkpoints.gone(new ShardKey(arn, shard)));
    shards.clear();
    meters.counter(SinkMeter.STREAM_GAPS).increment();
    log.warn("stream {} was replaced; its last records may not be relayed", arn);
  }

  private static boolean isGone(ShardRelay shard) {
    return shard
        .attempts()
        .trouble()
        .filter(trouble -> trouble.newest().reason() == StreamException.Reason.GONE)
        .isPresent();
  }

  private void lose(ShardRelay shard) {
    shards.remove(shard.key().shardId());
    checkpoints.gone(shard.key());
    listing.makeDue();
    gap(shard);
  }

  private void gap(ShardRelay shard) {
    if (shard.at() < runtime.nowMillis() - STREAM_KEEPS.toMillis()) {
      meters.counter(SinkMeter.STREAM_GAPS).increment();
      log.warn(
          "stream {} has forgotten part of shard {} before it was relayed",
          shard.key().streamArn(),
          shard.key().shardId());
    }
  }

  private void read(ShardRelay shard) {
    ShardPage page;
    try {
      page = shard.read();
    } catch (StreamException e) {
      shard.attempts().failed(e);
      if (e.reason() == StreamException.Reason.GONE) {
        listing.makeDue();
      }
      return;
    }
    boolean quiet = page.changes().isEmpty() && shard.atEnd();
    shard.attempts().worked(quiet ? shard.quietPause() : READ_PAUSE);
    if (page.trimmed()) {
      gap(shard);
    }
    relay(shard, page);
  }

  private void relay(ShardRelay shard, ShardPage page) {
    List<ProducerRecord<byte[], byte[]>> facts =
        page.changes().stream().flatMap(change -> expiries.of(change).stream()).toList();
    checkpoints.moved(shard.pass(page, runtime.nowMillis()));
    if (!facts.isEmpty() || page.last()) {
      commit(facts);
    }
    if (page.last()) {
      shards.remove(shard.key().shardId());
      listing.makeDue();
    }
  }

  private void commit(List<ProducerRecord<byte[], byte[]>> facts) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(facts);
    records.addAll(checkpoints.records());
    transactions.commit(records);
    checkpoints.commit();
    lastCommit = runtime.ticker().nanos();
  }

  private RelayWatch.State state() {
    OptionalLong until =
        listed
            ? shards.values().stream()
                .filter(shard -> !shard.atEnd())
                .mapToLong(ShardRelay::at)
                .min()
            : checkpoints.oldest();
    Optional<Trouble> trouble =
        Stream.concat(Stream.of(listing), shards.values().stream().map(ShardRelay::attempts))
            .flatMap(attempts -> attempts.trouble().stream())
            .min(Comparator.comparing(Trouble::since));
    return new RelayWatch.State(streaming, until, trouble);
  }

  @Override
  public void close() {
    watch.note(RelayWatch.State.STANDBY);
    transactions.close();
  }
}
