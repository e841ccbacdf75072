package io.tributary.storm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.traffic.Delivery;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Everything that happened in a storm, in order of its end: requests with their answers, faults
 * with their times. Written as JSON lines while it happens; safe for concurrent use.
 */
final class History implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\"',{}\\[\\]=#]+");
  private static final int SHORTEST_ID = 8;
  private static final int SHOWN = 12;

  private final InstantSource clock;
  private final BufferedWriter file;
  private final List<Delivery> deliveries = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();

  History(Path path, InstantSource clock) throws IOException {
    this.clock = clock;
    this.file = Files.newBufferedWriter(path);
  }

  /** One fault, from its begin to its end. */
  record Fault(Instant begin, Instant end, String text) {

    @Override
    public String toString() {
      return begin + " to " + end + ": " + text;
    }
  }

  synchronized void add(Delivery delivery) {
    deliveries.add(delivery);
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("begin", delivery.firstSent().toString());
    line.put("end", delivery.settled().toString());
    line.put("method", delivery.request().method());
    line.put("path", delivery.request().path());
    line.put("body", delivery.request().body());
    line.put("status", delivery.status());
    line.put("answer", delivery.answer());
    write(line);
  }

  /** Adds a fault that began then and ends now. */
  synchronized void addFault(Instant begin, String text) {
    Fault fault = new Fault(begin, clock.instant(), text);
    faults.add(fault);
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("begin", fault.begin().toString());
    line.put("end", fault.end().toString());
    line.put("fault", text);
    write(line);
  }

  private void write(Map<String, Object> line) {
    try {
      file.write(JSON.writeValueAsString(line));
      file.newLine();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized List<Delivery> deliveries() {
    return List.copyOf(deliveries);
  }

  synchronized int size() {
    return deliveries.size();
  }

  /**
   * The requests that a violation concerns, by the quoted and hashed ids in its text, and the
   * faults that overlapped them.
   */
  synchronized List<String> about(String violation) {
    List<String> ids = ids(violation);
    List<Delivery> concerned =
        deliveries.stream()
            .filter(each -> ids.stream().anyMatch(id -> mentions(each, id)))
            .limit(SHOWN)
            .toList();
    List<String> lines = new ArrayList<>();
    for (Delivery each : concerned) {
      lines.add(
          "%s to %s: %s %s %s -> %d %s"
              .formatted(
                  each.firstSent(),
                  each.settled(),
                  each.request().method(),
                  each.request().path(),
                  each.request().body(),
                  each.status(),
                  each.answer()));
    }
    faults.stream()
        .filter(fault -> concerned.stream().anyMatch(each -> overlap(fault, each)))
        .limit(SHOWN)
        .forEach(fault -> lines.add(fault.toString()));
    return lines;
  }

  private static boolean overlap(Fault fault, Delivery delivery) {
    return fault.begin().isBefore(delivery.settled().plusSeconds(SHOWN))
        && fault.end().isAfter(delivery.firstSent());
  }

  private static boolean mentions(Delivery delivery, String id) {
    return delivery.request().path().contains(id)
        || delivery.request().body().contains(id)
        || delivery.answer().contains(id);
  }

  /** Words that are long enough and have a digit, as every id has. */
  private static List<String> ids(String violation) {
    return BETWEEN_WORDS
        .splitAsStream(violation)
        .filter(word -> word.length() >= SHORTEST_ID && word.chars().anyMatch(Character::isDigit))
        .toList();
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
