package io.tributary.simulation.dynamo;

import static io.tributary.simulation.dynamo.ContractTables.number;
import static io.tributary.simulation.dynamo.ContractTables.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.sink.item.Item;
import io.tributary.sink.table.TableAdmin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The requests that the sink sends, and those that it must not send. */
abstract class RequestCases extends DynamoContract {

  private static final String INVALID = "DynamoDbException 400 ValidationException: ";
  private static final String REFUSED =
      "ConditionalCheckFailedException 400 ConditionalCheckFailedException: "
          + "The conditional request failed";

  @Test
  void shouldHaveTheTablesAsTheyWereDefined() {
    assertThat(new TableAdmin(client(), "").check(ContractTables.ALL).drift()).isEmpty();
  }

  @Test
  void shouldKeepEveryTypeOfAttribute() {
    Map<String, AttributeValue> item =
        Map.of(
            "id",
            text(id),
            "empty",
            text(""),
            "number",
            number("-12.5"),
            "nothing",
            AttributeValue.fromNul(true),
            "flag",
            AttributeValue.fromBool(false),
            "map",
            AttributeValue.fromM(
                Map.of("list", AttributeValue.fromL(List.of(text("a"), number("1"))))),
            "noList",
            AttributeValue.fromL(List.of()),
            "noMap",
            AttributeValue.fromM(Map.of()));

    put("plain", item);

    assertThat(get("plain", Map.of("id", text(id)))).isEqualTo(item);
  }

  @Test
  void shouldTellOfAnItemThatIsNotThere() {
    assertThat(client().getItem(request -> request.tableName("plain").key(plain())).hasItem())
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "1.50, 1.5",
    "1E2, 100",
    "-0, 0",
    "007, 7",
    "0.00001, 0.00001",
    "12345678901234567890123456789012345678, 12345678901234567890123456789012345678",
    "1E-130, 1E-130",
    "9.9999999999999999999999999999999999999E+125, 9.9999999999999999999999999999999999999E+125"
  })
  void shouldKeepNumbersByTheirValue(String sent, String kept) {
    put("plain", with("number", number(sent)));

    assertThat(new Item(get("plain", plain())).number("number").orElseThrow())
        .isEqualByComparingTo(kept);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"123456789012345678901234567890123456789", "1E126", "1E-131", "abc", "", "NaN"})
  void shouldRefuseWhatIsNoNumberOfItsOwn(String sent) {
    assertThat(outcomeOfPut("plain", with("number", number(sent)))).isEqualTo(INVALID);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // the item's rev is 5
        "attribute_not_exists(#id) | false",
        "attribute_exists(#id) | true",
        "attribute_exists(#absent) | false",
        "#rev < :more | true",
        "#rev < :same | false",
        "#rev <= :same | true",
        "#rev = :same | true",
        "#rev <> :same | false",
        "#rev < :text | false",
        "#rev = :text | false",
        "#absent < :more | false",
        "#absent = :more | false",
        "#absent <> :more | true",
        "NOT #absent < :more | true",
        "#rev BETWEEN :less AND :more | true",
        "#rev BETWEEN :same AND :more | true",
        "#absent BETWEEN :less AND :more | false",
        "attribute_not_exists(#id) OR #rev < :more | true",
        "attribute_not_exists(#id) OR #rev < :less | false",
        "attribute_not_exists(#id) OR (#rev = :same AND #owner = :text) | true",
        "attribute_exists(#id) AND #rev < :less OR #owner = :text | true",
        "attribute_exists(#id) AND (#rev < :less OR #owner = :less) | false",
        "NOT (#rev = :same AND #owner = :text) | false",
        "begins_with(#owner, :text) | true"
      })
  void shouldDecideByTheItemThatIsThere(String condition, boolean holds) {
    Map<String, AttributeValue> item = with("rev", number("5.0"));
    item.put("owner", text("me"));
    put("plain", item);
    Placeholders used = Placeholders.in(condition);

    String outcome =
        Outcome.of(
            () ->
                client()
                    .putItem(
                        request ->
                            request
                                .tableName("plain")
                                .item(with("rev", number("6")))
                                .conditionExpression(condition)
                                .expressionAttributeNames(used.names())
                                .expressionAttributeValues(used.values()))
                    .toString());

    assertThat(outcome.startsWith(REFUSED)).isNotEqualTo(holds);
    assertThat(get("plain", plain()).get("rev")).isEqualTo(number(holds ? "6" : "5"));
  }

  @Test
  void shouldTellTheItemThatAConditionFailedOn() {
    Map<String, AttributeValue> first = with("rev", number("5"));
    put("plain", first);

    assertThat(outcomeOfFirst(with("rev", number("6")), true))
        .isEqualTo(REFUSED + ' ' + Outcome.of(first));
    assertThat(outcomeOfFirst(with("rev", number("6")), false)).isEqualTo(REFUSED);
  }

  @Test
  void shouldTellNoItemWhereThereIsNone() {
    String outcome =
        Outcome.of(
            () ->
                client()
                    .putItem(
                        request ->
                            request
                                .tableName("plain")
                                .item(plain())
                                .conditionExpression("#expiry = :seen")
                                .expressionAttributeNames(Map.of("#expiry", "expiry"))
                                .expressionAttributeValues(Map.of(":seen", number("1")))
                                .returnValuesOnConditionCheckFailure(
                                    ReturnValuesOnConditionCheckFailure.ALL_OLD))
                    .toString());

    assertThat(outcome).isEqualTo(REFUSED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attribute_exists(#undefined)",
        "#id = :undefined",
        "attribute_exists(#id",
        "#id = ",
        "#id == :text",
        "#id < :flag",
        "#rev BETWEEN :more AND :less",
        "#id = #id"
      })
  void shouldRefuseAConditionThatIsWrongInItself(String condition) {
    Placeholders used = Placeholders.in(condition);

    assertThat(
            Outcome.of(
                () ->
                    client()
                        .deleteItem(
                            request ->
                                request
                                    .tableName("plain")
                                    .key(plain())
                                    .conditionExpression(condition)
                                    .expressionAttributeNames(used.names())
                                    .expressionAttributeValues(used.values()))
                        .toString()))
        .isEqualTo(INVALID);
  }

  @Test
  void shouldRefusePlaceholdersThatNoConditionUses() {
    assertThat(
            Outcome.of(
                () ->
                    client()
                        .putItem(
                            request ->
                                request
                                    .tableName("plain")
                                    .item(plain())
                                    .conditionExpression("attribute_exists(#id)")
                                    .expressionAttributeNames(Map.of("#id", "id", "#no", "no")))
                        .toString()))
        .isEqualTo(INVALID);
  }

  @Test
  void shouldDeleteAndTellWhetherThereWasAnItem() {
    Map<String, AttributeValue> item = with("rev", number("5"));
    put("plain", item);

    assertThat(outcomeOfDelete("5")).isEqualTo(REFUSED + ' ' + Outcome.of(item));
    assertThat(outcomeOfDelete("6")).isEqualTo("true" + Outcome.of(item));
    assertThat(outcomeOfDelete("6")).isEqualTo("false{}");
    assertThat(get("plain", plain())).isEmpty();
  }

  @Test
  void shouldWriteAllOfATransactionOrNothing() {
    put("plain", with("rev", number("5")));

    String outcome =
        transact(
            action("plain", Map.of("id", text(id + "a")), false),
            action("plain", with("rev", number("6")), true),
            action("plain", Map.of("id", text(id + "b")), true));

    assertThat(outcome)
        .isEqualTo(
            "TransactionCanceledException 400 TransactionCanceledException: Transaction cancelled,"
                + " please refer cancellation reasons for specific reasons"
                + " [None, ConditionalCheckFailed, None]"
                + " [None null, ConditionalCheckFailed The conditional request failed "
                + Outcome.of(with("rev", number("5")))
                + ", None null]");
    assertThat(get("plain", Map.of("id", text(id + "a")))).isEmpty();
    assertThat(get("plain", Map.of("id", text(id + "b")))).isEmpty();
    assertThat(
            transact(
                action("plain", Map.of("id", text(id + "a")), false),
                action("plain", Map.of("id", text(id + "b")), true)))
        .isEqualTo("done");
    assertThat(get("plain", Map.of("id", text(id + "a")))).isNotEmpty();
    assertThat(get("plain", Map.of("id", text(id + "b")))).isNotEmpty();
  }

  @Test
  void shouldNotWriteAnItemTwiceInATransaction() {
    assertThat(transact(action("plain", plain(), false), action("plain", plain(), false)))
        .isEqualTo(INVALID);
  }

  @Test
  void shouldTakeAHundredActionsAndNoMore() {
    List<TransactWriteItem> actions =
        new ArrayList<>(
            IntStream.range(0, 100)
                .mapToObj(i -> action("plain", Map.of("id", text(id + i)), true))
                .toList());

    assertThat(transact(actions)).isEqualTo("done");
    actions.add(action("plain", plain(), false));
    assertThat(transact(actions)).isEqualTo(INVALID);
    assertThat(get("plain", plain())).isEmpty();
  }

  @Test
  void shouldTakeFourMegabytesInATransactionAndNoMore() {
    List<TransactWriteItem> actions =
        IntStream.range(0, 11)
            .mapToObj(
                i ->
                    action(
                        "plain", Map.of("id", text(id + i), "a", text("x".repeat(400_000))), false))
            .toList();

    assertThat(transact(actions.subList(0, 10))).isEqualTo("done");
    assertThat(transact(actions)).isEqualTo(INVALID);
  }

  @Test
  void shouldTakeAnItemOf400KibibytesAndNoLarger() {
    int room = 400 * 1024 - id.length() - "id".length() - "a".length();

    assertThat(outcomeOfPut("plain", with("a", text("\u00e4".repeat(room / 2))))).isEqualTo("done");
    assertThat(outcomeOfPut("plain", with("a", text("x".repeat(room + 1))))).isEqualTo(INVALID);
  }

  @Test
  void shouldRejectATransactionWithATooLargeItem() {
    assertThat(
            transact(
                action("plain", Map.of("id", text(id + "a")), true),
                action("plain", with("a", text("x".repeat(400 * 1024))), false)))
        .isEqualTo(INVALID);
  }

  @Test
  void shouldNest32LevelsAndNoMore() {
    assertThat(outcomeOfPut("plain", with("a", nested(31)))).isEqualTo("done");
    assertThat(outcomeOfPut("plain", with("a", nested(33)))).isEqualTo(INVALID);
  }

  private static AttributeValue nested(int levels) {
    AttributeValue value = text("deep");
    for (int i = 0; i < levels; i++) {
      value = AttributeValue.fromL(List.of(value));
    }
    return value;
  }

  @Test
  void shouldRefuseItemsThatHaveNoKey() {
    Map<String, AttributeValue> noValue = new HashMap<>(Map.of("pk", text(id)));
    noValue.put("sk", AttributeValue.builder().build());

    assertThat(
            List.of(
                outcomeOfPut("items", Map.of("pk", text(id))),
                outcomeOfPut("items", Map.of("pk", text(id), "sk", text(""))),
                outcomeOfPut("items", Map.of("pk", text(id), "sk", number("1"))),
                outcomeOfPut("items", noValue),
                outcomeOfPut("plain", Map.of("id", text("x".repeat(2049)))),
                outcomeOfPut("items", Map.of("pk", text(id), "sk", text("x".repeat(1025)))),
                Outcome.of(() -> get("items", Map.of("pk", text(id))).toString())))
        .containsOnly(INVALID);
    assertThat(outcomeOfPut("plain", Map.of("id", text("x".repeat(2048))))).isEqualTo("done");
  }

  @Test
  void shouldRefuseIndexKeysOfAnotherTypeOrEmpty() {
    assertThat(
            List.of(
                outcomeOfPut("items", sorted("1", "name", text(""))),
                outcomeOfPut("items", sorted("1", "name", number("1"))),
                outcomeOfPut("items", sorted("1", "name", AttributeValue.fromNul(true))),
                outcomeOfPut("items", sorted("1", "number", text("1"))),
                outcomeOfPut("items", sorted("1", "other", text("")))))
        .containsOnly(INVALID);
    assertThat(outcomeOfPut("items", sorted("1", "name", text("n")))).isEqualTo("done");
  }

  @Test
  void shouldSayThatATableIsMissing() {
    String missing = "ResourceNotFoundException 400 ResourceNotFoundException: ";

    assertThat(
            List.of(
                outcomeOfPut("absent", plain()),
                transact(action("absent", plain(), false)),
                Outcome.of(() -> get("absent", plain()).toString()),
                Outcome.of(() -> query("absent", 10, true).toString()),
                Outcome.of(
                    () ->
                        client().describeTable(request -> request.tableName("absent")).toString())))
        .allMatch(outcome -> outcome.startsWith(missing));
  }

  @Test
  void shouldListAPartitionInTheOrderOfItsSortKeys() {
    List<String> keys = List.of("A", "a", "ab", "b", "\u00e4", "\uff5e", "\ud83d\ude00");
    List<String> shuffled = new ArrayList<>(keys);
    Collections.shuffle(shuffled);
    shuffled.forEach(key -> put("items", sorted(key, "a", text("x"))));

    assertThat(query("items", 3, true)).isEqualTo(keys);
    List<String> reversed = new ArrayList<>(keys);
    Collections.reverse(reversed);
    assertThat(query("items", 100, false)).isEqualTo(reversed);
  }

  @Test
  void shouldBillWhatIsWritten() {
    assertThat(units("plain", with("a", text("x")))).isEqualTo(1);
    assertThat(units("plain", with("a", text("x".repeat(1024))))).isEqualTo(2);
    assertThat(units("plain", with("a", text("x")))).isEqualTo(2);
    assertThat(units("items", sorted("1", "a", text("x")))).isEqualTo(1);
    assertThat(units("items", sorted("2", "name", text("x")))).isEqualTo(2);
  }

  private double units(String table, Map<String, AttributeValue> item) {
    return client()
        .putItem(
            request ->
                request
                    .tableName(table)
                    .item(item)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }

  private String outcomeOfPut(String table, Map<String, AttributeValue> item) {
    return Outcome.of(
        () -> {
          put(table, item);
          return "done";
        });
  }

  private List<String> query(String table, int perPage, boolean forward) {
    return client()
        .queryPaginator(
            request ->
                request
                    .tableName(table)
                    .limit(perPage)
                    .consistentRead(true)
                    .scanIndexForward(forward)
                    .keyConditionExpression("#pk = :pk")
                    .expressionAttributeNames(Map.of("#pk", "pk"))
                    .expressionAttributeValues(Map.of(":pk", text(id))))
        .items()
        .stream()
        .map(item -> new Item(item).text("sk").orElseThrow())
        .toList();
  }

  private String outcomeOfFirst(Map<String, AttributeValue> item, boolean tellsItem) {
    return Outcome.of(
        () ->
            client()
                .putItem(
                    request ->
                        request
                            .tableName("plain")
                            .item(item)
                            .conditionExpression("attribute_not_exists(#id)")
                            .expressionAttributeNames(Map.of("#id", "id"))
                            .returnValuesOnConditionCheckFailure(
                                tellsItem
                                    ? ReturnValuesOnConditionCheckFailure.ALL_OLD
                                    : ReturnValuesOnConditionCheckFailure.NONE))
                .toString());
  }

  private String outcomeOfDelete(String bound) {
    return Outcome.of(
        () -> {
          var answer =
              client()
                  .deleteItem(
                      request ->
                          request
                              .tableName("plain")
                              .key(plain())
                              .conditionExpression("attribute_not_exists(#key) OR #rev < :bound")
                              .expressionAttributeNames(Map.of("#key", "id", "#rev", "rev"))
                              .expressionAttributeValues(Map.of(":bound", number(bound)))
                              .returnValues(ReturnValue.ALL_OLD)
                              .returnValuesOnConditionCheckFailure(
                                  ReturnValuesOnConditionCheckFailure.ALL_OLD));
          return answer.hasAttributes() + Outcome.of(answer.attributes());
        });
  }

  private static TransactWriteItem action(
      String table, Map<String, AttributeValue> item, boolean first) {
    Put.Builder put =
        Put.builder()
            .tableName(table)
            .item(item)
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (first) {
      put.conditionExpression("attribute_not_exists(#id)")
          .expressionAttributeNames(Map.of("#id", "id"));
    }
    return TransactWriteItem.builder().put(put.build()).build();
  }

  private String transact(TransactWriteItem... actions) {
    return transact(List.of(actions));
  }

  private String transact(List<TransactWriteItem> actions) {
    return Outcome.of(
        () -> {
          var unused = client().transactWriteItems(request -> request.transactItems(actions));
          return "done";
        });
  }

  /** What the placeholders of the contract's conditions stand for. */
  private record Placeholders(
      Map<String, String> names, @Nullable Map<String, AttributeValue> values) {

    private static final Map<String, AttributeValue> VALUES =
        Map.of(
            ":less",
            number("4"),
            ":same",
            number("0.5E1"),
            ":more",
            number("6.00"),
            ":text",
            text("me"),
            ":flag",
            AttributeValue.fromBool(true));

    /** DynamoDB takes no empty map of values. */
    static Placeholders in(String condition) {
      Map<String, String> names = new LinkedHashMap<>();
      List.of("id", "rev", "owner", "absent").stream()
          .filter(name -> condition.contains("#" + name))
          .forEach(name -> names.put("#" + name, name));
      Map<String, AttributeValue> values = new LinkedHashMap<>(VALUES);
      values.keySet().removeIf(name -> !condition.contains(name));
      return new Placeholders(names, values.isEmpty() ? null : values);
    }
  }
}
