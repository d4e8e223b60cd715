package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NextEventIndexTest {
  @Test
  void shouldCallThoseWhoAreDueOnceAndInOrder() {
    NextEventIndex nextEventIndex = new NextEventIndex(200);
    nextEventIndex.need(130, 50);
    nextEventIndex.need(3, 70);
    nextEventIndex.need(3, 40);
    nextEventIndex.need(3, 90); // it is needed earlier already
    nextEventIndex.need(199, 60);
    assertThat(nextEventIndex.earliestPs()).isEqualTo(40);

    List<Integer> called = new ArrayList<>();
    nextEventIndex.callDue(60, called::add);
    assertThat(called).containsExactly(3, 130);
    assertThat(nextEventIndex.earliestPs()).isEqualTo(60);
    nextEventIndex.callDue(61, called::add);
    assertThat(called).containsExactly(3, 130, 199);
    assertThat(nextEventIndex.earliestPs()).isEqualTo(EventQueue.NEVER);
  }

  @Test
  void shouldRememberWhatIsNeededWhileOthersAreCalled() {
    NextEventIndex nextEventIndex = new NextEventIndex(70);
    nextEventIndex.need(5, 10);
    nextEventIndex.callDue(
        20,
        who -> {
          nextEventIndex.need(5, 30);
          nextEventIndex.need(1, 25);
          nextEventIndex.need(69, 22);
        });
    assertThat(nextEventIndex.earliestPs()).isEqualTo(22);
    List<Integer> called = new ArrayList<>();
    nextEventIndex.callDue(31, called::add);
    assertThat(called).containsExactly(1, 5, 69);
  }
}
