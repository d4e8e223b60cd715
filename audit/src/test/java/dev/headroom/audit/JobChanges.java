package dev.headroom.audit;

import java.util.List;
import java.util.Set;

/** A job's log, what it measured, and its variables. */
final class JobChanges extends Changes {
  JobChanges(Healthy host) {
    super(host);
  }

  @Override
  void addTo(List<Sickness> all) {
    log(all);
    measured(all);
    variables(all);
  }

  private void log(List<Sickness> all) {
    String say = "node1:100:210 [0] NCCL INFO ";
    String warn = "node1:100:210 [0] NCCL WARN ";
    String log = "nccl.log";
    all.add(of("nccl.socket-transport", log, "1[0] -> 0[0]", "NET/IB/0/GDRDMA", "NET/Socket/0"));
    all.add(of("nccl.without-gpudirect", log, "1[0] -> 0[0]", "NET/IB/0/GDRDMA", "NET/IB/0"));
    talks(all);
    all.add(of("nccl.hca-sets-differ", log, "node2", " [1]mlx5_1:1/RoCE", " [1]mlx5_7:1/RoCE"));
    all.add(file("nccl.nics-left-out", log, host.text(log).replace(" [1]mlx5_1:1/RoCE", "")));
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
    all.add(
        of("nccl.hca-not-there", "environment.txt", "NCCL", "=mlx5_0,mlx5_1", "mlx5_0/1,mlx5_1/1"));
    all.add(variable("job.ucx-device-not-there", "UCX_NET_DEVICES=mlx5_0:1,mlx5_19:1").unseen());
    all.add(variable("job.ucx-device-not-there", "UCX_NET_DEVICES=mlx5_0:1,mlx5_1:2").unseen());
    // UCX calls no RDMA device without its port.
    all.add(variable("job.ucx-device-not-there", "UCX_NET_DEVICES=mlx5_0").unseen());
    all.add(line("nccl.device-not-opened", log, warn + "Call to ibv_open_device failed"));
    all.add(line("nccl.no-libibverbs", log, say + "Failed to open libibverbs.so[.1]"));
    all.add(
        line(
            "rdma.verbs-unlike",
            log,
            "[1595598109.293924] [node1:100:0] ib_verbs.h:84 UCX  ERROR ibv_exp_query_device(mlx5_0) returned 38: Inappropriate ioctl for device"));
    bootstrap(all);
    all.add(of("nccl.mixed-links", log, "node2", "mlx5_1:1/RoCE", "mlx5_1:1/IB"));
    all.add(
        line(
                "nccl.rails-not-joined",
                log,
                warn
                    + "Call to ibv_modify_qp failed with 110 (Connection timed out), on dev rocep1s0f1:1, curr state INIT, next state RTR, local GID index 3, local GID ::ffff:192.168.30.2, remote GID ::ffff:192.168.10.2")
            .and("nccl.modify-qp-failed"));
    all.add(
        line(
            "nccl.duplicate-gpu",
            log,
            warn + "Duplicate GPU detected : rank 0 and rank 3 both on CUDA device 0"));
    all.add(
        line(
            "nvshmem.no-doorbell",
            log,
            "/opt/nvshmem/nvshmem/src/modules/transport/ibgda/ibgda.cpp:1889: NULL value cannot allocate mlx5dv_devx_uar"));
    all.add(line("nccl.out-of-pinned-memory", log, "[0] DAPL startup: RLIMIT_MEMLOCK too small"));
    all.add(
        line(
            "nccl.mtu-small",
            log,
            say + "NET/IB: Dev 0 Port 1 qpn 58 mtu 3 GID 3 (0/A10B0A0AFFFF0000)"));
    all.add(
        line(
            "nccl.fine-grain-off",
            log,
            warn
                + "Missing \"HSA_FORCE_FINE_GRAIN_PCIE=1\" from environment which can lead to low RCCL performance, system instablity or hang!"));
    all.add(
        line(
            "link.nic-commands-failed",
            log,
            "dc_mlx5_devx.c:78   UCX  ERROR mlx5dv_devx_obj_create(DCT) failed, syndrome 0: Connection timed out"));
    all.add(
        line(
            "link.nic-objects-refused",
            log,
            "[1737742661.094513] [node1:100:0] ib_mlx5_dv.c:430  UCX  ERROR mlx5dv_devx_obj_create(QP) failed on mlx5_0, syndrome 0x2c4154: Remote I/O error"));
    all.add(
        line(
            "job.ucx-no-answer",
            log,
            "[node1:100:0:210] ib_mlx5_log.c:143  Transport retry count exceeded on mlx5_0:1/RoCE (synd 0x15 vend 0x81 hw_synd 0/0)"));
    all.add(
        line(
            "job.ucx-unknown-variable",
            log,
            "[1539371008.388533] [node1:100:0]         parser.c:1911 UCX  WARN  unused environment variable: UCX_TSL (maybe: UCX_TLS?) (set UCX_WARN_UNUSED_ENV_VARS=n to suppress this warning)"));
    all.add(
        line(
            "job.ucx-no-transport",
            log,
            "[1608298882.555115] [node1:100:0]     ucp_context.c:1120 UCX  WARN  transports 'rc_x','ud_x' are not available, please use one or more of: cma, posix, self, tcp"));
    all.add(
        line(
            "job.ucx-device-unavailable",
            log,
            "[1608298882.555115] [node1:100:0]     ucp_context.c:1097 UCX  WARN  network device 'mlx5_9:1' is not available, please use one or more of: 'eth0'(tcp), 'mlx5_0:1'(ib)"));
    all.add(
        line(
            "job.ucx-default-class",
            log,
            "[node1:100:0:210] ib_mlx5_log.c:177  RC QP 0x8d2 wqe[401]: RDMA_WRITE s-- [rqpn 0x771 dlid=0 sl=0 port=1 src_path_bits=0 dgid=::ffff:10.0.0.9 sgid_index=3 traffic_class=0]"));
    all.add(
        line(
            "job.ucx-over-tcp",
            log,
            "[1608298882.555115] [node1:100:0]      ucp_worker.c:1888 UCX  INFO    ep_cfg[2]: tag(tcp/eno1)"));
    all.add(
        line(
            "job.gpu-fault-amd",
            log,
            "Memory access fault by GPU node-2 (Agent handle: 0x55c77d07fd80) on address 0x7f0800018000. Reason: Unknown."));
    all.add(
        line(
            "job.openib-disabled",
            log,
            "No OpenFabrics connection schemes reported that they were able to be"));
    all.add(
        line(
            "job.slurm-fewer-gpus",
            log,
            "[2026-02-11T08:00:12.110] error: Setting node node1 state to INVAL with reason:gres/gpu count reported lower than configured (7 < 8)"));
    all.add(
        line(
            "job.ucx-memory-refused",
            log,
            "[1610610433.688325] [node1:100:0]    ib_mlx5_log.c:143  UCX  ERROR Remote access on mlx5_1:1/RoCE (synd 0x13 vend 0x88 hw_synd 0/0)"));
    all.add(line("nccl.rdma-setup-failed", log, say + "transport/net_ib.cc:282 -> 2"));
    all.add(
        line(
            "nccl.unknown-warning",
            log,
            "node1:100:210 [0] nccl_net_ofi_domain_get_ep:969 NCCL WARN NET/OFI Creating new endpoint for domain 0x7f9befa99380 failed: Invalid argument"));
    all.add(
        line(
            "nccl.efa-transfer-failed",
            log,
            warn
                + "NET/OFI Request 0x7fbb944701b8 completed with error. RC: 20. Error: unknown error."));
    all.add(
        line(
            "nccl.efa-transfer-failed",
            log,
            "libfabric:35:1668017255::efa:cq:rxr_cq_write_tx_error():243<warn> rxr_cq_write_tx_error: err: 20, prov_err: Not a directory (20)"));
    all.add(
        line(
            "nccl.transfers-flushed",
            log,
            warn
                + "NET/IB : Got completion from peer with error 5, opcode 0, len 5384, vendor err 249 (Send)"));
    all.add(
        line(
            "nccl.out-of-pinned-memory",
            log,
            "ib_iface.c:988  UCX  ERROR iface=0x224c8a10: failed to create UD QP TX wr:256 sge:6 inl:64 resp:0 RX wr:4096 sge:1 resp:0: Cannot allocate memory"));
    all.add(
        line(
            "nccl.plugin-not-loaded",
            log,
            say
                + "NET/Plugin: Could not find: libnccl-net-ofi.so. libfabric.so.1: cannot open shared object file: No such file or directory"));
    all.add(
        line("nccl.vpn-interface", log, say + "NET/Socket : Using [0]tailscale0:100.64.0.7<0>"));
    all.add(line("nccl.no-net-plugin", log, warn + "Failed to initialize any NET plugin"));
    all.add(line("nccl.no-efa", log, warn + "NET/OFI Only EFA provider is supported"));
    all.add(
        line(
            "nccl.multicast-refused",
            log,
            "node1:100:210 [0] transport/nvls.cc:244 NCCL WARN Cuda failure 1 'invalid argument'"));
    all.add(
        line(
            "nccl.gid-link-local",
            log,
            say
                + "NET/IB: NCCL Dev 0 IbDev 0 Port 1 qpn 1040 mtu 5 query_ece={supported=1} GID 0 (80FE/1A8A41FEFF21A75E) fifoRkey=0x15d3b2"));
    all.add(
        line(
            "nccl.system-not-ready",
            log,
            "node1: Test CUDA failure common.cu:941 'system not yet initialized'"));
    all.add(line("nccl.topology-file-unfit", log, warn + "Attribute arch of node cpu not found"));
    all.add(
        line(
            "nccl.completion-error",
            log,
            warn
                + "NET/IB : Got completion from peer 10.0.0.7<40000> with status=12 opcode=1 len=0 vendor err 129"));
    String completion = warn + "NET/IB: Got completion from peer 10.0.0.7<40000> with status=";
    all.add(
        line(
            "nccl.completion-error",
            log,
            completion + "IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_SEND(0) vendor_err=129"));
    all.add(line("nccl.memory-refused", log, completion + "11 opcode=2 len=0 vendor err 137"));
    all.add(
        line(
            "nccl.memory-refused",
            log,
            warn + "NET/IB : Got completion with error 4, opcode 1, len 2, vendor err 81"));
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
            "nccl.peer-access-off",
            log,
            "node1:1:1 [0] NCCL INFO P2P is disabled between connected GPUs 1 and 0. You can repress this message with NCCL_IGNORE_DISABLED_P2P=1."));
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
    all.add(
        line(
            "nccl.port-error",
            log,
            warn + "NET/IB : mlx5_0:1 async fatal event: local catastrophic error"));
    all.add(
        line(
            "nccl.memory-refused",
            log,
            warn
                + "NET/IB : mlx5_0:1 async fatal event on QP (0x7f00): local access violation work queue error"));
    all.add(
        line(
            "nccl.queue-failed",
            log,
            warn + "NET/IB : mlx5_0:1 async fatal event on CQ (0x7f00): CQ error"));
    all.add(line("nccl.gid-table-changed", log, warn + "NET/IB : mlx5_0:1 GID table changed"));
    all.add(
        line(
            "nccl.registration-refused",
            log,
            warn + "Call to ibv_reg_mr_iova2 failed with error Bad address errno 14"));
    all.add(
        line(
            "nccl.iommu-translates",
            log,
            warn + "Missing \"iommu=pt\" from kernel command line which can lead to a hang!"));
    all.add(
        line(
            "nccl.shared-memory",
            log,
            warn
                + "Error: failed to extend /dev/shm/nccl-WU88OE to 9637892 bytes, error: No space left on device (28)"));
    all.add(line("nccl.gpu-out-of-memory", log, warn + "Cuda failure 'out of memory'"));
    all.add(line("vm.hidden-pci-tree", log, say + "+ PCI[0.2] - NIC/0-14000"));
  }

  /** What lines say of the way that a job talks, and of its libraries. */
  private void talks(List<Sickness> all) {
    String log = "nccl.log";
    String say = "node1:100:210 [0] NCCL INFO ";
    all.add(
        file(
            "nccl.bootstrap-address",
            log,
            """
            node1:100:200 [0] NCCL INFO Bootstrap : Using eth9:10.9.0.0<0>
            node2:100:200 [0] NCCL INFO Bootstrap : Using lo:127.0.0.1<0>
            """));
    all.add(
        line(
                "nccl.libfabric-over-tcp",
                log,
                say + "NET/OFI Selected provider is tcp, fabric is 10.9.0.0/16 (found 1 nics)")
            .unseen());
    all.add(
        of("nccl.plugin-ignores-variable", log, "", "network IB", "network AWS Libfabric")
            .and("nccl.networks-differ")
            .unseen());
    all.add(
        variable("nccl.ucx-devices-aside", "UCX_NET_DEVICES=mlx5_0:1").over("NCCL_IB_HCA==.*\n"));
    all.add(
        line(
            "job.unknown-message",
            log,
            "[1608298882.555115] [node1:100:0]   rc_ep.c:100  UCX  ERROR failed to flush: Input/output error"));
    all.add(
        file(
                "job.gpus-waiting",
                "dmon.txt",
                """
                # gpu   pwr gtemp    sm   mem rxpci txpci
                # Idx     W     C     %     %  MB/s  MB/s
                    0   118    36   100     0     1     0
                    0   117    36   100     0     0     0
                """)
            .unfinished()
            .unseen());
    String report =
        """
        Job summary
        ===========

          Nodes  Processes         GPUs  Processes     GPUs
        (total)   per node  per process    (total)  (total)
              2          1            1          2        2

        Communicators... (0.00s)
        =============

        Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors
            #  in group  per comm  per node  per comm  in group
            0         1         2         1         2         2   RUNNING  %1$s

        Errors
        ======

        #0-0 (b3398875b8b2a063) %1$s
          %2$s
          Rank 1 -- GPU 0 managed by process 100 on node 10.9.0.1
        """;
    all.add(
        ras(
            "nccl.ras-ranks-missing",
            report,
            "INCOMPLETE",
            "Missing communicator data from 1 rank"));
    all.add(ras("nccl.ras-errors", report, "ERROR", "Asynchronous error on 1 rank"));
    all.add(
        ras(
            "nccl.ras-ranks-apart",
            report,
            "MISMATCH",
            "Communicator ranks have different AllReduce operation counts"));
    String record =
        "{\"header\":{\"id\":\"0x7f8c\",\"rank\":%d,\"n_ranks\":2,\"nnodes\":2},\"coll_perf\":{\"coll\":\"AllReduce\",\"coll_sn\":%d,\"coll_msg_size_bytes\":1048576}}\n";
    all.add(
        file(
                "nccl.inspector-ranks-apart",
                "node1-pid100.log",
                record.formatted(0, 1407) + record.formatted(1, 1402))
            .unseen());
  }

  private Sickness ras(String rule, String report, String fault, String words) {
    return file(rule, "ncclras.txt", report.formatted(fault, words)).unseen();
  }

  private void bootstrap(List<Sickness> all) {
    String log = "nccl.log";
    String warn = "node1:100:210 [0] NCCL WARN ";
    all.add(
        line(
            "nccl.peer-unreachable",
            log,
            warn
                + "socketStartConnect: Connect to 192.168.19.14<52822> failed : No route to host"));
    all.add(
        line(
            "nccl.peer-unreachable",
            log,
            "node1:100:210 [0] include/socket.h:360 WARN Call to connect failed : Connection timed out"));
    all.add(
        line(
            "nccl.peer-unreachable",
            log,
            warn
                + "socketPollConnect: Connect to 192.168.3.101<39473> returned 111(Connection refused) errno 115(Operation now in progress)"));
    all.add(line("nccl.no-socket-interface", log, warn + "Bootstrap : no socket interface found"));
    all.add(line("nccl.networks-differ", log, warn + "socketFinalizeAccept: wrong type 4 != 3"));
    all.add(
        line(
            "nccl.ranks-unlike",
            log,
            warn
                + "ncclSocketInit: connecting to address  with family 33022 is neither AF_INET(2) nor AF_INET6(10)"));
    all.add(
        line(
            "nccl.stranger-connected",
            log,
            warn + "socketFinalizeAccept: wrong magic ba8657f4d3a5a02a != 134eccad5a34ad33"));
    all.add(
        line(
            "job.collective-timeout",
            log,
            "[rank3]:[E ProcessGroupNCCL.cpp:632] [Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=4, OpType=BROADCAST, NumelIn=112, NumelOut=112, Timeout(ms)=1800000) ran for 1800011 milliseconds before timing out."));
    all.add(
        line(
            "job.name-unknown",
            log,
            "[W1104 10:12:41.552 socket.cpp:697] [c10d] The IPv4 network addresses of (trainer-0, 29500) cannot be retrieved (gai error: -2 - Name or service not known)."));
    all.add(
        line(
            "job.store-unreachable",
            log,
            "[E socket.cpp:957] [c10d] The client socket has timed out after 600s while trying to connect to (node1, 29500)."));
    all.add(
        line("job.open-files", log, warn + "Net : failed to create socket : Too many open files"));
    all.add(
        line("job.one-cpu", log, "node1:100:210 [0] NCCL INFO Setting affinity for GPU 0 to 01"));
    all.add(
        line(
            "job.rendezvous-timeout",
            log,
            "torch.distributed.DistBackendError: [5] is setting up NCCL communicator and retrieving ncclUniqueId from [0] via c10d key-value store by key '0', but store->get('0') got error: Socket Timeout"));
  }

  private void measured(List<Sickness> all) {
    String table = "nccl_tests.txt";
    all.add(of("job.bandwidth-collapse", table, "268435456 ", "86.50   86.50", "0.31   0.31"));
    all.add(line("job.perftest-failed", "perftest.txt", " Failed status 12: wr_id 0 syndrom 0x81"));
    all.add(
        line(
            "job.perftest-failed",
            "perftest.txt",
            " Unable to Connect the HCA's through the link"));
    all.add(of("job.wrong-results", table, "268435456 ", "86.50      0", "86.50     17"));
    all.add(of("job.bandwidth-plateau", table, "1073741824 ", "88.48   88.48", "48.02   48.02"));
  }

  private void variables(List<Sickness> all) {
    all.add(variable("nccl.ib-disabled", "NCCL_IB_DISABLE=1").and("nccl.contradiction"));
    all.add(variable("nccl.net-socket", "NCCL_NET=Socket").and("nccl.contradiction"));
    all.add(
        variable("nccl.contradiction", "NCCL_MIN_NCHANNELS=8\nNCCL_MAX_NCHANNELS=4")
            .and("nccl.channels-capped"));
    all.add(variable("nccl.channels-capped", "NCCL_MAX_CTAS=2"));
    all.add(
        variable("nccl.list-signs", "NCCL_SOCKET_IFNAME=^lo,^docker")
            .over("NCCL_SOCKET_IFNAME=eth9\n"));
    all.add(
        new Sickness(
            "nccl.hca-prefix",
            List.of(host),
            List.of(
                host.withFile("links.txt", "mlx5_01 port 1 ==> eth7 (Up)\n")
                    .withFile(
                        "environment.txt",
                        host.text("environment.txt")
                            .replaceFirst("NCCL_IB_HCA=.*", "NCCL_IB_HCA=mlx5_0,mlx5_1"))),
            "mlx5_0 is the beginning of mlx5_01",
            Set.of(),
            true));
    all.add(variable("nccl.crosses-rails", "NCCL_CROSS_NIC=1"));
    all.add(variable("job.ucx-without-rdma", "UCX_TLS=tcp,self,sm"));
    all.add(variable("nccl.gdr-level-legacy", "NCCL_NET_GDR_LEVEL=3"));
    all.add(variable("gpudirect.gdr-forced-near", "NCCL_NET_GDR_LEVEL=1"));
    all.add(variable("nccl.p2p-level-off", "NCCL_P2P_LEVEL=LOC"));
    all.add(
        new Sickness(
            "nccl.p2p-level-near",
            List.of(host),
            List.of(
                host.with("topology.txt", "GPU0\t X ", "NV18", "PHB")
                    .with("topology.txt", "GPU1\t", "NV18", "PHB")
                    .withFile(
                        "environment.txt", host.text("environment.txt") + "NCCL_P2P_LEVEL=NVL\n")),
            "NCCL_P2P_LEVEL=NVL without NVLink",
            Set.of(),
            false));
    all.add(variable("nccl.deprecated-gdr-level", "NCCL_IB_GDR_LEVEL=3"));
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
    all.add(variable("nccl.protocol-low-latency", "NCCL_PROTO=LL"));
    all.add(variable("nccl.deprecated-rings", "NCCL_MAX_NRINGS=4").and("nccl.channels-capped"));
    all.add(variable("nccl.deprecated-cuda-support", "NCCL_IB_CUDA_SUPPORT=1"));
    all.add(variable("nccl.dmabuf-off", "NCCL_DMABUF_ENABLE=0"));
    all.add(variable("nccl.pxn-disabled", "NCCL_PXN_DISABLE=1"));
  }
}
