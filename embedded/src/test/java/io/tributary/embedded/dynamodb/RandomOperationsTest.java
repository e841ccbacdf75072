package io.tributary.embedded.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random operations on a table with indexes, beside a sorted map. */
final class RandomOperationsTest {
  private static final int OPERATIONS = 3000;
  private static final String TABLE =
      """
      {"TableName":"random","BillingMode":"PAY_PER_REQUEST",
       "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
       "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"N"},
        {"AttributeName":"g","AttributeType":"S"},{"AttributeName":"l","AttributeType":"S"}],
       "GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[{"AttributeName":"g","KeyType":"HASH"},
        {"AttributeName":"l","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}],
       "LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
        {"AttributeName":"l","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}]}""";
  private static final List<String> NUMBERS =
      List.of("-1000000", "-13", "-12.5", "-12", "-0.001", "0", "0.0005", "3", "3.1", "30", "1E20");
  private static final Comparator<Item> BY_KEY =
      Comparator.comparing(Item::pk).thenComparing(Item::sk);

  private record Item(String pk, BigDecimal sk, String g, String l) {
    String json() {
      return "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"N\":\"%s\"}%s%s}"
          .formatted(pk, sk, attribute("g", g), attribute("l", l));
    }

    String key() {
      return "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"N\":\"%s\"}}".formatted(pk, sk);
    }

    private static String attribute(String name, String value) {
      return value.isEmpty() ? "" : ",\"%s\":{\"S\":\"%s\"}".formatted(name, value);
    }
  }

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final Map<String, Item> model = new TreeMap<>();

  @Test
  void shouldEqualASortedMap() throws Exception {
    try (InMemoryServer server = InMemoryServer.start()) {
      RawDynamoDb client = server.client();
      client.ok("CreateTable", TABLE);
      for (int i = 0; i < OPERATIONS; i++) {
        write(client);
        if (i % 20 == 0) {
          compare(client);
        }
      }
    }
  }

  private Item item() {
    return new Item(
        "p" + random.nextInt(3),
        new BigDecimal(NUMBERS.get(random.nextInt(NUMBERS.size()))),
        random.nextInt(4) == 0 ? "" : "g" + random.nextInt(2),
        random.nextInt(4) == 0 ? "" : List.of("a", "ab", "b", "ü", "😀").get(random.nextInt(5)));
  }

  private void write(RawDynamoDb client) throws Exception {
    Item item = item();
    switch (random.nextInt(4)) {
      case 0 -> {
        client.ok("DeleteItem", "{\"TableName\":\"random\",\"Key\":" + item.key() + '}');
        model.remove(item.key());
      }
      case 1 -> {
        String update =
            item.l().isEmpty()
                ? "\"REMOVE l\""
                : "\"SET l = :l\",\"ExpressionAttributeValues\":{\":l\":{\"S\":\""
                    + item.l()
                    + "\"}}";
        client.ok(
            "UpdateItem",
            "{\"TableName\":\"random\",\"Key\":%s,\"UpdateExpression\":%s}"
                .formatted(item.key(), update));
        Item old = model.get(item.key());
        if (old != null || !item.l().isEmpty()) {
          String g = old == null ? "" : old.g();
          model.put(item.key(), new Item(item.pk(), item.sk(), g, item.l()));
        }
      }
      case 2 -> {
        client.ok("PutItem", "{\"TableName\":\"random\",\"Item\":" + item.json() + '}');
        model.put(item.key(), item);
      }
      default -> transact(client, item, item());
    }
  }

  /** Puts one item and deletes another one, if the first is not there yet. */
  private void transact(RawDynamoDb client, Item put, Item delete) throws Exception {
    if (put.key().equals(delete.key())) {
      return;
    }
    JsonNode answer =
        client.call(
            "TransactWriteItems",
            """
            {"TransactItems":[{"Put":{"TableName":"random","Item":%s,
             "ConditionExpression":"attribute_not_exists(pk)"}},
             {"Delete":{"TableName":"random","Key":%s}}]}"""
                .formatted(put.json(), delete.key()));
    assertThat(answer.has("__type")).as("seed %d", seed).isEqualTo(model.containsKey(put.key()));
    if (!answer.has("__type")) {
      model.put(put.key(), put);
      model.remove(delete.key());
    }
  }

  private void compare(RawDynamoDb client) throws Exception {
    Item some = item();
    compare(client, "", "pk = :v AND sk >= :w", some, BY_KEY);
    if (!some.g().isEmpty()) {
      compare(
          client, "gsi", "g = :v", some, Comparator.comparing(this::utf8).thenComparing(BY_KEY));
    }
    compare(client, "lsi", "pk = :v", some, Comparator.comparing(this::utf8).thenComparing(BY_KEY));
    List<String> scanned = new ArrayList<>();
    for (int segment = 0; segment < 3; segment++) {
      scanned.addAll(
          pages(client, "Scan", "\"Segment\":%d,\"TotalSegments\":3".formatted(segment)));
    }
    List<String> all = model.values().stream().map(Item::json).toList();
    assertThat(scanned).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(all);
  }

  /** Orders like the bytes of UTF-8, for the texts that are used here. */
  private Integer utf8(Item item) {
    return List.of("a", "ab", "b", "ü", "😀").indexOf(item.l());
  }

  private void compare(
      RawDynamoDb client, String index, String condition, Item some, Comparator<Item> order)
      throws Exception {
    boolean global = index.equals("gsi");
    boolean ranged = index.isEmpty();
    List<String> expected = new ArrayList<>();
    model.values().stream()
        .filter(item -> global ? item.g().equals(some.g()) : item.pk().equals(some.pk()))
        .filter(item -> !ranged || item.sk().compareTo(some.sk()) >= 0)
        .filter(item -> ranged || !item.l().isEmpty())
        .sorted(order)
        .forEach(item -> expected.add(item.json()));
    boolean forward = random.nextBoolean();
    if (!forward) {
      Collections.reverse(expected);
    }
    List<String> found =
        pages(
            client,
            "Query",
            """
            %s"KeyConditionExpression":"%s","ScanIndexForward":%s,
            "ExpressionAttributeValues":{":v":{"S":"%s"}%s}"""
                .formatted(
                    ranged ? "" : "\"IndexName\":\"" + index + "\",",
                    condition,
                    forward,
                    global ? some.g() : some.pk(),
                    ranged ? ",\":w\":{\"N\":\"" + some.sk() + "\"}" : ""));
    assertThat(found).as("seed %d, %s %s", seed, index, condition).isEqualTo(expected);
  }

  /** All items of a request, in pages of a random size. */
  private List<String> pages(RawDynamoDb client, String operation, String members)
      throws Exception {
    List<String> items = new ArrayList<>();
    String start = "";
    do {
      JsonNode page =
          client.ok(
              operation,
              "{\"TableName\":\"random\",\"Limit\":%d,%s%s}"
                  .formatted(1 + random.nextInt(5), members, start));
      for (JsonNode item : page.get("Items")) {
        items.add(
            new Item(
                    item.at("/pk/S").asText(),
                    new BigDecimal(NUMBERS.get(NUMBERS.indexOf(text(item.at("/sk/N").asText())))),
                    item.at("/g/S").asText(),
                    item.at("/l/S").asText())
                .json());
      }
      start =
          page.has("LastEvaluatedKey")
              ? ",\"ExclusiveStartKey\":" + page.get("LastEvaluatedKey")
              : "";
    } while (!start.isEmpty());
    return items;
  }

  private static String text(String number) {
    return number.equals("100000000000000000000") ? "1E20" : number;
  }
}
