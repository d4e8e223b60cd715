package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The launcher names methods to the JVM, which says nothing where there are none of that name. What
 * keeps Java from starting has an exit code that is not that of findings.
 */
final class LauncherTest {
  private static final Path LAUNCHER = Path.of("src/main/launcher").toAbsolutePath();

  @TempDir private Path temporary;

  private static final Path OPTIONS = Path.of("src/main/launcher/java.options");
  private static final Pattern NAMED =
      Pattern.compile("-XX:CompileCommand=\\w+,([\\w.$]+)::(\\w+)");

  @Test
  void shouldNameMethodsThatExist() throws IOException {
    List<MatchResult> named = NAMED.matcher(Files.readString(OPTIONS)).results().toList();

    assertThat(named)
        .isNotEmpty()
        .allSatisfy(it -> assertThat(methods(it.group(1))).contains(it.group(2)));
  }

  /** Settings find defaults that follow from others by the names of parameters. */
  @Test
  void shouldBeBuiltWithNamesOfParameters() throws IOException {
    String pom = Files.readString(Path.of("../pom.xml"));
    assertThat(pom.substring(0, pom.indexOf("<profiles>")))
        .contains("<parameters>true</parameters>");
  }

  /** A module that is added without it would have the number of the first cache. */
  @Test
  void shouldCountTheStepsOfABuild() throws IOException {
    String pom = Files.readString(Path.of("../pom.xml"));
    long modules =
        Pattern.compile("<module>(?!bench<)")
            .matcher(pom.substring(0, pom.indexOf("<profiles>")))
            .results()
            .count();
    long caches = 2;
    assertThat(Files.readString(Path.of("../headroom")))
        .contains("\nsteps=" + (modules + caches) + " ");
  }

  @ParameterizedTest
  @CsvSource({
    "HEADROOM_JAVA_OPTS, -XX:+UseSerialGC -XX:+UseG1GC, Multiple garbage collectors",
    "HEADROOM_JAVA_OPTS, -Xmx9999t, object heap",
    "JAVA_TOOL_OPTIONS, -Xms2g -Xmx1g, Initial heap size"
  })
  void shouldNotCallItFindingsIfJavaDoesNotStart(String variable, String options, String why)
      throws IOException, InterruptedException {
    Ended ended = start(LAUNCHER, Map.of(variable, options));

    assertThat(ended.code()).as(ended.output()).isEqualTo(ExitCodes.COULD_NOT_RUN);
    assertThat(ended.output())
        .contains(why)
        .contains("headroom: Java does not start; check HEADROOM_JAVA_OPTS");
  }

  @Test
  void shouldRefuseAPathWithAColon() throws IOException, InterruptedException {
    Path launcher = Files.createDirectories(temporary.resolve("a:b/launcher"));
    Files.copy(LAUNCHER.resolve("start"), launcher.resolve("start"));

    Ended ended = start(launcher, Map.of());

    assertThat(ended.code()).as(ended.output()).isEqualTo(ExitCodes.COULD_NOT_RUN);
    assertThat(ended.output())
        .startsWith("headroom: the path " + launcher.getParent() + " contains a colon");
  }

  private record Ended(int code, String output) {}

  /** As the scripts do that start the program, which is a jar without a class. */
  private Ended start(Path launcher, Map<String, String> variables)
      throws IOException, InterruptedException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Missing");
    new JarOutputStream(Files.newOutputStream(temporary.resolve("headroom.jar")), manifest).close();
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", ". \"$launcher/start\"; start --version")
            .redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    List.of("HEADROOM_JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
        .forEach(environment::remove);
    environment.put("launcher", launcher.toString());
    environment.put("java", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    environment.put("app", temporary.toString());
    environment.put("caches", temporary + "/");
    environment.putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  private static List<String> methods(String type) throws ClassNotFoundException {
    return Stream.of(Class.forName(type).getDeclaredMethods()).map(Method::getName).toList();
  }
}
