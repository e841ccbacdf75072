package io.tributary.processors.fact;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/** The fields that two types of records have under the same name and of a type that fits. */
public final class SameFields {

  private final List<Same> fields = new ArrayList<>();

  private record Same(int from, int to) {}

  private SameFields() {}

  public static SameFields of(Schema source, Schema target) {
    SameFields same = new SameFields();
    for (Schema.Field to : target.getFields()) {
      Schema.Field from = source.getField(to.name());
      if (from != null && fits(from.schema(), to.schema())) {
        same.fields.add(new Same(from.pos(), to.pos()));
      }
    }
    return same;
  }

  /** True of the same type, or of one that the target has beside null. */
  private static boolean fits(Schema from, Schema to) {
    return from.equals(to) || (to.isUnion() && to.getTypes().contains(from));
  }

  /** The target with the source's values. */
  public <T extends SpecificRecordBase> T copy(SpecificRecordBase source, T target) {
    for (Same field : fields) {
      target.put(field.to(), source.get(field.from()));
    }
    return target;
  }
}
