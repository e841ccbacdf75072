package io.tributary.gateway.inbox;

import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.PathRule;
import io.tributary.schemas.key.KeyPart;
import java.util.Map;

/** An inbox in a path. */
record InboxPath(String tenantKey, String inboxKey) {

  static final String TENANT_KEY = "tenant_key";
  static final String ID = "id";
  static final String UID = "uid";
  private static final String INBOX_KEY = "inbox_key";

  /** Grant first: callers without one learn nothing of a path. */
  static final PathRule RULE =
      PathRule.tenant(TENANT_KEY)
          .and(PathRule.of(TENANT_KEY, KeyPart.ID))
          .and(PathRule.of(INBOX_KEY, KeyPart.ID))
          .and(PathRule.of(UID, KeyPart.UID))
          .and(PathRule.of(ID, KeyPart.MESSAGE_ID));

  static InboxPath of(ApiRequest request) {
    Map<String, String> path = request.path();
    return new InboxPath(path.getOrDefault(TENANT_KEY, ""), path.getOrDefault(INBOX_KEY, ""));
  }
}
