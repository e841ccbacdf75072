package io.tributary.embedded.dynamodb.request;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.util.List;
import java.util.Map;

/** Checks of requests against the shapes: types first, then constraints. */
public final class RequestCheck {
  private static final int MOST_ERRORS = 10;

  private final Shapes shapes = Shapes.load();
  private final TypeCheck types = new TypeCheck(shapes.named("AttributeValue"));

  /**
   * Members of a request that the API knows, of the types that it gives them. {@code Expected} and
   * the like stay, for an error about them and expressions together.
   *
   * @param target such as {@code DynamoDB_20120810.PutItem}
   * @throws DynamoDbException a SerializationException or a ValidationException
   */
  public Map<String, Object> check(String target, Map<String, Object> request) {
    String operation = target.substring(target.indexOf('.') + 1);
    Shape shape = shapes.named(operation);
    Map<String, Object> known = types.structure(shape, request);
    Wording wording = shapes.wording(operation);
    List<String> errors = new ConstraintCheck(wording).errors(shape, known);
    if (!errors.isEmpty()) {
      throw DynamoDbException.validation(
          "%s", wording.message(errors.subList(0, Math.min(MOST_ERRORS, errors.size()))));
    }
    return known;
  }
}
