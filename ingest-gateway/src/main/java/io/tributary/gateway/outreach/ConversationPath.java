package io.tributary.gateway.outreach;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.auth.Principal;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.outreach.OutreachKey;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The conversation of a path; the caller needs a grant for its company. */
final class ConversationPath {

  static final String CONVERSATION_ID = "conversation_id";

  static final Problem FORBIDDEN =
      Problem.of(
          ErrorCode.FORBIDDEN, "the token has no grant for that " + RequestReader.COMPANY_ID);

  private static final Problem MALFORMED =
      Problem.at(
          ErrorCode.INVALID_FORMAT,
          CONVERSATION_ID,
          "must be {company_id}#{project_id}#{request_id}#{recipient} with # as %23; the"
              + " recipient is a number without its +, or an e-mail address in lower case");

  private ConversationPath() {}

  static Optional<Problem> refusal(
      Principal caller, Map<String, String> path, Function<String, Optional<String>> head) {
    try {
      boolean granted = caller.mayActFor(conversation(path).companyId());
      return granted ? Optional.empty() : Optional.of(FORBIDDEN);
    } catch (KeyFormatException e) {
      return Optional.of(MALFORMED);
    }
  }

  static OutreachKey conversation(ApiRequest request) {
    return conversation(request.path());
  }

  private static OutreachKey conversation(Map<String, String> path) {
    return OutreachKey.ofConversation(path.getOrDefault(CONVERSATION_ID, ""));
  }
}
