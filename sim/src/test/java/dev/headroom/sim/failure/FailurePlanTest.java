package dev.headroom.sim.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.unit.Time;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FailurePlanTest {
  private static LinkEvent down(int link, long atPs) {
    return new LinkEvent(new Time(atPs), link, false);
  }

  private static LinkEvent up(int link, long atPs) {
    return new LinkEvent(new Time(atPs), link, true);
  }

  /** As text: when, how many links change, who is known to be down nearby and everywhere. */
  private static List<String> moments(long detection, long convergence, LinkEvent... events) {
    return new FailurePlan(List.of(events), detection, convergence)
        .moments().stream()
            .map(m ->
                "%d: %d, %s %s%s"
                    .formatted(
                        m.atPs(),
                        m.links().size(),
                        m.noticed(),
                        m.converged(),
                        m.routes() ? "" : " (as before)"))
            .toList();
  }

  @Test
  void shouldTellThoseBesideTheLinkFirst() {
    assertThat(moments(10, 50, down(3, 100)))
        .containsExactly("100: 1, {} {} (as before)", "110: 0, {3} {}", "150: 0, {3} {3}");
  }

  @Test
  void shouldDoAllAtOnceWithoutDelays() {
    assertThat(moments(0, 0, down(3, 100), down(4, 100), up(3, 200)))
        .containsExactly("100: 2, {3, 4} {3, 4}", "200: 1, {4} {4}");
  }

  @Test
  void shouldNotNoticeWhatIsOverBefore() {
    assertThat(moments(10, 50, down(3, 100), up(3, 105)))
        .containsExactly("100: 1, {} {} (as before)", "105: 1, {} {} (as before)");
  }

  @Test
  void shouldNotConvergeOnWhatHasPassed() {
    assertThat(moments(10, 50, down(3, 100), up(3, 120)))
        .containsExactly(
            "100: 1, {} {} (as before)",
            "110: 0, {3} {}",
            "120: 1, {3} {} (as before)",
            "130: 0, {} {}");
  }

  /** A flap that was over before anybody looked does not make the next one known sooner. */
  @Test
  void shouldNoticeEachTimeAfresh() {
    assertThat(moments(50, 50, down(3, 100), up(3, 101), down(3, 149), up(3, 400)))
        .containsExactly(
            "100: 1, {} {} (as before)",
            "101: 1, {} {} (as before)",
            "149: 1, {} {} (as before)",
            "199: 0, {3} {3}",
            "400: 1, {3} {3} (as before)",
            "450: 0, {} {}");
    assertThat(moments(10, 60, down(3, 100), up(3, 120), down(3, 140)))
        .containsExactly(
            "100: 1, {} {} (as before)",
            "110: 0, {3} {}",
            "120: 1, {3} {} (as before)",
            "130: 0, {} {}",
            "140: 1, {} {} (as before)",
            "150: 0, {3} {}",
            "200: 0, {3} {3}");
  }

  @Test
  void shouldKnowFromTheStartWhatIsDownFromTheStart() {
    assertThat(moments(10, 50, down(3, 0))).containsExactly("0: 1, {3} {3}");
  }
}
