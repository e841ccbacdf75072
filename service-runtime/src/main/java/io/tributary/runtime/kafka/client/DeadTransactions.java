package io.tributary.runtime.kafka.client;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open transactions of producers that are no members of their group any more. The partitions of a
 * killed member wait for the end of its transaction, which may commit offsets; brokers look for
 * transactions beyond their time-out only every ten seconds.
 */
final class DeadTransactions {

  private static final Logger log = LoggerFactory.getLogger(DeadTransactions.class);
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final Admin admin;
  private final String group;

  /** The group's name, an instance's id, and a number where an instance has several. */
  private final Pattern ours;

  /**
   * Transactions of a group, whose members have their transactional id as static id or as client
   * id.
   */
  DeadTransactions(Admin admin, String group) {
    this.admin = admin;
    this.group = group;
    this.ours = Pattern.compile(Pattern.quote(group) + "-[0-9a-f-]{36}(-\\d+)?");
  }

  /** Aborts them; a producer that lives after all is fenced, as its partitions are another's. */
  void abort() throws InterruptedException {
    Set<String> open = open();
    if (open.isEmpty()) {
      return;
    }
    // read last: a transaction that a new member has begun meanwhile is not in the list
    Set<String> members = members();
    List<String> dead =
        open.stream()
            .filter(id -> members.stream().noneMatch(name -> (name + '-').startsWith(id + '-')))
            .toList();
    if (!dead.isEmpty()) {
      log.warn("aborts transactions of lost members of {}: {}", group, dead);
      KafkaAnswers.within(LIMIT, admin.fenceProducers(dead).all());
    }
  }

  private Set<String> open() throws InterruptedException {
    ListTransactionsOptions ongoing =
        new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
    return KafkaAnswers.within(LIMIT, admin.listTransactions(ongoing).all()).stream()
        .map(TransactionListing::transactionalId)
        .filter(id -> ours.matcher(id).matches())
        .collect(Collectors.toSet());
  }

  private Set<String> members() throws InterruptedException {
    try {
      return KafkaAnswers.within(LIMIT, admin.describeConsumerGroups(List.of(group)).all())
          .values()
          .stream()
          .flatMap(description -> description.members().stream())
          .flatMap(DeadTransactions::names)
          .collect(Collectors.toSet());
    } catch (GroupIdNotFoundException e) {
      return Set.of();
    }
  }

  private static Stream<String> names(MemberDescription member) {
    return Stream.concat(member.groupInstanceId().stream(), Stream.of(member.clientId()));
  }
}
