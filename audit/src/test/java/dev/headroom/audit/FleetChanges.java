package dev.headroom.audit;

import java.util.List;
import java.util.Set;

/** The second of three hosts. */
final class FleetChanges extends Changes {
  FleetChanges(Healthy host) {
    super(host);
  }

  @Override
  void addTo(List<Sickness> all) {
    all.add(
        ofFleet(
                "fleet.mtu",
                "ibv_devinfo.txt",
                "mlx5_1",
                "active_mtu:\t\t4096 (5)",
                "active_mtu:\t\t2048 (4)")
            .and("mtu.active-small"));
    all.add(
        ofFleet(
                "fleet.rate",
                "sys/class/infiniband/mlx5_0/ports/1/rate",
                "",
                "400 Gb/sec (4X NDR)",
                "200 Gb/sec (4X HDR)")
            .and("link.rate-below-siblings"));
    String gids = "show_gids.txt";
    Healthy moved =
        host.withFile(gids, host.text(gids).replaceAll("mlx5_(\\d)\t1\t3", "mlx5_$1\t1\t5"));
    all.add(
        new Sickness(
            "fleet.gid-index",
            List.of(host, host, host),
            List.of(host, moved, host),
            "v2 at index 5",
            Set.of("gid.index"),
            true));
    all.add(
        ofFleet("fleet.firmware", "ibv_devinfo.txt", "mlx5_1", "28.41.1000", "28.36.1010")
            .and("link.firmware-differs"));
    all.add(of("link.firmware-differs", "ibv_devinfo.txt", "mlx5_1", "28.41.1000", "28.36.1010"));
    Healthy older =
        host.withFile(
            "uname.txt", "Linux node2 6.5.0-18-generic #18-Ubuntu SMP x86_64 GNU/Linux\n");
    Healthy newer =
        host.withFile(
            "uname.txt", "Linux node1 6.8.0-40-generic #40-Ubuntu SMP x86_64 GNU/Linux\n");
    all.add(
        new Sickness(
                "fleet.kernel",
                List.of(newer, newer, newer),
                List.of(newer, older, newer),
                "another kernel",
                Set.of(),
                true)
            .unseen());
    all.add(ofFleet("fleet.environment", "environment.txt", "NCCL", "TIMEOUT=20", "TIMEOUT=22"));
    classes(all);
    String gpus =
        """
        GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1)
        GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-2)
        """;
    Healthy three =
        host.withFile("gpus.txt", gpus + "GPU 2: NVIDIA H100 80GB HBM3 (UUID: GPU-3)\n");
    all.add(
        new Sickness(
                "fleet.gpu-count",
                List.of(three, three, three),
                List.of(three, host.withFile("gpus.txt", gpus), three),
                "a GPU is in no list on one of three",
                Set.of(),
                true)
            .unseen());
    all.add(ofFleet("fleet.gpu-driver", "nvidia_smi.txt", "Driver", "570.86.15", "550.54.15"));
    all.add(ofFleet("fleet.gpu-firmware", "nvidia_smi.txt", "VBIOS", "96.00.89", "96.00.68"));
    all.add(ofFleet("fleet.module-vendor", "optics.txt", "ethtool -m", "OWN-OPTICS", "OTHER"));
    all.add(ofFleet("fleet.read-request", "lspci.txt", NIC, "MaxReadReq 4096", "MaxReadReq 1024"));
    all.add(
        ofFleet("fleet.pci-link", "lspci.txt", NIC, "Width x16 (ok)", "Width x8 (downgraded)")
            .and("pcie.link-width"));
    all.add(
        ofFleet("fleet.peermem", "lsmod.txt", "Module", "nvidia_peermem         20480  0\n", "")
            .and("gpudirect.peermem"));
    all.add(ofFleet("fleet.memlock", "ulimit.txt", "max", "unlimited", "16777216"));
    all.add(
        ofFleet(
            "fleet.command-line",
            "proc_cmdline.txt",
            "root",
            "intel_iommu=on iommu=pt",
            "intel_iommu=off"));
    all.add(
        ofFleet("fleet.sysctl", "sysctl.txt", "", "rmem_max = 67108864", "rmem_max = 33554432"));
  }

  private void classes(List<Sickness> all) {
    String qos = "mlnx_qos.txt";
    all.add(
        ofFleet("fleet.trust", qos, "DCBX", "trust state: dscp", "trust state: pcp")
            .and("qos.trust"));
    all.add(ofFleet("fleet.pfc", qos, "enabled", "0   0   0   1   0", "0   0   0   1   1"));
    Healthy usual = host.withFile("cma.txt", "$ cma_roce_tos -d mlx5_0\n106\n");
    Healthy other = host.withFile("cma.txt", "$ cma_roce_tos -d mlx5_0\n98\n");
    all.add(
        new Sickness(
            "fleet.rdma-class",
            List.of(usual, usual, usual),
            List.of(usual, other, usual),
            "another traffic class",
            Set.of(),
            true));
    all.add(
        ofFleet(
            "fleet.congestion-control", "sys/class/net/eth0/ecn/roce_np/cnp_dscp", "", "48", "46"));
  }

  /** Of the second of three hosts. */
  private Sickness ofFleet(String rule, String file, String after, String from, String to) {
    return new Sickness(
        rule,
        List.of(host, host, host),
        List.of(host, host.withLocal(file, after, from, to), host),
        from.strip() + " becomes " + to.strip() + " on one of three",
        Set.of(),
        true);
  }
}
