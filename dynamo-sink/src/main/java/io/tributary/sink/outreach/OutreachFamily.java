package io.tributary.sink.outreach;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.OutreachTopics;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.route.Target;
import io.tributary.sink.table.TableDefinition;
import java.util.List;

/** The outreach family. Replies go to subscribers alone. */
public final class OutreachFamily implements SinkFamily {

  @Override
  public Family family() {
    return Family.OUTREACH;
  }

  @Override
  public List<Route<?, ?>> routes() {
    return List.of(
        new Route<>(
            OutreachTopics.CONVERSATIONS,
            new ConversationMapper(),
            Target.of(OutreachTables.CONVERSATIONS)));
  }

  @Override
  public List<TableDefinition> tables() {
    return List.of(OutreachTables.CONVERSATIONS);
  }
}
