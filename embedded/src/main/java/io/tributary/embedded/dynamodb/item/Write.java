package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.expression.Condition;
import io.tributary.embedded.dynamodb.expression.ConditionParser;
import io.tributary.embedded.dynamodb.expression.Path;
import io.tributary.embedded.dynamodb.expression.Placeholders;
import io.tributary.embedded.dynamodb.expression.Update;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.value.ValueReader;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A write as its request says it, before any table is looked at.
 *
 * @param table name or ARN
 * @param item the item that is put, else the key
 * @param update of an Update
 * @param returnsOnFailure whether the item goes with the error of a failed condition
 * @param nested attributes of which the expressions name an element
 */
public record Write(
    Kind kind,
    String table,
    Map<String, AttributeValue> item,
    @Nullable Update update,
    @Nullable Condition condition,
    boolean returnsOnFailure,
    Set<String> nested) {

  /** Kind of the write. */
  public enum Kind {
    PUT,
    UPDATE,
    DELETE,
    CHECK
  }

  /**
   * Reads a request.
   *
   * @param namesKeys whether an error in an expression's value names its placeholder
   */
  public static Write read(Kind kind, Map<?, ?> request, boolean namesKeys) {
    List<String> expressions =
        kind == Kind.UPDATE
            ? List.of("UpdateExpression", "ConditionExpression")
            : List.of("ConditionExpression");
    Placeholders placeholders = Placeholders.of(request, expressions, namesKeys);
    Map<String, AttributeValue> item =
        ValueReader.item(Members.required(request, kind == Kind.PUT ? "Item" : "Key"));
    String returned = Members.text(request, "ReturnValues", "NONE");
    DynamoDbException.refuse(
        kind != Kind.UPDATE && !returned.equals("NONE") && !returned.equals("ALL_OLD"),
        "ReturnValues can only be ALL_OLD or NONE");
    DynamoDbException.refuse(
        kind == Kind.PUT && ItemSize.of(item) > ItemSize.LIMIT,
        "Item size has exceeded the maximum allowed size");
    Update update = kind == Kind.UPDATE ? Update.parse(request, placeholders) : null;
    Condition condition = ConditionParser.parse(request, "ConditionExpression", placeholders);
    placeholders.requireUsed();
    return new Write(
        kind,
        Members.text(request, "TableName"),
        item,
        update,
        condition,
        "ALL_OLD".equals(request.get("ReturnValuesOnConditionCheckFailure")),
        placeholders.nested());
  }

  /** The key of the item in the store; checks the write against its table. */
  public Key check(Table target) {
    if (kind == Kind.PUT) {
      ItemKeys.requireInItem(target, item);
      ItemKeys.requireIndexKeys(target, item, false);
    } else {
      ItemKeys.requireKey(target.key(), item);
    }
    if (update != null) {
      List<String> names = target.key().names();
      for (Path path : update.targets()) {
        DynamoDbException.refuseValue(
            names.contains(path.attribute()),
            "Cannot update attribute %s. This attribute is part of the key",
            path.attribute());
      }
    }
    ItemKeys.requireScalars(target, nested);
    return target.primary().entry(item);
  }

  /**
   * The item after the write, null if there is none.
   *
   * @param before null if there is none
   * @throws DynamoDbException if the update does not fit the item
   */
  public @Nullable Map<String, AttributeValue> after(
      Table target, @Nullable Map<String, AttributeValue> before) {
    return switch (kind) {
      case PUT -> item;
      case DELETE -> null;
      case CHECK -> before;
      case UPDATE -> updated(target, before);
    };
  }

  private @Nullable Map<String, AttributeValue> updated(
      Table target, @Nullable Map<String, AttributeValue> before) {
    Update change = Objects.requireNonNull(update);
    if (before == null && change.onlyRemoves()) {
      change.apply(item);
      return null;
    }
    Map<String, AttributeValue> after = change.apply(before == null ? item : before);
    ItemKeys.requireIndexKeys(target, after, true);
    ValueReader.requireLevels(after);
    DynamoDbException.refuse(
        ItemSize.of(after) > ItemSize.LIMIT,
        "Item size to update has exceeded the maximum allowed size");
    return after;
  }

  /** True if the condition holds for the item, or the lack of one. */
  public boolean allows(@Nullable Map<String, AttributeValue> before) {
    return condition == null || condition.test(before == null ? Map.of() : before);
  }
}
