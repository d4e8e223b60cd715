package dev.headroom.audit.nccl;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.MemoryLock;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A test of one connection that came to a bad end. */
final class PerftestFailure extends HostRule {
  private static final String OUTPUT = "what ib_write_bw or another test of perftest printed";
  private static final Pattern FAILED = Pattern.compile("\\s*Failed status (\\d+):.*");

  private static final Pattern NOT_MADE =
      Pattern.compile(
          "(?i)\\s*(?:Couldn't allocate|Failed to create|Unable to create) (MR|QP|CQ|PD)\\b.*");

  private static final Pattern NO_DEVICE =
      Pattern.compile("\\s*(?:Did not detect devices|Unable to find the Infiniband/RoCE device).*");

  /** {@code fe80} as perftest prints the bytes of a GID, in decimal numbers. */
  private static final String LINK_LOCAL = "254:128:";

  PerftestFailure() {
    super(
        Card.warning("job.perftest-failed")
            .title("tests of one connection run to their end")
            .needs(OUTPUT)
            .cause(
                "Status 12 is a retry count exceeded: nothing came back, as with a GID that cannot be"
                    + " routed, a path that drops packets of that size, or a peer that was stopped."
                    + " Status 13 is a peer that is not ready to receive; 4, 10 and 11 are memory that"
                    + " the NIC may not touch.")
            .source(
                "ibv_poll_cq(3), enum ibv_wc_status; linux-rdma/perftest#262, #295;"
                    + " Mellanox/k8s-rdma-sriov-dev-plugin#29, k8snetworkplumbingwg/sriov-network-device-plugin#590"));
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    Facts facts = host.facts();
    boolean any = false;
    for (Subject test : facts.subjects(Thing.MEASUREMENT)) {
      if (!test.name().startsWith("perftest at ")) {
        continue;
      }
      any = true;
      Optional<Fact> failed = note(facts, test, FAILED);
      Optional<Fact> notMade = note(facts, test, NOT_MADE);
      Optional<Fact> noDevice = note(facts, test, NO_DEVICE);
      if (noDevice.isPresent()) {
        noDevice(host, noDevice.get(), to);
      } else if (failed.isEmpty() && notMade.isPresent()) {
        notMade(host, notMade.get(), to);
      } else if (failed.isEmpty()) {
        to.pass();
      } else {
        report(host, test, failed.get(), to);
      }
    }
    if (!any) {
      to.needs(host.name(), OUTPUT);
    }
  }

  private static Optional<Fact> note(Facts facts, Subject test, Pattern such) {
    return facts.all(test, "note").stream()
        .filter(note -> such.matcher(note.value()).matches())
        .findFirst();
  }

  private static void noDevice(HostFacts host, Fact note, Judgement to) {
    to.find(host.name(), "", "a test of perftest found no RDMA device")
        .cause(
            "Where rdma link or /sys/class/infiniband shows one, the program may not open it (/dev/infiniband is not"
                + " there), or its library does not know it (ibv_devinfo warns of that).")
        .seen(note.evidence())
        .fix(() ->
            Fix.advice(
                "compare ls /sys/class/infiniband, ls /dev/infiniband and ibv_devinfo, in the container and outside"))
        .report();
  }

  private static void notMade(HostFacts host, Fact note, Judgement to) {
    Matcher what = NOT_MADE.matcher(note.value());
    String resource = what.matches() ? what.group(1).toUpperCase(Locale.ROOT) : "";
    to.find(host.name(), "", "a test of perftest could not make its " + resource)
        .cause(
            "Queues and buffers are memory that is pinned: a limit on locked memory, or a container without IPC_LOCK,"
                + " refuses them. Where both are well, look at the device: a virtual function whose node GUID is"
                + " zero was never configured, and memory of a GPU needs nvidia-peermem or DMA-BUF.")
        .seen(note.evidence())
        .fix(() -> Fix.of(new MemoryLock()))
        .report();
  }

  private static void report(HostFacts host, Subject test, Fact failed, Judgement to) {
    Matcher status = FAILED.matcher(failed.value());
    String number = status.matches() ? status.group(1) : "";
    List<Evidence> lines = new ArrayList<>(List.of(failed.evidence()));
    boolean local = false;
    for (String side : List.of("local.gid", "remote.gid")) {
      Optional<Fact> gid = host.facts().first(test, side);
      if (gid.isPresent() && gid.get().value().startsWith(LINK_LOCAL)) {
        local = true;
        lines.add(gid.get().evidence());
      }
    }
    to.find(
            host.name(),
            "",
            "a test of perftest ended in status "
                + number
                + (local ? ", and a GID of it is link-local: no router takes it further" : ""))
        .seen(lines)
        .fix(() ->
            Fix.advice(
                "compare show_gids of both ends and name a GID of RoCE v2 that can be routed (-x INDEX), or let the connection manager choose (-R)"))
        .report();
  }
}
