package io.tributary.gateway.devices;

import io.tributary.gateway.devices.keys.ApiKeyAuthenticator;
import io.tributary.gateway.devices.keys.ApiKeyDirectory;
import io.tributary.gateway.devices.keys.ApiKeyRoutes;
import io.tributary.gateway.devices.keys.ApiKeyUsageReporter;
import io.tributary.gateway.family.FamilyModule;
import io.tributary.gateway.family.GatewayContext;
import io.tributary.gateway.family.GatewayFamily;
import io.tributary.gateway.family.RouteBuilder;
import io.tributary.gateway.kafka.CommandGateway;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.gateway.secret.DerivedIds;
import io.tributary.gateway.secret.SecretRules;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Retention;
import io.tributary.schemas.topic.Topic;
import java.util.ArrayList;
import java.util.List;

public final class DevicesFamily implements GatewayFamily {

  @Override
  public Family family() {
    return Family.DEVICES;
  }

  @Override
  public List<Setting<Secret>> immutableSecrets() {
    return List.of(GatewaySettings.API_KEY_PEPPER, GatewaySettings.CONFIRMATION_KEY);
  }

  @Override
  public List<Topic<?, ?>> topicsWithTtlRetention(Settings settings) {
    Retention retention = Retention.outliving(settings.get(GatewaySettings.READINGS_TTL));
    return List.of(DevicesTopics.READINGS.withRetention(retention));
  }

  @Override
  public boolean hasAdminRoutes() {
    return true;
  }

  @Override
  public FamilyModule build(GatewayContext context) {
    Settings settings = context.settings();
    FactWriter facts = context.facts();
    ApiKeyDirectory keys =
        new ApiKeyDirectory(
            SecretRules.rotated(GatewaySettings.API_KEY_PEPPER, settings), context.source());
    DeviceDirectory devices = new DeviceDirectory(context.source());
    ReadingsIngest readings =
        new ReadingsIngest(
            facts, devices, settings.get(GatewaySettings.READINGS_TTL), context.metrics());
    RegistrationIngest registrations = new RegistrationIngest(facts, devices);
    DerivedIds confirmationIds = new DerivedIds(settings.get(GatewaySettings.CONFIRMATION_KEY));
    ApiKeyUsageReporter uses = new ApiKeyUsageReporter(keys, facts);
    RouteBuilder keyHolders = context.routes(family(), new ApiKeyAuthenticator(keys));
    CommandGateway commands = context.commands(DevicesTopics.OUTCOMES);
    RouteBuilder operators = context.operators(family());
    List<HttpRoute> routes = new ArrayList<>();
    routes.add(
        uses.counted(
            keyHolders.json(
                "POST",
                "/v1/devices/register",
                new RegistrationReader(confirmationIds)::read,
                registrations::handle)));
    routes.add(
        uses.counted(
            keyHolders.json("POST", "/v1/devices/data", ReadingsReader::read, readings::handle)));
    routes.addAll(new ApiKeyRoutes(keys, commands).all(operators));
    routes.add(new DeviceAdminRoutes(devices, commands).rename(operators));
    return new FamilyModule(routes);
  }
}
