package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A rule that fails takes nothing away from the others, and says so. */
final class AuditTest {
  private static final class Good extends HostRule {
    Good() {
      super(RuleInfo.info("test.good").title("good").inputs("").cause("").source(""));
    }

    @Override
    protected void judge(HostFacts host, FindingCollector to) {
      to.finding(host.name(), "", "found").report();
    }
  }

  private static final class Bad extends HostRule {
    Bad() {
      super(RuleInfo.info("test.bad").title("bad").inputs("").cause("").source(""));
    }

    @Override
    protected void judge(HostFacts host, FindingCollector to) {
      to.finding(host.name(), "", "half of it").report();
      throw new IllegalStateException("stumbled");
    }
  }

  private static final class BadOverAll extends FleetRule<String> {
    private final boolean atTheEnd;

    BadOverAll(Function<HostFacts, String> notes, boolean atTheEnd) {
      super(RuleInfo.info("test.all").title("all").inputs("").cause("").source(""), notes);
      this.atTheEnd = atTheEnd;
    }

    @Override
    protected void judge(List<String> hosts, FindingCollector to) {
      if (atTheEnd) {
        throw new IllegalStateException("stumbled");
      }
      to.pass();
    }
  }

  private static String stumble(HostFacts host) {
    throw new IllegalStateException("stumbled over " + host.name());
  }

  @Test
  void shouldGoOnWhereARuleFails() {
    List<Rule> rules =
        List.of(
            new Bad(),
            new BadOverAll(AuditTest::stumble, false),
            new BadOverAll(HostFacts::name, true),
            new Good());
    List<RuleOutcome> outcomes = Audit.of(List.of(HostFacts.of("node1", List.of())), rules);
    assertThat(outcomes)
        .extracting(outcome -> outcome.findings().size())
        .containsExactly(0, 0, 0, 1);
    assertThat(outcomes.subList(0, 3))
        .allSatisfy(outcome ->
            assertThat(outcome.notChecked())
                .singleElement()
                .satisfies(absence ->
                    assertThat(absence.input()).startsWith(Audit.FAULT).contains("stumbled")));
    assertThat(outcomes.getLast().notChecked()).isEmpty();
  }
}
