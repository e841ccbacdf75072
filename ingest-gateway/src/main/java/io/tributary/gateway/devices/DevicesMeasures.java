package io.tributary.gateway.devices;

public interface DevicesMeasures {

  void accepted(int readings);

  void repeated(int ids);

  void unknownMembers(int members);
}
