package io.tributary.cli.options;

import io.tributary.operations.deadletters.DeadLetterId;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.config.Spelling;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Stage;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Types of option values. Errors are the rest of a sentence that begins with the option. */
public final class OptionTypes {

  private static final int FEW = 24;

  private OptionTypes() {}

  public static void register(CommandLine commands, InstantSource clock) {
    commands.registerConverter(Instant.class, text -> moment(text, clock.instant()));
    commands.registerConverter(Duration.class, OptionTypes::duration);
    commands.registerConverter(Double.class, number("a number", Double::valueOf));
    commands.registerConverter(double.class, number("a number", Double::valueOf));
    commands.registerConverter(Long.class, number("a whole number", Long::valueOf));
    commands.registerConverter(
        Family.class, named("family", () -> List.of(Family.values()), Family::label));
    commands.registerConverter(
        Stage.class, named("stage", () -> List.of(Stage.values()), Stage::label));
    commands.registerConverter(
        FailureCode.class, named("code", () -> List.of(FailureCode.values()), Enum::name));
    commands.registerConverter(Topic.class, named("topic", Topics::all, Topic::name)::convert);
    commands.registerConverter(
        DeadLetterId.class,
        text ->
            DeadLetterId.parse(text)
                .orElseThrow(() -> rule("must be family/partition/offset, such as devices/2/17")));
  }

  /** A whole number from 1. */
  public static final class Count implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("[1-9]\\d{0,8}")) {
        throw rule("must be a whole number from 1, such as 100");
      }
      return Integer.valueOf(text);
    }
  }

  private static Instant moment(String text, Instant now) {
    try {
      return text.matches("\\d{1,6}[smhd]") ? now.minus(period(text)) : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw rule("must be a time such as 2026-01-31T12:00:00Z, or so long ago: 90s, 30m, 2h, 7d");
    }
  }

  private static Duration duration(String text) {
    if (text.matches("\\d{1,6}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      return period(text);
    } catch (SettingsException e) {
      throw rule("must be a number of seconds, or a number with a unit (ms, s, m, h, d)");
    }
  }

  private static Duration period(String text) {
    return SettingType.DURATION.parser().apply(text);
  }

  /** One of some values by name, which are made when they are needed. */
  private static <T> ITypeConverter<T> named(
      String kind, Supplier<? extends Collection<T>> values, Function<T, String> name) {
    return text -> {
      for (T value : values.get()) {
        if (name.apply(value).equals(text)) {
          return value;
        }
      }
      throw rule(unknown(kind, text, values.get().stream().map(name).toList()));
    };
  }

  private static <T> ITypeConverter<T> number(String kind, Function<String, T> parser) {
    return text -> {
      try {
        return parser.apply(text);
      } catch (NumberFormatException e) {
        throw rule("must be " + kind);
      }
    };
  }

  /** Message for an unknown word, with a near known one. */
  public static String unknown(String kind, String word, Collection<String> known) {
    String near =
        Spelling.nearest(word, known).map(each -> "; did you mean " + each + '?').orElse("");
    boolean few = near.isEmpty() && known.size() <= FEW && !known.isEmpty();
    return "unknown "
        + kind
        + ' '
        + word
        + (few ? "; there are " + String.join(", ", known) : near);
  }

  public static TypeConversionException rule(String rule) {
    return new TypeConversionException(rule);
  }
}
