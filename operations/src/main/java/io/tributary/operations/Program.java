package io.tributary.operations;

import io.tributary.runtime.context.RuntimeContext;

/** The name that the program was started by, such as {@code ./tributary}. */
public final class Program {

  /** As it can be typed. */
  public static final String NAME = RuntimeContext.jvmProperty("tributary.program", "tributary");

  private Program() {}

  /** The text with each command, written as {@code `tributary …`}, as it can be typed. */
  public static String named(String text) {
    return text.replace("`tributary ", '`' + NAME + ' ');
  }
}
