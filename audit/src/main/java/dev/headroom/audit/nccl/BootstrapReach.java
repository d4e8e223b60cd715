package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.audit.fix.ManualStep;
import dev.headroom.audit.nccl.BootstrapAddress.Reach;
import dev.headroom.formats.host.HostFacts;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Rule that reports bootstrap addresses that other nodes cannot reach: loopback, a bridge, a
 * link-local address, or networks that do not meet.
 */
final class BootstrapReach extends JobRule {
  private static final String VARIABLE = "NCCL_SOCKET_IFNAME";
  private static final int MOST = 4;

  BootstrapReach() {
    super(
        RuleInfo.error("nccl.bootstrap-address")
            .title("the bootstrap addresses of all ranks reach each other")
            .inputs(LOG + ", with its lines 'Bootstrap : Using'")
            .cause(
                "Ranks exchange their addresses over TCP before any RDMA, on the interface that "
                    + "the line names. A loopback address or a bridge ends at its own machine. "
                    + "A link-local address (fe80, 169.254) is valid on one link only. Ranks "
                    + "that wait at such addresses hang, or fail to connect.")
            .source(
                "NCCL environment variables, NCCL_SOCKET_IFNAME; NVIDIA/nccl, src/bootstrap.cc, "
                    + "src/misc/socket.cc; RFC 4291, 2.5.6; RFC 3927; NVIDIA/nccl#1291"));
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    List<BootstrapAddress> addresses = BootstrapAddress.of(log);
    if (log.reached(JobStage.INITIALIZED) || (log.isOneNode() && !log.hasSeveralNodes())) {
      to.pass();
    } else if (addresses.isEmpty()) {
      to.missingInput(host.name(), "a job's log with the line 'Bootstrap : Using'");
    } else if (isUnreachable(addresses)) {
      unreachable(host, log, addresses, to);
    } else {
      apart(addresses).ifPresentOrElse(pair -> apart(host, log, pair, to), to::pass);
    }
  }

  private static boolean isUnreachable(List<BootstrapAddress> addresses) {
    return addresses.stream().anyMatch(each -> !each.reach().isRoutable())
        || kinds(addresses).size() > 1;
  }

  private static Set<Reach> kinds(List<BootstrapAddress> addresses) {
    return addresses.stream()
        .map(BootstrapAddress::reach)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void unreachable(
      HostFacts host, JobLog log, List<BootstrapAddress> addresses, FindingCollector to) {
    boolean several = log.hasSeveralNodes();
    boolean mixed = several && kinds(addresses).size() > 1;
    List<BootstrapAddress> shown =
        addresses.stream()
            .collect(
                Collectors.toMap(
                    each -> mixed ? each.reach().words() : each.host(),
                    each -> each,
                    (one, _) -> one,
                    LinkedHashMap::new))
            .values()
            .stream()
            .sorted(Comparator.comparing(BootstrapAddress::reach))
            .limit(MOST)
            .toList();
    String words = shown.stream().map(BootstrapAddress::words).collect(Collectors.joining(", "));
    to.finding(
            host.name(),
            log.part(),
            mixed
                ? "bootstrap addresses do not reach each other: " + words
                : several
                    ? "other nodes cannot reach the bootstrap address: " + words
                    : "other nodes cannot reach the bootstrap address: "
                        + words
                        + "; this is harmless on one node")
        .severity(several ? Severity.ERROR : Severity.WARNING)
        .addEvidence(shown.stream().map(BootstrapAddress::evidence).toList())
        .fix(() -> fix(addresses))
        .report();
  }

  /** The interface that has a routable address, if there is one such name. */
  private static Fix fix(List<BootstrapAddress> addresses) {
    Set<String> usable =
        addresses.stream()
            .filter(each -> each.reach().isRoutable())
            .map(BootstrapAddress::nic)
            .collect(Collectors.toCollection(TreeSet::new));
    String check =
        "run ip -br addr on each node: the interface needs a routable address there; "
            + "NCCL_SOCKET_FAMILY=AF_INET keeps NCCL to IPv4";
    return usable.size() == 1
        ? Fix.of(new JobVariable(VARIABLE, "=" + usable.iterator().next()), ManualStep.of(check))
        : Fix.advice(
            "set NCCL_SOCKET_IFNAME to an interface that all nodes reach, such as the one of "
                + "their default route; "
                + check);
  }

  private static Optional<List<BootstrapAddress>> apart(List<BootstrapAddress> addresses) {
    return addresses.stream()
        .flatMap(
            one -> addresses.stream().filter(one::isApartFrom).map(other -> List.of(one, other)))
        .findFirst();
  }

  private static void apart(
      HostFacts host, JobLog log, List<BootstrapAddress> pair, FindingCollector to) {
    to.finding(
            host.name(),
            log.part(),
            "bootstrap addresses are in different networks: "
                + pair.stream().map(BootstrapAddress::words).collect(Collectors.joining(", ")))
        .severity(Severity.WARNING)
        .addEvidence(pair.stream().map(BootstrapAddress::evidence).toList())
        .cause(
            "Nothing in the log shows that the ranks connected. The addresses are in private "
                + "networks that often have no route between them, such as those of two "
                + "interfaces. Ranks then hang, or fail to connect.")
        .fix(() ->
            Fix.advice(
                "from each node run ip route get with the other's address; if there is no route, "
                    + "set NCCL_SOCKET_IFNAME to the interface of one network on all nodes"))
        .report();
  }
}
