package dev.headroom.audit.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CounterRuleTest {
  private static final Subject PORT = new Subject(SubjectKind.PORT, "mlx5_0/1");

  /** Only two readings of one boot, one after the other, say that a counter moves now. */
  @ParameterizedTest
  @CsvSource({
    "a, a, 100, 110, 40, 5000, WARNING, +4960",
    "a, b, 100, 20, 40, 5000, INFO, at an unknown time since",
    "a, b, 100, 20, 5000, 400, INFO, at an unknown time since",
    "a, a, 100, 110, 5000, 400, INFO, at an unknown time since",
    "a, a, 110, 100, 40, 5000, INFO, at an unknown time since",
    "a, a, 100, 100, 40, 5000, INFO, at an unknown time since",
    "a, a, 100, 110, 9223372036854775807, 9223372036854775809, WARNING, +2",
    "a, a, 100, 110, 40, 18446744073709551615, WARNING, +18446744073709551575",
    "a, b, 100, 20, 40, 18446744073709551615, INFO, mlx5_0/1 18446744073709551615",
  })
  void shouldTellWhatGrowsFromWhatOnceGrew(
      String boot,
      String laterBoot,
      String uptime,
      String laterUptime,
      String count,
      String laterCount,
      Severity severity,
      String words) {
    FactSet facts = new FactSet();
    say(facts, 1, Subject.host(), "sample.1.boot", boot);
    say(facts, 2, Subject.host(), "sample.2.boot", laterBoot);
    say(facts, 1, Subject.host(), "sample.1.uptime.s", uptime);
    say(facts, 2, Subject.host(), "sample.2.uptime.s", laterUptime);
    say(facts, 1, PORT, "counter.out_of_sequence", count);
    say(facts, 2, PORT, "counter.out_of_sequence", laterCount);

    List<Finding> findings =
        Audit.of(
                List.of(new HostFacts("n1", facts, List.of())),
                List.of(RuleCatalogue.named("counters.out-of-sequence").orElseThrow()))
            .getFirst()
            .findings();
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().severity()).isEqualTo(severity);
    assertThat(findings.getFirst().message()).contains(words);
  }

  private static void say(FactSet facts, int sample, Subject subject, String key, String value) {
    FactSource source = new FactSource("counters", sample, Optional.empty());
    facts.add(new Fact(subject, key, value, new Evidence(source, 1, value)));
  }
}
