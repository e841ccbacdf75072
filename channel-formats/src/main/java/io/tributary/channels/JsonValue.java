package io.tributary.channels;

/** A value in a body, with its place in the text. */
sealed interface JsonValue permits JsonObject, JsonArray, JsonScalar {

  Span span();
}
