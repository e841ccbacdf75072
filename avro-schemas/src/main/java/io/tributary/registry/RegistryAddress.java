package io.tributary.registry;

import java.net.URI;
import java.util.Objects;
import java.util.Optional;

/**
 * Address and login of a registry.
 *
 * @param url of the Confluent-compatible API, or of an Apicurio server, such as {@code
 *     http://127.0.0.1:8081}
 */
public record RegistryAddress(URI url, Optional<Login> login) {

  /** Refuses an address that is not a server's. */
  public RegistryAddress {
    boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    if (!http || url.getHost() == null) {
      throw new IllegalArgumentException("must be a URL such as http://127.0.0.1:8081");
    }
    if (url.getUserInfo() != null || url.getQuery() != null) {
      throw new IllegalArgumentException("must have neither a user nor a query");
    }
  }

  /** An address without login. */
  public static RegistryAddress of(URI url) {
    return new RegistryAddress(url, Optional.empty());
  }

  /** A name and its password, which is never shown. */
  public record Login(String user, String password) {

    public Login {
      Objects.requireNonNull(user);
      Objects.requireNonNull(password);
    }

    @Override
    public String toString() {
      return user;
    }
  }

  @Override
  public String toString() {
    return url.toString();
  }
}
