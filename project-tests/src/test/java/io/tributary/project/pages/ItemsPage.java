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
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** {@code docs/use/items.md}: the attributes of all items. */
final class ItemsPage {

  private static final String HEAD =
      """
      # Items

      <!-- Made from code; see GeneratedPagesTest. -->

      Attributes of each table's items, by type as DynamoDB names it. An attribute without a value is absent, or NULL where that is a type.
      The families' pages have meanings, examples and queries; see [reading tables](reading-tables.md).
      """;

  private static final List<Class<?>> FAMILIES =
      List.of(
          DevicesItems.class,
          HistoryItems.class,
          InboxItems.class,
          TenantsItems.class,
          OutreachItems.class);

  private ItemsPage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD);
    for (Class<?> family : FAMILIES) {
      String name = family.getSimpleName().replace("Items", "").toLowerCase(Locale.ROOT);
      page.append("\n## ").append(name).append("\n\n").append(items(family));
    }
    return page.toString();
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
    return "- %s in %s, key %s%s: %s\n"
        .formatted(
            field.getName().toLowerCase(Locale.ROOT),
            code(table.name()),
            code(String.join(" ", table.key().names())),
            table.ttlAttribute().map(name -> ", expiry " + code(name)).orElse(""),
            words(attributes, table.key().names()));
  }

  /** Attributes by type, such as {@code S} and names. */
  private static String words(Attributes<?> attributes, List<String> key) {
    Map<String, List<String>> byType = new TreeMap<>();
    attributes.named().stream()
        .filter(attribute -> !key.contains(attribute.name()))
        .forEach(
            attribute ->
                byType
                    .computeIfAbsent(attribute.type(), type -> new ArrayList<>())
                    .add(attribute.name()));
    return byType.entrySet().stream()
        .map(type -> type.getKey() + ' ' + code(String.join(" ", type.getValue())))
        .collect(Collectors.joining("; "));
  }

  private static Object valueOf(Field field) {
    try {
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
