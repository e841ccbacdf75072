package io.tributary.gateway.channel;

/** Port: told what becomes of providers' requests. */
public interface ChannelMeasures {

  /** A request was the provider's own. */
  void verified(String provider);

  /** A request was not taken for the provider's own. */
  void refused(String provider, String reason);

  /**
   * Events of a verified request that are no messages.
   *
   * @param kind the provider's name of it; of few kinds
   */
  void ignored(String provider, String kind, int events);

  /** Events of a verified request that cannot be read. */
  void malformed(String provider, int events);
}
