package io.tributary.runtime.kafka.client;

import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.config.Spelling;
import io.tributary.schemas.topic.Family;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Families in settings: {@code all}, or names. */
final class FamilyNames {

  static final String ALL = "all";

  static final SettingType<Set<Family>> TYPE =
      new SettingType<>("all, or families separated by commas", FamilyNames::parse);

  private FamilyNames() {}

  private static Set<Family> parse(String text) {
    if (text.equals(ALL)) {
      return Collections.unmodifiableSet(EnumSet.allOf(Family.class));
    }
    if (text.isBlank()) {
      throw new SettingsException("must be all, or name a family");
    }
    Set<Family> families = EnumSet.noneOf(Family.class);
    for (String name : text.split(",", -1)) {
      if (!families.add(family(name.strip()))) {
        throw new SettingsException("must not name " + name.strip() + " twice");
      }
    }
    return Collections.unmodifiableSet(families);
  }

  private static Family family(String name) {
    List<String> labels = Stream.of(Family.values()).map(Family::label).toList();
    return Stream.of(Family.values())
        .filter(family -> family.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingsException(
                    "names \"%s\", which is no family; %s"
                        .formatted(
                            name,
                            Spelling.nearest(name, labels)
                                .map(near -> "did you mean " + near + '?')
                                .orElse("there are " + String.join(", ", labels)))));
  }
}
