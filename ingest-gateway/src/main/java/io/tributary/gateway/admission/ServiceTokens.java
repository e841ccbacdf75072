package io.tributary.gateway.admission;

import io.tributary.schemas.topic.Family;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Service tokens, found by their digests.
 *
 * @param byDigest by SHA-256 in lower case hex; a look-up's time tells of digests, not of tokens
 */
record ServiceTokens(Map<String, ServiceToken> byDigest) {

  static final ServiceTokens NONE = new ServiceTokens(Map.of());

  ServiceTokens {
    byDigest = Map.copyOf(byDigest);
  }

  /**
   * One of them.
   *
   * @param name two may share one, while one replaces the other
   * @param grants tenants by the label of their family
   */
  record ServiceToken(String name, Map<String, Set<String>> grants) {

    /** The principal for a family; empty without a grant there. */
    Optional<Caller> before(Family family) {
      return Optional.ofNullable(grants.get(family.label()))
          .map(tenants -> new Caller(name, tenants));
    }
  }

  Optional<ServiceToken> find(byte[] digest) {
    return Optional.ofNullable(byDigest.get(HexFormat.of().formatHex(digest)));
  }
}
