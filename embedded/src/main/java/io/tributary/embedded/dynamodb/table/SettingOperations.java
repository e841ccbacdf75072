package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.Operation;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Time to live, continuous backups and tags of tables. */
public final class SettingOperations {
  private static final int TAG_LIMIT = 50;

  private final Catalog catalog;
  private final InstantSource clock;

  /** The operations on these tables. */
  public SettingOperations(Catalog catalog, InstantSource clock) {
    this.catalog = catalog;
    this.clock = clock;
  }

  /** By name. */
  public Map<String, Operation> all() {
    return Map.of(
        "UpdateTimeToLive", on(this::updateTimeToLive),
        "DescribeTimeToLive", request -> describeTimeToLive(table(request)),
        "UpdateContinuousBackups", onBackups(on(this::updateBackups)),
        "DescribeContinuousBackups", onBackups(request -> describeBackups(table(request))),
        "TagResource", on(this::tag),
        "UntagResource", on(this::untag),
        "ListTagsOfResource", request -> tags(table(request)));
  }

  private Operation on(BiFunction<Table, Map<String, Object>, Map<String, ?>> operation) {
    return request -> catalog.changing(() -> operation.apply(table(request), request));
  }

  private Operation onBackups(Operation operation) {
    return request -> {
      String name = Members.text(request, "TableName");
      if (!catalog.tables().containsKey(Catalog.name(name))) {
        throw DynamoDbException.service("TableNotFoundException", "Table not found: " + name);
      }
      return operation.run(request);
    };
  }

  private Table table(Map<String, Object> request) {
    if (!request.containsKey("ResourceArn")) {
      return catalog.forDefinition(Members.text(request, "TableName"));
    }
    String arn = Members.text(request, "ResourceArn");
    DynamoDbException.refuse(
        !arn.matches("arn:aws:dynamodb:[^/]*:table/[^/]+"),
        "Invalid TableArn: Invalid ResourceArn provided as input %s",
        arn);
    if (!arn.contains(":000000000000:")) {
      throw DynamoDbException.service(
          "AccessDeniedException", "User is not authorized to access resource: " + arn);
    }
    return DynamoDbException.found(
        catalog.tables().get(Catalog.name(arn)), ": ResourcArn: %s not found", arn);
  }

  private Table put(Table table, String member, @Nullable Object value) {
    Table changed = table.with(member, value);
    try (Batch batch = new Batch()) {
      catalog.put(batch, changed);
    }
    return changed;
  }

  private Map<String, ?> updateTimeToLive(Table table, Map<String, Object> request) {
    Map<?, ?> wanted = Members.required(request, "TimeToLiveSpecification");
    boolean on = Members.flag(wanted, "Enabled");
    String attribute = Members.text(wanted, "AttributeName");
    String present = table.timeToLive();
    DynamoDbException.refuse(
        on == (present != null) && (present == null || present.equals(attribute)),
        "TimeToLive is already " + (on ? "enabled" : "disabled"));
    DynamoDbException.refuse(
        present != null && !present.equals(attribute),
        "TimeToLive is active on a different AttributeName: current AttributeName is %s",
        present);
    try (Batch batch = new Batch()) {
      if (on) {
        Entries.addExpiries(batch, catalog.store(), table, attribute);
      } else {
        batch.delete(Range.of(Key.of(Key.Kind.EXPIRY, table.space())));
      }
      catalog.put(batch, table.with(Table.TIME_TO_LIVE, on ? attribute : null));
    }
    return Map.of("TimeToLiveSpecification", wanted);
  }

  private Map<String, ?> describeTimeToLive(Table table) {
    String attribute = table.timeToLive();
    String status = attribute == null ? "DISABLED" : "ENABLED";
    return Map.of(
        "TimeToLiveDescription",
        Members.of("TimeToLiveStatus", status, "AttributeName", attribute));
  }

  private Map<String, ?> updateBackups(Table table, Map<String, Object> request) {
    Map<?, ?> wanted = Members.required(request, "PointInTimeRecoverySpecification");
    boolean on = Members.flag(wanted, "PointInTimeRecoveryEnabled");
    DynamoDbException.refuse(
        !on && wanted.containsKey("RecoveryPeriodInDays"),
        "RecoveryPeriodInDays can only be specified when PointInTimeRecoveryEnabled is true");
    Map<String, Object> state =
        Map.of(
            "RecoveryPeriodInDays",
            Members.number(wanted, "RecoveryPeriodInDays", 35),
            "EarliestRestorableDateTime",
            clock.millis() / 1000);
    return describeBackups(put(table, Table.BACKUPS, on ? state : null));
  }

  private Map<String, ?> describeBackups(Table table) {
    Map<Object, Object> recovery = new LinkedHashMap<>();
    Map<?, ?> state = Members.object(table.record(), Table.BACKUPS);
    recovery.put("PointInTimeRecoveryStatus", state == null ? "DISABLED" : "ENABLED");
    if (state != null) {
      recovery.putAll(state);
      recovery.put("LatestRestorableDateTime", clock.millis() / 1000);
    }
    return Map.of(
        "ContinuousBackupsDescription",
        Map.of("ContinuousBackupsStatus", "ENABLED", "PointInTimeRecoveryDescription", recovery));
  }

  private Map<String, ?> tag(Table table, Map<String, Object> request) {
    DynamoDbException.refuse(
        Members.objects(request, Table.TAGS).isEmpty(),
        "Atleast one Tag needs to be provided as Input.");
    Map<String, Object> tags = table.tags();
    tags.putAll(readTags(request));
    requireLimit(tags);
    var unused = put(table, Table.TAGS, tags);
    return Map.of();
  }

  /** The tags in a request, by key. */
  static Map<String, Object> readTags(Map<String, Object> request) {
    Map<String, Object> tags = new LinkedHashMap<>();
    for (Map<?, ?> tag : Members.objects(request, Table.TAGS)) {
      String key = Members.text(tag, "Key");
      DynamoDbException.refuseValue(
          tags.put(key, Members.text(tag, "Value")) != null, "Duplicate tag key: %s", key);
    }
    requireLimit(tags);
    return tags;
  }

  private static void requireLimit(Map<String, Object> tags) {
    DynamoDbException.refuseValue(tags.size() > TAG_LIMIT, "Too many tags: at most %s", TAG_LIMIT);
  }

  private Map<String, ?> untag(Table table, Map<String, Object> request) {
    List<?> keys = Members.list(request, "TagKeys");
    DynamoDbException.refuse(keys.isEmpty(), "Atleast one Tag Key needs to be provided as Input.");
    Map<String, Object> tags = table.tags();
    keys.forEach(tags::remove);
    var unused = put(table, Table.TAGS, tags);
    return Map.of();
  }

  private Map<String, ?> tags(Table table) {
    return Map.of(
        Table.TAGS,
        table.tags().entrySet().stream()
            .map(tag -> Map.of("Key", tag.getKey(), "Value", tag.getValue()))
            .toList());
  }
}
