package io.tributary.embedded.dynamodb.wire;

import java.util.concurrent.ThreadLocalRandom;

/** Ids of requests: 52 characters of A to Z and 0 to 9. */
final class RequestIds {
  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  private RequestIds() {}

  static String next() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    char[] id = new char[52];
    for (int i = 0; i < id.length; i++) {
      id[i] = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
    }
    return new String(id);
  }
}
