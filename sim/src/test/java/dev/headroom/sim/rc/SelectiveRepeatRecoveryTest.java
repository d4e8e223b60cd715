package dev.headroom.sim.rc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SelectiveRepeatRecoveryTest {
  private final SelectiveRepeatRecovery lost = new SelectiveRepeatRecovery(128);

  /** All that is to be sent again now. */
  private List<Long> again(long unacked) {
    List<Long> again = new ArrayList<>();
    for (long next = lost.next(unacked); next >= 0; next = lost.next(unacked)) {
      again.add(next);
      lost.sentAgain();
    }
    return again;
  }

  @Test
  void shouldRepeatTheHolesBeforeTheLatestThatArrived() {
    assertThat(again(10)).isEmpty();
    lost.arrived(12, 10, 20);
    lost.arrived(13, 10, 20);
    lost.arrived(16, 10, 20);
    assertThat(again(10)).containsExactly(10L, 11L, 14L, 15L);
    assertThat(again(10)).as("once each").isEmpty();
  }

  @Test
  void shouldFindMoreWhenLaterOnesArrive() {
    lost.arrived(12, 10, 20);
    assertThat(again(10)).containsExactly(10L, 11L);
    lost.arrived(15, 10, 20);
    assertThat(again(10)).containsExactly(13L, 14L);
  }

  @Test
  void shouldEndWhenAllThatHadBeenSentIsAcknowledged() {
    lost.arrived(12, 10, 20);
    again(10);
    lost.acknowledged(10, 19);
    lost.arrived(22, 19, 30);
    assertThat(again(19)).as("19 is still of the first recovery").containsExactly(19L, 20L, 21L);
    lost.acknowledged(19, 20);
    assertThat(again(20)).as("over").isEmpty();
    lost.arrived(24, 20, 30);
    assertThat(again(20)).as("a new one").containsExactly(20L, 21L, 23L);
  }

  @Test
  void shouldRepeatTheFirstAfterATimeoutAndWhatIsLostAgain() {
    lost.timedOut(5, 8);
    assertThat(again(5)).containsExactly(5L);
    lost.arrived(7, 5, 8);
    assertThat(again(5)).containsExactly(6L);
    lost.timedOut(5, 8);
    assertThat(again(5)).containsExactly(5L, 6L);
  }
}
