package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.rules.Rules;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DifferenceTest {
  private static Report report(Healthy host) {
    return Report.of(
        List.of("node1"),
        List.of(),
        Audit.of(List.of(host.facts("node1")), Rules.all()),
        Waivers.NONE);
  }

  private final Healthy healthy = Healthy.host();
  private final Healthy slow =
      healthy.with("lspci.txt", "14:00.0 Ethernet", "Speed 32GT/s (ok)", "Speed 16GT/s (x)");

  @Test
  void shouldTellWhatCameAndWhatWent() {
    Difference worse = Difference.of(report(healthy), report(slow));
    assertThat(worse.appeared()).extracting(Finding::rule).containsExactly("pcie.nic-link-speed");
    Difference better = Difference.of(report(slow), report(healthy));
    assertThat(better.gone()).extracting(Finding::rule).containsExactly("pcie.nic-link-speed");
    assertThat(better.appeared()).isEmpty();
  }

  @Test
  void shouldSeeThatTheSameFindingSaysSomethingElse() {
    Healthy slower =
        healthy.with("lspci.txt", "14:00.0 Ethernet", "Speed 32GT/s (ok)", "Speed 8GT/s (x)");
    assertThat(Difference.of(report(slow), report(slower)).changed()).hasSize(1);
    assertThat(Difference.of(report(slow), report(slow)).same()).isEqualTo(1);
  }

  @Test
  void shouldNotTakeAMissingFileForACure() {
    Healthy blind =
        healthy.with("lspci.txt", "14:00.0 Ethernet", "LnkSta:\tSpeed 32GT/s (ok), ", "LnkSta:\t");
    Difference difference = Difference.of(report(slow), report(blind));
    assertThat(difference.gone()).isEmpty();
    assertThat(difference.unseen()).hasSize(1);
  }
}
