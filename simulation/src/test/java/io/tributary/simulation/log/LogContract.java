package io.tributary.simulation.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.Test;

/** The behaviour of a log that the services rely on; the same for a broker and its simulation. */
abstract class LogContract {

  /** Makes a topic and returns its name. */
  abstract String topic(int partitions);

  abstract Producer<byte[], byte[]> producer();

  abstract Producer<byte[], byte[]> producer(String transactionalId);

  /** A consumer of committed records; in no group if that is empty. */
  abstract Consumer<byte[], byte[]> consumer(String group, boolean cooperative);

  /** Waits until a send is answered. */
  abstract RecordMetadata answer(Future<RecordMetadata> sent) throws Exception;

  /** Lets a little time pass. */
  abstract void pass();

  /** Keeps a member silent until its group has expelled it. */
  abstract void silence(Consumer<byte[], byte[]> member);

  private static ProducerRecord<byte[], byte[]> record(String topic, int partition, String value) {
    return new ProducerRecord<>(topic, partition, bytes("key"), bytes(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void await(BooleanSupplier condition) {
    for (int i = 0; i < 1_000 && !condition.getAsBoolean(); i++) {
      pass();
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  /** Polls until so many records have come. */
  private List<String> read(Consumer<byte[], byte[]> consumer, int count) {
    List<String> values = new ArrayList<>();
    await(
        () -> {
          poll(consumer, values);
          return values.size() >= count;
        });
    return values;
  }

  private static void poll(Consumer<byte[], byte[]> consumer, List<String> values) {
    consumer
        .poll(Duration.ofMillis(50))
        .forEach(each -> values.add(new String(each.value(), StandardCharsets.UTF_8)));
  }

  private Consumer<byte[], byte[]> reader(TopicPartition partition) {
    Consumer<byte[], byte[]> reader = consumer("", false);
    reader.assign(List.of(partition));
    reader.seekToBeginning(List.of(partition));
    return reader;
  }

  private static Map<TopicPartition, OffsetAndMetadata> offset(TopicPartition partition, long at) {
    return Map.of(partition, new OffsetAndMetadata(at));
  }

  /** A member that notes what its listener is told. */
  private static final class Noting implements ConsumerRebalanceListener {

    private final List<String> told = new ArrayList<>();

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      told.add("assigned " + numbers(partitions));
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      told.add("revoked " + numbers(partitions));
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      told.add("lost " + numbers(partitions));
    }

    private static Set<Integer> numbers(Collection<TopicPartition> partitions) {
      Set<Integer> numbers = new TreeSet<>();
      partitions.forEach(each -> numbers.add(each.partition()));
      return numbers;
    }
  }

  @Test
  void shouldGiveEachRecordTheNextOffset() throws Exception {
    String topic = topic(1);
    Producer<byte[], byte[]> producer = producer();

    assertThat(answer(producer.send(record(topic, 0, "a"))).offset()).isZero();
    assertThat(answer(producer.send(record(topic, 0, "b"))).offset()).isEqualTo(1);
    assertThat(read(reader(new TopicPartition(topic, 0)), 2)).containsExactly("a", "b");
  }

  @Test
  void shouldHideATransactionUntilItIsCommitted() throws Exception {
    TopicPartition partition = new TopicPartition(topic(1), 0);
    Producer<byte[], byte[]> transactional = producer("hidden");
    transactional.initTransactions();
    transactional.beginTransaction();
    Future<RecordMetadata> first = transactional.send(record(partition.topic(), 0, "first"));
    transactional.flush();
    assertThat(answer(first).offset()).isZero();
    assertThat(answer(producer().send(record(partition.topic(), 0, "behind"))).offset())
        .isEqualTo(1);
    Consumer<byte[], byte[]> reader = reader(partition);
    List<String> early = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      poll(reader, early);
    }

    assertThat(early).isEmpty();
    assertThat(reader.endOffsets(List.of(partition))).containsEntry(partition, 0L);
    transactional.commitTransaction();
    assertThat(read(reader, 2)).containsExactly("first", "behind");
  }

  @Test
  void shouldPassOverWhatWasAborted() throws Exception {
    TopicPartition partition = new TopicPartition(topic(1), 0);
    Producer<byte[], byte[]> transactional = producer("aborted");
    transactional.initTransactions();
    transactional.beginTransaction();
    Future<RecordMetadata> taken = transactional.send(record(partition.topic(), 0, "taken back"));
    transactional.flush();
    assertThat(answer(taken).offset()).isZero();
    transactional.abortTransaction();
    transactional.beginTransaction();
    Future<RecordMetadata> kept = transactional.send(record(partition.topic(), 0, "kept"));
    transactional.commitTransaction();
    Consumer<byte[], byte[]> reader = reader(partition);

    assertThat(answer(kept).offset()).as("a marker has an offset").isEqualTo(2);
    assertThat(read(reader, 1)).containsExactly("kept");
    await(
        () -> {
          poll(reader, new ArrayList<>());
          return reader.position(partition) == 4;
        });
  }

  @Test
  void shouldFenceTheOlderProducer() throws Exception {
    TopicPartition partition = new TopicPartition(topic(1), 0);
    Producer<byte[], byte[]> older = producer("fenced");
    older.initTransactions();
    older.beginTransaction();
    Future<RecordMetadata> unused = older.send(record(partition.topic(), 0, "older"));
    older.flush();

    Producer<byte[], byte[]> newer = producer("fenced");
    newer.initTransactions();
    newer.beginTransaction();
    Future<RecordMetadata> second = newer.send(record(partition.topic(), 0, "newer"));
    newer.commitTransaction();

    assertThat(answer(second).offset()).isEqualTo(2);
    assertThatThrownBy(older::commitTransaction).isInstanceOf(ProducerFencedException.class);
    assertThat(read(reader(partition), 1)).containsExactly("newer");
  }

  @Test
  void shouldCommitOffsetsWithTheirTransaction() throws Exception {
    TopicPartition partition = new TopicPartition(topic(1), 0);
    Consumer<byte[], byte[]> member = consumer("offsets-" + partition.topic(), false);
    Noting noting = new Noting();
    member.subscribe(List.of(partition.topic()), noting);
    await(() -> assigned(member, 1));
    Producer<byte[], byte[]> transactional = producer("offsets");
    transactional.initTransactions();
    transactional.beginTransaction();
    transactional.sendOffsetsToTransaction(offset(partition, 5), member.groupMetadata());
    transactional.abortTransaction();

    assertThat(member.committed(Set.of(partition)).get(partition)).isNull();
    transactional.beginTransaction();
    transactional.sendOffsetsToTransaction(offset(partition, 7), member.groupMetadata());
    transactional.commitTransaction();
    assertThat(member.committed(Set.of(partition)).get(partition).offset()).isEqualTo(7);
    member.close();
  }

  private static boolean assigned(Consumer<byte[], byte[]> member, int partitions) {
    poll(member, new ArrayList<>());
    return member.assignment().size() == partitions;
  }

  @Test
  void shouldShareAndGiveBackPartitionsEagerly() throws Exception {
    String topic = topic(2);
    Consumer<byte[], byte[]> one = consumer("eager-" + topic, false);
    Consumer<byte[], byte[]> other = consumer("eager-" + topic, false);
    Noting ofOne = new Noting();
    Noting ofOther = new Noting();
    one.subscribe(List.of(topic), ofOne);
    await(() -> assigned(one, 2));
    other.subscribe(List.of(topic), ofOther);
    await(() -> assigned(one, 1) & assigned(other, 1));
    other.close();
    await(() -> assigned(one, 2));

    assertThat(ofOne.told)
        .startsWith("assigned [0, 1]", "revoked [0, 1]")
        .endsWith("assigned [0, 1]")
        .hasSize(5);
    assertThat(ofOther.told).hasSize(2);
    one.close();
  }

  @Test
  void shouldTakeOnlyThePartitionsThatMoveFromACooperativeMember() throws Exception {
    String topic = topic(2);
    Consumer<byte[], byte[]> one = consumer("cooperative-" + topic, true);
    Consumer<byte[], byte[]> other = consumer("cooperative-" + topic, true);
    Noting ofOne = new Noting();
    one.subscribe(List.of(topic), ofOne);
    await(() -> assigned(one, 2));
    other.subscribe(List.of(topic), new Noting());
    await(() -> assigned(one, 1) & assigned(other, 1));

    List<String> revoked = ofOne.told.stream().filter(each -> each.startsWith("revoked")).toList();
    assertThat(revoked).hasSize(1);
    assertThat(revoked.get(0)).isIn("revoked [0]", "revoked [1]");
    one.close();
    other.close();
  }

  @Test
  void shouldRefuseTheCommitsOfAMemberThatWasExpelled() throws Exception {
    TopicPartition partition = new TopicPartition(topic(1), 0);
    Consumer<byte[], byte[]> member = consumer("expelled-" + partition.topic(), false);
    Noting noting = new Noting();
    member.subscribe(List.of(partition.topic()), noting);
    await(() -> assigned(member, 1));
    Producer<byte[], byte[]> transactional = producer("expelled");
    transactional.initTransactions();
    silence(member);

    assertThatThrownBy(() -> member.commitSync(offset(partition, 3), Duration.ofSeconds(5)))
        .isInstanceOf(CommitFailedException.class);
    transactional.beginTransaction();
    assertThatThrownBy(
            () ->
                transactional.sendOffsetsToTransaction(
                    offset(partition, 3), member.groupMetadata()))
        .isInstanceOf(CommitFailedException.class);
    assertThatThrownBy(transactional::commitTransaction).isInstanceOf(KafkaException.class);
    transactional.abortTransaction();
    await(() -> assigned(member, 1));
    assertThat(noting.told).containsExactly("assigned [0]", "lost [0]", "assigned [0]");
    assertThat(member.committed(Set.of(partition)).get(partition)).isNull();
    member.close();
  }

  @Test
  void shouldGoOnFromTheCommittedOffset() throws Exception {
    TopicPartition partition = new TopicPartition(topic(1), 0);
    Producer<byte[], byte[]> producer = producer();
    for (String value : List.of("a", "b", "c")) {
      assertThat(answer(producer.send(record(partition.topic(), 0, value))).hasOffset()).isTrue();
    }
    String group = "next-" + partition.topic();
    Consumer<byte[], byte[]> first = consumer(group, false);
    first.subscribe(List.of(partition.topic()));
    assertThat(read(first, 3)).containsExactly("a", "b", "c");
    first.commitSync(offset(partition, 2), Duration.ofSeconds(5));
    first.close();
    Consumer<byte[], byte[]> second = consumer(group, false);
    second.subscribe(List.of(partition.topic()));

    assertThat(read(second, 1)).containsExactly("c");
    second.pause(List.of(partition));
    assertThat(answer(producer.send(record(partition.topic(), 0, "d"))).offset()).isEqualTo(3);
    List<String> whilePaused = new ArrayList<>();
    poll(second, whilePaused);
    assertThat(whilePaused).isEmpty();
    second.resume(second.paused());
    assertThat(read(second, 1)).containsExactly("d");
    second.close();
  }

  @Test
  void shouldWaitForOffsetsThatATransactionMayYetCommit() throws Exception {
    TopicPartition partition = new TopicPartition(topic(1), 0);
    String group = "unstable-" + partition.topic();
    assertThat(answer(producer().send(record(partition.topic(), 0, "a"))).offset()).isZero();
    Consumer<byte[], byte[]> first = consumer(group, false);
    first.subscribe(List.of(partition.topic()));
    assertThat(read(first, 1)).containsExactly("a");
    Producer<byte[], byte[]> transactional = producer("unstable");
    transactional.initTransactions();
    transactional.beginTransaction();
    transactional.sendOffsetsToTransaction(offset(partition, 1), first.groupMetadata());
    first.close();
    Consumer<byte[], byte[]> second = consumer(group, false);
    second.subscribe(List.of(partition.topic()));
    List<String> early = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      poll(second, early);
      pass();
    }

    assertThat(early).as("read before the offset is stable").isEmpty();
    transactional.commitTransaction();
    assertThat(answer(producer().send(record(partition.topic(), 0, "b"))).offset()).isEqualTo(1);
    assertThat(read(second, 1)).containsExactly("b");
    second.close();
  }
}
