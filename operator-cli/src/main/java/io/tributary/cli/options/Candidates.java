package io.tributary.cli.options;

import io.tributary.schemas.deadletter.Stage;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;

/** Values of arguments that shells complete. */
public final class Candidates {

  private Candidates() {}

  public static final class Families implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Family.values()).map(Family::label).iterator();
    }
  }

  public static final class Stages implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Stage.values()).map(Stage::label).iterator();
    }
  }

  public static final class TopicNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Topics.all().stream().<String>map(Topic::name).iterator();
    }
  }

  public static final class Tables implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return SinkPipeline.tables(EnumSet.allOf(Family.class)).stream()
          .map(TableDefinition::name)
          .iterator();
    }
  }
}
