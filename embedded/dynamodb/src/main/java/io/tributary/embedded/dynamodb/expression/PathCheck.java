package io.tributary.embedded.dynamodb.expression;

import java.util.ArrayList;
import java.util.List;

/** Paths of one expression, of which none may lie in another one. */
final class PathCheck {
  private final List<Path> paths = new ArrayList<>();
  private final Notes notes;

  PathCheck(Notes notes) {
    this.notes = notes;
  }

  void add(Path path) {
    for (Path other : paths) {
      if (other.overlaps(path)) {
        note("overlap", other, path);
      } else if (other.conflicts(path)) {
        note("conflict", other, path);
      }
    }
    paths.add(path);
  }

  private void note(String how, Path one, Path two) {
    notes.accept(
        Problem.PATHS,
        "Two document paths %s with each other; must remove or rewrite one of "
            + "these paths; path one: %s, path two: %s",
        how,
        one,
        two);
  }
}
