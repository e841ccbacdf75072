package io.tributary.simulation.dynamo;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Attributes as DynamoDB keeps them, and the space that they take. */
final class ItemForm {

  /** Bytes of an item, names included. */
  static final int MOST_BYTES = 400 * 1024;

  /** Levels of maps and lists below the item itself. */
  private static final int MOST_LEVELS = 32;

  private static final int COLLECTION_BYTES = 3;

  private ItemForm() {}

  /** The same attributes with canonical numbers; a ValidationException when they cannot be kept. */
  static Map<String, AttributeValue> of(Map<String, AttributeValue> attributes) {
    return of(attributes, 0);
  }

  private static Map<String, AttributeValue> of(Map<String, AttributeValue> members, int level) {
    Map<String, AttributeValue> changed = null;
    for (Map.Entry<String, AttributeValue> member : members.entrySet()) {
      AttributeValue form = of(member.getValue(), level + 1);
      if (!form.equals(member.getValue())) {
        changed = changed == null ? new LinkedHashMap<>(members) : changed;
        changed.put(member.getKey(), form);
      }
    }
    return changed == null ? members : changed;
  }

  private static AttributeValue of(AttributeValue value, int level) {
    if (level > MOST_LEVELS) {
      throw DynamoErrors.invalid("Nesting Levels have exceeded supported limits");
    }
    return switch (value.type()) {
      case S, BOOL, B -> value;
      case NUL -> nul(value);
      case N -> {
        String form = NumberForm.of(value.n());
        yield form.equals(value.n()) ? value : AttributeValue.fromN(form);
      }
      case M -> {
        Map<String, AttributeValue> form = of(value.m(), level);
        yield form == value.m() ? value : AttributeValue.fromM(form);
      }
      case L -> {
        List<AttributeValue> form = elements(value.l(), level);
        yield form.equals(value.l()) ? value : AttributeValue.fromL(form);
      }
      case SS, NS, BS -> throw new UnsupportedOperationException("the simulation has no sets");
      case UNKNOWN_TO_SDK_VERSION ->
          throw DynamoErrors.invalid(
              "Supplied AttributeValue is empty, must contain exactly one of the supported"
                  + " datatypes");
    };
  }

  private static AttributeValue nul(AttributeValue value) {
    if (!value.nul()) {
      throw DynamoErrors.invalid(
          "One or more parameter values were invalid: Null attribute value types must have the"
              + " value of true");
    }
    return value;
  }

  private static List<AttributeValue> elements(List<AttributeValue> elements, int level) {
    List<AttributeValue> forms = new ArrayList<>(elements.size());
    for (AttributeValue element : elements) {
      forms.add(of(element, level + 1));
    }
    return forms;
  }

  /** Bytes of names and values. */
  static int bytes(Map<String, AttributeValue> attributes) {
    int bytes = 0;
    for (Map.Entry<String, AttributeValue> attribute : attributes.entrySet()) {
      bytes += bytes(attribute.getKey()) + bytes(attribute.getValue());
    }
    return bytes;
  }

  static int bytes(AttributeValue value) {
    return switch (value.type()) {
      case S -> bytes(value.s());
      case N -> NumberForm.bytes(value.n());
      case B -> value.b().asByteArrayUnsafe().length;
      case M -> COLLECTION_BYTES + value.m().size() + bytes(value.m());
      case L ->
          COLLECTION_BYTES + value.l().size() + value.l().stream().mapToInt(ItemForm::bytes).sum();
      default -> 1;
    };
  }

  private static int bytes(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0x7F) {
        return text.getBytes(StandardCharsets.UTF_8).length;
      }
    }
    return text.length();
  }
}
