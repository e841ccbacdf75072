package io.tributary.gateway.answer;

import java.util.Map;

/** The end of a request: an answer or a problem. */
public sealed interface Reply permits Answer, Problem {

  int status();

  /** Headers beyond those of every answer. */
  Map<String, String> headers();
}
