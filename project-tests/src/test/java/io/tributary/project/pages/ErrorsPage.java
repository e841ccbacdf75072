package io.tributary.project.pages;

import static io.tributary.project.pages.MarkdownTable.code;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.schemas.deadletter.FailureCode;

/** {@code docs/use/errors.md}: codes of HTTP answers and of dead letters. */
final class ErrorsPage {

  private static final String HEAD =
      """
      # Errors

      <!-- Made from code; see GeneratedPagesTest. -->

      ## HTTP

      ```json
      {"error":"INVALID_FORMAT","message":"…","request_id":"…","field":"readings[3].hardware_id","rule":"…","index":3}
      ```

      Every error has this form; only a 400 or 415 has `field`, `rule` and, within a list, `index`. `request_id` is also the header `x-request-id`. Nothing of a refused request is stored.
      Repeat a 5xx unchanged, with the same ids: a 503 names the wait in `Retry-After` and may have been appended. See [sending](sending.md).

      """;

  private static final String DEAD_LETTERS =
      """

      ## Dead letters

      An accepted event that cannot be processed or stored becomes a dead letter in the topic `<family>.dead-letters`, with the headers `tributary-code`, `tributary-reason` and `tributary-request-id`.
      [Dead letters](../operate/dead-letters.md) has the commands. Codes marked * come with normal traffic, such as messages of strangers; `status` does not report them.

      """;

  private ErrorsPage() {}

  static String text() {
    MarkdownTable answers = new MarkdownTable("code", "status", "cause", "repeat");
    for (ErrorCode code : ErrorCode.values()) {
      answers.row(
          code(code.name()),
          Integer.toString(code.status()),
          code.cause(),
          code.isTransient() ? "yes" : "no");
    }
    MarkdownTable failures = new MarkdownTable("code", "stage", "cause", "remedy");
    for (FailureCode code : FailureCode.values()) {
      failures.row(
          code(code.name()) + (code.isRoutine() ? " *" : ""),
          code.stage().label(),
          code.cause(),
          code.remedy());
    }
    return HEAD + answers + DEAD_LETTERS + failures;
  }
}
