package io.tributary.gateway.answer;

import java.util.Map;

/** What a request ends in: what was asked for, or why not. */
public sealed interface Reply permits Answer, Document, Problem {

  /** HTTP status. */
  int status();

  /** Headers beyond those that every answer has. */
  Map<String, String> headers();
}
