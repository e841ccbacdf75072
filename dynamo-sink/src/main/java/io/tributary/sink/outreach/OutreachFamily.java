package io.tributary.sink.outreach;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.OutreachTopics;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.route.Target;
import java.util.List;

/** The outreach family. Replies go to subscribers alone. */
public final class OutreachFamily {

  public static final SinkFamily FAMILY =
      new SinkFamily(
          Family.OUTREACH,
          List.of(
              new Route<>(
                  OutreachTopics.CONVERSATIONS,
                  new ConversationMapper(),
                  Target.of(OutreachTables.CONVERSATIONS))),
          List.of(OutreachTables.CONVERSATIONS));

  private OutreachFamily() {}
}
