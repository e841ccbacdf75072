package io.tributary.channels;

import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where in a body a value stands. As a chain, because senders choose the names, and each value
 * below a long one would have a copy of it.
 *
 * @param name of a member
 * @param index of an item; below 0 for a member
 */
record Place(@Nullable Place parent, String name, int index) {

  private static final int MEMBER = -1;
  private static final Pattern USUAL = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  static final Place BODY = new Place(null, "body", MEMBER);

  Place member(String member) {
    return new Place(this, member, MEMBER);
  }

  Place item(int item) {
    return new Place(this, "", item);
  }

  MalformedEventException broken(String rule) {
    return new MalformedEventException(text(), rule, outermostIndex());
  }

  /** Such as {@code entry[0].changes}; the whole body is {@code body}. */
  private String text() {
    if (parent == null) {
      return name;
    }
    if (index > MEMBER) {
      return parent.text() + "[" + index + "]";
    }
    return parent.parent() == null ? shown() : parent.text() + "." + shown();
  }

  /** Masks unusual names: people read the text on terminals. */
  private String shown() {
    return USUAL.matcher(name).matches() ? name : "…";
  }

  private OptionalInt outermostIndex() {
    OptionalInt above = parent == null ? OptionalInt.empty() : parent.outermostIndex();
    return above.isPresent() || index == MEMBER ? above : OptionalInt.of(index);
  }
}
