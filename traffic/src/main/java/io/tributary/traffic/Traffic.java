package io.tributary.traffic;

import java.util.List;

/**
 * Requests of one family's senders, generated from a seed: the same seed, the same answers and the
 * same clock give the same requests. Not safe for concurrent use; drivers serialize calls.
 */
public interface Traffic {

  /**
   * Requests that must be acknowledged before the others are sent, one after another: API keys,
   * tenants, settings.
   */
  List<Request> preparation();

  /** The next request: new, repeated, out of order or wrong. There is always one. */
  Request next();

  /** Takes the end of a request, whose answer may name an id that later requests need. */
  void settled(Delivery delivery);
}
