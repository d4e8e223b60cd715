package dev.headroom.app.plugin;

import dev.headroom.congestion.Controller;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.UserFile;
import dev.headroom.sim.plugin.LoadBalancer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Java source file of a plugin, compiled in memory by the JDK that runs this program.
 *
 * @param path as it was named
 * @param text what it holds
 */
public record PluginSourceFile(Path path, String text) {
  /** Of a file with many mistakes so many are told. */
  private static final int MISTAKES_TOLD = 10;

  private static final String ENDING = ".java";

  static PluginSourceFile read(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new PluginException(path + ": is a folder; name one file in it that ends in .java");
    }
    try {
      PluginSourceFile file =
          new PluginSourceFile(path, UserFile.text(path, UserFile.MOST_BY_HAND));
      if (!file.fileName().endsWith(ENDING)) {
        throw new PluginException(path + ": is not a Java file; its name must end in .java");
      }
      return file;
    } catch (CharacterCodingException e) {
      throw new PluginException(path + ": is not UTF-8 text, so it is not Java", e);
    }
  }

  private String fileName() {
    return String.valueOf(path.getFileName());
  }

  /** The name of the class that the file is for. */
  String className() {
    String name = fileName();
    return name.substring(0, name.length() - ENDING.length());
  }

  /**
   * The class of the file's name.
   *
   * @param base what it has to extend
   * @throws PluginException naming file and line of what does not compile
   */
  <T> Class<? extends T> compiled(Class<T> base) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new PluginException(
          path + ": cannot be compiled, because this Java has no compiler; run with a JDK");
    }
    DiagnosticCollector<JavaFileObject> mistakes = new DiagnosticCollector<>();
    try (JavaFileManager disk = compiler.getStandardFileManager(mistakes, Locale.ROOT, null);
        InMemory classes = new InMemory(disk)) {
      List<String> options = List.of("-proc:none", "-g", "-Xlint:none", "-classpath", classPath());
      boolean whole =
          compiler
              .getTask(null, classes, mistakes, options, null, List.of(new Unit(text, className())))
              .call();
      if (!whole) {
        throw new PluginException(told(mistakes.getDiagnostics(), base));
      }
      return named(classes.loaded(), base);
    } catch (IOException e) {
      throw new PluginException(path + ": cannot be compiled: " + FailureMessage.of(e), e);
    }
  }

  private <T> Class<? extends T> named(Map<String, Class<?>> classes, Class<T> base) {
    List<Class<?>> fitting = classes.values().stream().filter(base::isAssignableFrom).toList();
    return fitting.stream()
        .filter(each -> each.getSimpleName().equals(className()))
        .findFirst()
        .<Class<? extends T>>map(each -> each.asSubclass(base))
        .orElseThrow(() ->
            new PluginException(
                "%s: has no class %s that extends %s%s"
                    .formatted(
                        path,
                        className(),
                        base.getName(),
                        fitting.isEmpty()
                            ? MemberSuggestions.otherOptionHint(classes.values())
                            : "; the file must be named after "
                                + fitting.getFirst().getSimpleName())));
  }

  private String told(List<Diagnostic<? extends JavaFileObject>> all, Class<?> base) {
    List<Diagnostic<? extends JavaFileObject>> errors =
        all.stream().filter(each -> each.getKind() == Diagnostic.Kind.ERROR).toList();
    String lines =
        errors.stream()
            .limit(MISTAKES_TOLD)
            .map(each ->
                "%s:%d: %s%s"
                    .formatted(
                        path,
                        each.getLineNumber(),
                        told(each.getMessage(Locale.ROOT), base),
                        ConstructorNameHint.of(each, text)))
            .collect(Collectors.joining("\n"));
    int more = errors.size() - MISTAKES_TOLD;
    return more > 0 ? lines + "\n" + path + ": and " + more + " more errors" : lines;
  }

  private static String told(String message, Class<?> base) {
    String line = message.replaceAll("\\s*\\R\\s*", "; ");
    return line + MemberSuggestions.hint(line, base);
  }

  /** Where the classes are that it may use: those it extends, and what this program has. */
  private static String classPath() {
    return Stream.concat(
            Stream.of(Controller.class, LoadBalancer.class, Knob.class)
                .flatMap(type -> place(type).stream()),
            Stream.of(System.getProperty("java.class.path")))
        .distinct()
        .collect(Collectors.joining(java.io.File.pathSeparator));
  }

  /**
   * Jar or folder of a class. A class of the start-up cache has none where the program was moved;
   * then the class path names its jar.
   */
  private static Optional<String> place(Class<?> type) {
    URL location = type.getProtectionDomain().getCodeSource().getLocation();
    try {
      return location == null
          ? Optional.empty()
          : Optional.of(Path.of(location.toURI()).toString());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is compiled. */
  private static final class Unit extends SimpleJavaFileObject {
    private final String text;

    Unit(String text, String className) {
      super(URI.create("memory:///" + className + ENDING), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps what comes out, and loads it. */
  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> compiled = new HashMap<>();

    InMemory(JavaFileManager disk) {
      super(disk);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location,
        String className,
        JavaFileObject.Kind kind,
        @Nullable FileObject sibling) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      compiled.put(className, bytes);
      return new SimpleJavaFileObject(
          URI.create("memory:///" + className.replace('.', '/') + kind.extension), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }

    /** All its classes by name. */
    Map<String, Class<?>> loaded() {
      Map<String, byte[]> bytes = new HashMap<>();
      compiled.forEach((name, stream) -> bytes.put(name, stream.toByteArray()));
      ClassLoader loader = new CompiledClasses(bytes);
      return compiled.keySet().stream()
          .collect(
              Collectors.toMap(
                  name -> name,
                  name -> {
                    try {
                      return Class.forName(name, false, loader);
                    } catch (ClassNotFoundException e) {
                      throw new IllegalStateException(e);
                    }
                  }));
    }
  }

  private static final class CompiledClasses extends ClassLoader {
    private final Map<String, byte[]> bytes;

    CompiledClasses(Map<String, byte[]> bytes) {
      super("own", PluginSourceFile.class.getClassLoader());
      this.bytes = Map.copyOf(bytes);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] found = bytes.get(name);
      if (found == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, found, 0, found.length);
    }
  }
}
