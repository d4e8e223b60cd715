package dev.headroom.audit;

import java.util.List;
import java.util.Set;

/** RDMA ports, their GIDs, MTU and counters. */
final class RdmaChanges extends Changes {
  RdmaChanges(Healthy host) {
    super(host);
  }

  @Override
  void addTo(List<Sickness> all) {
    all.add(
        file(
                "rdma.connection-manager-v1",
                "cma.txt",
                "$ cma_roce_mode -d mlx5_0 -p 1\nIB/RoCE v1\n")
            .unseen());
    all.add(file("rdma.not-opened", "devinfo.txt", "Failed to open device\n"));
    all.add(file("rdma.not-opened", "devinfo.txt", "No IB devices found\n"));
    all.add(
        file(
            "rdma.no-devices",
            "ibstatus.txt",
            "Fatal error:  device '*': sys files not found (/sys/class/infiniband/*/ports)\n"));
    all.add(
        file(
            "rdma.no-devices",
            "ls.txt",
            """
            $ ls /sys/class/infiniband
            ls: cannot access '/sys/class/infiniband': No such file or directory
            """));
    rdma(all);
    counters(all);
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
                "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\nmlx5_0\t1\t0\tfe80:0000:0000:0000:0aab:ccff:fe00:0000\t\t\tv1\teth0\nmlx5_0\t1\t1\tfe80:0000:0000:0000:0aab:ccff:fe00:0000\t\t\tv2\teth0\nn_gids_found=2\n");
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
    all.add(
        file(
            "rdma.provider-abi",
            "warnings.txt",
            "libibverbs: Warning: Driver bnxt_re does not support the kernel ABI of 6 (supports 1 to 1) for device /sys/class/infiniband/mlx5_0\n"));
    all.add(of("link.down", "ibv_devinfo.txt", "mlx5_0", "PORT_ACTIVE (4)", "PORT_DOWN (1)"));
    all.add(file("link.rate-below-siblings", port + "rate", "200 Gb/sec (4X HDR)\n"));
    all.add(
        new Sickness(
            "counters.lossy-class",
            List.of(host),
            List.of(
                host.withFile(port + "hw_counters/local_ack_timeout_err", "2705\n")
                    .withFile(
                        "priorities.txt",
                        """
                        $ ethtool -S eth0
                        NIC statistics:
                             rx_prio0_bytes: 88178050405854
                             tx_prio0_bytes: 14056302074308
                             tx_prio0_packets: 40316741528
                             rx_prio3_bytes: 0
                        """)),
            "losses in priority 0",
            Set.of("counters.ack-timeouts"),
            false));
    Healthy unmarked = host.withFile(port + "hw_counters/packet_seq_err", "8122041\n");
    for (String signal : List.of("np_ecn_marked_roce_packets", "np_cnp_sent", "rp_cnp_handled")) {
      unmarked = unmarked.withFile(port + "hw_counters/" + signal, "0\n");
    }
    all.add(
        new Sickness(
            "counters.loss-without-marks",
            List.of(host),
            List.of(unmarked),
            "losses, and neither marks nor CNPs",
            Set.of("counters.packet-sequence-errors"),
            false));
    all.add(
        new Sickness(
            "counters.marks-unanswered",
            List.of(host),
            List.of(
                host.withFile(port + "hw_counters/np_ecn_marked_roce_packets", "99120133\n")
                    .withFile(port + "hw_counters/np_cnp_sent", "0\n")),
            "marks, and no CNP",
            Set.of(),
            false));
    all.add(file("link.flaps", port + "counters/link_downed", "37\n"));
    String bond = "Ethernet Channel Bonding Driver: v6.8.0\n\nBonding Mode: %s\nMII Status: up\n";
    String slaves =
        "\nSlave Interface: eth0\nMII Status: up\n\nSlave Interface: eth1\nMII Status: %s\n";
    all.add(
        file(
            "link.bond-degraded",
            "bond0.txt",
            (bond + slaves).formatted("IEEE 802.3ad Dynamic link aggregation", "down")));
    all.add(
        file(
            "link.bond-mode",
            "bond0.txt",
            (bond + slaves).formatted("fault-tolerance (active-backup)", "up")));
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
    all.add(file("counters.retries-exhausted", hw + "req_transport_retries_exceeded", "2\n"));
    all.add(file("counters.out-of-buffer", hw + "out_of_buffer", "12\n"));
    all.add(file("counters.adaptive-retransmissions", hw + "roce_adp_retrans", "12\n"));
    all.add(file("counters.slow-restarts", hw + "roce_slow_restart", "12\n"));
    all.add(file("counters.congestion-notified", hw + "np_cnp_sent", "1234567\n"));
    all.add(file("counters.symbol-errors", port + "counters/symbol_error", "12\n"));
    all.add(file("counters.receive-errors", port + "counters/port_rcv_errors", "1200\n"));
    all.add(file("counters.discards", port + "counters/port_xmit_discards", "12\n"));
    all.add(file("counters.link-integrity", port + "counters/link_error_recovery", "12\n"));
    String eth = "statistics.txt";
    all.add(
        of(
                "counters.other-errors",
                eth,
                "eth0",
                "     rx_discards_phy: 0",
                "     tx_new_drops: 7\n     rx_discards_phy: 0")
            .unseen());
    all.add(of("counters.pauses", eth, "eth0", "rx_prio3_pause: 0", "rx_prio3_pause: 4711"));
    all.add(of("counters.pauses-sent", eth, "eth0", "tx_prio3_pause: 0", "tx_prio3_pause: 4711"));
    all.add(
        of("counters.interface-drops", eth, "eth0", "rx_discards_phy: 0", "rx_discards_phy: 4711"));
    String bnx2x = "     rx_ucast_packets: 100\n     rx_discards: %d\n     rx_brb_discard: %d\n";
    all.add(
        file("counters.interface-drops", "bnx2x.txt", "NIC statistics:\n" + bnx2x.formatted(7, 0)));
    all.add(
        file("counters.interface-drops", "bnx2x.txt", "NIC statistics:\n" + bnx2x.formatted(0, 7)));
    String be2net =
        "NIC statistics:\n     rx_drops_no_pbuf: %d\n     rxpp_fifo_overflow_drop: 0\n     rxq0: rx_pkts: 9\n     rxq1: rx_drops_no_frags: %d\n";
    all.add(file("counters.interface-drops", "be2net.txt", be2net.formatted(7, 0)));
    all.add(file("counters.interface-drops", "be2net.txt", be2net.formatted(0, 7)));
    all.add(
        of("counters.crc-errors", eth, "eth0", "rx_crc_errors_phy: 0", "rx_crc_errors_phy: 4711"));
    all.add(
        of("pcie.stalled-writes", eth, "eth0", "stalled_wr_events: 0", "stalled_wr_events: 4711"));
  }
}
