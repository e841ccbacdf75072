package io.tributary.e2e.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.SignedReplies;
import io.tributary.harness.http.RawConnection;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Mail that is as large as it may be, in a gateway with a heap of 256 MB. */
@OnSharedPipeline
final class OutreachMailIT {

  private static final int MAIL = 30 * 1024 * 1024;

  /** Bytes of a mail's body beside its file. */
  private static final int FORM = 520;

  private final Bench bench;
  private final OutreachApi api;

  OutreachMailIT(Bench bench) {
    this.bench = bench;
    this.api = new OutreachApi(bench.http(), bench.pipeline().http());
  }

  @Test
  void shouldTakeAMailOfThirtyMebibytesAndNoneBeyond() throws Exception {
    String ida = "ida@mail.example";
    String id =
        api.begin(OutreachSamples.request("big-4", "email", ida, "big@company.example", ""));
    Request largest = mail(MAIL - FORM);
    assertThat(largest.body().length()).isBetween(MAIL - 200, MAIL);
    assertThat(api.deliver(largest)).isEmpty();
    bench.pipeline().awaitDrained();

    assertThat(new OutreachItems(bench.tables()).entries(ida, id))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("user: with a film\n[video film.mp4 video/mp4 " + (MAIL - FORM) + " bytes sha")
        .hasSizeLessThan(200);
    assertThat(statusOf(MAIL + 1)).isEqualTo("413");
  }

  /** Announces a body of that length, sends none of it, and gives the status of the answer. */
  private String statusOf(int length) throws IOException {
    Request small = mail(1);
    StringBuilder head = new StringBuilder("POST " + small.path() + " HTTP/1.1\r\nHost: x\r\n");
    small.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: " + length + "\r\n\r\n");
    try (RawConnection connection = new RawConnection(bench.pipeline().http())) {
      connection.say(head.toString());
      return RawConnection.statuses(connection.hearAll());
    }
  }

  private static Request mail(int bytes) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("headers", "Message-ID: <big@mail.example>\nFrom: ida@mail.example");
    fields.put("envelope", "{\"to\":[\"big@company.example\"],\"from\":\"b@mail.example\"}");
    fields.put("text", "with a film");
    fields.put("attachment1; filename=\"film.mp4\"", "x".repeat(bytes));
    fields.put("attachment-info", "{\"attachment1\":{\"type\":\"video/mp4\"}}");
    return SignedReplies.sendgrid(fields);
  }
}
