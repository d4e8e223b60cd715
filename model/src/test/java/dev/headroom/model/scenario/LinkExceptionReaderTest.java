package dev.headroom.model.scenario;

import static dev.headroom.model.scenario.Scenarios.bad;
import static dev.headroom.model.scenario.Scenarios.good;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Link;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Links of a built fabric that are not like the others. */
final class LinkExceptionReaderTest {
  @Test
  void shouldReadLinksThatAreNotLikeTheOthers() {
    String fabric =
        """
        fabric:
          topology: leaf-spine
          links:
            rate: 400Gbps
            exceptions:
              - {%s}
              - {link: host-1/leaf-0, loss: 0.01, bitErrors: 1e-9}
        workload: permutation
        """;
    Scenario slow = good(fabric.formatted("link: leaf-*/spine-0, rate: 100Gbps, delay: 3us"));
    assertThat(
            slow.fabric().links().stream()
                .filter(link -> link.rate().equals(Rate.ofGbps(100)))
                .map(link -> slow.fabric().nodes().get(link.b()).name()))
        .containsExactly("spine-0", "spine-0", "spine-0", "spine-0");
    assertThat(slow.fabric().links().get(16).delay()).isEqualTo(Time.parse("3us"));
    assertThat(slow.fabric().links().get(17).delay()).isNotEqualTo(Time.parse("3us"));
    assertThat(slow.fabric().links().get(1).loss()).isEqualTo(0.01);
    Scenarios.assertEqual(good(ScenarioWriter.write(slow)), slow);
    assertThat(
            good(fabric.formatted("link: leaf-2/spine-3#0, cable: 2km"))
                .fabric()
                .links()
                .get(16 + 11)
                .delay())
        .isEqualTo(new Time(Link.delayPs(2_000)));
    assertThat(bad(fabric.formatted("link: leaf-0/spnie-0, rate: 100Gbps")).getFirst().toString())
        .contains("fabric.links.exceptions.link", "did you mean 'leaf-0/spine-0'");
    assertThat(bad(fabric.formatted("link: leaf-*/spine-9, rate: 100Gbps"))).hasSize(1);
    assertThat(bad(fabric.formatted("link: leaf-0/spine-0")).getFirst().what()).contains("nothing");
    assertThat(bad(fabric.formatted("rate: 100Gbps")).getFirst().what()).contains("missing");
    assertThat(bad(fabric.formatted("link: leaf-0/spine-0, rate: 1Mbps")).getFirst().what())
        .contains("outside");
    assertThat(bad(fabric.formatted("link: leaf-0/spine-0, uplinkRate: 10Gbps"))).hasSize(1);
    assertThat(bad(fabric.formatted("link: leaf-0/spine-0, cable: 1m, delay: 1us"))).hasSize(1);
  }

  /** What an exception does not say is as it is for all links, or as an earlier one has it. */
  @ParameterizedTest
  @CsvSource({
    "'rate: 100Gbps',                100, 1us, 0.001, 1e-10",
    "'delay: 3us',                    25, 3us, 0.001, 1e-10",
    "'loss: 0.5',                     25, 1us, 0.5,   1e-10",
    "'bitErrors: 1e-9',               25, 1us, 0.001, 1e-9",
    "'cable: 198m',                   25, 1us, 0.001, 1e-10",
    "'rate: 100Gbps, loss: 0',       100, 1us, 0,     1e-10",
  })
  void shouldLeaveTheRestOfALinkAloneThatIsNotLikeTheOthers(
      String told, long gbps, String delay, double loss, double bitErrors) {
    String fabric =
        """
        fabric:
          topology: leaf-spine
          links:
            rate: 25Gbps
            delay: 1us
            loss: 0.001
            bitErrors: 1e-10
            exceptions:
              - {link: leaf-0/spine-1, %s}
              - {link: leaf-0/spine-0, rate: 10Gbps}
              - {link: leaf-0/spine-0, %s}
        workload: permutation
        """
            .formatted(told, told);
    List<Link> links = good(fabric).fabric().links();
    Link link = links.get(17);
    assertThat(link.rate()).isEqualTo(Rate.ofGbps(gbps));
    assertThat(link.delay()).isEqualTo(Time.parse(delay));
    assertThat(link.loss()).isEqualTo(loss);
    assertThat(link.bitErrors()).isEqualTo(bitErrors);
    assertThat(links.get(16).rate()).isEqualTo(Rate.ofGbps(gbps == 25 ? 10 : gbps));
    assertThat(links.get(16).delay()).isEqualTo(link.delay());
  }
}
