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

  /** Roles of instances, in the order of the flow. */
  static final List<String> ROLES = List.of("gateway", "processors", "sink");

  /** Role of an instance that never answered. */
  public static final String UNKNOWN = "service";

  /**
   * Health and metrics of an instance.
   *
   * @param reasons empty if it is ready
   * @param readAt epoch milliseconds by the clock of this machine
   */
  public record Pages(List<HealthReason> reasons, Exposition metrics, long readAt) {

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
    for (String role : ROLES) {
      if (metrics.has("tributary_" + role + '_')) {
        return role;
      }
    }
    return byDefault;
  }

  /** The instances, one of unknown role with the role that all others lack. */
  static List<ServiceView> withRoles(List<ServiceView> services) {
    List<String> lacking = new ArrayList<>(ROLES);
    services.forEach(service -> lacking.remove(service.role()));
    long unknown = services.stream().filter(service -> service.role().equals(UNKNOWN)).count();
    return lacking.size() != 1 || unknown != 1
        ? services
        : services.stream()
            .map(service -> service.role().equals(UNKNOWN) ? service.as(lacking.get(0)) : service)
            .toList();
  }

  private ServiceView as(String other) {
    return new ServiceView(url, other, named, answer);
  }

  @Override
  public String toString() {
    return role + " at " + url;
  }
}
