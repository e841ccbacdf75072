package io.tributary.channels.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Loads the parsers and their libraries anew, with a count of all jumps and calls. */
public final class StepCounter extends ClassLoader {

  private static final String NAME = StepCounter.class.getName().replace('.', '/');
  private static final List<String> COUNTED =
      List.of(
          "io.tributary.channels.",
          "io.tributary.schemas.json.",
          "org.apache.james.mime4j.",
          "org.jsoup.",
          "com.fasterxml.jackson.core.");

  private static long steps;

  StepCounter() {
    super(StepCounter.class.getClassLoader());
  }

  public static void step() {
    steps++;
  }

  static long steps() {
    return steps;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      if (name.equals(StepCounter.class.getName())
          || COUNTED.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? counted(name) : loaded;
    }
  }

  private Class<?> counted(String name) throws ClassNotFoundException {
    try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      new ClassReader(file).accept(new CountingClass(writer), 0);
      byte[] bytes = writer.toByteArray();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class CountingClass extends ClassVisitor {

    CountingClass(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      return new CountingMethod(super.visitMethod(access, name, type, signature, exceptions));
    }
  }

  private static final class CountingMethod extends MethodVisitor {

    CountingMethod(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      count();
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
      count();
      super.visitJumpInsn(opcode, target);
    }

    private void count() {
      visitMethodInsn(Opcodes.INVOKESTATIC, NAME, "step", "()V", false);
    }
  }
}
