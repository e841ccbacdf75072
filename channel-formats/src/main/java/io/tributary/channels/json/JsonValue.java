package io.tributary.channels.json;

/** A value in a body, with its place in the text. */
public sealed interface JsonValue permits JsonObject, JsonArray, JsonScalar {

  TextRange span();
}
