package dev.headroom.model.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GlobTest {
  private static final int DRAWN = 20_000;

  @ParameterizedTest
  @CsvSource({
    "leaf-1, leaf-1, true",
    "leaf-1, leaf-10, false",
    "leaf-*, leaf-10, true",
    "*-1, leaf-1, true",
    "a*a, a, false",
    "a*b*c, aXbYbZc, true",
    "a*b*c, aXcYb, false",
    "a.c, abc, false",
    "*, '', true",
    "**, leaf-1, true",
  })
  void shouldPickNames(String glob, String name, boolean picked) {
    assertThat(Glob.of(glob).test(name)).isEqualTo(picked);
  }

  @Test
  void shouldAgreeWithTheExpressionThatSaysTheSame() {
    Random random = new Random(1);
    for (int i = 0; i < DRAWN; i++) {
      String glob = drawn(random, "ab*");
      String name = drawn(random, "ab");
      Pattern same =
          Pattern.compile(
              Arrays.stream(glob.split("\\*", -1))
                  .map(Pattern::quote)
                  .collect(Collectors.joining(".*")));
      assertThat(Glob.of(glob).test(name))
          .as("%s on %s", glob, name)
          .isEqualTo(same.matcher(name).matches());
    }
  }

  @Test
  void shouldEndForManyStars() {
    String glob = "a*".repeat(2_000) + "b";
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> assertThat(Glob.of(glob).test("a".repeat(100_000))).isFalse());
  }

  private static String drawn(Random random, String letters) {
    return random
        .ints(random.nextInt(9), 0, letters.length())
        .mapToObj(i -> letters.substring(i, i + 1))
        .collect(Collectors.joining());
  }
}
