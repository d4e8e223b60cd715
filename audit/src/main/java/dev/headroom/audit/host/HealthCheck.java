package dev.headroom.audit.host;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Meaning of a failed check of Node Health Check.
 *
 * @param name of checks, as nhc.conf names them
 * @param why in the check's words
 * @param means for RDMA; blank where nothing is to be said that the words do not say
 * @param advice what to do
 */
record HealthCheck(Pattern name, Pattern why, String means, String advice) {
  private static final Pattern NETWORK =
      Pattern.compile(
          "check_(?:hw_(?:ib|eth|gm|topology)|ib_.*|.*nccl.*|.*rccl.*|net_.*|.*(?:infiniband|rdma|roce|mlx|hca|opa|efa|hsn|gdr).*)");

  /** The first that fits counts. */
  private static final List<HealthCheck> KNOWN =
      List.of(
          of(
              "check_hw_ib",
              "Version mismatch.*",
              "the kernel has no interface for management datagrams",
              "modprobe ib_umad; check that the driver was built for this kernel (ofed_info -s, "
                  + "modinfo mlx5_core), and restart openibd"),
          of(
              "check_hw_ib",
              ".*",
              "no such port exists, or none is up at that rate",
              "run ibstat on the node. Polling or Disabled: check cable, module or switch port. "
                  + "Initializing: the port waits for the subnet manager. Another rate: the link "
                  + "came up slower or narrower. No device: check driver and PCIe (lspci, "
                  + "dmesg). If the hardware is right, nhc.conf has the wrong rate"),
          of(
              "check_ib_link_flapping",
              ".*",
              "the link went down more than once in the hours that the check covers",
              "replace cable or transceiver of the port that lost its carrier (dmesg, "
                  + "journalctl), then watch link_downed"),
          of(
              "check_ib_.*",
              ".*",
              "the NIC's loopback bandwidth is lower than expected",
              "audit lspci -vvv of the node (PCIe width and speed, ACS, IOMMU) and the port's "
                  + "counters, and repeat ib_write_bw manually with nothing else running"),
          of(
              "check_.*[nr]ccl.*",
              ".*",
              "a collective inside the node is slower than its GPUs and NICs allow",
              "run the test manually with NCCL_DEBUG=INFO and audit its output: the audit "
                  + "reports unused NICs and channels without GPUDirect"),
          of(
              "check_hw_topology",
              ".*",
              "NCCL's topology file does not match the machine",
              "find the missing or moved device in lspci; reboot or return the machine, or give "
                  + "NCCL a matching topology file"),
          of(
              "check_hw_(?:eth|gm)|check_net_.*",
              ".*",
              "an interface is missing or has no link",
              "check ip -br link and dmesg on the node: the driver did not load, the interface "
                  + "has another name, or its link is down"),
          of(
              ".*",
              "Watchdog timer .*|Script timed out.*",
              "a check did not return, for example because a device or filesystem does not "
                  + "respond",
              "find the check that hung (nhc -v), look in dmesg for a device that does not "
                  + "respond, and look for processes in state D"),
          of(
              ".*",
              ".*",
              "",
              "run nhc -v on the node, repair what it names, and resume the node (scontrol "
                  + "update nodename=NODE state=resume) after nhc passes"));

  private static HealthCheck of(String name, String why, String means, String advice) {
    return new HealthCheck(Pattern.compile(name), Pattern.compile(why), means, advice);
  }

  /** By its name and the words with which it failed. */
  static HealthCheck of(String name, String why) {
    return KNOWN.stream()
        .filter(check -> check.name.matcher(name).matches() && check.why.matcher(why).matches())
        .findFirst()
        .orElse(KNOWN.getLast());
  }

  /** Whether it is about what RDMA goes through. */
  static boolean isNetworkCheck(String name) {
    return NETWORK.matcher(name).matches();
  }
}
