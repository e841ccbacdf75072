package io.tributary.gateway.channel.keys;

import com.nimbusds.jose.jwk.JWK;
import java.util.Set;

/**
 * A public key of tokens.
 *
 * @param endorsements channels that it may sign for
 */
public record SigningKey(JWK key, Set<String> endorsements) {

  public SigningKey {
    endorsements = Set.copyOf(endorsements);
  }
}
