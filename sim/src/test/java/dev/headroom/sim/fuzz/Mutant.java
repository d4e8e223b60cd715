package dev.headroom.sim.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/**
 * The simulator with one fault in it: a class loader that has classes of its own for everything in
 * {@code dev.headroom.sim}, in one of which one method does nothing and returns 0, false or null.
 */
final class Mutant extends ClassLoader {
  private static final String MUTATED = "dev.headroom.sim.";

  private final String className;
  private final String method;
  private boolean found;

  Mutant(String className, String method) {
    super(Mutant.class.getClassLoader());
    this.className = className;
    this.method = method;
  }

  /** Whether the method was there to be emptied. */
  boolean isFaulty() {
    return found;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(MUTATED)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] code = in.readAllBytes();
      if (name.equals(className)) {
        code = emptied(code);
      }
      return defineClass(name, code, 0, code.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] emptied(byte[] code) {
    ClassFile file = ClassFile.of();
    return file.transformClass(
        file.parse(code),
        ClassTransform.transformingMethods(
            model -> model.methodName().equalsString(method),
            MethodTransform.ofStateful(() ->
                (builder, element) -> {
                  if (element instanceof CodeModel body) {
                    found = true;
                    ClassDesc type = body.parent().orElseThrow().methodTypeSymbol().returnType();
                    builder.withCode(empty -> returnNothing(empty, type));
                  } else {
                    builder.with(element);
                  }
                })));
  }

  private static void returnNothing(CodeBuilder code, ClassDesc type) {
    if (type.equals(ConstantDescs.CD_void)) {
      code.return_();
    } else if (type.equals(ConstantDescs.CD_long)) {
      code.lconst_0().lreturn();
    } else if (type.isPrimitive()) {
      code.iconst_0().ireturn();
    } else {
      code.aconst_null().areturn();
    }
  }
}
