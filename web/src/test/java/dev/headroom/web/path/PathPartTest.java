package dev.headroom.web.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.sim.measure.NicStallCause;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds a NIC up, and what judges a part, is told of one part. */
final class PathPartTest {
  @Test
  void shouldTellEachCauseOfOnePart() {
    List<NicStallCause> all =
        Arrays.stream(PathPart.values()).flatMap(part -> part.causes().stream()).toList();
    assertThat(all).containsExactlyInAnyOrder(NicStallCause.values());
  }

  @Test
  void shouldJudgeEachPart() {
    for (PathPart part : PathPart.values()) {
      assertThat(
              RuleCatalogue.all().stream()
                  .filter(rule -> PathPart.of(rule.info().id()).filter(part::equals).isPresent()))
          .as("%s", part)
          .isNotEmpty();
    }
  }

  @Test
  void shouldTakeTheLongestBeginning() {
    assertThat(PathPart.of("pcie.acs-redirect")).contains(PathPart.ROOT);
    assertThat(PathPart.of("pcie.max-read-request")).contains(PathPart.LINK);
    assertThat(PathPart.of("nccl.net-socket")).isEmpty();
  }
}
