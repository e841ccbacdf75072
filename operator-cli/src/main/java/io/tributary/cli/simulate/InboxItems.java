package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a user's part of the table must hold. When a message was received is the pipeline's word,
 * and decides whether it was read by all until a moment.
 *
 * @param own messages to the user
 * @param open messages to everyone
 * @param everyone what the table holds for everyone, by sort key
 */
record InboxItems(
    Inbox user, List<Publication> own, List<Publication> open, Map<String, ObjectNode> everyone) {

  private static final String RECEIVED = "received";
  private static final String READ_AT = "readat";
  private static final String ALL = "*";

  /** What stands in nobody's inbox but everyone's. */
  static Map<String, ObjectNode> everyone(List<Publication> open) {
    Map<String, ObjectNode> wanted = new HashMap<>();
    Map<String, Long> counts = new TreeMap<>();
    for (Publication publication : open) {
      if (!publication.isRedacted()) {
        wanted.put(sort(publication), message(publication));
      }
      count(publication, counts, !publication.isRedacted());
    }
    counts.forEach(
        (category, count) ->
            wanted.put("c#" + category, Run.object().put("kind", "US").put("published", count)));
    return wanted;
  }

  Map<String, ObjectNode> wanted(Map<String, ObjectNode> found) {
    Map<String, ObjectNode> wanted = new HashMap<>();
    Map<String, Long> published = new TreeMap<>();
    Map<String, Long> read = new TreeMap<>();
    for (Publication publication : own) {
      if (publication.isRedacted()) {
        count(publication, published, false);
        continue;
      }
      ObjectNode message = message(publication).put("uid", user.uid());
      boolean isRead = hasRead(publication, found);
      if (!isRead) {
        message.putNull(READ_AT);
      }
      wanted.put(sort(publication), message);
      count(publication, published, true);
      count(publication, read, isRead);
    }
    for (Publication publication : open) {
      if (publication.isRedacted()) {
        uncounted(publication, found, published);
      } else if (hasRead(publication, everyone)) {
        wanted.put(sort(publication), Run.object().putNull("kind"));
        count(publication, published, false);
        count(publication, read, true);
      }
    }
    published.forEach(
        (category, count) ->
            wanted.put(
                "c#" + category,
                Run.object()
                    .put("kind", "US")
                    .put("published", count)
                    .put("read", read.getOrDefault(category, 0L))));
    return wanted;
  }

  /** Leaves counters behind only if it was read before: no answer tells that of a mark. */
  private static void uncounted(
      Publication publication, Map<String, ObjectNode> found, Map<String, Long> published) {
    for (String category : List.of(ALL, publication.category())) {
      if (found.containsKey("c#" + category)) {
        published.merge(category, 0L, Long::sum);
      }
    }
  }

  private static void count(Publication publication, Map<String, Long> counts, boolean counted) {
    long one = counted ? 1 : 0;
    List.of(ALL, publication.category()).forEach(each -> counts.merge(each, one, Long::sum));
  }

  private boolean hasRead(Publication publication, Map<String, ObjectNode> found) {
    ObjectNode item = found.get(sort(publication));
    long received = item == null ? Long.MAX_VALUE : item.path(RECEIVED).asLong(Long.MAX_VALUE);
    return user.hasRead(publication.id().orElseThrow(), received);
  }

  private static ObjectNode message(Publication publication) {
    return Run.object()
        .put("kind", "UM")
        .put("id", publication.id().orElseThrow())
        .<ObjectNode>set("taxonomy", publication.body().path("taxonomy"));
  }

  private static String sort(Publication publication) {
    return "m#" + publication.id().orElseThrow();
  }
}
