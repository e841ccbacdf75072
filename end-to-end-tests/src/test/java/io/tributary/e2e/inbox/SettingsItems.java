package io.tributary.e2e.inbox;

import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;

/** Settings of tenants and inboxes, as inbox must hold them. */
final class SettingsItems {

  private SettingsItems() {}

  /** The item that a command leads to, plain. */
  static Map<String, Object> item(GenericRecord command) {
    return item(command, ((GenericRecord) command.get("envelope")).get("caller").toString());
  }

  /**
   * The item of a command or a record, plain.
   *
   * @param uid who set it
   */
  static Map<String, Object> item(GenericRecord of, String uid) {
    String tenant = of.get("tenant_key").toString();
    GenericRecord settings = (GenericRecord) of.get("settings");
    Map<String, Object> item = new TreeMap<>();
    item.put("pk", "t#" + tenant);
    item.put("title", of.get("title").toString());
    item.put("tenant_key", tenant);
    item.put("uid", uid);
    if (of.get("inbox_key") == null) {
      item.put("sk", "st#tenant_settings");
      item.put("kind", "TS");
      item.put("ttl", settings.get("ttl").toString());
    } else {
      String inbox = of.get("inbox_key").toString();
      item.put("sk", "si#" + inbox);
      item.put("kind", "IC");
      item.put("inbox_key", inbox);
      item.put("description", settings.get("description").toString());
      item.put("ttl", texts((Map<?, ?>) settings.get("ttl")));
    }
    return item;
  }

  private static Map<String, Object> texts(Map<?, ?> map) {
    Map<String, Object> texts = new TreeMap<>();
    map.forEach((key, value) -> texts.put(key.toString(), value.toString()));
    return texts;
  }
}
