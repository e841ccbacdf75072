package io.tributary.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.Endpoints;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Tools;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page that follows a conversation shows what its commands print. */
@OnSharedPipeline
final class FollowAConversationIT {

  private final Bench bench;

  FollowAConversationIT(Bench bench) {
    this.bench = bench;
  }

  @Test
  void shouldShowWhatItsCommandsPrint() throws Exception {
    if (!Tools.canRun("curl") || !Tools.canRun("openssl")) {
      return;
    }
    Walkthrough page = Walkthrough.of("docs/use/conversation.md");
    putAccount(page);
    Endpoints endpoints = bench.pipeline().endpoints();
    int compared =
        page.run(
            Path.of("target", "e2e-logs", "follow-a-conversation").toAbsolutePath(),
            Map.of(
                "http://127.0.0.1:8080",
                bench.pipeline().http().toString(),
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
    System.out.println("follow a conversation: " + compared + " outputs as shown");
  }

  private void putAccount(Walkthrough page) {
    bench
        .channelAccounts()
        .put(
            "twilio-whatsapp",
            "acme",
            page.find("\"provider\":\"twilio-whatsapp\",\"account\":\"acme\",([^}]*)}"));
    Eventually.await("the page's account")
        .until(
            () ->
                bench
                        .http()
                        .post(
                            bench.pipeline().http().resolve("/v1/channels/twilio-whatsapp/acme"),
                            Map.of("Content-Type", "application/x-www-form-urlencoded"),
                            "a=b")
                        .status()
                    == 403);
  }
}
