package dev.headroom.audit.switches;

import dev.headroom.audit.host.InterfaceQos;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.switches.SwitchQos;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Class of RDMA's DSCP at the two ends of a link, and the classes that each end pauses.
 *
 * @param hostPriority the priority that the host gives it
 * @param switchClass the class that the switch's port gives it
 */
record RdmaClass(
    int dscp,
    ReportedValue<Long> hostPriority,
    ReportedValue<Long> switchClass,
    SortedSet<Integer> hostPfc,
    List<Evidence> hostPfcEvidence,
    ReportedValue<SortedSet<Integer>> switchPfc) {

  /** None where the host says nothing of how it sorts. */
  static Optional<RdmaClass> of(HostSwitchLinks.Link link) {
    int dscp = InterfaceQos.dscp(link.host()).orElse(InterfaceQos.USUAL_DSCP);
    return InterfaceQos.of(link.host()).stream()
        .filter(each -> each.name().equals(link.nic()))
        .findFirst()
        .map(qos ->
            new RdmaClass(
                dscp,
                qos.priority(dscp),
                link.qos().port(link.port()).classes().of(dscp),
                new TreeSet<>(qos.lossless()),
                qos.pfcEvidence(),
                link.qos().port(link.port()).lossless()));
  }

  boolean differs() {
    return hostPriority.isReported()
        && switchClass.isReported()
        && !hostPriority.get().equals(switchClass.get());
  }

  /**
   * Whether PFC differs since the class does: each end pauses the class that it puts RDMA into, and
   * but for that both pause the same.
   */
  boolean explainsPfcDifference() {
    if (!differs() || !switchPfc.isReported() || switchPfc.get().containsAll(hostPfc)) {
      return false;
    }
    int mine = Math.toIntExact(hostPriority.get());
    int its = Math.toIntExact(switchClass.get());
    SortedSet<Integer> rest = new TreeSet<>(hostPfc);
    SortedSet<Integer> others = new TreeSet<>(switchPfc.get());
    return rest.remove(mine) && others.remove(its) && others.containsAll(rest);
  }

  /** The lines that say what each end pauses. */
  List<Evidence> pfcEvidence() {
    List<Evidence> seen = new ArrayList<>(hostPfcEvidence);
    seen.addAll(SwitchQos.evidenceOf(switchPfc));
    return seen;
  }
}
