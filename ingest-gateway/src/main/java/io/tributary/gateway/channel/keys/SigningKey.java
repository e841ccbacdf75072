package io.tributary.gateway.channel.keys;

import com.nimbusds.jose.jwk.JWK;
import java.util.Set;

/**
 * A public key that tokens are signed with.
 *
 * @param endorsements channels whose activities it may sign for
 */
public record SigningKey(JWK key, Set<String> endorsements) {

  public SigningKey {
    endorsements = Set.copyOf(endorsements);
  }
}
