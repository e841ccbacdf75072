package io.tributary.gateway.inbox;

import io.tributary.gateway.admission.Caller;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.KeyPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An inbox, as paths name it.
 *
 * @param inboxKey empty in paths that name a tenant alone
 */
record InboxPath(String tenantKey, String inboxKey) {

  static final String ID = "id";
  static final String UID = "uid";
  private static final String TENANT_KEY = "tenant_key";
  private static final String INBOX_KEY = "inbox_key";

  private static final List<Variable> VARIABLES =
      List.of(
          new Variable(TENANT_KEY, KeyPart.ID),
          new Variable(INBOX_KEY, KeyPart.ID),
          new Variable(UID, KeyPart.UID),
          new Variable(ID, KeyPart.MESSAGE_ID));

  private static final Problem FORBIDDEN =
      Problem.of(ErrorCode.FORBIDDEN, "the token has no grant for that tenant_key");

  private record Variable(String name, KeyPart rule) {

    Problem broken() {
      return Problem.at(
          ErrorCode.INVALID_FORMAT, new Problem.Place(name, rule.rule(), OptionalInt.empty()));
    }
  }

  /** The inbox of a request. */
  static InboxPath of(ApiRequest request) {
    Map<String, String> path = request.path();
    return new InboxPath(path.getOrDefault(TENANT_KEY, ""), path.getOrDefault(INBOX_KEY, ""));
  }

  /** Why the caller may not name that path; those who may not act for its tenant learn no more. */
  static Optional<Problem> refusal(Caller caller, Map<String, String> path) {
    if (!InboxGrants.allow(caller, path.getOrDefault(TENANT_KEY, ""))) {
      return Optional.of(FORBIDDEN);
    }
    return VARIABLES.stream()
        .filter(variable -> path.containsKey(variable.name()))
        .filter(variable -> !variable.rule().accepts(path.getOrDefault(variable.name(), "")))
        .map(Variable::broken)
        .findFirst();
  }
}
