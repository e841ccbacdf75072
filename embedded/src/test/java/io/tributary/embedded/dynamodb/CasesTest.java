package io.tributary.embedded.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The cases in {@code cases/*.txt}: after {@code == name}, requests and their answers as JSON. In
 * an answer {@code "*"} stands for anything, {@code "text*"} for a text that begins so.
 */
final class CasesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path CASES =
      Path.of("src/test/resources/io/tributary/embedded/dynamodb/cases");

  private static InMemoryServer server;
  private static RawDynamoDb client;

  @BeforeAll
  static void startServer() throws IOException {
    server = InMemoryServer.start();
    client = server.client();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private record Step(String operation, String request, String answer) {}

  @TestFactory
  Stream<DynamicNode> shouldAnswerAsDocumented() throws IOException {
    List<DynamicNode> files = new ArrayList<>();
    try (Stream<Path> found = Files.list(CASES)) {
      for (Path file : found.sorted().toList()) {
        List<DynamicTest> tests = new ArrayList<>();
        for (String part : Files.readString(file).split("(?m)^== ", -1)) {
          if (!part.isBlank() && !part.startsWith("#")) {
            String[] halves = part.split("\n", 2);
            tests.add(DynamicTest.dynamicTest(halves[0], () -> run(steps(halves[1]))));
          }
        }
        files.add(
            DynamicContainer.dynamicContainer(
                Objects.requireNonNull(file.getFileName()).toString(), tests));
      }
    }
    return files.stream();
  }

  /** A request begins with its operation, an answer with a brace or a star; other lines go on. */
  private static List<Step> steps(String text) {
    List<StringBuilder> parts = new ArrayList<>();
    for (String line : text.lines().filter(one -> !one.isBlank()).toList()) {
      if (line.startsWith(" ")) {
        parts.get(parts.size() - 1).append(line.strip());
      } else {
        parts.add(new StringBuilder(line));
      }
    }
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < parts.size(); i += 2) {
      String[] request = parts.get(i).toString().split(" ", 2);
      steps.add(new Step(request[0], request[1], parts.get(i + 1).toString()));
    }
    return steps;
  }

  private static void run(List<Step> steps) throws Exception {
    for (Step step : steps) {
      JsonNode answer = client.call(step.operation(), step.request());
      if (step.answer().equals("*")) {
        assertThat(answer.has("__type")).as("%s: %s", step, answer).isFalse();
        continue;
      }
      JsonNode expected = JSON.readTree(step.answer());
      assertThat(masked(answer, expected))
          .as("%s %s", step.operation(), step.request())
          .isEqualTo(masked(expected, expected));
    }
  }

  /** The answer with stars where anything is expected. */
  private static JsonNode masked(JsonNode answer, JsonNode expected) {
    if (expected.isTextual()) {
      return maskedText(answer, expected);
    }
    if (expected.isArray() && answer.isArray() && answer.size() == expected.size()) {
      ArrayNode masked = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < answer.size(); i++) {
        masked.add(masked(answer.get(i), expected.get(i)));
      }
      return masked;
    }
    return expected.isObject() && answer.isObject() ? maskedMembers(answer, expected) : answer;
  }

  private static JsonNode maskedText(JsonNode answer, JsonNode expected) {
    String text = expected.asText();
    boolean open = text.endsWith("*");
    String begin = open ? text.substring(0, text.length() - 1) : text;
    boolean fits = begin.isEmpty() || answer.asText().startsWith(begin);
    return open && fits ? expected : answer;
  }

  private static JsonNode maskedMembers(JsonNode answer, JsonNode expected) {
    ObjectNode masked = JsonNodeFactory.instance.objectNode();
    answer
        .fieldNames()
        .forEachRemaining(
            name ->
                masked.set(
                    name,
                    expected.has(name)
                        ? masked(answer.get(name), expected.get(name))
                        : answer.get(name)));
    return masked;
  }
}
