package dev.headroom.app.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.Controller;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WatchedControllerTest {
  /** What a user's class overrides must be asked; {@code itself} is ours to answer. */
  @Test
  void shouldAskAndTellTheUsersClassEverything() {
    assertThat(signatures(WatchedController.class))
        .containsExactlyInAnyOrderElementsOf(
            signatures(Controller.class).stream()
                .filter(each -> !each.startsWith("itself["))
                .toList());
  }

  private static List<String> signatures(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .map(WatchedControllerTest::signature)
        .toList();
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }
}
