package io.tributary.operations;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields of a JSON object, in the order of their naming. */
public final class JsonFields {

  private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

  private JsonFields() {}

  public static JsonFields of(String name, @Nullable Object value) {
    return new JsonFields().and(name, value);
  }

  public JsonFields and(String name, @Nullable Object value) {
    members.put(name, value);
    return this;
  }

  public Map<String, @Nullable Object> map() {
    return Collections.unmodifiableMap(members);
  }
}
