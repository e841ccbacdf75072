package io.tributary.project.pages;

import static io.tributary.project.pages.MarkdownTable.code;

import io.tributary.schemas.item.Attributes;
import io.tributary.schemas.item.DevicesItems;
import io.tributary.schemas.item.HistoryItems;
import io.tributary.schemas.item.InboxItems;
import io.tributary.schemas.item.ItemLayout;
import io.tributary.schemas.item.OutreachItems;
import io.tributary.schemas.item.TenantsItems;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The attributes of items, on the page of topics. */
final class ItemsText {

  /** Characters of names in a line. */
  private static final int WIDTH = 160;

  private static final Map<Family, Class<?>> FAMILIES =
      Map.of(
          Family.DEVICES, DevicesItems.class,
          Family.HISTORY, HistoryItems.class,
          Family.INBOX, InboxItems.class,
          Family.TENANTS, TenantsItems.class,
          Family.OUTREACH, OutreachItems.class);

  private ItemsText() {}

  /** A list of a family's items. */
  static String of(Family family) {
    return items(Objects.requireNonNull(FAMILIES.get(family)));
  }

  private static String items(Class<?> family) {
    StringBuilder items = new StringBuilder();
    for (Field field : family.getFields()) {
      Object value = valueOf(field);
      if (value instanceof ItemLayout<?, ?> layout) {
        items.append(item(layout.table(), field, layout.attributes()));
      } else if (value instanceof Attributes<?> attributes) {
        items.append(item(DevicesItems.PROCESSED_BATCHES, field, attributes));
      }
    }
    return items.toString();
  }

  private static String item(TableDefinition table, Field field, Attributes<?> attributes) {
    String expiry = table.ttlAttribute().orElse("");
    boolean expires = attributes.named().stream().anyMatch(one -> one.name().equals(expiry));
    return "- %s in %s, key %s%s:\n%s"
        .formatted(
            field.getName().toLowerCase(Locale.ROOT),
            code(table.name()),
            code(String.join(" ", table.key().names())),
            expires ? ", expiry " + code(expiry) : "",
            lines(attributes, table.key().names()));
  }

  /** A line for each type with the names of its attributes, and further lines for many. */
  private static String lines(Attributes<?> attributes, List<String> key) {
    Map<String, StringBuilder> byType = new TreeMap<>();
    for (Attributes.Attribute<?> attribute : attributes.named()) {
      if (!key.contains(attribute.name())) {
        StringBuilder names = byType.computeIfAbsent(attribute.type(), type -> new StringBuilder());
        int line = names.length() - 1 - names.lastIndexOf("\n");
        names.append(names.isEmpty() ? "" : line > WIDTH ? "`\n  `" : " ").append(attribute.name());
      }
    }
    return byType.entrySet().stream()
        .map(type -> "  " + type.getKey() + ' ' + code(type.getValue().toString()) + '\n')
        .collect(Collectors.joining());
  }

  private static Object valueOf(Field field) {
    try {
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
