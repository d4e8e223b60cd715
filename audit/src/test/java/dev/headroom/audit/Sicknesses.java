package dev.headroom.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What can be changed about a healthy machine so that each rule fires. */
final class Sicknesses {
  private static final String GPU = "13:00.0 3D";
  private static final String NIC = "14:00.0 Ethernet";

  private final Healthy host;

  private Sicknesses(Healthy host) {
    this.host = host;
  }

  /** All of them, of a host, and of the switch and the fabric beside it. */
  static List<Sickness> of(Healthy host) {
    return new Sicknesses(host).all();
  }

  /** The first place of a text after another one is changed. */
  private Sickness of(String rule, String file, String after, String from, String to) {
    return new Sickness(
        rule,
        List.of(host),
        List.of(host.withLocal(file, after, from, to)),
        from.strip() + " becomes " + to.strip(),
        Set.of(),
        true);
  }

  private List<Sickness> all() {
    List<Sickness> all = new ArrayList<>();
    pci(all);
    rdma(all);
    counters(all);
    machine(all);
    log(all);
    measured(all);
    variables(all);
    switches(all);
    fleet(all);
    fabric(all);
    optics(all);
    containers(all);
    return all;
  }

  /** A file more, or other contents of one. */
  private Sickness file(String rule, String file, String text) {
    return new Sickness(
        rule,
        List.of(host),
        List.of(host.withFile(file, text)),
        file + " says " + text.strip(),
        Set.of(),
        true);
  }

  /** A line more in a file. */
  private Sickness line(String rule, String file, String line) {
    return new Sickness(
        rule,
        List.of(host),
        List.of(host.withFile(file, host.text(file) + host.local(line) + "\n")),
        line,
        Set.of(),
        true);
  }

  private Sickness variable(String rule, String assignment) {
    return line(rule, "environment.txt", assignment);
  }

  /** Of the switch, with the host beside it. */
  private Sickness ofSwitch(String rule, String after, String from, String to) {
    return new Sickness(
        rule,
        List.of(host, Healthy.switchOf()),
        List.of(host, Healthy.switchOf().with("config_db.json", after, from, to)),
        from.strip() + " becomes " + to.strip(),
        Set.of(),
        true);
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

  private void pci(List<Sickness> all) {
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

  private void rdma(List<Sickness> all) {
    String port = "sys/class/infiniband/mlx5_0/ports/1/";
    String gids = "show_gids.txt";
    all.add(variable("gid.index", "NCCL_IB_GID_INDEX=1").over("NCCL_IB_GID_INDEX=3\n"));
    all.add(of("gid.index", gids, "mlx5_0\t1\t2", "mlx5_0\t1\t3", "mlx5_0\t1\t5"));
    Healthy onlyLocal =
        host.without(gids)
            .withFile(
                gids,
                "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\nmlx5_0\t1\t0\tfe80:0000:0000:0000:0aab:ccff:fe00:0000\t\t\tv1\teth0\nmlx5_0\t1\t1\tfe80:0000:0000:0000:0aab:ccff:fe00:0000\t\t\tv2\teth0\n");
    all.add(
        new Sickness(
            "gid.none-routable",
            List.of(host),
            List.of(onlyLocal),
            "only link-local GIDs",
            Set.of("gid.index"),
            true));
    String late = host.text(gids).replaceAll("mlx5_(\\d)\t1\t([0-3])", "mlx5_$1\t1\t1$2");
    all.add(file("gid.sparse", gids, late).and("gid.index"));
    all.add(
        file(
            "gid.none",
            gids,
            "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\nn_gids_found=0\n"));
    all.add(of("link.down", "ibv_devinfo.txt", "mlx5_0", "PORT_ACTIVE (4)", "PORT_DOWN (1)"));
    all.add(file("link.rate-below-siblings", port + "rate", "200 Gb/sec (4X HDR)\n"));
    all.add(file("link.flaps", port + "counters/link_downed", "37\n"));
    all.add(
        of(
            "mtu.active-small",
            "ibv_devinfo.txt",
            "mlx5_1",
            "active_mtu:\t\t4096 (5)",
            "active_mtu:\t\t1024 (3)"));
    all.add(of("mtu.interface-small", "ip_link.txt", "eth1", "mtu 9000", "mtu 1500"));
  }

  private void counters(List<Sickness> all) {
    String port = "sys/class/infiniband/mlx5_0/ports/1/";
    String hw = port + "hw_counters/";
    all.add(file("counters.out-of-sequence", hw + "out_of_sequence", "12\n"));
    all.add(file("counters.packet-sequence-errors", hw + "packet_seq_err", "12\n"));
    all.add(file("counters.ack-timeouts", hw + "local_ack_timeout_err", "12\n"));
    all.add(file("counters.rnr-retries", hw + "rnr_nak_retry_err", "12\n"));
    all.add(file("counters.out-of-buffer", hw + "out_of_buffer", "12\n"));
    all.add(file("counters.adaptive-retransmissions", hw + "roce_adp_retrans", "12\n"));
    all.add(file("counters.slow-restarts", hw + "roce_slow_restart", "12\n"));
    all.add(file("counters.congestion-notified", hw + "np_cnp_sent", "1234567\n"));
    all.add(file("counters.symbol-errors", port + "counters/symbol_error", "12\n"));
    all.add(file("counters.receive-errors", port + "counters/port_rcv_errors", "1200\n"));
    all.add(file("counters.discards", port + "counters/port_xmit_discards", "12\n"));
    all.add(file("counters.link-integrity", port + "counters/link_error_recovery", "12\n"));
    String eth = "statistics.txt";
    all.add(of("counters.pauses", eth, "eth0", "rx_prio3_pause: 0", "rx_prio3_pause: 4711"));
    all.add(of("counters.pauses-sent", eth, "eth0", "tx_prio3_pause: 0", "tx_prio3_pause: 4711"));
    all.add(
        of("counters.interface-drops", eth, "eth0", "rx_discards_phy: 0", "rx_discards_phy: 4711"));
    all.add(
        of("counters.crc-errors", eth, "eth0", "rx_crc_errors_phy: 0", "rx_crc_errors_phy: 4711"));
    all.add(
        of("pcie.stalled-writes", eth, "eth0", "stalled_wr_events: 0", "stalled_wr_events: 4711"));
  }

  private void machine(List<Sickness> all) {
    String lsmod = "lsmod.txt";
    all.add(of("gpudirect.peermem", lsmod, "Module", "nvidia_peermem         20480  0\n", ""));
    all.add(of("tcp.same-subnet", "ip_link.txt", "eth1", "10.1.0.7/16", "10.0.0.8/16"));
    all.add(of("gpudirect.distance", "topology.txt", "GPU1", "SYS\tPXB", "SYS\tSYS"));
    all.add(
        file(
            "gpu.nvlink-missing",
            "topology.txt",
            """
            \tGPU0\tGPU1\tGPU2\tGPU3
            GPU0\t X \tNV18\tNV18\tNV18
            GPU1\tNV18\t X \tNV18\tNODE
            GPU2\tNV18\tNV18\t X \tNV18
            GPU3\tNV18\tNODE\tNV18\t X
            """));
    all.add(file("memory.memlock", "ulimit.txt", "max locked memory       (kbytes, -l) 64\n"));
    all.add(file("memory.limits-conf", "limits.conf", "* soft memlock 64\n* hard memlock 64\n"));
    all.add(of("pcie.iommu-translates", "proc_cmdline.txt", "root", " iommu=pt", ""));
    all.add(of("numa.interrupts", "interrupts.txt", "77", "smp_affinity:0f", "smp_affinity:f0"));
    all.add(of("qos.trust", "mlnx_qos.txt", "DCBX", "state: dscp", "state: pcp"));
    all.add(of("qos.pfc-off", "mlnx_qos.txt", "enabled", "0   0   0   1", "0   0   0   0"));
    all.add(of("qos.pfc-many", "mlnx_qos.txt", "enabled", "0   0   0   1", "1   1   1   1"));
    all.add(
        of(
            "qos.dscp-not-lossless",
            "mlnx_qos.txt",
            "enabled",
            "0   0   0   1   0",
            "0   0   0   0   1"));
    all.add(of("qos.traffic-class-default", "environment.txt", "NCCL", "NCCL_IB_TC=106\n", ""));
    String ecn = "sys/class/net/eth0/ecn/";
    all.add(of("qos.dcqcn-off", ecn + "roce_np/enable/3", "", "1", "0"));
    all.add(of("qos.dcqcn-off", ecn + "roce_rp/enable/3", "", "1", "0"));
    all.add(of("qos.cnp-class", ecn + "roce_np/cnp_dscp", "", "48", "26"));
    all.add(of("qos.global-pause", "pause.txt", "eth0", "RX:\t\toff", "RX:\t\ton"));
    String sysctl = "sysctl.txt";
    all.add(of("memory.numa-balancing", sysctl, "", "numa_balancing = 0", "numa_balancing = 1"));
    all.add(
        of("memory.zone-reclaim", sysctl, "", "zone_reclaim_mode = 0", "zone_reclaim_mode = 1"));
    all.add(of("tcp.receive-buffer", sysctl, "", "4096 131072 67108864", "4096 131072 6291456"));
    all.add(of("tcp.send-buffer", sysctl, "", "4096 16384 67108864", "4096 16384 4194304"));
    all.add(of("tcp.receive-buffer-limit", sysctl, "", "rmem_max = 67108864", "rmem_max = 212992"));
    all.add(of("tcp.send-buffer-limit", sysctl, "", "wmem_max = 67108864", "wmem_max = 212992"));
    all.add(of("tcp.backlog", sysctl, "", "backlog = 250000", "backlog = 1000"));
    all.add(
        of(
            "tcp.congestion-control",
            sysctl,
            "",
            "congestion_control = cubic",
            "congestion_control = reno"));
    all.add(of("tcp.window-scaling", sysctl, "", "window_scaling = 1", "window_scaling = 0"));
    all.add(of("tcp.sack", sysctl, "", "tcp_sack = 1", "tcp_sack = 0"));
    all.add(
        of(
            "memory.huge-pages",
            "sys/kernel/mm/transparent_hugepage/enabled",
            "",
            "always [madvise] never",
            "always madvise [never]"));
    Healthy idle = host.with("load.txt", "0     96", "1     97", "1     31");
    idle = idle.with("load.txt", "dmon", "0     96", "0     30");
    all.add(
        new Sickness(
            "gpu.fallback-suspected",
            List.of(host),
            List.of(idle.with("load.txt", "", "12.30 12.00", "64.30 32.00")),
            "GPUs idle and the load rises",
            Set.of(),
            true));
    String dmesg = "dmesg.txt";
    all.add(
        line(
            "gpudirect.peermem-invalid",
            dmesg,
            "[   10.000000] nvidia_peermem: module init failed: Invalid argument"));
    all.add(
        line(
            "gpu.xid",
            dmesg,
            "[   10.000000] NVRM: Xid (PCI:0000:13:00): 79, pid=0, GPU has fallen off the bus."));
    all.add(
        line(
            "pcie.slot-bandwidth",
            dmesg,
            "[   10.000000] mlx5_core 0000:14:00.0: 126.016 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x16 link at 0000:12:01.0"));
    all.add(
        line(
            "link.nic-firmware-error",
            dmesg,
            "[   10.000000] mlx5_core 0000:14:00.0: poll_health:1117: device's health compromised - reached miss count"));
    all.add(
        line("link.flaps-in-log", dmesg, "[   10.000000] mlx5_core 0000:14:00.0 eth0: Link down"));
    all.add(
        line(
            "gid.add-failed",
            dmesg,
            "[   10.000000] infiniband mlx5_0: add_roce_gid GID add failed port=1 index=3"));
    all.add(
        line(
            "pcie.aer-in-log",
            dmesg,
            "[   10.000000] pcieport 0000:12:01.0: PCIe Bus Error: severity=Corrected, type=Physical Layer"));
  }

  private void log(List<Sickness> all) {
    String say = "node1:100:210 [0] NCCL INFO ";
    String warn = "node1:100:210 [0] NCCL WARN ";
    String log = "nccl.log";
    all.add(of("nccl.socket-transport", log, "1[0] -> 0[0]", "NET/IB/0/GDRDMA", "NET/Socket/0"));
    all.add(of("nccl.without-gpudirect", log, "1[0] -> 0[0]", "NET/IB/0/GDRDMA", "NET/IB/0"));
    all.add(of("nccl.hca-sets-differ", log, "node2", " [1]mlx5_1:1/RoCE", " [1]mlx5_7:1/RoCE"));
    all.add(line("nccl.version-mismatch", log, "NCCL version 2.19.3+cuda12.3"));
    all.add(
        of(
                "nccl.bonded-device",
                "show_gids.txt",
                "mlx5_1\t1\t0",
                "mlx5_1\t1\t0",
                "mlx5_bond_1\t1\t0")
            .and("gid.none-routable", "gid.index", "gid.sparse"));
    all.add(variable("nccl.unknown-variable", "NCCL_SOCKET_IFNAMES=eth0"));
    all.add(
        of("nccl.hca-not-there", "environment.txt", "NCCL", "=mlx5_0,mlx5_1", "=mlx5_0,mlx5_19"));
    all.add(line("nccl.device-not-opened", log, warn + "Call to ibv_open_device failed"));
    all.add(line("nccl.no-libibverbs", log, say + "Failed to open libibverbs.so[.1]"));
    all.add(line("nccl.no-net-plugin", log, warn + "Failed to initialize any NET plugin"));
    all.add(line("nccl.no-efa", log, warn + "NET/OFI Only EFA provider is supported"));
    all.add(
        line(
            "nccl.completion-error",
            log,
            warn
                + "NET/IB : Got completion from peer 10.0.0.7<40000> with status=12 opcode=1 len=0 vendor err 129"));
    all.add(
        line(
            "nccl.modify-qp-failed",
            log,
            warn + "Call to ibv_modify_qp failed with error No such device"));
    all.add(
        line(
            "nccl.gid-table-sparse",
            log,
            warn + "NET/IB: read failed in ncclIbRoceGetVersionNum: Invalid argument"));
    all.add(
        line(
            "nccl.dmabuf-unsupported",
            log,
            warn + "Call to ibv_reg_dmabuf_mr failed with error Operation not supported"));
    all.add(
        line(
            "nccl.out-of-pinned-memory",
            log,
            warn + "Call to ibv_create_cq failed with error Cannot allocate memory"));
    all.add(line("nccl.port-error", log, warn + "NET/IB : mlx5_0:1 Got async event : port error"));
    all.add(line("vm.hidden-pci-tree", log, say + "+ PCI[0.2] - NIC/0-14000"));
  }

  private void measured(List<Sickness> all) {
    String table = "nccl_tests.txt";
    all.add(of("job.bandwidth-collapse", table, "268435456 ", "86.50   86.50", "0.31   0.31"));
    all.add(of("job.bandwidth-plateau", table, "1073741824 ", "88.48   88.48", "48.02   48.02"));
  }

  private void variables(List<Sickness> all) {
    all.add(variable("nccl.ib-disabled", "NCCL_IB_DISABLE=1").and("nccl.contradiction"));
    all.add(variable("nccl.net-socket", "NCCL_NET=Socket").and("nccl.contradiction"));
    all.add(variable("nccl.contradiction", "NCCL_MIN_NCHANNELS=8\nNCCL_MAX_NCHANNELS=4"));
    all.add(variable("nccl.crosses-rails", "NCCL_CROSS_NIC=1"));
    all.add(variable("nccl.gdr-level-legacy", "NCCL_NET_GDR_LEVEL=3"));
    all.add(variable("gpudirect.gdr-forced-off", "NCCL_NET_GDR_LEVEL=LOC"));
    all.add(variable("gpudirect.gdr-forced-far", "NCCL_NET_GDR_LEVEL=SYS"));
    all.add(variable("gpudirect.gdr-read-off", "NCCL_NET_GDR_READ=0"));
    all.add(variable("nccl.relaxed-ordering-off", "NCCL_IB_PCI_RELAXED_ORDERING=0"));
    all.add(variable("nccl.p2p-disabled", "NCCL_P2P_DISABLE=1"));
    all.add(variable("nccl.shm-disabled", "NCCL_SHM_DISABLE=1"));
    all.add(variable("nccl.net-mismatch-ignored", "NCCL_IGNORE_NET_MISMATCH=1"));
    all.add(of("nccl.socket-interface", "environment.txt", "NCCL", "IFNAME=eth9", "IFNAME=lo"));
    all.add(of("nccl.ib-timeout-short", "environment.txt", "NCCL", "TIMEOUT=20", "TIMEOUT=14"));
    all.add(variable("nccl.retry-count-low", "NCCL_IB_RETRY_CNT=3"));
    all.add(variable("nccl.algorithm-forced", "NCCL_ALGO=Ring"));
    all.add(variable("nccl.protocol-forced", "NCCL_PROTO=Simple"));
    all.add(variable("nccl.deprecated-rings", "NCCL_MAX_NRINGS=4"));
    all.add(variable("nccl.deprecated-cuda-support", "NCCL_IB_CUDA_SUPPORT=1"));
    all.add(variable("nccl.dmabuf-off", "NCCL_DMABUF_ENABLE=0"));
    all.add(variable("nccl.pxn-disabled", "NCCL_PXN_DISABLE=1"));
  }

  private void switches(List<Sickness> all) {
    all.add(
        ofSwitch(
            "switch.pfc-watchdog",
            "PORT_QOS_MAP",
            "\"pfcwd_sw_enable\": \"3,4\"",
            "\"pfcwd_sw_enable\": \"3\""));
    all.add(
        new Sickness(
            "switch.pfc-storms",
            List.of(Healthy.switchOf()),
            List.of(Healthy.switchOf().with("show_pfcwd.txt", "operational", "0/0", "2/2")),
            "two storms",
            Set.of(),
            true));
    all.add(
        ofSwitch(
            "switch.lossless-without-ecn",
            "QUEUE",
            "\"wred_profile\": \"LOSSLESS\"",
            "\"weight\": \"1\""));
    all.add(ofSwitch("switch.ecn-off", "WRED_PROFILE", "ecn_all", "ecn_none"));
    all.add(ofSwitch("switch.ecn-thresholds", "WRED_PROFILE", "\"1048576\"", "\"200000\""));
    all.add(
        ofSwitch(
            "switch.no-headroom", "BUFFER_PROFILE", "\"xoff\": \"300000\"", "\"xoff\": \"0\""));
    all.add(
        ofSwitch(
            "switch.class-to-group", "TC_TO_PRIORITY_GROUP_MAP", "\"3\": \"3\"", "\"3\": \"0\""));
    all.add(
        ofSwitch("switch.ecn-before-pfc", "WRED_PROFILE", "\"250000\"", "\"20000000\"")
            .and("switch.ecn-thresholds"));
    all.add(ofSwitch("link.mtu-differs", "PORT", "\"mtu\": \"9100\"", "\"mtu\": \"1500\""));
    all.add(ofSwitch("switch.cnp-queue", "DSCP_TO_TC_MAP", "\"48\": \"6\"", "\"48\": \"3\""));
    all.add(ofSwitch("link.class-differs", "DSCP_TO_TC_MAP", "\"26\": \"3\"", "\"26\": \"4\""));
    all.add(
        ofSwitch(
                "link.pfc-differs",
                "PORT_QOS_MAP",
                "\"pfc_enable\": \"3,4\"",
                "\"pfc_enable\": \"4\"")
            .and("switch.pfc-watchdog"));
  }

  private void fleet(List<Sickness> all) {
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
    all.add(ofFleet("fleet.firmware", "ibv_devinfo.txt", "mlx5_1", "28.41.1000", "28.36.1010"));
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
    all.add(
        ofFleet(
            "fleet.trust", "mlnx_qos.txt", "enabled", "0   0   0   1   0", "0   0   0   1   1"));
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

  private void fabric(List<Sickness> all) {
    String links = "iblinkinfo.txt";
    String lane = "4X       53.125 Gbps";
    all.add(ofFabric("fabric.link-width", links, "node3 mlx5_0:", lane, lane.replace("4X", "1X")));
    all.add(ofFabric("fabric.link-speed", links, "Switch: 0xb8599f030000000b", "53.125", "25.781"));
    Healthy thin =
        Healthy.fabric()
            .with(
                links,
                "\"leaf4\"      4   31",
                "==( 4X       53.125 Gbps Active/  LinkUp)",
                "==(                Down/ Polling)");
    all.add(
        new Sickness(
            "fabric.asymmetry",
            List.of(Healthy.fabric()),
            List.of(thin),
            "an uplink is down",
            Set.of(),
            true));
    all.add(
        ofFabric(
            "fabric.ibdiagnet",
            "ibdiagnet.txt",
            "-I- no",
            "-I- no errors in this stage",
            "-E- Duplicated GUID detected 0x1070fd0300000001"));
    all.add(
        ofFabric(
            "fabric.adaptive-routing-off",
            "ibdiagnet.txt",
            "Adap",
            "on 7 switches",
            "on 0 switches"));
    String counters = "perfquery.txt";
    String name = "SymbolErrorCounter:..............";
    all.add(ofFabric("fabric.symbol-errors", counters, "", name + "0", name + "12"));
    name = "LinkDownedCounter:...............";
    all.add(ofFabric("fabric.link-downs", counters, "", name + "0", name + "12"));
    name = "PortRcvErrors:...................";
    all.add(ofFabric("fabric.receive-errors", counters, "", name + "0", name + "12"));
    name = "PortXmitDiscards:................";
    all.add(ofFabric("fabric.discards", counters, "", name + "0", name + "12"));
  }

  private Sickness ofFabric(String rule, String file, String after, String from, String to) {
    return new Sickness(
        rule,
        List.of(Healthy.fabric()),
        List.of(Healthy.fabric().with(file, after, from, to)),
        from.strip() + " becomes " + to.strip(),
        Set.of(),
        true);
  }

  private void optics(List<Sickness> all) {
    String file = "optics.txt";
    all.add(
        of(
            "optics.alarm",
            file,
            "high alarm",
            "high warning           : Off",
            "high warning : On"));
    all.add(of("optics.out-of-range", file, "Rx Power", "1.7,", "-12.4,"));
    all.add(of("optics.bit-errors", file, "Effective", "15E-255", "3E-10"));
    all.add(of("optics.fec-off", file, "Active FEC", "encoding: RS", "encoding: Off"));
  }

  private void containers(List<Sickness> all) {
    String pod = "pod.yaml";
    all.add(of("container.pod-rdma-device", pod, "", "rdma/hca: \"1\"", "memory: \"1\""));
    all.add(of("container.pod-ipc-lock", pod, "", "- IPC_LOCK", "- NET_ADMIN"));
    all.add(of("container.pod-shared-memory", pod, "", "medium: Memory", "sizeLimit: 1Gi"));
    String here = "container.txt";
    all.add(of("container.shared-memory", here, "", "67108864     0  67108864", "65536 0 65536"));
    all.add(
        file(
            "container.device-files",
            here,
            """
            $ ls -l /dev/infiniband
            ls: cannot access '/dev/infiniband': No such file or directory
            """));
  }
}
