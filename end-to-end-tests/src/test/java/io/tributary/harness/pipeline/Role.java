package io.tributary.harness.pipeline;

import java.util.Locale;

/** The services, each a command of the launcher. */
public enum Role {
  GATEWAY("--http-listen"),
  PROCESSORS("--processors-listen"),
  SINK("--sink-listen");

  private final String listenFlag;

  Role(String listenFlag) {
    this.listenFlag = listenFlag;
  }

  /** The command and the service's name. */
  public String command() {
    return name().toLowerCase(Locale.ROOT);
  }

  String listenFlag() {
    return listenFlag;
  }
}
