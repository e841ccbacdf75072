package io.tributary.operations.verify;

import io.tributary.schemas.table.KeyAttribute;
import io.tributary.schemas.table.TableDefinition;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Key of an item of a table.
 *
 * @param attributes partition key first
 */
public record ItemKey(TableDefinition table, Map<String, AttributeValue> attributes) {

  /** Key of an item. */
  public static ItemKey of(TableDefinition table, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    for (KeyAttribute attribute : table.key().attributes()) {
      key.put(attribute.name(), Objects.requireNonNull(item.get(attribute.name())));
    }
    return new ItemKey(table, key);
  }

  /** Unique form: table, then each part behind its length. */
  byte[] bytes() {
    return SpillStore.encode(
        out -> {
          out.writeUTF(table.name());
          for (KeyAttribute attribute : table.key().attributes()) {
            out.writeUTF(text(attribute.name()));
          }
        });
  }

  /** Values by attribute name. */
  public Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    attributes.keySet().forEach(name -> texts.put(name, text(name)));
    return texts;
  }

  private String text(String name) {
    AttributeValue value = Objects.requireNonNull(attributes.get(name));
    return switch (value.type()) {
      case S -> value.s();
      case N -> new BigDecimal(value.n()).stripTrailingZeros().toPlainString();
      default -> value.b().toString();
    };
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    texts().forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    return text.substring(1);
  }
}
