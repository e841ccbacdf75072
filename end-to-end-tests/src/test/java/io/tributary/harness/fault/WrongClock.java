package io.tributary.harness.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Java agent that moves the wall clock of a process: all classes but the JDK's ask this one for the
 * time. Monotonic time goes on as it is.
 */
public final class WrongClock implements ClassFileTransformer {

  private static final String SELF = WrongClock.class.getName().replace('.', '/');

  /** Methods of this class by those that they stand in for. */
  private static final Map<String, String> SUBSTITUTES =
      Map.of(
          "java/lang/System.currentTimeMillis()J", "millis",
          "java/time/Instant.now()Ljava/time/Instant;", "now",
          "java/time/InstantSource.system()Ljava/time/InstantSource;", "source",
          "java/time/Clock.systemUTC()Ljava/time/Clock;", "clock",
          "java/time/Clock.systemDefaultZone()Ljava/time/Clock;", "clock");

  private static Duration ahead = Duration.ZERO;

  private WrongClock() {}

  /** Environment of a process whose clock is so far ahead. */
  public static Map<String, String> ahead(Duration ahead) {
    return Map.of("JAVA_TOOL_OPTIONS", "-javaagent:%s=%s".formatted(Agent.JAR, ahead));
  }

  /** Entry of the agent. */
  public static void premain(String duration, Instrumentation instrumentation) {
    ahead = Duration.parse(duration);
    instrumentation.addTransformer(new WrongClock());
  }

  public static long millis() {
    return System.currentTimeMillis() + ahead.toMillis();
  }

  public static Instant now() {
    return Instant.now().plus(ahead);
  }

  public static InstantSource source() {
    return clock();
  }

  public static Clock clock() {
    return Clock.offset(Clock.systemUTC(), ahead);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    boolean isJdk = loader == null || loader == ClassLoader.getPlatformClassLoader();
    if (isJdk || name.equals(SELF) || !asksForTime(bytes)) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String method, String type, String generic, String[] exceptions) {
            return substituting(super.visitMethod(access, method, type, generic, exceptions));
          }
        },
        0);
    return writer.toByteArray();
  }

  private static boolean asksForTime(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.contains("currentTimeMillis")
        || text.contains("java/time/Instant")
        || text.contains("java/time/Clock");
  }

  private static MethodVisitor substituting(MethodVisitor method) {
    return new MethodVisitor(Opcodes.ASM9, method) {
      @Override
      public void visitMethodInsn(int code, String owner, String name, String type, boolean face) {
        String substitute =
            code == Opcodes.INVOKESTATIC ? SUBSTITUTES.get(owner + '.' + name + type) : null;
        if (substitute == null) {
          super.visitMethodInsn(code, owner, name, type, face);
        } else {
          super.visitMethodInsn(code, SELF, substitute, type, false);
        }
      }
    };
  }

  /** Written once: processes that run hold it open. */
  private static final class Agent {

    static final Path JAR = jar();

    private Agent() {}
  }

  /** A jar with this class, and the path of the library that it needs. */
  private static Path jar() {
    try {
      Path jar = Path.of("target", "wrong-clock.jar").toAbsolutePath();
      Manifest manifest = new Manifest();
      Attributes main = manifest.getMainAttributes();
      main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
      main.putValue("Premain-Class", WrongClock.class.getName());
      main.put(Attributes.Name.CLASS_PATH, location(ClassReader.class).toUri().toString());
      Path classes = location(WrongClock.class);
      Path own = classes.resolve(SELF).getParent();
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
          DirectoryStream<Path> files =
              Files.newDirectoryStream(own, WrongClock.class.getSimpleName() + "*.class")) {
        for (Path file : files) {
          out.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
          Files.copy(file, out);
        }
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path location(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }
}
