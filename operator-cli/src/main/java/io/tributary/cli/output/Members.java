package io.tributary.cli.output;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Members of a JSON object in the order in which they were named. */
public final class Members {

  private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

  private Members() {}

  /** An object that begins with that member. */
  public static Members of(String name, @Nullable Object value) {
    return new Members().and(name, value);
  }

  /** One more. */
  public Members and(String name, @Nullable Object value) {
    members.put(name, value);
    return this;
  }

  /** All of them. */
  public Map<String, @Nullable Object> map() {
    return Collections.unmodifiableMap(members);
  }
}
