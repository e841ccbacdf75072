package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.table.Catalog;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.StoredItem;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** BatchGetItem and BatchWriteItem. */
public final class BatchOperations {
  private static final int GETS = 100;
  private static final int WRITES = 25;
  private static final int BYTES = 16 << 20;
  private static final String REQUESTS = "RequestItems";
  private static final String TOO_MANY = "Too many items requested for the %s call";
  private static final String DUPLICATES = "Provided list of item keys contains duplicates";

  private final Catalog catalog;
  private final Items items;

  /** The operations on these items. */
  public BatchOperations(Catalog catalog, Items items) {
    this.catalog = catalog;
    this.items = items;
  }

  /** By name. */
  public Map<String, Operation> all() {
    return Map.of("BatchGetItem", this::get, "BatchWriteItem", this::write);
  }

  private Map<String, ?> get(Map<String, Object> request) {
    Map<?, ?> requests = Members.required(request, REQUESTS);
    Map<String, List<Read>> tables = new LinkedHashMap<>();
    int number = 0;
    for (Map.Entry<?, ?> one : requests.entrySet()) {
      String name = (String) one.getKey();
      Map<?, ?> given = (Map<?, ?>) one.getValue();
      List<Read> reads = Read.all(name, given, Members.objects(given, "Keys"), false);
      DynamoDbException.refuse(new HashSet<>(reads).size() < reads.size(), DUPLICATES);
      tables.put(name, reads);
      number += reads.size();
    }
    DynamoDbException.refuse(number > GETS, TOO_MANY, "BatchGetItem");
    tables.forEach((name, reads) -> reads.forEach(read -> read.check(catalog.forItems(name))));
    Map<String, Object> responses = new LinkedHashMap<>();
    Map<String, Object> unprocessed = new LinkedHashMap<>();
    Capacity capacity = new Capacity();
    long bytes = 0;
    for (Map.Entry<String, List<Read>> one : tables.entrySet()) {
      Map<?, ?> given = Members.required(requests, one.getKey());
      List<Object> found = new ArrayList<>();
      List<Read> rest = new ArrayList<>(one.getValue());
      bytes = get(rest, bytes, found, capacity, Capacity.readFactor(given));
      responses.put(one.getKey(), found);
      if (!rest.isEmpty()) {
        Map<Object, Object> again = new LinkedHashMap<>(given);
        again.put("Keys", rest.stream().map(Read::key).toList());
        unprocessed.put(one.getKey(), again);
      }
    }
    Map<String, Object> answer = Members.of("Responses", responses, "UnprocessedKeys", unprocessed);
    return capacity.reportList(request, answer, "");
  }

  /** Takes reads and their items as long as the answer has room; the bytes of the answer so far. */
  private long get(
      List<Read> reads, long before, List<Object> found, Capacity capacity, double factor) {
    long bytes = before;
    for (Read read : List.copyOf(reads)) {
      Table table = catalog.forItems(read.table());
      StoredItem item = items.stored(read.check(table));
      int size = StoredItem.size(item);
      if (bytes + size <= BYTES) {
        bytes += size;
        reads.remove(read);
        capacity.addRead(table, table.primary(), size, factor);
        if (item != null) {
          found.add(read.part(item));
        }
      }
    }
    return bytes;
  }

  private Map<String, ?> write(Map<String, Object> request) {
    List<Write> writes = new ArrayList<>();
    Members.required(request, REQUESTS)
        .forEach(
            (name, list) ->
                ((List<?>) list).forEach(one -> writes.add(read((String) name, (Map<?, ?>) one))));
    DynamoDbException.refuse(writes.size() > WRITES, TOO_MANY, "BatchWriteItem");
    return catalog.reading(
        () -> {
          Map<Key, Write> byKey = new LinkedHashMap<>();
          for (Write write : writes) {
            Key key = write.check(catalog.forItems(write.table()));
            DynamoDbException.refuse(byKey.put(key, write) != null, DUPLICATES);
          }
          return write(request, byKey);
        });
  }

  private static Write read(String table, Map<?, ?> request) {
    DynamoDbException.refuse(
        request.size() != 1,
        "Supplied WriteRequest must contain exactly one of PutRequest and DeleteRequest");
    boolean isPut = request.containsKey("PutRequest");
    Map<Object, Object> write =
        new LinkedHashMap<>(Members.required(request, isPut ? "PutRequest" : "DeleteRequest"));
    write.put("TableName", table);
    return Write.read(isPut ? Write.Kind.PUT : Write.Kind.DELETE, write, false);
  }

  private Map<String, ?> write(Map<String, Object> request, Map<Key, Write> writes) {
    Capacity capacity = new Capacity();
    Map<String, List<Object>> unprocessed = new LinkedHashMap<>();
    writes.forEach(
        (key, write) -> {
          try {
            Outcome outcome = items.write(catalog.forItems(write.table()), key, write);
            capacity.addWrite(request, outcome, 1);
          } catch (DynamoDbException e) {
            // A transaction holds the item; nothing else can go wrong any more.
            Map<String, ?> again =
                write.kind() == Write.Kind.PUT
                    ? Map.of("PutRequest", Map.of("Item", write.item()))
                    : Map.of("DeleteRequest", Map.of("Key", write.item()));
            unprocessed.computeIfAbsent(write.table(), any -> new ArrayList<>()).add(again);
          }
        });
    return capacity.reportList(request, Members.of("UnprocessedItems", unprocessed), "");
  }
}
