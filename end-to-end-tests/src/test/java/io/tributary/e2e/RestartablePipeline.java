package io.tributary.e2e;

import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import io.tributary.storm.dynamodb.FaultyDynamo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * One pipeline of services in processes of their own, with all families and their traffic, for
 * tests that kill, freeze, fail and rebuild it. They run one after the other, and each goes on with
 * what the others have left.
 */
public final class RestartablePipeline implements ParameterResolver {

  /** A class of tests that takes a {@link Bench} as a parameter. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith(RestartablePipeline.class)
  @ResourceLock("restartable pipeline")
  @interface Used {}

  /** The pipeline, with what is needed to disturb it and to look at it. */
  record Bench(
      Workplace place,
      Seed seed,
      FaultyDynamo dynamo,
      SplitPipeline pipeline,
      Topics topics,
      Tables tables,
      FamilyLoads families)
      implements AutoCloseable {

    private static Bench open() {
      Workplace place = Workplace.named("restartable");
      Seed seed = Seed.next();
      System.out.println("restartable pipeline: " + seed);
      FaultyDynamo dynamo = new FaultyDynamo(seed.random());
      SplitPipeline pipeline =
          SplitPipeline.start(place, 1, endpoints -> endpoints.through(dynamo));
      Bench bench =
          new Bench(
              place,
              seed,
              dynamo,
              pipeline,
              new Topics(pipeline.endpoints()),
              new Tables(pipeline.endpoints()),
              new FamilyLoads(place.deeds(), seed));
      try {
        bench.families.begin(pipeline.nextGateway(), bench.topics);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      bench.families.forge(bench.topics);
      return bench;
    }

    Deeds deeds() {
      return place.deeds();
    }

    /** Has so many instances of each service. */
    void have(int ofEach) {
      for (Role role : Role.values()) {
        while (pipeline.of(role).size() > ofEach) {
          pipeline.remove(pipeline.of(role).get(ofEach));
        }
        while (pipeline.of(role).size() < ofEach) {
          pipeline.add(role);
        }
      }
    }

    /** Sends the traffic of all families to the gateways in turn. */
    FamilyLoads.Sending send() {
      return families.send(pipeline::nextGateway);
    }

    /** Checks all families, once everything has come to its end, and says what happened. */
    void check(String what) {
      families.check(topics, tables, pipeline::awaitDrained);
      families.print(what, seed, topics);
    }

    @Override
    public void close() {
      topics.close();
      tables.close();
      pipeline.close();
      dynamo.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType().equals(Bench.class);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(RestartablePipeline.class))
        .computeIfAbsent(Bench.class, any -> Bench.open(), Bench.class);
  }
}
