package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.price.Pricing;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kmin against the state of the buffer in which a pause comes first. The healthy switch has two
 * ports with two lossless classes, alpha 1, and shares 29,852,544 of 30,000,000 bytes: one ingress
 * is paused at 36,864 + 29,852,544 / 2 = 14,963,136 with nothing else in the buffer, and at
 * 1,529,491 with 90 % of it used; the paper's bound is (36,864 + 29,852,544) / (2 (1 + 2)) =
 * 4,981,568.
 */
final class MarksBeforePausesTest {
  private static final String RULE = "switch.ecn-before-pfc";

  private static HostFacts leaf(long kmin) {
    return Healthy.switchOf()
        .with("config_db.json", "WRED_PROFILE", "\"250000\"", "\"" + kmin + "\"")
        .with("config_db.json", "WRED_PROFILE", "\"1048576\"", "\"40000000\"")
        .facts("leaf1");
  }

  private static RuleOutcome outcome(long kmin) {
    return Audit.of(List.of(leaf(kmin)), List.of(RuleCatalogue.named(RULE).orElseThrow()))
        .getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5000000|INFO|the switch pauses first once other ingresses use 66.7 % of the buffer",
        "14900000|INFO|the switch pauses first once other ingresses use 0.4 % of the buffer",
        "15000000|ERROR|the switch always pauses first"
      })
  void shouldNameTheStateInWhichAPauseComesFirst(long kmin, Severity severity, String state) {
    assertThat(outcome(kmin).findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(severity);
          assertThat(finding.message())
              .contains("14963136 bytes with an empty shared buffer", "1529491 with 90 %", state)
              .endsWith("the paper's bound, below which the switch always marks first, is 4981568");
        });
  }

  /** What passes is told with its numbers, too. */
  @Test
  void shouldTellTheNumbersOfWhatPasses() {
    RuleOutcome outcome = outcome(4_900_000);

    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.passedBy())
        .singleElement()
        .satisfies(told -> {
          assertThat(told.host()).isEqualTo("leaf1");
          assertThat(told.text())
              .startsWith("LOSSLESS: Kmin is 4900000 bytes")
              .contains("once other ingresses use 67.4 % of the buffer")
              .endsWith("is 4981568");
        });
  }

  /** The price is of the value that the fix names. */
  @Test
  void shouldPriceTheValueThatTheFixNames() {
    Finding finding = outcome(20_000_000).findings().getFirst();
    Price price = new Pricing().priced(leaf(20_000_000), finding, List.of(finding)).cost().price();

    assertThat(finding.remedy().fix().steps().toString())
        .contains("green_min_threshold to 746313 bytes");
    assertThat(price)
        .isInstanceOfSatisfying(
            Price.Modelled.class,
            run -> assertThat(run.commandFixed()).contains("congestion.kmin=746313B"));
    assertThat(finding.remedy().fix()).isNotEqualTo(Fix.NONE);
  }
}
