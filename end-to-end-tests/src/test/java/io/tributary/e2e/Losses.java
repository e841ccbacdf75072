package io.tributary.e2e;

import io.tributary.harness.store.Tables;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that are deleted by hand. */
public final class Losses {

  private static final int ONE_OF = 3;

  private Losses() {}

  /** Deletes about a third of a table's items; says how many. */
  public static int ofTable(Tables tables, String table, Random random, String... key) {
    List<Map<String, Object>> lost = some(tables, table, random);
    lost.forEach(item -> remove(tables, table, item, key));
    return lost.size();
  }

  /** About a third of a table's items. */
  public static List<Map<String, Object>> some(Tables tables, String table, Random random) {
    return tables.scan(table).stream().filter(any -> random.nextInt(ONE_OF) == 0).toList();
  }

  /** Deletes the item with those attributes. */
  public static void remove(Tables tables, String table, Map<String, Object> item, String... key) {
    Map<String, AttributeValue> values =
        List.of(key).stream()
            .collect(
                Collectors.toMap(
                    name -> name, name -> AttributeValue.fromS(String.valueOf(item.get(name)))));
    tables.client().deleteItem(request -> request.tableName(table).key(values));
  }
}
