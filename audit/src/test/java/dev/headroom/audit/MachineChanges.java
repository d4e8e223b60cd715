package dev.headroom.audit;

import java.util.List;
import java.util.Set;

/** Modules, memory, settings, topology and the kernel of a host. */
final class MachineChanges extends Changes {
  private static final String EVENTS =
      """
      bmc.bus-error| Critical Interrupt #0x8c | Bus Fatal Error | Asserted
      bmc.bus-warning| Critical Interrupt #0x8c | Bus Correctable error | Asserted
      bmc.memory-error| Memory #0x2b | Uncorrectable ECC | Asserted
      bmc.memory-corrected| Memory #0x2b | Correctable ECC logging limit reached | Asserted
      bmc.power| Power Supply #0x51 | Power Supply AC lost | Asserted
      bmc.fan| Fan #0x41 | Lower Critical going low  | Asserted
      bmc.temperature| Temperature #0x30 | Upper Critical going high | Asserted
      bmc.processor| Processor #0x11 | IERR | Asserted
      bmc.drive| Drive Slot / Bay #0xa0 | Drive Fault | Asserted
      """;

  MachineChanges(Healthy host) {
    super(host);
  }

  private void controller(List<Sickness> all) {
    EVENTS
        .lines()
        .map(line -> line.split("\\|", 2))
        .forEach(row ->
            all.add(line(row[0], "event_log.txt", "   3 | 02/11/2026 | 03:17:40 |" + row[1])));
    all.add(
        line(
            "bmc.power",
            "event_log.txt",
            """
               3 | 02/11/2026 | 03:17:40 | Power Supply #0x51 | Power Supply AC lost | Asserted
               4 | 02/11/2026 | 03:19:40 | Power Supply #0x51 | Power Supply AC lost | Deasserted\
            """));
    all.add(
        file(
                "link.devlink-health",
                "devlink.txt",
                """
                pci/0000:14:00.0:
                  reporter fw_fatal
                    state error error 3 recover 2 grace_period 60000 auto_recover true
                """)
            .unseen());
    all.add(
        file(
                "link.devlink-health",
                "devlink.txt",
                "pci/0000:14:00.0:\n  reporter tx\n    state healthy error 3 recover 3\n")
            .unseen());
    all.add(
        file(
                "gpu.xgmi-down",
                "xgmi.txt",
                "XGMI LINK STATUS:\n    bdf   link_status\nGPU0   0000:13:00.0  U  D  X\n")
            .unseen());
    String nvlink = "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1)\n";
    all.add(file("gpu.nvlink-inactive", "nvlink.txt", nvlink + "\t Link 0: <inactive>\n").unseen());
    all.add(
        file("gpu.nvlink-errors", "nvlink.txt", nvlink + "\t Link 0: Replay Errors: 3\n").unseen());
    String query = "index, name, vbios_version, power.limit [W], utilization.gpu [%]\n";
    String usual = ", NVIDIA H100 80GB HBM3, 96.00.89.00.01, 700.00 W, 3 %\n";
    String gpus = query + "1" + usual + "2" + usual + "3" + usual;
    all.add(
        file("gpu.vbios-differs", "gpus.csv", gpus.replaceFirst("3, (.*?)89", "3, $161"))
            .unseen()
            .and("nccl.nics-left-out"));
    all.add(
        file("gpu.power-limit-differs", "gpus.csv", gpus.replaceFirst("3, (.*)700", "3, $1500"))
            .unseen()
            .and("nccl.nics-left-out"));
    String width = "index, name, pcie.link.width.current\n";
    String wide = ", NVIDIA H100 80GB HBM3, 16\n";
    all.add(
        file(
                "gpu.link-width-differs",
                "gpus.csv",
                width + "1" + wide + "2" + wide + "3" + wide.replace("16", "8"))
            .unseen()
            .and("nccl.nics-left-out"));
    all.add(
        file(
                "qos.rdma-outside-lossless",
                "priorities.txt",
                """
                $ ethtool -S eth0
                NIC statistics:
                     tx_vport_rdma_unicast_bytes: 14056302074308
                     tx_prio0_bytes: 14056302074308
                     tx_prio3_bytes: 0
                """)
            .unseen()
            .and("counters.lossy-class"));
    all.add(
        file(
                "qos.pauses-other-priority",
                "pauses.txt",
                "$ ethtool -S eth0\nNIC statistics:\n     rx_prio0_pause: 193442\n")
            .unseen()
            .and("counters.pauses"));
    all.add(
        file(
                "fabric.opensm-errors",
                "opensm.log",
                "Nov 03 10:00:00 717944 [EC430700] 0x01 -> log_send_error: ERR 5411: DR SMP Send completed with error (IB_TIMEOUT) -- dropping\n")
            .unseen());
  }

  @Override
  void addTo(List<Sickness> all) {
    controller(all);
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
    all.add(
        file(
                "pcie.peer-access",
                "topo_p2p.txt",
                """
                 \tGPU0\tGPU1\tGPU2\tGPU3
                 GPU0\tX\tCNS\tOK\tOK
                 GPU1\tCNS\tX\tOK\tOK
                 GPU2\tOK\tOK\tX\tOK
                 GPU3\tOK\tOK\tOK\tX
                """)
            .unseen());
    String dmesg = "dmesg.txt";
    all.add(
        line(
            "pcie.peer-dma-refused",
            dmesg,
            "[   10.000000] mlx5_core 0000:14:00.0: cannot be used for peer-to-peer DMA as the client and provider (0000:13:00.0) do not share an upstream bridge or whitelisted host bridge"));
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
            "gpu.row-remapped",
            dmesg,
            "[   10.000000] NVRM: Xid (PCI:0000:13:00): 63, pid=1896, Row Remapper: New row marked for remapping, reset gpu to activate."));
    all.add(
        line(
            "gpu.contained-error",
            dmesg,
            "[   10.000000] NVRM: Xid (PCI:0000:13:00): 94, pid=7194, Contained: CE User Channel (0x9). RST: No, D-RST: No"));
    all.add(
        line(
            "gpu.recovery-asked",
            dmesg,
            "[   10.000000] NVRM: Xid (PCI:0000:13:00): 154, GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)"));
    all.add(
        line(
            "gpu.nvswitch-sxid",
            dmesg,
            "[   10.000000] nvidia-nvswitch3: SXid (PCI:0000:05:00.0): 20034, Fatal, Link 30 LTSSM Fault Up"));
    all.add(
        line(
            "gpu.off-bus-in-log",
            dmesg,
            "[   10.000000] NVRM: GPU 0000:13:00.0: GPU has fallen off the bus."));
    all.add(
        line(
            "link.send-queue-stuck",
            dmesg,
            "[   10.000000] NETDEV WATCHDOG: eth0 (mlx5_core): transmit queue 3 timed out"));
    all.add(
        line(
            "link.driver-gave-up",
            dmesg,
            "[   10.000000] mlx5_core: probe of 0000:14:00.0 failed with error -22"));
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
        line(
            "link.nic-firmware-error",
            dmesg,
            "[  102.405967] bnxt_en 0000:14:00.0: QPLIB: cmdq[0x41d]=0x3 timedout (20000)msec"));
    all.add(
        line(
            "link.nic-firmware-error",
            dmesg,
            "[ 8123.123456] bnxt_en 0000:14:00.0 eth0: Fatal firmware reset event, data1: 0x1, data2: 0x0, min wait 1200 ms, max wait 30000 ms"));
    all.add(
        line(
            "link.nic-firmware-error",
            dmesg,
            "[  662.815014] ice 0000:14:00.0 rocep76s0: critical PE Error, GLPE_CRITERR=0x00011424"));
    all.add(
        line("link.flaps-in-log", dmesg, "[   10.000000] mlx5_core 0000:14:00.0 eth0: Link down"));
    all.add(
        line(
            "link.flaps-in-log",
            dmesg,
            "[  336.603619] bond0: (slave eth1): link status definitely down, disabling slave"));
    all.add(
        line(
            "link.flaps-in-log",
            dmesg,
            "[ 1033.676359] bond1: link status definitely down for interface eth0, disabling it"));
    all.add(
        line(
            "pcie.dma-refused",
            dmesg,
            "[ 7460.483919] nvidia 0000:13:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x001c address=0xd0826240 flags=0x0020]"));
    all.add(
        line(
            "pcie.dma-refused",
            dmesg,
            "[  221.565929] IO_PAGE_FAULT device=05:00.0 domain=0x0012 address=0x00000000ff6101b0 flags=0x0070]"));
    all.add(
        line(
            "pcie.dma-refused",
            dmesg,
            "[10672.868940] DMAR: [DMA Write] Request device [14:00.0] fault addr 0 [fault reason 05] PTE Write access is not set"));
    all.add(
        line(
            "pcie.dma-refused",
            dmesg,
            "[    0.938401] DMAR: [DMA Read NO_PASID] Request device [0x14:0x00.0] fault addr 0x70ad5000 [fault reason 0x07] Next page table ptr is invalid"));
    all.add(
        line(
            "pcie.dma-refused",
            dmesg,
            "[  196.747107] arm-smmu-v3 arm-smmu-v3.0.auto: event 0x10 received:"));
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
    hardware(all);
    fabricManager(all);
    all.add(of("tcp.sends-again", "nstat.txt", "TcpRetrans", "1204", "77120"));
    all.add(of("tcp.listen-overflows", "nstat.txt", "TcpExtListen", " 0  ", " 17 "));
    String query = "index, pcie.link.width.current, pcie.link.width.max\n0, %d, 16\n";
    Healthy unlisted = host.without("lspci.txt");
    all.add(
        new Sickness(
            "gpu.pcie-lanes",
            List.of(unlisted.withFile("query.txt", query.formatted(16))),
            List.of(unlisted.withFile("query.txt", query.formatted(8))),
            "half the lanes, and nobody asked lspci",
            Set.of(),
            false));
  }

  /** Modules, slots and GPUs, by the kernel's log and by those who watch them. */
  private void hardware(List<Sickness> all) {
    String dmesg = "dmesg.txt";
    String nic = "[   13.112233] mlx5_core 0000:14:00.0: ";
    all.add(
        line(
            "optics.module-refused",
            dmesg,
            nic
                + "Port module event[error]: module 0, Cable error, Bus stuck(I2C or data shorted)"));
    all.add(
        line(
            "link.nic-hot",
            dmesg,
            nic + "temp_warn:236:(pid 0): High temperature on sensors with bit set 0 1"));
    all.add(
        line(
            "pcie.slot-power",
            dmesg,
            nic
                + "mlx5_pcie_event:301:(pid 900): Detected insufficient power on the PCIe slot (27W)."));
    all.add(
        line(
            "link.nic-firmware-error",
            dmesg,
            nic
                + "mlx5_health_try_recover:335: health recovery flow aborted, PCI reads still not working"));
    all.add(
        line(
            "pcie.contained",
            dmesg,
            "[  116.000003] pcieport 0000:12:01.0: DPC: containment event, status:0x1f01 source:0x0000"));
    all.add(
        line(
            "gpu.not-initialized",
            dmesg,
            "[  117.200000] NVRM: GPU 0000:13:00.0: RmInitAdapter failed! (0x62:0x40:2477)"));
    String sample = "DCGM_FI_DEV_%s{gpu=\"0\",UUID=\"GPU-1\",Hostname=\"node1\"} %d\n";
    all.add(file("gpu.errors-in-metrics", "dcgm.txt", sample.formatted("XID_ERRORS", 79)).unseen());
    all.add(
        file("gpu.errors-in-metrics", "dcgm.txt", sample.formatted("ROW_REMAP_FAILURE", 1))
            .unseen());
    all.add(
        file(
                "optics.link-trouble",
                "mlxlink.txt",
                """
                # mlxlink -d mlx5_0
                Troubleshooting Info
                --------------------
                Status Opcode                      : 15
                Group Opcode                       : MNG FW
                Recommendation                     : Bad signal integrity
                """)
            .unseen());
    all.add(
        file(
                "link.below-capability",
                "ethtool.txt",
                """
                # ethtool eth0
                Settings for eth0:
                \tSupported link modes:   100000baseCR4/Full
                \t                        400000baseCR4/Full
                \tAdvertised link modes:  100000baseCR4/Full
                \tLink partner advertised link modes:  Not reported
                \tSpeed: 100000Mb/s
                """)
            .unseen());
  }

  private void fabricManager(List<Sickness> all) {
    String smi = "nvidia_smi.txt";
    all.add(of("gpu.fabric-state", smi, "Fabric", "Completed", "In Progress"));
    all.add(
        of(
            "gpu.fabric-state",
            smi,
            "Fabric",
            "Route Unhealthy               : False",
            "Route Unhealthy : True"));
    all.add(of("gpu.fabric-state", smi, "Fabric", "Full", "Degraded"));
    all.add(
        file(
                "gpu.diag-failed",
                "dcgmi_diag.txt",
                """
                | Diagnostic                | Result                                         |
                | PCIe                      | Fail - GPU: 1                                  |
                """)
            .unseen());
    String passed = "20261110 13:20:33 [slurm] /usr/libexec/nhc/node-mark-online node1\n";
    String failed = "ERROR:  nhc:  Health check failed:  ";
    all.add(
        file(
                "rdma.health-check",
                "nhc.log",
                passed + failed + "check_hw_ib:  No IB port is ACTIVE (LinkUp 400 Gb/sec).\n")
            .unseen());
    all.add(
        file(
                "job.health-check",
                "nhc.log",
                passed + failed + "Check check_nv_gpu_count 8 returned 1\n")
            .unseen());
    String at = "[Oct 05 2026 06:12:47] [ERROR] [tid 2214] ";
    String journal = "Sep 18 03:19:01 node1 nv-fabricmanager[4756]: ";
    all.add(
        file(
            "gpu.no-nvswitch-found",
            "fabricmanager.log",
            journal
                + "request to query NVSwitch device information from NVSwitch driver failed with error:WARNING Nothing to do [NV_WARN_NOTHING_TO_DO]\n"));
    all.add(
        file(
            "gpu.fabric-manager-version",
            "fabricmanager.log",
            "fabric manager NVIDIA GPU driver interface version 525.85.12 don't match with driver version 530.41.03. Please update with matching NVIDIA driver package.\n"));
    all.add(
        file(
            "gpu.fabric-manager-configuration",
            "fabricmanager.log",
            "10.1.2.3: fabric manager config file item: FABRIC_NODE_CONFIG_FILE has an invalid value\n"));
    all.add(
        line(
            "rdma.error-completions-in-log",
            "dmesg.txt",
            "[  408.372201] infiniband mlx5_0: mlx5_handle_error_cqe:332:(pid 0): WC error: 4, Message: local protection error"));
    all.add(
        line(
            "link.efa-command-failed",
            "dmesg.txt",
            "[ 1632.420956] infiniband efa_0: Failed to process command ALLOC_PD (opcode 14) comp_status 1 err -12"));
    all.add(
        line(
            "storage.rdma-connection-failed",
            "dmesg.txt",
            "[  615.220000] nvme nvme0: rdma connection establishment failed (-104)"));
    all.add(
        line(
            "storage.rdma-connection-failed",
            "dmesg.txt",
            "[ 1842.118820] LNetError: 2874:0:(o2iblnd_cb.c:3390:kiblnd_check_conns()) Timed out RDMA with 10.1.0.7@o2ib (52): c: 4, oc: 0, rc: 8"));
    all.add(
        file(
            "gpu.nvswitch-error",
            "fabricmanager.log",
            at
                + "detected NVSwitch fatal error 20034 on fid 0 on NVSwitch pci bus id 00000000:05:00.0 physical id 1 port 40\n"));
    all.add(
        file(
            "gpu.fabric-manager-gave-up",
            "fabricmanager.log",
            at
                + "detected number of NVSwitches don't match with any supported system topology, aborting fabric manager\n"));
    all.add(
        file(
            "gpu.multicast-refused",
            "fabricmanager.log",
            at
                + "failed to find the GPU handle 5410063385821516767 in the multicast team request setup 6130285411925746235.\n"));
  }
}
