package io.tributary.runtime.config;

import io.tributary.runtime.files.FileFailure;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Merges settings from flags, environment and file, and refuses unknown ones. */
public final class SettingsReader {

  private final Map<String, Setting<?>> known;
  private final Set<String> kafkaKeys;

  public SettingsReader(Collection<Setting<?>> known, Set<String> kafkaKeys) {
    this.known = known.stream().collect(Collectors.toMap(Setting::key, Function.identity()));
    this.kafkaKeys = Set.copyOf(kafkaKeys);
  }

  /** Reads all sources; {@link SettingsException} names all invalid settings. */
  public Settings read(
      Map<String, String> flags, Map<String, String> environment, Optional<Path> file) {
    SettingFaults faults = new SettingFaults();
    Map<String, String> texts = new HashMap<>();
    file.ifPresent(path -> faults.check(() -> texts.putAll(fromFile(path, faults))));
    texts.putAll(fromEnvironment(environment, faults));
    flags.keySet().forEach(key -> faults.check(() -> require(key, key)));
    texts.putAll(flags);
    new TreeMap<>(texts)
        .forEach(
            (key, text) ->
                Optional.ofNullable(known.get(key))
                    .ifPresent(setting -> faults.check(() -> Settings.parse(setting, text))));
    faults.throwIfAny();
    return new Settings(texts);
  }

  /**
   * The key of a Kafka setting in a flag {@code --kafka-…} or variable {@code TRIBUTARY_KAFKA_…}.
   */
  public static String kafkaKey(String words, char separator) {
    return words.toLowerCase(Locale.ROOT).replace(separator, '.');
  }

  private Map<String, String> fromFile(Path file, SettingFaults faults) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new SettingsException("cannot read settings: " + FileFailure.words(e));
    } catch (IllegalArgumentException e) {
      throw new SettingsException("cannot read settings from " + file + ": " + e.getMessage());
    }
    Map<String, String> texts = new HashMap<>();
    for (String key : properties.stringPropertyNames()) {
      faults.check(() -> require(key, key + " in " + file));
      texts.put(key, properties.getProperty(key));
    }
    if (SecretFile.isWritable(file)) {
      throw new SettingsException(file + " " + SecretFile.WRITE_RULE);
    }
    if (texts.keySet().stream().anyMatch(this::isSecret) && SecretFile.isOpen(file)) {
      throw new SettingsException(file + " " + SecretFile.RULE);
    }
    return texts;
  }

  private boolean isSecret(String key) {
    Setting<?> setting = known.get(key);
    return setting != null && setting.type().equals(SettingType.SECRET);
  }

  private Map<String, String> fromEnvironment(
      Map<String, String> environment, SettingFaults faults) {
    Map<String, String> byVariable =
        known.values().stream().collect(Collectors.toMap(Setting::variable, Setting::key));
    Map<String, String> texts = new HashMap<>();
    environment.forEach(
        (variable, text) -> {
          if (variable.startsWith(Settings.VARIABLE_PREFIX)) {
            String key =
                byVariable.getOrDefault(
                    variable, kafkaKey(variable.substring(Settings.VARIABLE_PREFIX.length()), '_'));
            if (isKnown(key)) {
              texts.put(key, text);
            } else {
              faults.check(
                  () -> {
                    throw unknown(variable, variable, byVariable.keySet());
                  });
            }
          }
        });
    return texts;
  }

  private void require(String key, String place) {
    if (!isKnown(key)) {
      Set<String> candidates = new TreeSet<>(known.keySet());
      kafkaKeys.forEach(name -> candidates.add(Settings.KAFKA_PREFIX + name));
      throw unknown(key, place, candidates);
    }
  }

  private boolean isKnown(String key) {
    boolean kafka =
        key.startsWith(Settings.KAFKA_PREFIX)
            && kafkaKeys.contains(key.substring(Settings.KAFKA_PREFIX.length()));
    return kafka || known.containsKey(key);
  }

  private static SettingsException unknown(
      String name, String place, Collection<String> candidates) {
    String nearest =
        Spelling.nearest(name, List.copyOf(candidates))
            .map(hint -> "; did you mean " + hint + "?")
            .orElse("");
    return new SettingsException("unknown setting " + place + nearest);
  }
}
