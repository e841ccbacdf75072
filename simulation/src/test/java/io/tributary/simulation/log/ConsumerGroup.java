package io.tributary.simulation.log;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A consumer group of the classic protocol: a rebalance waits until every member has joined again
 * or has been expelled; then a generation begins, in which each partition has one member.
 */
final class ConsumerGroup {

  private final String id;
  private final ToIntFunction<String> partitions;
  private final Map<String, Member> members = new TreeMap<>();
  private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
  private final Map<Transaction, Set<TopicPartition>> pending = new LinkedHashMap<>();
  private int generation;
  private int membersMade;
  private boolean rebalancing;

  ConsumerGroup(String id, ToIntFunction<String> partitions) {
    this.id = id;
    this.partitions = partitions;
  }

  /** A member, from its first join until it leaves or is expelled. */
  static final class Member {

    final String id;
    private final Connection connection;
    private final Set<String> topics;
    private final long session;
    private final boolean cooperative;
    private Set<TopicPartition> owned = Set.of();
    private Set<TopicPartition> assigned = Set.of();
    private int generation;
    private boolean joined;
    private long seen;

    private Member(String id, Subscriber subscriber, long now) {
      this.id = id;
      this.connection = subscriber.connection();
      this.topics = subscriber.topics();
      this.session = subscriber.sessionMillis();
      this.cooperative = subscriber.cooperative();
      this.seen = now;
    }

    /** The generation that it last joined. */
    int generation() {
      return generation;
    }
  }

  /**
   * A consumer that wants to be a member.
   *
   * @param sessionMillis how long it may be silent
   * @param cooperative true when it gives up only what another member gets
   */
  record Subscriber(
      Connection connection, Set<String> topics, long sessionMillis, boolean cooperative) {}

  String id() {
    return id;
  }

  Member join(Subscriber subscriber, long now) {
    Member member = new Member(id + "-" + ++membersMade, subscriber, now);
    members.put(member.id, member);
    rebalancing = true;
    return member;
  }

  void leave(Member member) {
    if (members.remove(member.id, member)) {
      rebalancing = true;
      completeIfJoined();
    }
  }

  /** Begins a rebalance, as a change of the cluster does. */
  void rebalance() {
    rebalancing = !members.isEmpty();
    members.values().forEach(member -> member.joined = false);
  }

  /** Expels members that have been silent for longer than their session. */
  void expel(long now) {
    List<Member> silent = new ArrayList<>();
    for (Member member : members.values()) {
      if (now - member.seen > member.session) {
        silent.add(member);
      } else if (member.connection.isRunning()) {
        member.seen = now;
      }
    }
    silent.forEach(this::leave);
  }

  boolean isMember(Member member) {
    return members.get(member.id) == member;
  }

  /** True when the member has to give up its partitions and join again. */
  boolean awaits(Member member) {
    return rebalancing && !member.joined;
  }

  /** True when a generation has begun that the member does not know yet. */
  boolean hasBegun(Member member) {
    return !rebalancing && member.generation != generation;
  }

  /** The member joins the next generation; a cooperative one still has what it owns. */
  void rejoin(Member member, Set<TopicPartition> stillOwned) {
    member.joined = true;
    member.owned = Set.copyOf(stillOwned);
    completeIfJoined();
  }

  private void completeIfJoined() {
    if (rebalancing && members.values().stream().allMatch(member -> member.joined)) {
      rebalancing = false;
      generation++;
      assign();
      members.values().forEach(member -> member.joined = false);
    }
  }

  /** Deals the partitions of each number to one member after the other. */
  private void assign() {
    List<Member> all = new ArrayList<>(members.values());
    Map<Member, Set<TopicPartition>> dealt = new HashMap<>();
    all.forEach(member -> dealt.put(member, new LinkedHashSet<>()));
    Set<String> topics = new TreeSet<>();
    all.forEach(member -> topics.addAll(member.topics));
    for (String topic : topics) {
      for (int number = 0; number < partitions.applyAsInt(topic); number++) {
        Member owner = all.get(number % all.size());
        dealt.getOrDefault(owner, new LinkedHashSet<>()).add(new TopicPartition(topic, number));
      }
    }
    dealt.forEach((member, own) -> member.assigned = own);
  }

  /**
   * The member learns its assignment.
   *
   * @return partitions that are the member's now; of a cooperative one without those that another
   *     member has not given up yet, which the next rebalance brings
   */
  Set<TopicPartition> assignment(Member member) {
    member.generation = generation;
    if (!member.cooperative) {
      return member.assigned;
    }
    Set<TopicPartition> granted = new LinkedHashSet<>(member.assigned);
    for (Member other : members.values()) {
      if (other != member) {
        granted.removeAll(other.owned);
      }
    }
    return granted;
  }

  /** The member owns these from now on, and no others. */
  void owns(Member member, Set<TopicPartition> partitions) {
    member.owned = Set.copyOf(partitions);
  }

  /** Another rebalance follows when a cooperative member had to give something up. */
  void gaveUp() {
    rebalance();
  }

  /** True when commits of that member and generation count. */
  boolean accepts(String memberId, int ofGeneration) {
    Member member = members.get(memberId);
    return member != null && ofGeneration == generation && member.generation == generation;
  }

  void store(Map<TopicPartition, OffsetAndMetadata> offsets) {
    committed.putAll(offsets);
  }

  void pend(Transaction transaction, Collection<TopicPartition> concerned) {
    pending.computeIfAbsent(transaction, any -> new LinkedHashSet<>()).addAll(concerned);
  }

  void settle(Transaction transaction) {
    pending.remove(transaction);
  }

  /** True while a transaction may yet commit an offset of the partition. */
  boolean isUnstable(TopicPartition partition) {
    return pending.values().stream().anyMatch(each -> each.contains(partition));
  }

  @Nullable OffsetAndMetadata committed(TopicPartition partition) {
    return committed.get(partition);
  }
}
