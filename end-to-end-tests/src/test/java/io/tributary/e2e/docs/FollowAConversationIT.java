package io.tributary.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.Endpoints;
import io.tributary.harness.pipeline.OwnDynamoDb;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Tools;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page that follows a conversation shows what its commands print. */
@OwnDynamoDb
final class FollowAConversationIT {

  private final Workplace place = Workplace.named("follow-a-conversation-pipeline");

  @Test
  void shouldShowTheOutputOfItsCommands() throws Exception {
    if (!Tools.canRun("curl") || !Tools.canRun("openssl")) {
      return;
    }
    Walkthrough page = Walkthrough.of("docs/use/conversation.md");
    String account = "\"provider\":\"twilio-whatsapp\",\"account\":\"acme\",([^}]*)}";
    place.channelAccounts().putOnly("twilio-whatsapp", "acme", page.find(account));
    try (WholePipeline pipeline = WholePipeline.start(place)) {
      Endpoints endpoints = pipeline.endpoints();
      int compared =
          page.run(
              Path.of("target", "e2e-logs", "follow-a-conversation").toAbsolutePath(),
              Map.of(
                  "http://127.0.0.1:8080",
                  pipeline.http().toString(),
                  "http://127.0.0.1:8000",
                  endpoints.dynamodb()),
              Map.of(
                  "SERVICE_TOKEN",
                  ServiceTokens.ALL,
                  "TRIBUTARY_BOOTSTRAP_SERVERS",
                  endpoints.kafka(),
                  "TRIBUTARY_DYNAMODB_ENDPOINT",
                  endpoints.dynamodb(),
                  "AWS_ACCESS_KEY_ID",
                  "fakeaccesskey",
                  "AWS_SECRET_ACCESS_KEY",
                  "fakesecretkey"));
      assertThat(compared).isEqualTo(9);
    }
  }
}
