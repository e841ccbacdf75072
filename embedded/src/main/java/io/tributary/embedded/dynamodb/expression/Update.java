package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.Numbers;
import io.tributary.embedded.dynamodb.value.ValueType;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A parsed update expression. */
public final class Update {
  private static final String INVALID_PATH =
      "The document path provided in the update expression is invalid for update";

  private final List<Action> actions;

  Update(List<Action> actions) {
    this.actions = List.copyOf(actions);
  }

  /** A section of update expressions. */
  enum Section {
    SET,
    REMOVE,
    ADD,
    DELETE
  }

  /**
   * An action of a section.
   *
   * @param operand null for REMOVE
   */
  record Action(Section section, Path path, @Nullable Operand operand) {
    /** The value that the path gets; null if it shall have none. */
    @Nullable AttributeValue result(Map<String, AttributeValue> before) {
      if (operand == null) {
        return null;
      }
      AttributeValue given = UpdateOperand.require(operand, before);
      AttributeValue present = path.in(before);
      if (section == Section.SET || present == null) {
        return section == Section.DELETE ? null : given;
      }
      if (present.type() != given.type()) {
        throw UpdateOperand.incorrectType();
      }
      return given.type() == ValueType.N
          ? Numbers.of(present.number().add(given.number()))
          : changed(present, given.set());
    }

    private @Nullable AttributeValue changed(AttributeValue present, Set<AttributeValue> given) {
      Set<AttributeValue> members = new LinkedHashSet<>(present.set());
      boolean unused = section == Section.ADD ? members.addAll(given) : members.removeAll(given);
      return members.isEmpty() ? null : new AttributeValue(present.type(), members);
    }
  }

  private record Change(Path path, @Nullable AttributeValue value) {}

  /** Parses the request's {@code UpdateExpression}; without one, nothing is changed. */
  public static Update parse(Map<?, ?> request, Placeholders placeholders) {
    return request.get("UpdateExpression") instanceof String text
        ? new UpdateParser(text, placeholders).parse()
        : new Update(List.of());
  }

  /** The paths that it names as targets. */
  public List<Path> targets() {
    return actions.stream().map(Action::path).toList();
  }

  /** True if it can do nothing to an item that is not there. */
  public boolean onlyRemoves() {
    return !actions.isEmpty()
        && actions.stream()
            .allMatch(one -> one.section() == Section.REMOVE || one.section() == Section.DELETE);
  }

  /**
   * The item after the update. Every operand is read before.
   *
   * @throws DynamoDbException if the item does not fit
   */
  public Map<String, AttributeValue> apply(Map<String, AttributeValue> before) {
    // Elements are set from the front of a list, and removed from its end: indexes stay right.
    Comparator<Change> order = Comparator.comparing(change -> change.path().order());
    List<Change> changes = new ArrayList<>();
    List<Change> removals = new ArrayList<>();
    for (Action action : actions) {
      AttributeValue result = action.result(before);
      (result == null ? removals : changes).add(new Change(action.path(), result));
    }
    changes.sort(order);
    removals.sort(order.reversed());
    changes.addAll(removals);
    AttributeValue item = AttributeValue.of(before);
    for (Change change : changes) {
      item = changed(item, change.path().elements(), change.value());
    }
    return item.members();
  }

  private static AttributeValue changed(
      AttributeValue parent, List<Object> path, @Nullable AttributeValue value) {
    Object element = path.get(0);
    AttributeValue leaf = value;
    if (path.size() > 1) {
      AttributeValue child = DynamoDbException.require(Path.child(parent, element), INVALID_PATH);
      leaf = changed(child, path.subList(1, path.size()), value);
    }
    if (parent.type() == ValueType.M && element instanceof String name) {
      Map<String, AttributeValue> members = new LinkedHashMap<>(parent.members());
      if (leaf == null) {
        members.remove(name);
      } else {
        members.put(name, leaf);
      }
      return AttributeValue.of(members);
    }
    if (parent.type() == ValueType.L && element instanceof Integer index) {
      return AttributeValue.of(changed(parent.elements(), index, leaf));
    }
    throw DynamoDbException.validation(INVALID_PATH);
  }

  private static List<AttributeValue> changed(
      List<AttributeValue> before, int index, @Nullable AttributeValue element) {
    List<AttributeValue> elements = new ArrayList<>(before);
    int place = Math.min(index, elements.size());
    if (place < elements.size()) {
      elements.remove(place);
    }
    if (element != null) {
      elements.add(place, element);
    }
    return elements;
  }
}
