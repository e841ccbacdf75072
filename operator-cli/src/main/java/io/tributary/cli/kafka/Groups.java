package io.tributary.cli.kafka;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** What the cluster knows of consumer groups. */
public final class Groups {

  private final Admin admin;
  private final Duration patience;

  /**
   * Groups of the cluster that the client knows.
   *
   * @param patience how long to wait for an answer
   */
  public Groups(Admin admin, Duration patience) {
    this.admin = admin;
    this.patience = patience;
  }

  /** How many consumers it has, also those that died so lately that it has not missed them. */
  public int members(String group) throws InterruptedException {
    try {
      return Answer.within(patience, admin.describeConsumerGroups(List.of(group)).all())
          .values()
          .stream()
          .mapToInt(description -> description.members().size())
          .sum();
    } catch (GroupIdNotFoundException e) {
      return 0;
    }
  }
}
