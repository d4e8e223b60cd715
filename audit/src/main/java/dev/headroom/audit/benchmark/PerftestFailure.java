package dev.headroom.audit.benchmark;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.container.PinnedMemoryFix;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Rule that reports a failed perftest run over one connection. */
public final class PerftestFailure extends HostRule {
  private static final String OUTPUT = "the output of ib_write_bw or another perftest test";
  private static final Pattern FAILED = Pattern.compile("\\s*Failed status (\\d+):.*");

  private static final Pattern NOT_MADE =
      Pattern.compile(
          "(?i)\\s*(?:Couldn't allocate|Failed to create|Unable to create) (MR|QP|CQ|PD)\\b.*");

  /** The two ends knew of each other, or one of them did, and made no connection. */
  private static final Pattern NOT_JOINED =
      Pattern.compile(
          "\\s*(?:Failed to modify QP(?: \\d+)? to RT[RS]|Unable to Connect the HCA's through the link|.*Couldn't read remote address).*");

  /** Nothing answered where the two ends tell each other of their queue pairs, over TCP. */
  private static final Pattern NOT_REACHED =
      Pattern.compile("\\s*Couldn't connect to (\\S+):(\\d+).*");

  private static final Pattern OF_GPU = Pattern.compile("(?i).*\\bcuda\\b.*|.*error=9[35]\\b.*");

  private static final Pattern NO_DEVICE =
      Pattern.compile("\\s*(?:Did not detect devices|Unable to find the Infiniband/RoCE device).*");

  /** {@code fe80} as perftest prints the bytes of a GID, in decimal numbers. */
  private static final String LINK_LOCAL = "254:128:";

  public PerftestFailure() {
    super(
        RuleInfo.warning("job.perftest-failed")
            .title("perftest tests complete")
            .inputs(OUTPUT)
            .cause(
                "Status 12 means that the retry count is exceeded. No response arrived: the GID "
                    + "is not routable, the path drops packets of that size, or the peer was "
                    + "stopped. Status 13 means that the peer is not ready to receive; 4, 10 and "
                    + "11 mean that the NIC may not access the memory.")
            .source(
                "ibv_poll_cq(3), enum ibv_wc_status; linux-rdma/perftest#262, #280, #295, #346;"
                    + " Mellanox/k8s-rdma-sriov-dev-plugin#29, k8snetworkplumbingwg/sriov-network-device-plugin#590"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    FactSet facts = host.facts();
    boolean any = false;
    for (Subject test : facts.subjects(SubjectKind.MEASUREMENT)) {
      if (!test.name().startsWith("perftest at ")) {
        continue;
      }
      any = true;
      Optional<Fact> failed = note(facts, test, FAILED);
      Optional<Fact> notMade = note(facts, test, NOT_MADE);
      Optional<Fact> notJoined = note(facts, test, NOT_JOINED);
      Optional<Fact> notReached = note(facts, test, NOT_REACHED);
      Optional<Fact> noDevice = note(facts, test, NO_DEVICE);
      if (noDevice.isPresent()) {
        noDevice(host, noDevice.get(), to);
      } else if (notReached.isPresent()) {
        notReached(host, notReached.get(), to);
      } else if (failed.isEmpty() && notMade.isPresent()) {
        notMade(host, test, notMade.get(), to);
      } else if (failed.isEmpty() && notJoined.isPresent()) {
        notJoined(host, test, notJoined.get(), to);
      } else if (failed.isEmpty()) {
        to.pass();
      } else {
        report(host, test, failed.get(), to);
      }
    }
    if (!any) {
      to.missingInput(host.name(), OUTPUT);
    }
  }

  private static Optional<Fact> note(FactSet facts, Subject test, Pattern such) {
    return facts.all(test, "note").stream()
        .filter(note -> such.matcher(note.value()).matches())
        .findFirst();
  }

  private static void noDevice(HostFacts host, Fact note, FindingCollector to) {
    to.finding(host.name(), "", "a perftest test found no RDMA device")
        .cause(
            "If rdma link or /sys/class/infiniband shows a device, the program cannot open it "
                + "(/dev/infiniband is missing), or its library does not support it (ibv_devinfo "
                + "prints a warning).")
        .addEvidence(note.evidence())
        .fix(() ->
            Fix.advice(
                "compare ls /sys/class/infiniband, ls /dev/infiniband and ibv_devinfo, in the "
                    + "container and on the host"))
        .report();
  }

  private static void notReached(HostFacts host, Fact note, FindingCollector to) {
    Matcher peer = NOT_REACHED.matcher(note.value());
    String place = peer.matches() ? " at " + peer.group(1) + ", TCP port " + peer.group(2) : "";
    to.finding(host.name(), "", "a perftest client did not reach its server" + place)
        .cause(
            "The two ends first exchange their queue pair data over TCP. No server listened at "
                + "that address: it was not started, uses another port (-p) or had ended. Or a "
                + "firewall blocks the port.")
        .addEvidence(note.evidence())
        .fix(() ->
            Fix.advice(
                "start the server first, without an address, with the same options and -p; then "
                    + "check with nc -vz that this port is reachable"))
        .report();
  }

  private static void notJoined(HostFacts host, Subject test, Fact note, FindingCollector to) {
    List<Evidence> local = linkLocal(host, test);
    to.finding(
            host.name(),
            "",
            "a perftest test could not connect its queue pairs"
                + (local.isEmpty() ? "" : ", and one of its GIDs is link-local"))
        .cause(
            "To connect a queue pair the kernel needs a route to the remote GID. There is no "
                + "route if the two GIDs have different types or networks, if an interface is "
                + "down or has no address, or if the other end had ended before. In that case "
                + "the other end's output shows why.")
        .addEvidence(note.evidence())
        .addEvidence(local)
        .fix(() ->
            Fix.advice(
                "read the other end's output; compare show_gids of both ends and select RoCE v2 "
                    + "GIDs in one network (-x), or let the connection manager choose (-R); ip route "
                    + "get shows the route to the other end's address"))
        .report();
  }

  private static void notMade(HostFacts host, Subject test, Fact note, FindingCollector to) {
    Matcher what = NOT_MADE.matcher(note.value());
    String resource = what.matches() ? what.group(1).toUpperCase(Locale.ROOT) : "";
    if (resource.equals("MR") && note(host.facts(), test, OF_GPU).isPresent()) {
      gpuMemory(host, test, note, to);
      return;
    }
    to.finding(host.name(), "", "a perftest test could not create its " + resource)
        .cause(
            "Queues and buffers are pinned memory. A limit on locked memory, or a container "
                + "without IPC_LOCK, makes their creation fail. If neither applies, check the "
                + "device: a virtual function whose node GUID is zero was never configured, and "
                + "GPU memory needs nvidia-peermem or DMA-BUF.")
        .addEvidence(note.evidence())
        .fix(() -> PinnedMemoryFix.of(host))
        .report();
  }

  private static void gpuMemory(HostFacts host, Subject test, Fact note, FindingCollector to) {
    List<String> said = host.facts().all(test, "note").stream().map(Fact::value).toList();
    GpuRegistrationFailure refusal = GpuRegistrationFailure.of(said);
    to.finding(host.name(), "", "a perftest test could not register GPU memory")
        .cause(refusal.cause())
        .addEvidence(note.evidence())
        .fix(() -> refusal.fix(host))
        .report();
  }

  private static List<Evidence> linkLocal(HostFacts host, Subject test) {
    return Stream.of("local.gid", "remote.gid")
        .flatMap(side -> host.facts().first(test, side).stream())
        .filter(gid -> gid.value().startsWith(LINK_LOCAL))
        .map(Fact::evidence)
        .toList();
  }

  private static void report(HostFacts host, Subject test, Fact failed, FindingCollector to) {
    Matcher status = FAILED.matcher(failed.value());
    String number = status.matches() ? status.group(1) : "";
    List<Evidence> local = linkLocal(host, test);
    to.finding(
            host.name(),
            "",
            "a perftest test ended with status "
                + number
                + (local.isEmpty()
                    ? ""
                    : ", and one of its GIDs is link-local: routers do not forward it"))
        .addEvidence(failed.evidence())
        .addEvidence(local)
        .fix(() ->
            Fix.advice(
                "compare show_gids of both ends and select a routable RoCE v2 GID (-x), or "
                    + "let the connection manager choose (-R)"))
        .report();
  }
}
