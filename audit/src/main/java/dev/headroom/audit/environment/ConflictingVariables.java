package dev.headroom.audit.environment;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Rule that reports two job variables of which one disables the other, or that exclude each other.
 */
final class ConflictingVariables extends HostRule {
  private record Pair(
      String one,
      String other,
      BiPredicate<String, String> conflict,
      String message,
      String unset) {}

  private static final String IDLE = "with the first, the second has no effect";

  private static final List<Pair> PAIRS =
      List.of(
          new Pair(
              "NCCL_IB_DISABLE", "NCCL_IB_HCA", ConflictingVariables::on, IDLE, "NCCL_IB_DISABLE"),
          new Pair(
              "NCCL_IB_DISABLE", "NCCL_IB_TC", ConflictingVariables::on, IDLE, "NCCL_IB_DISABLE"),
          new Pair("NCCL_NET", "NCCL_IB_HCA", ConflictingVariables::sockets, IDLE, "NCCL_NET"),
          new Pair(
              "NCCL_P2P_DISABLE",
              "NCCL_P2P_LEVEL",
              ConflictingVariables::direct,
              IDLE,
              "NCCL_P2P_DISABLE"),
          new Pair(
              "NCCL_MIN_NCHANNELS",
              "NCCL_MAX_NCHANNELS",
              ConflictingVariables::above,
              "the minimum is above the maximum",
              "NCCL_MIN_NCHANNELS"),
          new Pair(
              "NCCL_MIN_CTAS",
              "NCCL_MAX_CTAS",
              ConflictingVariables::above,
              "the minimum is above the maximum",
              "NCCL_MIN_CTAS"));

  ConflictingVariables() {
    super(
        RuleInfo.warning("nccl.contradiction")
            .title("the job's variables do not contradict each other")
            .inputs(VariableRule.ENVIRONMENT)
            .cause("One of the two settings has no effect, and NCCL prints no warning.")
            .source("NCCL User Guide, Environment Variables"));
  }

  private static boolean on(String one, String other) {
    return one.matches("[1-9]\\d*") && !other.isEmpty();
  }

  /** NCCL itself says that the level is LOC where direct traffic is switched off. */
  private static boolean direct(String off, String level) {
    return on(off, level) && !level.matches("LOC|0");
  }

  private static boolean sockets(String one, String other) {
    return one.equalsIgnoreCase("Socket") && !other.isEmpty();
  }

  private static boolean above(String least, String most) {
    return least.matches("\\d{1,6}")
        && most.matches("\\d{1,6}")
        && Integer.parseInt(least) > Integer.parseInt(most);
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    if (host.facts().subjects(SubjectKind.ENV).isEmpty()) {
      to.missingInput(host.name(), VariableRule.ENVIRONMENT);
      return;
    }
    boolean clean = true;
    for (Pair pair : PAIRS) {
      ReportedValue<String> one = host.environment(pair.one());
      ReportedValue<String> other = host.environment(pair.other());
      if (one.isReported()
          && other.isReported()
          && pair.conflict().test(one.get().strip(), other.get().strip())) {
        clean = false;
        to.finding(
                host.name(),
                pair.one(),
                "%s=%s and %s=%s: %s"
                    .formatted(pair.one(), one.get(), pair.other(), other.get(), pair.message()))
            .addEvidence(one.findEvidence().stream().toList())
            .addEvidence(other.findEvidence().stream().toList())
            .fix(() -> Fix.of(new JobVariable(pair.unset(), "")))
            .report();
      }
    }
    if (clean) {
      to.pass();
    }
  }
}
