package io.tributary.gateway.answer;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The reply to a request: an answer or a problem. */
public sealed interface Reply permits Answer, Problem {

  int status();

  /** A reply without further work. */
  default CompletableFuture<Reply> completed() {
    return CompletableFuture.completedFuture(this);
  }

  /** A JSON answer with {@code ignored_fields} in its object; others as they are. */
  default Reply withIgnoredFields(List<String> names) {
    return this;
  }

  /** Headers beyond those of every answer. */
  Map<String, String> headers();
}
