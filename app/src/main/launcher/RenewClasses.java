import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Copies a jar and raises the version of its classes to Java 8's, with the stack maps that this
 * version demands. The Java machine keeps classes of before version 50 out of its start-up cache,
 * and with them every class that extends one or names one in a lambda.
 *
 * <p>{@code java RenewClasses.java IN.jar OUT.jar}, by the launcher when it builds.
 */
final class RenewClasses {
  private RenewClasses() {}

  public static void main(String[] args) throws IOException {
    try (JarFile in = new JarFile(args[0]);
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(Path.of(args[1])))) {
      ClassFile classes = ClassFile.of(
          ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
          ClassFile.ClassHierarchyResolverOption.of(
              ClassHierarchyResolver.ofResourceParsing(type -> open(in, type))
                  .orElse(ClassHierarchyResolver.defaultResolver())));
      for (JarEntry entry : Collections.list(in.entries())) {
        byte[] bytes = in.getInputStream(entry).readAllBytes();
        out.putNextEntry(new JarEntry(entry.getName()));
        out.write(entry.getName().endsWith(".class") ? renewed(classes, bytes) : bytes);
        out.closeEntry();
      }
    }
  }

  private static byte[] renewed(ClassFile classes, byte[] bytes) {
    var model = classes.parse(bytes);
    if (model.majorVersion() >= ClassFile.JAVA_8_VERSION) {
      return bytes;
    }
    ClassTransform version =
        (builder, element) ->
            builder.with(
                element instanceof ClassFileVersion
                    ? ClassFileVersion.of(ClassFile.JAVA_8_VERSION, 0)
                    : element);
    return classes.transformClass(
        model, version.andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)));
  }

  private static InputStream open(JarFile in, ClassDesc type) {
    String descriptor = type.descriptorString();
    JarEntry entry = in.getJarEntry(descriptor.substring(1, descriptor.length() - 1) + ".class");
    try {
      return entry == null ? null : in.getInputStream(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
