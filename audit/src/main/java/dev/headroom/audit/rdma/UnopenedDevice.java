package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** Rule that reports devices that ibv_devinfo could not open or find. */
final class UnopenedDevice extends HostRule {
  private static final String DEVINFO = "ibv_devinfo, where the job runs";
  private static final Subject VERBS = new Subject(SubjectKind.ITEM, "verbs");

  UnopenedDevice() {
    super(
        RuleInfo.warning("rdma.not-opened")
            .title("programs can open all visible RDMA devices")
            .inputs(DEVINFO)
            .cause(
                "sysfs shows a container all devices of the host, but the container can open "
                    + "only the devices whose device files it has. With one of many virtual "
                    + "functions this is correct, but a program that uses the first visible "
                    + "device fails. If the container can open no device, /dev/infiniband was "
                    + "not passed to it, or the library lacks the provider for this NIC.")
            .modes(1)
            .source("rdma-core, libibverbs/examples/devinfo.c; hustcat/k8s-rdma-device-plugin#8"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Evidence> closed = seen(host, "not-opened");
    List<Evidence> none = seen(host, "no-devices");
    if (!none.isEmpty()) {
      to.finding(host.name(), "", "ibv_devinfo finds no RDMA device")
          .addEvidence(none)
          .fix(() ->
              Fix.advice(
                  "compare ls /sys/class/infiniband, ls /dev/infiniband and lsmod (mlx5_ib, "
                      + "ib_uverbs), in the container and on the host; install the NIC's "
                      + "provider (ibverbs-providers, rdma-core)"))
          .report();
    } else if (!closed.isEmpty()) {
      to.finding(
              host.name(),
              "",
              closed.size() == 1
                  ? "ibv_devinfo cannot open a device"
                  : "ibv_devinfo cannot open " + closed.size() + " devices")
          .addEvidence(closed)
          .fix(() ->
              Fix.advice(
                  "select the container's device with NCCL_IB_HCA and UCX_NET_DEVICES; "
                      + "if it should have all devices, give it /dev/infiniband and IPC_LOCK"))
          .report();
    } else if (host.facts().subjects(SubjectKind.RDMA).stream()
        .anyMatch(each -> isOpened(host, each))) {
      to.pass();
    } else {
      to.missingInput(host.name(), DEVINFO);
    }
  }

  private static List<Evidence> seen(HostFacts host, String key) {
    return host.facts().all(VERBS, key).stream().map(Fact::evidence).toList();
  }

  /** Whether ibv_devinfo tells of it what only a program can ask that has opened it. */
  static boolean isOpened(HostFacts host, Subject device) {
    return host.facts().text(device, "transport").isReported();
  }
}
