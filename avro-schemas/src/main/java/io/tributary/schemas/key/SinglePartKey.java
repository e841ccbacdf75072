package io.tributary.schemas.key;

/**
 * Codec of keys that are one id.
 *
 * @param name what the id is called in messages
 * @param part the id's rule
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
