package io.tributary.channels;

/** What a member of a body's object, or an item of an array, is. */
sealed interface JsonValue permits JsonObject, JsonArray, JsonScalar {

  /** Where in the body it stands, whole. */
  Span span();
}
