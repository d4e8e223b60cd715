package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DelegatingControllerTest {
  /** A question that Controller answers by itself would never reach the control behind. */
  @Test
  void shouldPassOnAllThatAControlIsAskedAndTold() {
    assertThat(signatures(DelegatingController.class))
        .containsExactlyInAnyOrderElementsOf(
            signatures(Controller.class).stream()
                .filter(each -> !each.startsWith("itself["))
                .toList());
  }

  private static List<String> signatures(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .map(DelegatingControllerTest::signature)
        .toList();
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }
}
