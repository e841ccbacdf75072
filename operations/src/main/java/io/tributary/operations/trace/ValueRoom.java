package io.tributary.operations.trace;

/** Room of an answer for values, which senders and tables can make large. */
public final class ValueRoom {

  private final int each;
  private int left;

  /**
   * Room for values as JSON.
   *
   * @param each the most characters of one value
   * @param all the most of all
   */
  public ValueRoom(int each, int all) {
    this.each = each;
    this.left = all;
  }

  /** Takes room for a value; false if there is none. */
  boolean take(int characters) {
    if (characters > each || characters > left) {
      return false;
    }
    left -= characters;
    return true;
  }

  /** False for so many bytes that their value cannot fit. */
  boolean mayHold(int bytes) {
    return bytes <= each && bytes <= left;
  }
}
