package io.tributary.runtime.kafka.format;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.registry.SchemaIds;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.topic.InstallationLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records of the installation's log about schema ids in values. Written before the first such
 * value, and never removed; the first of a name binds. Any thread may ask.
 */
final class FormatRecord implements AutoCloseable {

  private static final String NAME = "framing";
  private static final String CONFLUENT = "confluent";

  private final InstallationLog log;
  private final Map<String, String> ids = new HashMap<>();
  private boolean found;

  FormatRecord(InstallationLog log) {
    this.log = log;
  }

  /** True once written; asks the brokers until then. */
  synchronized boolean isThere() {
    if (!found) {
      look();
    }
    return found;
  }

  /** Ids in records, by {@link SchemaIds} names; asks the brokers. */
  synchronized Map<String, String> ids() {
    look();
    return Map.copyOf(ids);
  }

  /** Returns once all in-sync replicas have the mark and these ids. */
  synchronized void write(Map<String, String> more, RuntimeContext runtime) {
    List<SecretFingerprint> records = new ArrayList<>();
    more.forEach((name, id) -> records.add(new SecretFingerprint(name, id)));
    if (!isThere()) {
      records.add(new SecretFingerprint(NAME, CONFLUENT));
    }
    if (!records.isEmpty()) {
      log.append(records, runtime);
    }
  }

  private void look() {
    log.read(this::take);
  }

  private void take(SecretFingerprint record) {
    if (record.getName().equals(NAME)) {
      found = true;
    } else if (record.getName().startsWith(SchemaIds.NAMES)) {
      ids.putIfAbsent(record.getName(), record.getFingerprint());
    }
  }

  @Override
  public synchronized void close() {
    log.close();
  }
}
