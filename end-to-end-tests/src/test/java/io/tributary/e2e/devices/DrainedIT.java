package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DrainedIT {

  @Test
  void shouldSayWhichStageIsBehind() throws Exception {
    Workplace place = Workplace.of(DrainedIT.class);
    try (SplitPipeline pipeline = SplitPipeline.start(place, 1)) {
      DevicesApi api = new DevicesApi(new HttpProbe(place.deeds()), pipeline.nextGateway());
      String key = api.newKey();
      assertThat(drained(pipeline).exitCode()).isZero();
      assertThat(pipeline.of(Role.SINK).get(0).process().terminate(Duration.ofSeconds(15)))
          .isZero();
      assertThat(api.upload(key, Samples.TWO_WINDOWS).status()).isEqualTo(200);

      Completed behind = drained(pipeline);

      assertThat(behind.exitCode()).isEqualTo(3);
      assertThat(behind.out() + behind.err()).contains("sink");
      pipeline.add(Role.SINK);
      assertThat(drained(pipeline).exitCode()).isZero();
      System.out.println("drained: exit codes 0, 3, 0 " + place.deeds());
    }
  }

  private static Completed drained(SplitPipeline pipeline) {
    return pipeline
        .launcher()
        .run(Duration.ofSeconds(40), pipeline.endpoints().appendedTo("drained", "--timeout", "5"));
  }
}
