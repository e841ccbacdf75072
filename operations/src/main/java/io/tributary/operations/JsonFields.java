package io.tributary.operations;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JsonFields of a JSON object in the order in which they were named. */
public final class JsonFields {

  private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

  private JsonFields() {}

  /** An object that begins with that member. */
  public static JsonFields of(String name, @Nullable Object value) {
    return new JsonFields().and(name, value);
  }

  /** One more. */
  public JsonFields and(String name, @Nullable Object value) {
    members.put(name, value);
    return this;
  }

  /** All of them. */
  public Map<String, @Nullable Object> map() {
    return Collections.unmodifiableMap(members);
  }
}
