package io.tributary.cli;

import io.tributary.cli.process.CommandException;
import io.tributary.operations.deadletters.DeadLetterFilter;
import io.tributary.operations.deadletters.DeadLetterId;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Stage;
import io.tributary.schemas.topic.Family;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Options that say which dead letters are meant. */
final class LetterOptions {

  static final String EVERYTHING = "--everything";

  private static final String FAMILY = "--family";
  private static final String STAGE = "--stage";
  private static final String CODE = "--code";
  private static final String SINCE = "--since";
  private static final String UNTIL = "--until";
  private static final String KEY = "--key";
  private static final String ID = "--id";

  static final List<Argument> ALL =
      List.of(
          new Argument.Option(FAMILY, "LIST", "Only of these families, such as devices,inbox."),
          new Argument.Option(
              STAGE, "LIST", "Only this stage: decode, process, sink-decode, store."),
          new Argument.Option(CODE, "LIST", "Only with these codes, such as INVALID_KEY."),
          new Argument.Option(
              SINCE,
              "WHEN",
              "Only those that came then or later: 2026-01-31T12:00:00Z, or 2h ago."),
          new Argument.Option(UNTIL, "WHEN", "Only those that came before then."),
          new Argument.Option(KEY, "KEY", "Only of records with this key."),
          new Argument.Option(ID, "LIST", "Only these dead letters, such as devices/2/17."));

  private LetterOptions() {}

  /** The letters that are meant, all that there are if no option says otherwise. */
  static DeadLetterFilter filter(Invocation invocation, Instant now) {
    Set<DeadLetterId> ids = ids(invocation);
    Set<Family> had = invocation.given().get(KafkaSettings.FAMILIES);
    Set<String> labels =
        OptionValues.words(invocation, FAMILY, had.stream().map(Family::label).toList());
    List<Family> families =
        had.stream()
            .sorted()
            .filter(family -> labels.isEmpty() || labels.contains(family.label()))
            .filter(family -> ids.isEmpty() || ids.stream().anyMatch(id -> id.family() == family))
            .toList();
    return new DeadLetterFilter(
        families,
        OptionValues.words(
            invocation, STAGE, Arrays.stream(Stage.values()).map(Stage::label).toList()),
        OptionValues.words(
            invocation, CODE, Arrays.stream(FailureCode.values()).map(Enum::name).toList()),
        invocation.find(SINCE).map(text -> OptionValues.moment(SINCE, text, now)),
        invocation.find(UNTIL).map(text -> OptionValues.moment(UNTIL, text, now)),
        invocation.find(KEY),
        ids);
  }

  /** The same for work that nobody shall do on all there is by mistake. */
  static DeadLetterFilter deliberateFilter(Invocation invocation, Instant now) {
    boolean named = ALL.stream().map(Argument::name).anyMatch(invocation::has);
    if (named == invocation.has(EVERYTHING)) {
      throw CommandException.usage(
          named
              ? EVERYTHING + " excludes " + names()
              : "choose dead letters: " + names() + ", or " + EVERYTHING);
    }
    return filter(invocation, now);
  }

  static DeadLetterId id(String argument, String text) {
    return DeadLetterId.parse(text)
        .orElseThrow(
            () ->
                CommandException.usage(
                    argument
                        + " must be family/partition/offset, such as devices/2/17, and not "
                        + text));
  }

  static DeadLetterFilter only(DeadLetterId id) {
    return new DeadLetterFilter(
        List.of(id.family()),
        Set.of(),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Set.of(id));
  }

  private static Set<DeadLetterId> ids(Invocation invocation) {
    return OptionValues.list(invocation, ID).map(text -> id(ID, text)).collect(Collectors.toSet());
  }

  private static String names() {
    return ALL.stream().map(Argument::name).collect(Collectors.joining(", "));
  }
}
