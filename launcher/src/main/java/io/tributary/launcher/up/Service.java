package io.tributary.launcher.up;

import io.tributary.operations.OperationException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The services of a pipeline. */
enum Service {
  GATEWAY,
  PROCESSORS,
  SINK;

  /** All but those that a text names, separated by commas. */
  static Set<Service> without(String text) {
    Set<Service> services = EnumSet.allOf(Service.class);
    for (String name : text.split(",", -1)) {
      if (!name.isBlank()) {
        services.remove(named(name.strip()));
      }
    }
    return services;
  }

  private static Service named(String name) {
    return Arrays.stream(values())
        .filter(service -> service.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                OperationException.invalid(
                    "without names gateway, processors and sink, not " + name));
  }
}
