package io.tributary.schemas.key;

/**
 * Codec of keys with a single id.
 *
 * @param name of the id in messages
 */
public record SinglePartKey(String name, KeyPart part) implements KeyCodec<String> {

  @Override
  public String form() {
    return '{' + name + '}';
  }

  @Override
  public String encode(String key) {
    return part.require(name, key);
  }

  @Override
  public String decode(String text) {
    return part.require(name, text);
  }

  @Override
  public String partitionKey(String key) {
    return key;
  }
}
