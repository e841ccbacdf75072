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
  /** Elements are set from the front of a list, and removed from its end: indexes stay right. */
  private static final Comparator<Change> BY_INDEX =
      Comparator.comparing((Change change) -> change.value() == null)
          .thenComparing((a, b) -> (a.value() == null ? -1 : 1) * order(a.path(), b.path()));

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
      if (section == Section.SET || (section == Section.ADD && present == null)) {
        return given;
      }
      if (present == null) {
        return null;
      }
      if (present.type() != given.type()) {
        throw UpdateOperand.incorrectType();
      }
      if (given.type() == ValueType.N) {
        return Numbers.of(present.number().add(given.number()));
      }
      Set<AttributeValue> members = new LinkedHashSet<>(present.set());
      boolean unused =
          section == Section.ADD ? members.addAll(given.set()) : members.removeAll(given.set());
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

  /** Whether it can do nothing to an item that is not there. */
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
    List<Change> changes = new ArrayList<>();
    for (Action action : actions) {
      changes.add(new Change(action.path(), action.result(before)));
    }
    changes.sort(BY_INDEX);
    AttributeValue item = AttributeValue.of(before);
    for (Change change : changes) {
      item = changed(item, change.path().elements(), change.value());
    }
    return item.members();
  }

  private static int order(Path a, Path b) {
    int common = Math.min(a.elements().size(), b.elements().size());
    for (int i = 0; i < common; i++) {
      Object mine = a.elements().get(i);
      Object theirs = b.elements().get(i);
      if (mine instanceof Integer one && theirs instanceof Integer two && !one.equals(two)) {
        return one.compareTo(two);
      }
      if (!mine.equals(theirs)) {
        return mine.toString().compareTo(theirs.toString());
      }
    }
    return 0;
  }

  private static AttributeValue changed(
      AttributeValue parent, List<Object> path, @Nullable AttributeValue value) {
    Object element = path.get(0);
    AttributeValue leaf = value;
    if (path.size() > 1) {
      AttributeValue child = Path.child(parent, element);
      if (child == null) {
        throw invalidPath();
      }
      leaf = changed(child, path.subList(1, path.size()), value);
    }
    if (parent.type() == ValueType.M && element instanceof String name) {
      return AttributeValue.of(with(parent.members(), name, leaf));
    }
    if (parent.type() == ValueType.L && element instanceof Integer index) {
      return AttributeValue.of(with(parent.elements(), index, leaf));
    }
    throw invalidPath();
  }

  private static Map<String, AttributeValue> with(
      Map<String, AttributeValue> members, String name, @Nullable AttributeValue value) {
    Map<String, AttributeValue> changed = new LinkedHashMap<>(members);
    if (value == null) {
      changed.remove(name);
    } else {
      changed.put(name, value);
    }
    return changed;
  }

  private static List<AttributeValue> with(
      List<AttributeValue> elements, int index, @Nullable AttributeValue value) {
    List<AttributeValue> changed = new ArrayList<>(elements);
    if (value == null) {
      if (index < changed.size()) {
        changed.remove(index);
      }
    } else if (index < changed.size()) {
      changed.set(index, value);
    } else {
      changed.add(value);
    }
    return changed;
  }

  private static DynamoDbException invalidPath() {
    return DynamoDbException.validation(
        "The document path provided in the update expression is invalid for update");
  }
}
