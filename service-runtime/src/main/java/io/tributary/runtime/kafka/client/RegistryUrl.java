package io.tributary.runtime.kafka.client;

import io.tributary.registry.RegistryAddress;
import io.tributary.runtime.config.SettingType;
import java.net.URI;

/** The URL of a schema registry, such as {@code http://127.0.0.1:8081}. */
public record RegistryUrl(URI url) {

  static final SettingType<RegistryUrl> TYPE =
      new SettingType<>("URL", text -> new RegistryUrl(RegistryAddress.of(URI.create(text)).url()));

  @Override
  public String toString() {
    return url.toString();
  }
}
