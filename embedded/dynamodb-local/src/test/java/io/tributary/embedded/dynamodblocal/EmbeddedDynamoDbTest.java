package io.tributary.embedded.dynamodblocal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.embedded.child.ListeningSockets;
import io.tributary.embedded.child.StartedChild;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedDynamoDbTest {
  private static final Duration STOP_LIMIT = Duration.ofMinutes(1);

  private Path directory;

  @BeforeEach
  void useAFreshDirectory(@TempDir Path fresh) {
    directory = fresh;
  }

  @Test
  void shouldKeepAcknowledgedItemsThroughAKillAndAnOrderlyStop() throws Exception {
    try (StartedChild predecessor = startAt("127.0.0.1:0")) {
      String endpoint = predecessor.ready("dynamodb");
      DynamoDbClient client = new DynamoDbClient(endpoint);
      client.createTable("items");
      for (int i = 0; i < 50; i++) {
        client.put("items", "id-" + i);
      }
      try (StartedChild successor = startAt(endpoint.substring("http://".length()))) {
        assertThat(successor.line(Duration.ofSeconds(2)))
            .as("while its predecessor lives")
            .isNull();

        predecessor.kill();

        assertThat(successor.ready("dynamodb")).isEqualTo(endpoint);
        assertThat(client.countItems("items")).contains("\"Count\":50");
        client.put("items", "afterwards");
        successor.leave();
        assertThat(successor.exitCode(STOP_LIMIT)).isZero();
        assertThat(successor.unread()).as("standard output beyond the ready line").isEmpty();
      }
    }

    try (StartedChild child = startAt("127.0.0.1:0")) {
      DynamoDbClient client = new DynamoDbClient(child.ready("dynamodb"));
      assertThat(client.countItems("items")).contains("\"Count\":51");
    }
  }

  @Test
  void shouldShowAllTheSameTablesAndWriteNoFileInMemory() throws Exception {
    try (StartedChild child = start("--listen", "127.0.0.1:0", "--in-memory")) {
      String endpoint = child.ready("dynamodb");
      assertThat(endpoint).matches("http://127\\.0\\.0\\.1:[1-9][0-9]+");
      assertThat(ListeningSockets.exposedBy(child.pid())).isEmpty();
      new DynamoDbClient(endpoint, "first", "eu-west-1").createTable("items");
      assertThat(new DynamoDbClient(endpoint, "second", "us-east-1").listTables())
          .isEqualTo("{\"TableNames\":[\"items\"]}");
      child.terminate();
      assertThat(child.exitCode(STOP_LIMIT)).isZero();
    }
    assertThat(Path.of("shared-local-instance.db")).as("in the working directory").doesNotExist();
  }

  @Test
  void shouldNotChooseBetweenKeepingAndForgetting() throws Exception {
    try (StartedChild neither = start("--listen", "127.0.0.1:0");
        StartedChild both =
            start("--listen", "127.0.0.1:0", "--in-memory", "--data", directory.toString())) {
      for (StartedChild child : new StartedChild[] {neither, both}) {
        assertThat(child.exitCode(STOP_LIMIT)).isEqualTo(2);
        assertThat(child.errors())
            .isEqualTo("cannot start: exactly one of --data DIR and --in-memory is required\n");
      }
    }
  }

  private StartedChild startAt(String address) throws IOException {
    return start("--listen", address, "--data", directory.toString());
  }

  private static StartedChild start(String... arguments) throws IOException {
    return StartedChild.start(EmbeddedDynamoDb.class, arguments);
  }
}
