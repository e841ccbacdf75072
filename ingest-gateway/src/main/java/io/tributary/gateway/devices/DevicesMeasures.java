package io.tributary.gateway.devices;

/** Port: told what came in. */
public interface DevicesMeasures {

  /** Readings of answered requests, repeats included. */
  void accepted(int readings);

  /** Distinct ids that an answer named as duplicates. */
  void repeated(int ids);

  /** Members of request bodies that nobody asked for. */
  void unknownMembers(int members);
}
