package io.tributary.gateway.channel;

public interface ChannelMeasures {

  void verified(String provider);

  void refused(String provider, String reason);

  /**
   * Events of a verified request that are no messages.
   *
   * @param kind the provider's name of it; of few kinds
   */
  void ignored(String provider, String kind, int events);

  void malformed(String provider, int events);
}
