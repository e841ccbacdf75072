package io.tributary.gateway.admission;

import io.tributary.gateway.admission.ServiceTokens.ServiceToken;
import io.tributary.gateway.file.FollowedFile;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Family;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

public final class ServiceTokenFile implements Component {

  private final FollowedFile<ServiceTokens> file;

  /**
   * Tokens that are read at the start.
   *
   * @param file without one no token is known
   * @param rules of families that do not take every tenant
   */
  public ServiceTokenFile(Optional<Path> file, Map<Family, GrantRule> rules) {
    Map<Family, GrantRule> kept = Map.copyOf(rules);
    this.file =
        new FollowedFile<>(
            file,
            new FollowedFile.Form<>(
                "service.tokens.file",
                "service tokens",
                ServiceTokens.NONE,
                content -> ServiceTokensReader.read(content, kept),
                tokens -> tokens.byDigest().size(),
                tokens -> false));
  }

  @Override
  public void start() {
    file.start();
  }

  public boolean isBroken() {
    return file.isBroken();
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    file.close(deadline);
  }

  Optional<ServiceToken> find(byte[] digest) {
    return file.content().find(digest);
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
