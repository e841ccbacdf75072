package io.tributary.gateway;

import io.tributary.gateway.admission.AdminTokenGate;
import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.admission.GrantRule;
import io.tributary.gateway.admission.ServiceTokenFile;
import io.tributary.gateway.admission.ServiceTokenGate;
import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.devices.DevicesFamily;
import io.tributary.gateway.directory.Directory;
import io.tributary.gateway.history.HistoryFamily;
import io.tributary.gateway.history.HistoryLives;
import io.tributary.gateway.history.HistorySettings;
import io.tributary.gateway.inbox.InboxFamily;
import io.tributary.gateway.outreach.OutreachFamily;
import io.tributary.gateway.outreach.OutreachSettings;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.gateway.route.Route;
import io.tributary.gateway.tenants.TenantsFamily;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.KafkaSettings;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Retention;
import io.tributary.schemas.topic.Topic;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

enum GatewayFamily {
  DEVICES {
    @Override
    List<Setting<Secret>> shapingSecrets() {
      return List.of(GatewaySettings.API_KEY_PEPPER, GatewaySettings.CONFIRMATION_KEY);
    }

    @Override
    List<Topic<?, ?>> outliving(Settings settings) {
      Retention retention = Retention.outliving(settings.get(GatewaySettings.READINGS_TTL));
      return List.of(DevicesTopics.READINGS.withRetention(retention));
    }

    @Override
    Served serve(Surroundings around) {
      Settings settings = around.settings();
      DevicesFamily devices =
          new DevicesFamily(
              new DevicesFamily.Rules(
                  settings.get(GatewaySettings.READINGS_TTL),
                  GatewaySettings.required(settings, GatewaySettings.API_KEY_PEPPER),
                  GatewaySettings.required(settings, GatewaySettings.CONFIRMATION_KEY),
                  around.bodyLimit()),
              around.operators(),
              around.publisher(),
              around.source(),
              around.measures(),
              around.ambient());
      return new Served(devices.routes());
    }
  },

  HISTORY {
    @Override
    List<Setting<?>> settings() {
      return HistorySettings.ALL;
    }

    @Override
    GrantRule grants() {
      return HistoryFamily.grants();
    }

    @Override
    List<Topic<?, ?>> outliving(Settings settings) {
      return HistoryLives.of(settings).records();
    }

    @Override
    Served serve(Surroundings around) {
      HistoryFamily history =
          new HistoryFamily(
              new HistoryFamily.Rules(HistoryLives.of(around.settings()), around.bodyLimit()),
              around.applications(family()),
              around.publisher(),
              around.measures().unknownMembers(family()),
              around.ambient());
      return new Served(history.routes());
    }
  },

  INBOX {
    @Override
    GrantRule grants() {
      return InboxFamily.grants();
    }

    @Override
    Served serve(Surroundings around) {
      InboxFamily inbox =
          new InboxFamily(
              new InboxFamily.Door(
                  around.applications(family()),
                  around.bodyLimit(),
                  around.measures().unknownMembers(family())),
              around.publisher(),
              around.source(),
              around.ambient());
      return new Served(inbox.routes());
    }
  },

  TENANTS {
    @Override
    GrantRule grants() {
      return TenantsFamily.grants();
    }

    @Override
    Served serve(Surroundings around) {
      TenantsFamily tenants =
          new TenantsFamily(
              new TenantsFamily.Doors(
                  around.operators(),
                  around.applications(family()),
                  around.bodyLimit(),
                  around.measures().unknownMembers(family())),
              around.publisher(),
              around.source(),
              around.ambient());
      return new Served(tenants.routes(), List.of(tenants.intake()));
    }
  },

  OUTREACH {
    @Override
    List<Setting<?>> settings() {
      return OutreachSettings.ALL;
    }

    @Override
    GrantRule grants() {
      return OutreachFamily.grants();
    }

    @Override
    Served serve(Surroundings around) {
      OutreachFamily outreach =
          new OutreachFamily(
              new OutreachFamily.Door(
                  around.applications(family()),
                  around.bodyLimit(),
                  around.measures().unknownMembers(family())),
              OutreachSettings.life(around.settings()),
              around.publisher(),
              around.ambient());
      return new Served(outreach.routes(), List.of(outreach.intake()));
    }
  };

  record Surroundings(
      Settings settings,
      ServiceTokenFile tokens,
      RecordPublisher publisher,
      Directory.Source source,
      GatewayMeasures measures,
      Ambient ambient) {

    long bodyLimit() {
      return settings.get(GatewaySettings.BODY_LIMIT);
    }

    Gate operators() {
      return new AdminTokenGate(settings.get(GatewaySettings.ADMIN_TOKEN));
    }

    Gate applications(Family family) {
      return new ServiceTokenGate(family, tokens);
    }
  }

  /**
   * What it brings.
   *
   * @param intakes what takes the messages of channel providers
   */
  record Served(List<Route> routes, List<ChannelIntake> intakes) {

    Served(List<Route> routes) {
      this(routes, List.of());
    }
  }

  static List<GatewayFamily> of(Settings settings) {
    Set<Family> chosen = settings.get(KafkaSettings.FAMILIES);
    return Stream.of(values()).filter(family -> chosen.contains(family.family())).toList();
  }

  final Family family() {
    return Family.valueOf(name());
  }

  List<Setting<?>> settings() {
    return List.of();
  }

  List<Setting<Secret>> shapingSecrets() {
    return List.of();
  }

  GrantRule grants() {
    return GrantRule.ANY;
  }

  List<Topic<?, ?>> outliving(Settings settings) {
    return List.of();
  }

  abstract Served serve(Surroundings around);
}
