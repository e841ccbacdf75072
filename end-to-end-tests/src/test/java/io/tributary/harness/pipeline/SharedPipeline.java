package io.tributary.harness.pipeline;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.process.RunStatistics;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One {@code up} for all tests that are gentle to it, given to them as a parameter and ended after
 * the last of them.
 */
public final class SharedPipeline implements ParameterResolver {

  /** The pipeline with what is needed to look at it. */
  public record Bench(
      WholePipeline pipeline,
      RunStatistics statistics,
      ServiceTokens serviceTokens,
      ChannelAccounts channelAccounts,
      HttpProbe http,
      Tables tables,
      Topics topics)
      implements AutoCloseable {

    private static Bench open() {
      Workplace place = Workplace.named("shared");
      WholePipeline pipeline = WholePipeline.start(place);
      return new Bench(
          pipeline,
          place.statistics(),
          place.serviceTokens(),
          place.channelAccounts(),
          new HttpProbe(place.statistics()),
          new Tables(pipeline.endpoints()),
          new Topics(pipeline.endpoints()));
    }

    @Override
    public void close() {
      topics.close();
      tables.close();
      pipeline.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType().equals(Bench.class);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(SharedPipeline.class))
        .computeIfAbsent(Bench.class, any -> Bench.open(), Bench.class);
  }
}
