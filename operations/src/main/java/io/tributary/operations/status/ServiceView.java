package io.tributary.operations.status;

import io.tributary.runtime.lifecycle.HealthReason;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Answer of an instance.
 *
 * @param named false for a default address
 */
public record ServiceView(URI url, String role, boolean named, Answered<Pages> answer) {

  /**
   * Health and metrics of an instance.
   *
   * @param reasons empty if it is ready
   */
  public record Pages(List<HealthReason> reasons, Exposition metrics) {

    public Pages {
      reasons = List.copyOf(reasons);
    }
  }

  /** Messages by code, in the order of the answer. */
  public Map<String, List<String>> codes() {
    Map<String, List<String>> codes = new LinkedHashMap<>();
    answer
        .value()
        .ifPresent(
            pages ->
                pages
                    .reasons()
                    .forEach(
                        reason ->
                            codes
                                .computeIfAbsent(reason.code(), code -> new ArrayList<>())
                                .add(reason.message())));
    return codes;
  }

  /** Role by the names of the metrics. */
  static String roleBy(Exposition metrics, String byDefault) {
    for (String role : List.of("gateway", "processors", "sink")) {
      if (metrics.has("tributary_" + role + '_')) {
        return role;
      }
    }
    return byDefault;
  }

  @Override
  public String toString() {
    return role + " at " + url;
  }
}
