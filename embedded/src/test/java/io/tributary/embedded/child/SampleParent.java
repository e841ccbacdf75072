package io.tributary.embedded.child;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts a {@link SampleChild} that speaks on its own standard output, prints the child's id,
 * waits.
 */
final class SampleParent {
  private SampleParent() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(StartedChild.javaCommand());
    command.add(SampleChild.class.getName());
    command.addAll(List.of(args));
    Process child =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    System.out.println("child " + child.pid());
    child.waitFor();
  }
}
