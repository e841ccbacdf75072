package io.tributary.gateway.auth;

import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.schemas.topic.Family;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Service tokens by digest.
 *
 * @param byDigest by SHA-256 in lower-case hex; a look-up's time tells of digests alone
 */
public record ServiceTokens(Map<String, ServiceToken> byDigest) {

  private static final ServiceTokens NONE = new ServiceTokens(Map.of());

  public ServiceTokens {
    byDigest = Map.copyOf(byDigest);
  }

  /** A token; two may share a name during a rotation. */
  public record ServiceToken(String name, Map<String, Set<String>> grants) {

    /** The principal for a family; empty without a grant there. */
    Optional<Principal> before(Family family) {
      return Optional.ofNullable(grants.get(family.label()))
          .map(tenants -> new Principal(name, tenants));
    }
  }

  /** True if a family's tokens act for different tenants, so that none may get another's data. */
  public boolean tellApart(Family family) {
    return byDigest.values().stream()
            .flatMap(token -> token.grants().getOrDefault(family.label(), Set.of()).stream())
            .distinct()
            .count()
        > 1;
  }

  Optional<ServiceToken> find(byte[] digest) {
    return Optional.ofNullable(byDigest.get(HexFormat.of().formatHex(digest)));
  }

  /**
   * A file of tokens.
   *
   * @param path without one no token is known
   * @param rules of families that do not take every tenant
   */
  public static ReloadableFile<ServiceTokens> file(
      Optional<Path> path, Map<Family, GrantRule> rules) {
    Map<Family, GrantRule> kept = Map.copyOf(rules);
    return new ReloadableFile<>(
        path,
        new ReloadableFile.Form<>(
            "service.tokens.file",
            "service tokens",
            NONE,
            content -> ServiceTokensReader.read(content, kept),
            tokens -> tokens.byDigest().size(),
            tokens -> false));
  }
}
