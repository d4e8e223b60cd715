import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Rewriter of third-party jars that would start slowly: {@code java PrepareJars.java FOLDER [OS ARCH]}, for the launcher
 * when it builds, and for a release. OS is {@code linux} or {@code macos} and ARCH {@code amd64} or {@code arm64}; the
 * default is this machine's.
 *
 * <ul>
 *   <li>DuckDB's jar holds its native library for every platform and unpacks one to the temporary folder at every start,
 *       0.4 s of CPU. The library goes beside the jar, the folder of which is java.library.path, and the others go.
 *   <li>zstd-jni's jar holds 18 native libraries and unpacks one to the temporary folder, from which some systems run
 *       nothing. The fitting one goes beside the jar, and the launcher names it to zstd-jni.
 *   <li>picocli's classes have a version before Java 6's. The start-up cache leaves such classes out, and with them every
 *       class that extends one or names one in a lambda: 0.15 s of CPU. They get Java 8's, with the stack maps that this
 *       version demands.
 *   <li>XZ's jar is sealed. A class of the start-up cache has no location where the program was moved, and Java then
 *       takes the package for one of two jars and does not start. The seal goes.
 * </ul>
 *
 * The same input gives the same bytes.
 */
final class PrepareJars {
  private static final String DUCKDB = "libduckdb_java.so_";

  private PrepareJars() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    String os = args.length > 1 ? args[1] : thisOs();
    String arch = args.length > 2 ? args[2] : thisArch();
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
      for (Path jar : jars) {
        String name = jar.getFileName().toString();
        if (name.startsWith("duckdb_jdbc-")) {
          String wanted = DUCKDB + os + "_" + arch;
          rewrite(jar, (in, entry, bytes) -> {
            if (entry.equals(wanted)) {
              Files.write(folder.resolve(os.equals("macos") ? "libduckdb_java.dylib" : "libduckdb_java.so"), bytes);
            }
            // With no library for this platform DuckDB itself says what is missing.
            return entry.startsWith(DUCKDB) ? null : bytes;
          });
        } else if (name.startsWith("zstd-jni-")) {
          String wanted = (os.equals("macos") ? "darwin" : os) + "/" + (arch.equals("arm64") ? "aarch64" : arch) + "/";
          rewrite(jar, (in, entry, bytes) -> {
            if (isNative(entry) && entry.contains(wanted)) {
              Files.write(folder.resolve("libzstd-jni" + entry.substring(entry.lastIndexOf('.'))), bytes);
            }
            return isNative(entry) ? null : bytes;
          });
        } else if (name.startsWith("xz-")) {
          rewrite(jar, (in, entry, bytes) -> entry.equals(JarFile.MANIFEST_NAME) ? unsealed(bytes) : bytes);
        } else if (name.startsWith("picocli-")) {
          rewrite(jar, (in, entry, bytes) -> entry.endsWith(".class") ? renewed(in, bytes) : bytes);
        }
      }
    }
  }

  /** What becomes of an entry of a jar: its new bytes, or {@code null} where it goes. */
  private interface Change {
    byte[] of(JarFile in, String entry, byte[] bytes) throws IOException;
  }

  private static void rewrite(Path jar, Change change) throws IOException {
    Path next = jar.resolveSibling(jar.getFileName() + ".new");
    try (JarFile in = new JarFile(jar.toFile());
        OutputStream file = Files.newOutputStream(next);
        JarOutputStream out = new JarOutputStream(file)) {
      for (JarEntry entry : Collections.list(in.entries())) {
        byte[] bytes = in.getInputStream(entry).readAllBytes();
        byte[] changed = change.of(in, entry.getName(), bytes);
        if (changed != null) {
          JarEntry copy = new JarEntry(entry.getName());
          copy.setTimeLocal(entry.getTimeLocal());
          out.putNextEntry(copy);
          out.write(changed);
          out.closeEntry();
        }
      }
    }
    Files.move(next, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] unsealed(byte[] manifest) {
    String text = new String(manifest, StandardCharsets.UTF_8);
    return text.replaceAll("(?m)^Sealed: true\\R", "").getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isNative(String entry) {
    return entry.endsWith(".so") || entry.endsWith(".dylib") || entry.endsWith(".dll");
  }

  private static byte[] renewed(JarFile in, byte[] bytes) {
    ClassFile classes =
        ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(type -> open(in, type))
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    var model = classes.parse(bytes);
    if (model.majorVersion() >= ClassFile.JAVA_8_VERSION) {
      return bytes;
    }
    ClassTransform version =
        (builder, element) ->
            builder.with(
                element instanceof ClassFileVersion ? ClassFileVersion.of(ClassFile.JAVA_8_VERSION, 0) : element);
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

  private static String thisOs() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "macos" : "linux";
  }

  private static String thisArch() {
    String arch = System.getProperty("os.arch");
    return arch.equals("aarch64") ? "arm64" : arch;
  }
}
