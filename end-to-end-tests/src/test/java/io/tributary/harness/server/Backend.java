package io.tributary.harness.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import io.tributary.harness.process.Launcher;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;

/**
 * What the servers of tests are. Chosen once for each process of tests, by itself: containers where
 * a Docker engine answers that has the images or can pull them, embedded ones elsewhere. {@code
 * -Dtributary.backend=embedded} or {@code containers} says otherwise. What was chosen and why is on
 * standard output.
 */
public enum Backend {
  EMBEDDED {
    @Override
    public Server kafka() {
      return Server.child("--kafka");
    }

    @Override
    public Server dynamo() {
      return Server.child("--dynamodb");
    }

    @Override
    public Broker broker(Launcher launcher, Path data) {
      return EmbeddedBroker.start(launcher, data);
    }
  },

  CONTAINERS {
    @Override
    public Server kafka() {
      return ContainerBroker.start();
    }

    @Override
    public Server dynamo() {
      return ContainerDynamo.start();
    }

    @Override
    public Broker broker(Launcher launcher, Path data) {
      return ContainerBroker.start();
    }
  };

  private static final String PROPERTY = "tributary.backend";
  private static final int PULL_MINUTES = 5;

  /** Holds the choice; made when it is first asked for. */
  private static final class Chosen {

    private static final Backend BACKEND = choose(System.getProperty(PROPERTY, "auto"));
  }

  /** The one of this process. */
  public static Backend chosen() {
    return Chosen.BACKEND;
  }

  /** A broker that goes with {@code up} or stays beside it. */
  public abstract Server kafka();

  /** A DynamoDB, likewise. */
  public abstract Server dynamo();

  /**
   * A broker that stays beside {@code up}.
   *
   * @param launcher starts it, if it is a process
   * @param data its folder, if it is a process
   */
  public abstract Broker broker(Launcher launcher, Path data);

  private static Backend choose(String wanted) {
    return switch (wanted) {
      case "embedded" -> told(EMBEDDED, "-D" + PROPERTY + " says so");
      case "containers" -> {
        requireEngine();
        yield told(CONTAINERS, "-D" + PROPERTY + " says so");
      }
      case "auto" -> byEngine();
      default ->
          throw new IllegalArgumentException(
              "-D" + PROPERTY + " is auto, embedded or containers, not " + wanted);
    };
  }

  private static Backend byEngine() {
    try {
      if (!DockerClientFactory.instance().isDockerAvailable()) {
        return told(EMBEDDED, "no Docker engine answers that Testcontainers can use");
      }
      requireEngine();
      return told(CONTAINERS, "a Docker engine answers");
    } catch (RuntimeException e) {
      return told(EMBEDDED, "a Docker engine answers, BUT IT CANNOT BE USED: " + e.getMessage());
    }
  }

  private static Backend told(Backend backend, String why) {
    System.out.printf(
        "end-to-end backend: %s (%s), because %s%n",
        backend.name().toLowerCase(Locale.ROOT), backend.parts(), why);
    return backend;
  }

  private String parts() {
    return this == EMBEDDED
        ? "Kafka and DynamoDB Local as child processes"
        : Images.KAFKA.pinned() + " and " + Images.DYNAMODB.pinned();
  }

  /** An engine of this machine that has the images; pulls those that it lacks. */
  private static void requireEngine() {
    requireHere(DockerClientFactory.instance().dockerHostIpAddress());
    DockerClient engine = DockerClientFactory.instance().client();
    for (Images image : Images.values()) {
      String name = image.pinned().asCanonicalNameString();
      try {
        engine.inspectImageCmd(name).exec();
      } catch (NotFoundException e) {
        pull(engine, name);
      }
    }
  }

  /**
   * Containers publish their ports on loopback, for the services of tests alone.
   *
   * @param host where the engine publishes them
   */
  static void requireHere(String host) {
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("its host " + host + " is unknown here", e);
    }
    if (!address.isLoopbackAddress()) {
      throw new IllegalStateException(
          "ports of its containers are on "
              + host
              + ", and tests reach those of this machine alone");
    }
  }

  private static void pull(DockerClient engine, String name) {
    try {
      if (!engine.pullImageCmd(name).start().awaitCompletion(PULL_MINUTES, TimeUnit.MINUTES)) {
        throw new IllegalStateException(name + " is not pulled within " + PULL_MINUTES + " min");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
