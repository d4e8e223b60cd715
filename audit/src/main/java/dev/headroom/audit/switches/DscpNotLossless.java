package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.host.InterfaceQos;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.stream.IntStream;

/** Rule that reports a port with a lossless class whose RoCE default DSCP maps to a lossy class. */
final class DscpNotLossless extends SwitchRule {
  DscpNotLossless() {
    super(
        RuleInfo.warning("switch.dscp-not-lossless")
            .title("RDMA's usual DSCP maps to a class with PFC")
            .inputs(ANY)
            .cause(
                "Packets are lossless only in a class with PFC. If RDMA's DSCP maps to another "
                    + "class, PFC protects an unused class, and RDMA packets are dropped when "
                    + "buffers fill.")
            .modes(25, 26)
            .source(
                "IEEE 802.1Q-2022, 36; DSCP 26 is what NVIDIA's and SONiC's guides give to RoCE;"
                    + " article S1:60, S3:159"));
  }

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    List<String> wrong = new ArrayList<>();
    List<Evidence> seen = new ArrayList<>();
    String what = "";
    OptionalInt other = OptionalInt.empty();
    boolean any = false;
    for (SwitchPort port : qos.ports().set()) {
      ReportedValue<SortedSet<Integer>> pfc = port.lossless();
      ReportedValue<Long> of = port.classes().of(InterfaceQos.USUAL_DSCP);
      if (!pfc.isReported() || pfc.get().isEmpty()) {
        continue;
      }
      if (of.matches(each -> pfc.get().contains((int) (long) each))) {
        any = true;
        to.pass();
        continue;
      }
      OptionalInt leading = leading(port, pfc.get());
      if (!of.isReported() && leading.isEmpty()) {
        continue;
      }
      any = true;
      wrong.add(port.name());
      seen.addAll(SwitchQos.evidenceOf(of, pfc));
      other = other.isPresent() ? other : leading;
      what =
          of.map(each -> "DSCP %d maps to class %d, but".formatted(InterfaceQos.USUAL_DSCP, each))
                  .orElse("the map has no DSCP %d, and".formatted(InterfaceQos.USUAL_DSCP))
              + " PFC is on for %s: ".formatted(classes(pfc.get()));
    }
    if (!any) {
      to.missingInput(host.name(), "the priorities with PFC of a port, and the class of DSCP 26");
    } else if (!wrong.isEmpty()) {
      to.finding(
              host.name(),
              "",
              what
                  + some(wrong)
                  + (other.isPresent() ? "; DSCP " + other.getAsInt() + " maps there" : ""))
          .severity(other.isPresent() ? Severity.INFO : Severity.WARNING)
          .addEvidence(seen.stream().distinct().toList())
          .fix(() ->
              Fix.advice(
                  "map RDMA's DSCP (NCCL_IB_TC >> 2, or the value set by mlnx_qos and "
                      + "cma_roce_tos) to the class with PFC, on this and every other switch; no "
                      + "action needed if RDMA has another DSCP that maps to that class"))
          .report();
    }
  }

  /** The first DSCP that leads to one of these classes. */
  private static OptionalInt leading(SwitchPort port, SortedSet<Integer> classes) {
    return IntStream.range(0, 64)
        .filter(dscp -> port.classes().of(dscp).matches(of -> classes.contains((int) (long) of)))
        .findFirst();
  }

  private static String classes(SortedSet<Integer> all) {
    return String.join(", ", all.stream().map(String::valueOf).toList());
  }
}
