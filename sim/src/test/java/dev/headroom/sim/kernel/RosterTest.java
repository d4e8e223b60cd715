package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RosterTest {
  @Test
  void shouldCallThoseWhoAreDueOnceAndInOrder() {
    Roster roster = new Roster(200);
    roster.need(130, 50);
    roster.need(3, 70);
    roster.need(3, 40);
    roster.need(3, 90); // it is needed earlier already
    roster.need(199, 60);
    assertThat(roster.earliestPs()).isEqualTo(40);

    List<Integer> called = new ArrayList<>();
    roster.callDue(60, called::add);
    assertThat(called).containsExactly(3, 130);
    assertThat(roster.earliestPs()).isEqualTo(60);
    roster.callDue(61, called::add);
    assertThat(called).containsExactly(3, 130, 199);
    assertThat(roster.earliestPs()).isEqualTo(EventQueue.NEVER);
  }

  @Test
  void shouldRememberWhatIsNeededWhileOthersAreCalled() {
    Roster roster = new Roster(70);
    roster.need(5, 10);
    roster.callDue(
        20,
        who -> {
          roster.need(5, 30);
          roster.need(1, 25);
          roster.need(69, 22);
        });
    assertThat(roster.earliestPs()).isEqualTo(22);
    List<Integer> called = new ArrayList<>();
    roster.callDue(31, called::add);
    assertThat(called).containsExactly(1, 5, 69);
  }
}
