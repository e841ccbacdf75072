package io.tributary.operations.status;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Findings about clocks of instances and brokers that differ from the cluster's. */
final class ClockFindings {

  private static final double WRONG_SECONDS = 60;
  private static final double MILLIS_OF_SECOND = 1000;

  /** Seconds ahead of the machine of this command, by instance. */
  private final Map<ServiceView, Double> instances = new LinkedHashMap<>();

  private final ClusterView.ControllerClock controller;
  private final double seen;
  private final List<Finding> findings = new ArrayList<>();

  private ClockFindings(Snapshot now, ClusterView.ControllerClock controller) {
    this.controller = controller;
    this.seen = controller.ahead() / MILLIS_OF_SECOND;
    for (ServiceView service : now.services()) {
      service
          .answer()
          .value()
          .filter(pages -> pages.metrics().has("tributary_clock_seconds"))
          .map(
              pages ->
                  pages.metrics().sum("tributary_clock_seconds")
                      - pages.readAt() / MILLIS_OF_SECOND)
          .ifPresent(ahead -> instances.put(service, ahead));
    }
  }

  static List<Finding> of(Snapshot now) {
    return now.cluster()
        .value()
        .flatMap(ClusterView::controller)
        .map(controller -> new ClockFindings(now, controller).all())
        .orElse(List.of());
  }

  /** The controller is wrong where all instances agree against it. */
  private List<Finding> all() {
    double least = instances.values().stream().mapToDouble(ahead -> ahead).min().orElse(seen);
    double most = instances.values().stream().mapToDouble(ahead -> ahead).max().orElse(seen);
    boolean agreed = instances.size() > 1 && most - least <= WRONG_SECONDS;
    double right = agreed && isWrong(seen - least) && isWrong(seen - most) ? least : seen;
    Map<String, Double> brokers = new TreeMap<>();
    brokers.put(Integer.toString(controller.broker()), seen - right);
    instances.forEach(
        (service, ahead) -> {
          if (isWrong(ahead - right)) {
            add(service.toString(), "the brokers'", ahead - right);
          }
          service.answer().value().stream()
              .map(
                  pages ->
                      pages.metrics().by("tributary_gateway_broker_clock_ahead_seconds", "broker"))
              .forEach(
                  of ->
                      of.forEach(
                          (broker, more) -> brokers.putIfAbsent(broker, ahead + more - right)));
        });
    brokers.forEach(
        (broker, ahead) -> {
          if (isWrong(ahead)) {
            add("broker " + broker, "those of the services and other brokers", ahead);
          }
        });
    return findings;
  }

  private static boolean isWrong(double ahead) {
    return Math.abs(ahead) > WRONG_SECONDS;
  }

  private void add(String name, String others, double ahead) {
    findings.add(
        FindingKind.CLOCK_WRONG.found(
            "the clock of %s is %s %s %s"
                .formatted(
                    name, Format.age(Math.abs(ahead)), ahead > 0 ? "ahead of" : "behind", others)));
  }
}
