package io.tributary.traffic.inbox;

import static io.tributary.traffic.avro.Fields.text;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;

/**
 * The part of an inbox that belongs to one user, or the public one that all users share.
 *
 * @param pk partition key of its items, and key of its facts
 */
record Mailbox(String tenant, String inbox, String uid, String pk) {

  /** Stands for the user in the public one. */
  static final String EVERYONE = "$public";

  Mailbox(String tenant, String inbox, String uid) {
    this(
        tenant,
        inbox,
        uid,
        "t#" + tenant + (uid.equals(EVERYONE) ? "G#" : "U#") + uid + '#' + inbox);
  }

  /** The one that a fact or a record names. */
  static Mailbox of(GenericRecord record) {
    return of(record, text(record, "uid"));
  }

  /** A user's in the inbox that a fact names. */
  static Mailbox of(GenericRecord fact, String uid) {
    return new Mailbox(text(fact, "tenant_key"), text(fact, "inbox_key"), uid);
  }

  boolean isPublic() {
    return uid.equals(EVERYONE);
  }

  /** The public one of its inbox. */
  Mailbox everyone() {
    return new Mailbox(tenant, inbox, EVERYONE);
  }

  /** The values of an item's key. */
  List<Object> key(String sk) {
    return List.of(pk, sk);
  }

  /** An item of the kind with its key and owner. */
  Map<String, Object> item(String sk, String kind) {
    Map<String, Object> item = new TreeMap<>();
    item.put("pk", pk);
    item.put("sk", sk);
    item.put("kind", kind);
    item.put("tenant_key", tenant);
    item.put("inbox_key", inbox);
    item.put("uid", uid);
    return item;
  }
}
