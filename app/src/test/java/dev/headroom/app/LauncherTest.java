package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The launcher names methods to the JVM, which says nothing where there are none of that name. */
final class LauncherTest {
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

  private static List<String> methods(String type) throws ClassNotFoundException {
    return Stream.of(Class.forName(type).getDeclaredMethods()).map(Method::getName).toList();
  }
}
