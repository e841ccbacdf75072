package io.tributary.project.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.provider.Provider;
import io.tributary.operations.requests.JsonTemplate;
import io.tributary.operations.requests.ProviderAccount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Events of providers: JSON and forms. */
class ChannelFuzzTest {

  private static final long LARGEST = 1 << 20;
  private static final List<Provider> PROVIDERS = List.of(Provider.values());
  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=b",
          "");

  private record Sample(Provider provider, String type, String body) {}

  /** The console's examples, as their providers send them. */
  private static final List<Sample> SAMPLES = samples();

  private static List<Sample> samples() {
    JsonNode file = JsonTemplate.resource("/try/examples.json");
    List<Sample> samples = new ArrayList<>();
    for (JsonNode example : file.path("examples")) {
      Provider.named(example.path("as").asText())
          .map(provider -> sample(provider, example.path("body")))
          .ifPresent(samples::add);
    }
    return samples;
  }

  private static Sample sample(Provider provider, JsonNode body) {
    String form = provider.definition().sendsForms() ? TYPES.get(1) : TYPES.get(0);
    return ProviderAccount.examples("whsec_ZmFrZS1zZWNyZXQtb2YtdGVzdHMtMzItYnl0ZXM=").stream()
        .map(entry -> new ProviderAccount(new ObjectMapper().valueToTree(entry)))
        .filter(account -> account.is(provider.label()))
        .map(account -> new Sample(provider, form, account.signed(Instant.EPOCH, body).body()))
        .findFirst()
        .orElseGet(() -> new Sample(provider, form, body.toString()));
  }

  @FuzzTest
  void shouldReadOrRefuse(byte[] bytes) {
    FuzzInput input = new FuzzInput(bytes);
    if (input.isRare()) {
      read(input.of(PROVIDERS), input.of(TYPES), input.content());
    } else {
      Sample sample = input.of(SAMPLES);
      read(sample.provider(), sample.type(), input.splicedInto(sample.body()));
    }
  }

  private static void read(Provider provider, String type, byte[] body) {
    ProviderFormat format = provider.definition();
    try {
      provider.definition().challenge(body);
      ProviderBatch batch = format.read("main", type, body, LARGEST);
      batch.messages().forEach(message -> requireSame(format, message));
    } catch (MalformedEventException e) {
      assertThat(e).hasMessageNotContaining("\n");
    }
  }

  /** Processors read each message again, from its own bytes. */
  private static void requireSame(ProviderFormat format, ProviderMessage message) {
    byte[] raw = new byte[message.raw().remaining()];
    message.raw().duplicate().get(raw);
    assertThat(format.read("main", raw).messages())
        .singleElement()
        .satisfies(
            again -> {
              assertThat(again.conversationId()).isEqualTo(message.conversationId());
              assertThat(again.text()).isEqualTo(message.text());
            });
  }
}
