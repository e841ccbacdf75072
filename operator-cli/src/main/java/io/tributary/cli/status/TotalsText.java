package io.tributary.cli.status;

import io.tributary.operations.deadletters.OpenDeadLetters;
import io.tributary.operations.status.Answered;
import io.tributary.operations.status.ClusterView;
import io.tributary.operations.status.Format;
import io.tributary.operations.status.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Sums over the whole pipeline, a line each. */
record TotalsText(Status status) {

  private static final int LARGEST_STATES = 2;

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (status.hears("gateway")) {
      lines.add("refused       " + refused());
    }
    lines.add("duplicates    " + duplicates());
    lines.add("dead letters  " + deadLetters());
    status.now().deadLetters().value().ifPresent(open -> lines.addAll(withoutOwner(open)));
    lines.add("dynamodb      " + writes());
    status
        .now()
        .cluster()
        .value()
        .ifPresent(
            view -> {
              lines.add("states        " + states(view.states()));
              lines.add("cluster       " + cluster(view));
            });
    return lines;
  }

  private String duplicates() {
    if (!status.hears("processors")) {
      return unknown("processors");
    }
    Map<String, Long> dropped = status.totals("tributary_processors_duplicates_total", "topic");
    return total(dropped) + " dropped since the processors started" + detail(dropped);
  }

  private String refused() {
    Map<String, Long> reasons = status.refused();
    return total(reasons) + " since the gateways started" + detail(reasons);
  }

  private String deadLetters() {
    Answered<OpenDeadLetters> deadLetters = status.now().deadLetters();
    return deadLetters
        .value()
        .map(
            open ->
                (open.all() ? "" : "at least ")
                    + Format.count(open.count())
                    + " open"
                    + detail(
                        open.families().entrySet().stream()
                            .collect(
                                Collectors.toMap(
                                    Map.Entry::getKey, family -> family.getValue().count()))))
        .orElse("not known");
  }

  /** Channel events that strangers cause, a line for each code. */
  private List<String> withoutOwner(OpenDeadLetters open) {
    return open.routine().entrySet().stream()
        .map(
            code ->
                "no owner      %s: %s (%s)"
                    .formatted(
                        code.getKey(),
                        Format.count(code.getValue().count()),
                        Format.rates(code.getValue(), status.now().millis())))
        .toList();
  }

  private String writes() {
    if (!status.hears("sink")) {
      return unknown("sink");
    }
    Map<String, Long> retries = status.totals("tributary_sink_retries_total", "cause");
    return Format.count(Math.round(status.total("tributary_sink_requests_total")))
        + " writes since the sinks started, "
        + Format.count(Math.round(status.total("tributary_sink_write_units_total")))
        + " units; tried again "
        + total(retries)
        + detail(retries);
  }

  private static String unknown(String role) {
    return "not known: no " + role + " among --services that answers";
  }

  private static String states(Map<String, Long> states) {
    String largest =
        states.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(LARGEST_STATES)
            .map(state -> state.getKey() + ' ' + Format.bytes(state.getValue()))
            .collect(Collectors.joining(", "));
    long all = states.values().stream().mapToLong(Long::longValue).sum();
    return states.isEmpty()
        ? "not known"
        : Format.bytes(all) + " to restore " + states.size() + " states; the largest: " + largest;
  }

  private static String cluster(ClusterView view) {
    return view.brokers()
        + (view.brokers() == 1 ? " broker, " : " brokers, ")
        + view.topics().size()
        + " topics of the catalogue";
  }

  private static String total(Map<String, Long> counts) {
    return Format.count(counts.values().stream().mapToLong(Long::longValue).sum());
  }

  private static String detail(Map<String, Long> counts) {
    return counts.isEmpty() ? "" : ": " + Format.counts(counts);
  }
}
