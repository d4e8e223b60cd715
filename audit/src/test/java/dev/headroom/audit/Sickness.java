package dev.headroom.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One change to the healthy host and the rule it sets off.
 *
 * @param also rules that see the same harm from another side
 * @param seenWhenHealthy whether the rule has something to pass on the healthy host
 */
record Sickness(
    String rule, List<Healthy> hosts, String change, Set<String> also, boolean seenWhenHealthy) {

  private static final String GPU = "13:00.0 3D";
  private static final String NIC = "14:00.0 Ethernet";

  List<Finding> findings() {
    List<dev.headroom.formats.host.HostFacts> facts = new ArrayList<>();
    for (int i = 0; i < hosts.size(); i++) {
      facts.add(hosts.get(i).facts("node" + (i + 1)));
    }
    return Healthy.findings(facts);
  }

  @Override
  public String toString() {
    return rule + ": " + change;
  }

  Sickness and(String... rules) {
    return new Sickness(rule, hosts, change, Set.of(rules), seenWhenHealthy);
  }

  /** The healthy host shows the rule nothing to look at. */
  Sickness unseen() {
    return new Sickness(rule, hosts, change, also, false);
  }

  /** The first place of a text after another one is changed. */
  private static Sickness of(String rule, String file, String after, String from, String to) {
    return new Sickness(
        rule,
        List.of(Healthy.host().with(file, after, from, to)),
        from.strip() + " becomes " + to.strip(),
        Set.of(),
        true);
  }

  static List<Sickness> all() {
    List<Sickness> all = new ArrayList<>();
    pci(all);
    return all;
  }

  private static void pci(List<Sickness> all) {
    String lspci = "lspci.txt";
    all.add(
        of(
            "pcie.acs-redirect",
            lspci,
            "12:01.0 PCI",
            "ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-",
            "ReqRedir+ CmpltRedir+ UpstreamFwd- EgressCtrl- DirectTrans-"));
    all.add(of("pcie.link-width", lspci, NIC, "Width x16 (ok)", "Width x8 (downgraded)"));
    all.add(of("pcie.link-width", lspci, GPU, "Width x16 (ok)", "Width x4 (downgraded)"));
    all.add(
        of("pcie.nic-link-speed", lspci, NIC, "Speed 32GT/s (ok)", "Speed 16GT/s (downgraded)"));
    all.add(
        of(
            "pcie.tree-bottleneck",
            lspci,
            "11:00.0 PCI",
            "Speed 32GT/s (ok)",
            "Speed 8GT/s (downgraded)"));
    all.add(
        of(
            "pcie.max-payload",
            lspci,
            NIC,
            "MaxPayload 512 bytes, MaxReadReq",
            "MaxPayload 128 bytes, MaxReadReq"));
    all.add(
        of(
            "pcie.payload-mismatch",
            lspci,
            "12:00.0 PCI",
            "MaxPayload 512 bytes, MaxReadReq",
            "MaxPayload 256 bytes, MaxReadReq"));
    all.add(of("pcie.max-read-request", lspci, NIC, "MaxReadReq 4096", "MaxReadReq 128"));
    all.add(of("pcie.relaxed-ordering", lspci, NIC, "RlxdOrd+", "RlxdOrd-"));
    all.add(of("pcie.extended-tags", lspci, NIC, "RlxdOrd+ ExtTag+", "RlxdOrd+ ExtTag-"));
    all.add(of("pcie.gpu-bar", lspci, GPU, "[size=128G]", "[size=256M]"));
    all.add(of("pcie.device-gone", lspci, GPU, "(rev a1)", "(rev ff)"));
    all.add(of("pcie.uncorrectable-errors", lspci, NIC, "CmpltTO-", "CmpltTO+"));
    all.add(of("pcie.correctable-errors", lspci, NIC, "BadTLP-", "BadTLP+"));
    all.add(of("pcie.aspm", lspci, NIC, "ASPM Disabled", "ASPM L1 Enabled"));
    all.add(of("numa.nic-unknown", lspci, NIC, "NUMA node: 0", "NUMA node: -1"));
    // The second pair's bridge leads to another bus: its GPU is alone.
    all.add(of("gpudirect.no-near-nic", lspci, "94:00.0 Ethernet", "94:00.0", "a4:00.0"));
  }
}
