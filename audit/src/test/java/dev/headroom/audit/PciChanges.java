package dev.headroom.audit;

import java.util.List;
import java.util.Set;

/** PCI functions, their links and registers. */
final class PciChanges extends Changes {
  PciChanges(Healthy host) {
    super(host);
  }

  @Override
  void addTo(List<Sickness> all) {
    String lspci = "lspci.txt";
    String acs = "ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-";
    all.add(of("pcie.acs-redirect", lspci, "12:01.0 PCI", acs, acs.replace("Redir-", "Redir+")));
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
    all.add(
        new Sickness(
            "pcie.acs-somewhere",
            List.of(host),
            List.of(
                host.withFile(
                    "acs.txt",
                    "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-\n")),
            "flags of a bridge that nobody names",
            Set.of(),
            false));
    all.add(of("pcie.max-read-request", lspci, NIC, "MaxReadReq 4096", "MaxReadReq 128"));
    all.add(of("pcie.relaxed-ordering", lspci, NIC, "RlxdOrd+", "RlxdOrd-"));
    all.add(of("pcie.extended-tags", lspci, NIC, "RlxdOrd+ ExtTag+", "RlxdOrd+ ExtTag-"));
    all.add(of("pcie.gpu-bar", lspci, GPU, "[size=128G]", "[size=256M]"));
    all.add(of("pcie.device-gone", lspci, GPU, "(rev a1)", "(rev ff)"));
    all.add(of("pcie.uncorrectable-errors", lspci, NIC, "CmpltTO-", "CmpltTO+"));
    all.add(of("pcie.correctable-errors", lspci, NIC, "BadTLP-", "BadTLP+"));
    all.add(
        of(
            "pcie.replay-rollover",
            "nvidia_smi.txt",
            "",
            "Rollovers           : 0",
            "Rollovers : 2"));
    all.add(of("pcie.aspm", lspci, NIC, "ASPM Disabled", "ASPM L1 Enabled"));
    all.add(of("numa.nic-unknown", lspci, NIC, "NUMA node: 0", "NUMA node: -1"));
    all.add(of("pcie.ordering-forced", "mlxconfig.txt", "PCI_WR", "per_mkey(0)", "force_relax(1)"));
    all.add(
        of(
            "vm.topology-file-link",
            "nccl_topology.xml",
            "13:00.0",
            "\"32.0 GT/s PCIe\" link_width=\"16\"",
            "\"2.5 GT/s PCIe\" link_width=\"1\""));
    // The second pair's bridge leads to another bus: its GPU is alone.
    all.add(of("gpudirect.no-near-nic", lspci, "94:00.0 Ethernet", "94:00.0", "a4:00.0"));
  }
}
