package io.tributary.cli.simulate;

import java.util.HashSet;
import java.util.Set;

/** A user's inbox, and what the user has read. */
final class Inbox {

  private final String uid;
  private final Set<String> read = new HashSet<>();
  private long until;
  private boolean unknown;

  Inbox(String uid) {
    this.uid = uid;
  }

  String uid() {
    return uid;
  }

  void read(String id) {
    read.add(id);
  }

  void readUntil(long second) {
    until = Math.max(until, second);
  }

  long until() {
    return until;
  }

  void lost() {
    unknown = true;
  }

  boolean isUnknown() {
    return unknown;
  }

  /** Whether a message of that id, received at that second, counts as read. */
  boolean hasRead(String id, long received) {
    return read.contains(id) || received <= until;
  }
}
