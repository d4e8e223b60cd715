package dev.headroom.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What the launcher tells the compiler of the Java machine about methods: it says nothing of one
 * that is not there, so that a method that moved would be slow and nobody would know.
 */
final class LauncherListsTest {
  private static final Path LAUNCHER = Path.of("src/main/launcher");
  private static final Pattern METHOD = Pattern.compile(",(dev\\.headroom\\.[\\w.$*]+)::([\\w*]+)");

  @Test
  void shouldNameOnlyMethodsThatExist() throws IOException {
    List<String> missing = new ArrayList<>();
    int named = 0;
    for (String file : List.of("java.options", "compile-in-runs")) {
      Matcher method = METHOD.matcher(Files.readString(LAUNCHER.resolve(file)));
      while (method.find()) {
        named++;
        if (!exists(pattern(method.group(1)), pattern(method.group(2)))) {
          missing.add(file + ": " + method.group());
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(named).isGreaterThan(15);
  }

  /** Names as the compiler takes them: a star stands for any text. */
  private static Pattern pattern(String name) {
    return Pattern.compile(Pattern.quote(name).replace("*", "\\E.*\\Q"));
  }

  private static boolean exists(Pattern type, Pattern method) {
    return ArchitectureTest.CLASSES.stream()
        .filter(each -> type.matcher(each.getName()).matches())
        .map(JavaClass::getMethods)
        .flatMap(Collection::stream)
        .anyMatch(each -> method.matcher(each.getName()).matches());
  }
}
