package io.tributary.traffic;

import io.tributary.schemas.topic.Family;
import io.tributary.traffic.devices.DevicesModel;
import io.tributary.traffic.history.HistoryModel;
import io.tributary.traffic.outreach.OutreachModel;
import io.tributary.traffic.tenants.TenantsModel;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The model of each family. */
public final class Models {

  private static final Map<Family, Model> BY_FAMILY = new EnumMap<>(Family.class);

  static {
    List.<Model>of(new DevicesModel(), new HistoryModel(), new TenantsModel(), new OutreachModel())
        .forEach(model -> BY_FAMILY.put(model.family(), model));
  }

  private Models() {}

  /** The family's model. */
  public static Model of(Family family) {
    Model model = BY_FAMILY.get(family);
    if (model == null) {
      throw new IllegalArgumentException("no model of " + family.label());
    }
    return model;
  }
}
