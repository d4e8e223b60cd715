package dev.headroom.audit.diagnose;

import dev.headroom.audit.host.ElasticFabric;
import java.util.List;

/** What goes wrong on a host: its GPUs, its memory, its network library, what changed on it. */
final class HostSymptoms {
  private HostSymptoms() {}

  static Symptom gpuDirect() {
    return new Symptom(
        "gpudirect",
        "GPUDirect does not work",
        "host CPUs are busy and the bandwidth of GPU memory is far below that of host memory",
        List.of("gpudirect", "gdr", "peermem", "cpu", "dma-buf"),
        List.of(
            Step.of(
                "Does the job's log say that channels go without GPUDirect, or over sockets?",
                Symptoms.LOG,
                "channels via NET/IB/n/GDRDMA; without GDRDMA they are copied through the host",
                "go on to find out why",
                "nccl.without-gpudirect",
                "nccl.socket-transport"),
            Step.of(
                "Is neither nvidia-peermem loaded nor DMA-BUF there, or does it not fit the RDMA core?",
                "lsmod; dmesg",
                "nvidia_peermem in the list; 'Invalid argument' of it in the log",
                ElasticFabric.LOAD + "; after a driver change build it anew",
                "gpudirect.peermem",
                "gpudirect.peermem-invalid",
                "nccl.dmabuf-unsupported"),
            Step.of(
                "Is GPUDirect switched off by the job's own settings?",
                "env | grep NCCL_; cat /etc/nccl.conf",
                "NCCL_NET_GDR_LEVEL, NCCL_NET_GDR_READ, NCCL_DMABUF_ENABLE, NCCL_IB_DISABLE",
                "take these settings away",
                "gpudirect.gdr-forced-off",
                "gpudirect.gdr-read-off",
                "nccl.gdr-level-legacy",
                "nccl.dmabuf-off"),
            Step.of(
                "Is every NIC farther from its GPU than a PCIe switch?",
                "nvidia-smi topo -m",
                "PIX or PXB between each GPU and a NIC",
                "put the NIC below the GPU's switch, or measure NCCL_NET_GDR_LEVEL=PHB",
                "gpudirect.distance",
                "gpudirect.no-near-nic"),
            Step.of(
                "Do bridges between GPU and NIC send their traffic up to the root complex (ACS), or does"
                    + " the IOMMU translate it?",
                Symptoms.LSPCI + "; cat /proc/cmdline",
                "ACSCtl: ReqRedir- CmpltRedir- on the bridges above both; iommu=pt",
                "clear the bits on a host without guests; pass DMA through the IOMMU",
                "pcie.acs-redirect",
                "pcie.iommu-translates",
                "nccl.iommu-translates"),
            Step.of(
                "Do GPUs show only a small part of their memory on PCIe?",
                Symptoms.LSPCI,
                "Region 1 as large as the memory",
                "switch on Resizable BAR and Above 4G Decoding in the BIOS",
                "pcie.gpu-bar"),
            Step.of(
                "Is the plain path slow as well, without NCCL?",
                "ib_write_bw --use_cuda=0 -d mlx5_0 PEER, beside the same without --use_cuda",
                "both alike: the NIC reaches GPU memory; look at NCCL then",
                "if only GPU memory is slow it is the way between GPU and NIC")),
        "article S3:224; NVIDIA GPUDirect RDMA documentation");
  }

  static Symptom registration() {
    return new Symptom(
        "memory-registration",
        "memory cannot be registered",
        "jobs fail with 'cannot register memory', ibv_reg_mr or ibv_create_cq: Cannot allocate memory",
        List.of(
            "register", "registration", "reg_mr", "memlock", "pin", "cannot allocate", "create_cq"),
        List.of(
            Step.of(
                "Does the job's log say that it ran out of memory to pin?",
                Symptoms.LOG,
                "ibv_reg_mr, ibv_create_cq, ibv_create_qp: Cannot allocate memory",
                "go on to the limit",
                "nccl.out-of-pinned-memory"),
            Step.of(
                "May processes pin less than they register?",
                "ulimit -l  # in the job itself, not in a shell",
                "unlimited",
                "memlock unlimited in limits.d; LimitMEMLOCK=infinity of slurmd, containerd, docker",
                "memory.memlock",
                "memory.limits-conf"),
            Step.of(
                "Does a container lack IPC_LOCK?",
                "kubectl get pod POD -o yaml; docker inspect CONTAINER",
                "capabilities: add: [IPC_LOCK], or --ulimit memlock=-1",
                "give it the capability"),
            Step.of(
                "Can the driver not register GPU memory by DMA-BUF?",
                "dmesg; " + Symptoms.LOG,
                "ibv_reg_dmabuf_mr ... Operation not supported",
                "a newer RDMA driver, or NCCL_DMABUF_ENABLE=0 with nvidia-peermem",
                "nccl.registration-refused",
                "nccl.dmabuf-unsupported",
                "gpudirect.peermem"),
            Step.of(
                "Is the NIC out of memory regions or queue pairs?",
                "rdma resource show; ibv_devinfo -v",
                "mr and qp near max_mr and max_qp",
                "fewer connections, or larger registrations; smaller batches only as the last resort"),
            Step.of(
                "Did the other side refuse an access to its memory?",
                "the output of all processes; UCX_LOG_LEVEL=info",
                "Remote access error, or a status 10 of a completion",
                "memory that was freed or registered without that right; the peer's own log",
                "job.ucx-memory-refused",
                "nccl.memory-refused")),
        "article S3:256; NVIDIA/nccl-tests#206, openucx/ucx#8229");
  }

  static Symptom tcpFallback() {
    return new Symptom(
        "tcp-fallback",
        "the job runs over TCP without saying so",
        "everything works, at a tenth of the rate, with busy CPUs and idle GPUs",
        List.of("tcp", "socket", "fallback", "fell back", "utilisation", "utilization"),
        List.of(
            Step.of(
                "Does the log say NET/Socket?",
                Symptoms.LOG,
                "NET/IB : Using, and channels via NET/IB",
                "go on to find out why",
                "nccl.socket-transport"),
            Step.of(
                "Is RDMA switched off by settings?",
                "env | grep NCCL_; cat /etc/nccl.conf",
                "NCCL_IB_DISABLE, NCCL_NET=Socket, an NCCL_IB_HCA that is not there",
                "take these away",
                "nccl.ib-disabled",
                "nccl.net-socket",
                "nccl.hca-not-there",
                "nccl.list-signs"),
            Step.of(
                "Is there no library or plugin where the job runs?",
                Symptoms.LOG,
                "Failed to open libibverbs.so; NET/OFI",
                "install libibverbs, or the provider, into the image",
                "nccl.no-libibverbs",
                "nccl.no-net-plugin",
                "nccl.no-efa",
                "rdma.provider-abi"),
            Step.of(
                "Are the devices not in the container?",
                "ls /dev/infiniband; show_gids",
                "uverbs devices, and GIDs in this network namespace",
                "pass the devices through, or give the pod a network of RDMA",
                "nccl.device-not-opened",
                "rdma.not-opened",
                "gid.none"),
            Step.of(
                "Is no port up?",
                "ibstat; dmesg",
                "State: Active",
                "cable, switch port, subnet manager; a driver that fits the card",
                "link.down",
                "link.driver-gave-up")),
        "article S1:83; NVIDIA/nccl#451, nccl-tests#82");
  }

  static Symptom upgrade() {
    return new Symptom(
        "after-upgrade",
        "something is slower since an upgrade",
        "a driver, firmware, kernel or NCCL changed, and jobs are slower or fail",
        List.of("upgrade", "update", "since", "after", "new driver", "new kernel"),
        List.of(
            Step.of(
                "What does an audit say that it did not say before?",
                "headroom audit --diff BEFORE AFTER",
                "new findings",
                "cure these first"),
            Step.of(
                "Did nvidia-peermem not come back?",
                "lsmod; dmesg",
                "nvidia_peermem, and no 'Invalid argument'",
                ElasticFabric.LOAD + ", and name it in /etc/modules-load.d",
                "gpudirect.peermem",
                "gpudirect.peermem-invalid"),
            Step.of(
                "Does the job still go over RDMA, and with GPUDirect?",
                Symptoms.LOG,
                "channels via NET/IB/n/GDRDMA",
                "headroom diagnose gpudirect, or tcp-fallback",
                "nccl.socket-transport",
                "nccl.without-gpudirect"),
            Step.of(
                "Do hosts differ now?",
                "headroom audit --hosts hosts.txt --only fleet",
                "no finding",
                "bring all to one version",
                "fleet.firmware",
                "fleet.kernel",
                "fleet.mtu",
                "fleet.peermem",
                "fleet.command-line",
                "nccl.version-mismatch"),
            Step.of(
                "Did registers or settings that only last until a boot go back?",
                Symptoms.LSPCI + "; mlnx_qos -i IFACE; sysctl -a",
                "MaxReadReq, ACSCtl, trust, PFC, numa_balancing",
                "run the fixes from a unit at each boot",
                "pcie.max-read-request",
                "pcie.acs-redirect",
                "qos.trust",
                "qos.pfc-off",
                "memory.numa-balancing")),
        "article S1:83");
  }

  static Symptom wrongResults() {
    return new Symptom(
        "wrong-results",
        "results are wrong",
        "a loss becomes NaN, ranks differ, or a test finds wrong values, and nothing ends in an error",
        List.of(
            "nan",
            "wrong result",
            "results are wrong",
            "wrong value",
            "corrupt",
            "diverge",
            "mismatch of results",
            "checksum",
            "#wrong",
            "loss nan",
            "loss is nan"),
        List.of(
            Step.of(
                "Does a collective itself give wrong values?",
                "all_reduce_perf -c 1 -b 8 -e 8G -f 2, on the same nodes",
                "0 in the column #wrong",
                "if not, it is the machines; if so, it is more likely the program",
                "job.wrong-results"),
            Step.of(
                "Does a GPU report errors of its memory or links?",
                "dmesg; metrics of dcgm-exporter; dcgmi diag -r 3 on idle nodes",
                "no XID, no row that could not be remapped",
                "take the node out of service",
                "gpu.xid",
                "gpu.contained-error",
                "gpu.recovery-asked",
                "gpu.errors-in-metrics",
                "gpu.diag-failed",
                "gpu.nvswitch-sxid",
                "gpu.nvswitch-error"),
            Step.of(
                "Does the NIC write out of order where nothing allows it?",
                "mlxconfig -d DEVICE query PCI_WR_ORDERING",
                "per_mkey(0)",
                "mlxconfig set PCI_WR_ORDERING=0",
                "pcie.ordering-forced"),
            Step.of(
                "Does the IOMMU refuse what devices write?",
                "dmesg; cat /proc/cmdline",
                "no IO_PAGE_FAULT, no DMAR fault; iommu=pt",
                "pass DMA through on a host without guests",
                "pcie.dma-refused",
                "pcie.iommu-translates"),
            Step.of(
                "Do ranks run different versions?",
                Symptoms.LOG,
                "one version of NCCL on all ranks",
                "the same image on all nodes",
                "nccl.version-mismatch")),
        "NVIDIA/nccl-tests, doc/PERFORMANCE.md; NVIDIA/nccl#531");
  }
}
