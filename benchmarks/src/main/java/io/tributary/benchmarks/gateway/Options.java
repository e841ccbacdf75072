package io.tributary.benchmarks.gateway;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much is measured.
 *
 * @param time of each round
 * @param rounds of each side, in turn
 * @param warmUp of each side for each workload
 * @param connections each number of them is measured
 * @param workloads each is measured
 * @param gatewayFlags for the JVM of the gateway
 * @param otherGateway class path of another build of the gateway, to be measured beside; or empty
 * @param otherSettings of the other gateway, which has the same class path if there is no other
 */
record Options(
    Duration time,
    int rounds,
    Duration warmUp,
    List<Integer> connections,
    List<Workload> workloads,
    List<String> gatewayFlags,
    String otherGateway,
    List<String> otherSettings) {

  static final String USAGE =
      "[--quick] [--seconds N] [--rounds N] [--warm-up N] [--connections N,…] [--workloads SINGLE,HUNDRED]"
          + " [--gateway-flags FLAGS] [--other-gateway CLASSPATH]"
          + " [--other-settings KEY=VALUE,…]";

  /** Reads {@code --name value}; {@code --quick} stands alone. */
  static Options parse(String[] arguments) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      String name = arguments[i];
      given.put(name, name.equals("--quick") ? "" : arguments[++i]);
    }
    boolean quick = given.remove("--quick") != null;
    Options options =
        new Options(
            seconds(take(given, "--seconds", quick ? "1.2" : "3")),
            Integer.parseInt(take(given, "--rounds", quick ? "1" : "3")),
            seconds(take(given, "--warm-up", quick ? "3" : "10")),
            split(take(given, "--connections", "1,64,512"), ",").stream()
                .map(Integer::valueOf)
                .toList(),
            split(take(given, "--workloads", "SINGLE,HUNDRED"), ",").stream()
                .map(Workload::valueOf)
                .toList(),
            split(take(given, "--gateway-flags", ""), " "),
            take(given, "--other-gateway", ""),
            split(take(given, "--other-settings", ""), ","));
    if (!given.isEmpty()) {
      throw new IllegalArgumentException("unknown " + given.keySet() + "; usage: " + USAGE);
    }
    return options;
  }

  boolean hasOtherGateway() {
    return !otherGateway.isEmpty() || !otherSettings.isEmpty();
  }

  private static String take(Map<String, String> given, String name, String byDefault) {
    String value = given.remove(name);
    return value == null ? byDefault : value;
  }

  private static Duration seconds(String text) {
    return Duration.ofMillis((long) (Double.parseDouble(text) * 1000));
  }

  private static List<String> split(String text, String separator) {
    return Arrays.stream(text.split(separator, -1)).filter(part -> !part.isEmpty()).toList();
  }
}
