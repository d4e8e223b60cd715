package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.CommandValueSyntax;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.List;
import java.util.Optional;

/**
 * Rule that reports a port without a link. One of many may be left open on purpose; all of them are
 * not. Cards are often bought with two ports where one is cabled: where all are used so, it is
 * worth a note.
 */
final class PortDown extends PortRule {
  PortDown() {
    super(
        RuleInfo.error("link.down")
            .title("RDMA ports have a link")
            .inputs(PORTS)
            .cause(
                "The port cannot send. POLLING: it finds no link partner (no cable, no light, or "
                    + "another speed or FEC at the remote end). DISABLED: it was disabled. INIT: "
                    + "it waits for a subnet manager.")
            .modes(36)
            .source("InfiniBand Architecture Specification 1.7, 7.2.7; NVIDIA/nccl#1935"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, FindingCollector to) {
    var state = port.state();
    if (!state.isReported()) {
      byInterface(host, port, to);
      return;
    }
    Optional<Fact> other = changed(host, port);
    if (other.isPresent()) {
      comesAndGoes(host, port, other.get(), to);
      return;
    }
    if (state.matches(PortDown::isActive)) {
      to.pass();
      return;
    }
    boolean others = host.rdmaPorts().stream().anyMatch(AdapterCards::isActive);
    String physical = port.physicalState().orElse("");
    boolean manager = state.matches(word -> word.startsWith("INIT") || word.startsWith("ARM"));
    boolean spare = !manager && AdapterCards.of(host).isSpare(port);
    to.finding(
            host.name(),
            name(port),
            "it is %s%s%s"
                .formatted(
                    state.get(),
                    physical.isEmpty() ? "" : ", its link " + physical,
                    spare ? "; another port of its card is in use, so it may be spare" : ""))
        .severity(spare ? Severity.INFO : others && !manager ? Severity.WARNING : Severity.ERROR)
        .addEvidence(state.findEvidence().stream().toList())
        .addEvidence(port.physicalState().findEvidence().stream().toList())
        .fix(() ->
            Fix.advice(
                manager
                    ? "check that a subnet manager runs in the fabric (sminfo)"
                    : "check cable and transceiver (%s), the switch port, and whether"
                            .formatted(opticsOf(host, port))
                        + " the interface is up; remove it from NCCL_IB_HCA if it is a spare"))
        .report();
  }

  /** Where only the state of the interface is known, as from ibdev2netdev. */
  private void byInterface(HostFacts host, RdmaPort port, FindingCollector to) {
    ReportedValue<String> operstate = operstate(host, port);
    if (!operstate.matches(word -> word.equalsIgnoreCase("down"))) {
      if (operstate.isReported()) {
        to.pass();
      } else {
        to.missingInput(host.name(), PORTS);
      }
      return;
    }
    String netdev = port.netdev().get().strip();
    boolean spare =
        host.rdmaPorts().stream()
            .filter(other -> operstate(host, other).matches(word -> word.equalsIgnoreCase("up")))
            .anyMatch(other -> isBeside(netdev, other.netdev().get().strip()));
    to.finding(
            host.name(),
            name(port),
            "its interface %s is down%s"
                .formatted(
                    netdev,
                    spare ? "; another port of its card is in use, so it may be spare" : ""))
        .severity(spare ? Severity.INFO : Severity.WARNING)
        .addEvidence(operstate.findEvidence().stream().toList())
        .fix(() ->
            Fix.advice(
                "check cable and transceiver (%s), the switch port, and ip link set %s up"
                    .formatted(opticsOf(host, port), CommandValueSyntax.INTERFACE.checked(netdev))))
        .report();
  }

  private static ReportedValue<String> operstate(HostFacts host, RdmaPort port) {
    return port.netdev().isReported()
        ? host.facts().text(Subject.netdev(port.netdev().get().strip()), "operstate")
        : ReportedValue.unreported("the interface of " + port.device());
  }

  /** Whether two names differ in the port of the card only: {@code ens1f0np0, ens1f1np1}. */
  private static boolean isBeside(String one, String other) {
    String card = "f\\d(?:np\\d)?$";
    return !one.equals(other)
        && !one.equals(one.replaceFirst(card, ""))
        && one.replaceFirst(card, "").equals(other.replaceFirst(card, ""));
  }

  /** What shows a module: every maker's driver tells ethtool, NVIDIA's tool knows more. */
  private static String opticsOf(HostFacts host, RdmaPort port) {
    return isOfNvidia(host, port)
        ? "mlxlink -d %s -m".formatted(CommandValueSyntax.RDMA_DEVICE.checked(port.device()))
        : port.netdev().isReported()
            ? "ethtool -m " + CommandValueSyntax.INTERFACE.checked(port.netdev().get().strip())
            : "ethtool -m of its interface";
  }

  /**
   * Where systemd names devices by their place ({@code ibp12s0}, {@code rocep12s0f0}), their
   * hardware tells: {@code MT4129}.
   */
  private static boolean isOfNvidia(HostFacts host, RdmaPort port) {
    return port.device().startsWith("mlx")
        || host.rdmaDevices().stream()
            .filter(device -> device.name().equals(port.device()))
            .anyMatch(device -> device.hardware().matches(type -> type.startsWith("MT")));
  }

  private static boolean isActive(String word) {
    return word.startsWith("ACTIVE");
  }

  /**
   * What a later reading in the same file says, where that is another thing; files have no order.
   */
  private static Optional<Fact> changed(HostFacts host, RdmaPort port) {
    List<Fact> readings = host.facts().all(port.subject(), RdmaKeys.STATE);
    if (readings.isEmpty()) {
      return Optional.empty();
    }
    Fact first = readings.getFirst();
    return readings.stream()
        .filter(each -> each.evidence().source().equals(first.evidence().source()))
        .filter(each -> isActive(each.value()) != isActive(first.value()))
        .findFirst();
  }

  private void comesAndGoes(HostFacts host, RdmaPort port, Fact other, FindingCollector to) {
    to.finding(
            host.name(),
            name(port),
            "it is %s, and %s later in the same file".formatted(port.state().get(), other.value()))
        .severity(Severity.WARNING)
        .cause("A flapping link delays transfers until retries succeed or are exhausted.")
        .addEvidence(port.state().findEvidence().stream().toList())
        .addEvidence(other.evidence())
        .fix(() ->
            Fix.advice(
                "check cable and transceiver (%s), and find the time of the link loss in dmesg"
                    .formatted(opticsOf(host, port))))
        .report();
  }
}
