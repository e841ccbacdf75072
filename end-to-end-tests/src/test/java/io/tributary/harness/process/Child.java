package io.tributary.harness.process;

import java.nio.file.Path;

/** A process that another one started, such as the broker of {@code up}. */
public final class Child {

  private final Deeds deeds;
  private final ProcessHandle handle;

  private Child(Deeds deeds, ProcessHandle handle) {
    this.deeds = deeds;
    this.handle = handle;
  }

  /** The only descendant whose command line holds that word. */
  static Child of(RunningProcess parent, Deeds deeds, String word) {
    return parent.descendants().stream()
        .filter(child -> commandLine(child.pid()).contains(word))
        .map(child -> new Child(deeds, child))
        .reduce(
            (one, other) -> {
              throw new IllegalStateException("more than one child is a " + word);
            })
        .orElseThrow();
  }

  /** SIGSTOP. */
  public void freeze() {
    Signal.STOP.sendTo(handle.pid());
    deeds.add(Deed.FROZEN);
  }

  /** SIGCONT after {@link #freeze}. */
  public void thaw() {
    Signal.CONT.sendTo(handle.pid());
    deeds.add(Deed.THAWED);
  }

  private static String commandLine(long pid) {
    return RunningProcess.read(Path.of("/proc", Long.toString(pid), "cmdline"));
  }
}
