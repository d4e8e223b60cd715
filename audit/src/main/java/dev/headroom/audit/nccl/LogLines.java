package dev.headroom.audit.nccl;

import static dev.headroom.audit.nccl.JobRule.LOG;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.MemoryLock;
import dev.headroom.audit.fix.Variable;
import dev.headroom.audit.host.ElasticFabric;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/**
 * Lines of a job's log that have one known cause, or a few: what is printed, and why. What ends
 * transfers under way is in {@link TransferLines}.
 */
final class LogLines {
  private LogLines() {}

  static List<Rule> all() {
    return List.of(
        new LogLine(
            Card.error("nccl.device-not-opened")
                .title("NCCL opens the RDMA devices it finds")
                .needs(LOG)
                .cause(
                    "The device is there in sysfs and its file is not usable: in a container"
                        + " /dev/infiniband was not passed through, or belongs to another user.")
                .modes(1)
                .source("NCCL user guide, troubleshooting; NVIDIA/nccl#451"),
            "ibv_open_device failed|Unable to open device",
            Stage.RDMA_FOUND,
            "NCCL cannot open an RDMA device",
            () ->
                Fix.advice(
                    "give the container /dev/infiniband (--device=/dev/infiniband) and IPC_LOCK")),
        new LogLine(
            Card.error("nccl.no-libibverbs")
                .title("libibverbs is where the job runs")
                .needs(LOG)
                .cause("Without the library NCCL knows no RDMA at all and takes sockets.")
                .modes(2)
                .source("NVIDIA/nccl-tests#82"),
            true,
            "Failed to open libibverbs\\.so",
            Stage.RDMA_FOUND,
            "libibverbs is not there",
            () ->
                Fix.advice(
                    "install libibverbs and the NIC's provider in the image (apt install libibverbs1 ibverbs-providers; dnf install libibverbs)")),
        new LogLine(
            Card.error("nccl.no-net-plugin")
                .title("a network plugin starts")
                .needs(LOG)
                .cause("None of NCCL's networks could be used, not even sockets.")
                .modes(3)
                .source("NVIDIA/nccl, src/plugin/net.cc"),
            "Failed to initialize any NET plugin",
            Stage.NETWORK_CHOSEN,
            "no network plugin starts",
            () ->
                Fix.advice(
                    "map /dev/infiniband where sysfs shows devices; unset NCCL_NET and NCCL_NET_PLUGIN if they name what is not there")),
        new LogLine(
            Card.error("nccl.no-efa")
                .title("the plugin for AWS starts, and finds EFA")
                .needs(LOG)
                .cause(
                    "The plugin for AWS found no EFA device, or could not start on it, and stepped aside; NCCL takes"
                        + " sockets. The instance was launched without EFA, its driver or libfabric is not installed"
                        + " or older than the plugin wants, or a container lacks /dev/infiniband.")
                .modes(4)
                .source(
                    "NVIDIA/nccl#398; aws/aws-ofi-nccl#715, #889; AWS, Get started with EFA and NCCL"),
            true,
            "Only EFA provider is supported|provider efa output empty list|fi_(?:get)?info: provider efa: -61\\b|NET/OFI (?:aws-ofi-nccl initialization failed|Initializing plugin failed|Unable to find a protocol that worked)",
            Stage.RDMA_FOUND,
            "no EFA is found that could be used",
            () ->
                Fix.advice(
                    "fi_info -p efa where the job runs: without an answer there, but with one on the host, give the container /dev/infiniband (in Kubernetes the resource vpc.amazonaws.com/efa) and libfabric of EFA's installer; without one on the host, launch the instance with EFA and install its driver")),
        new LogLine(
                Card.error("nccl.modify-qp-failed")
                    .title("queue pairs connect")
                    .needs(LOG)
                    .cause(
                        "The address of the peer cannot be used: the GID index is not there on one end,"
                            + " differs between ends, or there is no route between the two, as between"
                            + " rails that nothing connects (where it times out). 'No such device' in a"
                            + " container is a GID whose interface lies in another network namespace, as with"
                            + " macvlan or a bridge beside a shared device.")
                    .modes(6)
                    .source(
                        "NVIDIA/nccl#551, #718, #925; deepseek-ai/DeepEP#38; kvcache-ai/Mooncake#204; eugr/spark-vllm-docker#252"),
                "ibv_modify_qp failed|Failed to modify QP to RT[RS]|ibv_create_ah\\(.*failed: Connection timed out",
                Stage.CONNECTED,
                "a queue pair cannot be connected",
                () ->
                    Fix.advice(
                        "compare show_gids of both ends; let NCCL choose (unset NCCL_IB_GID_INDEX), or set it for each host in /etc/nccl.conf; where the line names two GIDs of different subnets, rails that nothing connects were paired: NCCL_CROSS_NIC=0, the same order of devices on all nodes, or NCCL_IB_SUBNET_AWARE_ROUTING=1"))
            .where((host, line) -> !Subnets.areApart(host, line)),
        new LogLine(
                Card.error("nccl.rails-not-joined")
                    .title("queue pairs are made between addresses that a route joins")
                    .needs(LOG)
                    .cause(
                        "Nothing came back while the queue pair was connected, and its two addresses lie in different subnets"
                            + " (taken as of 24 bits where nothing read says how long they are). Either no router is"
                            + " between, and NCCL paired NICs of different cables or rails; or one is, and its route, a"
                            + " filter on UDP port 4791 or the port at the other end is at fault.")
                    .modes(6, 35)
                    .source("eugr/spark-vllm-docker#252; luxingcom/aicad-nccl-optimization#1"),
                "ibv_modify_qp failed with 110 .*local GID ::ffff:",
                Stage.CONNECTED,
                "a queue pair was to join two subnets, and nothing came back",
                () ->
                    Fix.advice(
                        "ip route get the remote address, and ping -I the local one to it: if they reach each other, look at filters of UDP port 4791 and at both GID tables; if not, and no router is meant to join the two, cable the n-th port of each host to that of the next which NCCL pairs it with, name on all nodes the same devices in one order in NCCL_IB_HCA, and try NCCL_IB_SUBNET_AWARE_ROUTING=1"))
            .where(Subnets::areApart),
        new LogLine(
                Card.warning("nccl.gid-link-local")
                    .title("queue pairs of RoCE use a GID that can be routed")
                    .needs(LOG)
                    .cause(
                        "The GID that the job took begins with fe80: it is the interface's own address, of RoCE v1 or without an IP"
                            + " address, and reaches no farther than the subnet. In a pod the table's first entries are"
                            + " often of that kind, and the ones with addresses come later.")
                    .modes(8)
                    .source(
                        "RFC 4291, 2.5.6; NVIDIA/nccl, src/transport/net_ib, src/misc/ibvwrap.cc; NVIDIA/nccl#1657; kvcache-ai/Mooncake#204; openucx/ucx#6000"),
                // NCCL prints the halves as little-endian numbers, and LIDs where the link is
                // InfiniBand. Beside a completion it prints GIDs of Ethernet only, and beside
                // ibv_modify_qp those of InfiniBand's routers too, of which one is not of fe80.
                "GID \\d+ \\(80FE/|LID: 0, GID: \\(GID_Index \\d+\\) fe:80:|\\bsgix \\d+ dgid fe80:"
                    + "|\\blocalGid fe80:|\\bremoteGids? ?fe80:|local GID fe80:\\S*, remote GID fe80:",
                Stage.ADDRESSED,
                "queue pairs of RoCE use a link-local GID",
                () ->
                    Fix.advice(
                        "give the interface its address in the pod, and take an entry of RoCE v2 with it: unset NCCL_IB_GID_INDEX (NCCL 2.21 and later look for it), or MC_GID_INDEX of Mooncake, UCX_IB_GID_INDEX of UCX; show_gids lists them"))
            .gravely("Got completion |ibv_modify_qp failed"),
        new LogLine(
            Card.error("nccl.gid-table-sparse")
                .title("NCCL can read the GID tables")
                .needs(LOG)
                .cause(
                    "Some versions expect an entry at each index; in a pod with macvlan or SR-IOV the table begins later.")
                .modes(7)
                .source("NVIDIA/nccl#1573"),
            "ncclIbRoceGetVersionNum|read failed.*gid",
            Stage.CONNECTED,
            "NCCL stumbles over a gap in a GID table",
            () ->
                Fix.advice(
                    "take a newer NCCL, or set NCCL_IB_GID_INDEX to an entry that is there")),
        new LogLine(
            Card.error("nccl.multicast-refused")
                .title("NVLink multicast (NVLS) can be set up")
                .needs(LOG)
                .cause(
                    "NVLS needs a fabric manager that knows all GPUs: after it was restarted while processes held GPUs it refuses"
                        + " multicast teams, and CUDA answers 'invalid argument' or 'present state'. Its log"
                        + " (/var/log/fabricmanager.log) names the GPU that it misses.")
                .source("NVIDIA/nccl#976, #1043, #1488; pytorch/pytorch#177472"),
            "nvls\\.cc:\\d+ NCCL WARN (Cuda|CUDA) (failure|error)|nvls\\.cc:\\d+ -> 1$|NVLink SHARP \\(NVLS\\) Multicast memory .*CUDA error",
            Stage.INITIALIZED,
            "NVLink multicast (NVLS) cannot be set up",
            () ->
                Fix.advice(
                    "end all jobs, reset the GPUs (nvidia-smi -r), restart nvidia-fabricmanager, or restart the machine; until then NCCL_NVLS_ENABLE=0 does without")),
        new LogLine(
            Card.error("nccl.system-not-ready")
                .title("CUDA finds the machine's NVSwitches brought up")
                .needs(LOG)
                .cause(
                    "CUDA's error 802 on a machine with NVSwitches: nvidia-fabricmanager does not run, did not come to its"
                        + " end yet, or is of another version than the driver.")
                .source("NVIDIA/nccl-tests#264; CUDA Driver API, CUDA_ERROR_SYSTEM_NOT_READY"),
            "system not yet initialized",
            Stage.DEVICES_KNOWN,
            "CUDA says that the system is not yet initialized",
            () ->
                Fix.advice(
                    "systemctl status nvidia-fabricmanager; install it in the driver's version, and enable it")),
        new LogLine(
            Card.error("nccl.topology-file-unfit")
                .title("NCCL can read the topology file it was given")
                .needs(LOG)
                .cause(
                    "The file in NCCL_TOPO_FILE, which plugins set too, lacks what this NCCL asks of it, as one that names no"
                        + " processor's architecture.")
                .source("NVIDIA/nccl, src/graph/xml.h; aws/aws-ofi-nccl#476"),
            "Attribute \\w+ of node \\w+ not found",
            Stage.INITIALIZED,
            "NCCL misses something in its topology file",
            () ->
                Fix.advice(
                    "take the topology file of the instance type from the cloud's image, or unset NCCL_TOPO_FILE and update the plugin that sets it")),
        new LogLine(
            Card.error("nccl.dmabuf-unsupported")
                .title("DMA-BUF registration works where it is used")
                .needs(LOG)
                .cause("The NIC's driver is older than DMA-BUF; NCCL tries it and fails.")
                .modes(17)
                .source("NVIDIA/nccl#778"),
            "ibv_reg_dmabuf_mr.*(not supported|Operation not supported)",
            Stage.GPU_MEMORY_REGISTERED,
            "the NIC's driver cannot register DMA-BUF memory",
            () -> Fix.of(new Variable("NCCL_DMABUF_ENABLE", "0"))),
        new LogLine(
                Card.error("nccl.out-of-pinned-memory")
                    .title("queues and memory can be registered")
                    .needs(LOG)
                    .cause(
                        "Registration pins memory, and the limit for that is reached: RLIMIT_MEMLOCK of"
                            + " the shell or service, or a container without IPC_LOCK. Where the limit is"
                            + " unlimited it is the device's own memory, as with hundreds of processes on one NIC."
                            + " Smaller batches are the last resort.")
                    .modes(22)
                    .source(
                        "ibv_reg_mr(3), ibv_create_cq(3); NVIDIA/nccl-tests#206; openucx/ucx#8336, #8746; article S3:267"),
                "(ibv_create_cq|ibv_reg_mr|ibv_create_qp|failed to create \\w+ QP).*(Cannot allocate memory|ENOMEM)|RLIMIT_MEMLOCK too small|cannot create cq|user memlock",
                Stage.CONNECTED,
                "registration fails for want of memory that may be pinned",
                () -> Fix.of(new MemoryLock()))
            .fixed(LogLines::unpinned),
        new LogLine(
            Card.error("rdma.verbs-unlike")
                .title("the RDMA library and the kernel's modules come from one place")
                .needs(LOG)
                .cause(
                    "The library asks the kernel for what its modules do not know: the vendor's libraries (MLNX_OFED,"
                        + " DOCA) over the distribution's modules, or another way round. After an update or a"
                        + " restart into another kernel the modules for it were not built.")
                .modes(12)
                .source("openucx/ucx#3245, #5469, #6906, #10180"),
            "returned \\d+: Inappropriate ioctl for device|ibv_\\w+\\(.*(Inappropriate ioctl|Function not implemented)|UAR allocation types are not supported|error modifying DCT to RTR",
            Stage.CONNECTED,
            "the kernel's RDMA modules do not know what the library asks",
            () ->
                Fix.advice(
                    "compare modinfo mlx5_ib (intree: Y is the distribution's) and ofed_info -s with uname -r; build the vendor's modules for this kernel (dkms status), or boot the kernel they were built for; until then UCX_IB_MLX5_DEVX=n, and UCX_TLS without dc, may do")),
        new LogLine(
            Card.error("nccl.registration-refused")
                .title("the NIC's driver takes memory of GPUs")
                .needs(LOG)
                .cause(
                    "'Bad address' for what is to be registered: the NIC's driver took an address of a GPU for one of"
                        + " the host's, since neither nvidia-peermem nor DMA-BUF tells it better.")
                .modes(10)
                .source(
                    "ibv_reg_mr(3), EFAULT; linux-rdma/perftest#269; NVIDIA GPUDirect RDMA guide"),
            "ibv_reg_mr\\w* .*(?:Bad address|errno 14)",
            Stage.GPU_MEMORY_REGISTERED,
            "memory of a GPU could not be registered",
            () ->
                Fix.advice(
                    ElasticFabric.LOAD
                        + " on each node; or the GPU's open kernel modules and Linux 5.12 or later, for DMA-BUF; NCCL_NET_GDR_LEVEL=LOC goes through host memory meanwhile")),
        new LogLine(
                Card.warning("nccl.iommu-translates")
                    .title("the kernel passes DMA through untranslated where RCCL asks for it")
                    .needs(LOG)
                    .cause(
                        "RCCL looks at the kernel's command line: with an IOMMU that translates, traffic"
                            + " between GPUs goes through the root complex, is slow, or hangs.")
                    .modes(16)
                    .source("ROCm/rccl, src/init.cc; ROCm/vllm#390"),
                "Missing \"?(?:amd_)?iommu=(?:pt|on)",
                Stage.INITIALIZED,
                "RCCL misses iommu=pt on the kernel's command line",
                () ->
                    Fix.advice(
                        "boot with iommu=pt, unless guests of the host rely on the isolation; pcie.iommu-translates says more with /proc/cmdline"))
            .unless(
                LogLines::passesThrough,
                "the kernel passes DMA through without being told, as its log says"),
        new LogLine(
            Card.error("nccl.shared-memory")
                .title("ranks of a node can make files in /dev/shm")
                .needs(LOG)
                .cause(
                    "Ranks of one node exchange data and what they know of each other in /dev/shm. A container has 64 MiB"
                        + " of it unless told otherwise, and NCCL takes some 10 MB for each pair of GPUs; and systemd"
                        + " removes a user's files there when that user's last session ends.")
                .source(
                    "NCCL user guide, troubleshooting, shared memory; NVIDIA/nccl, src/misc/shmutils.cc; NVIDIA/nccl#342, #525"),
            "failed to extend \\S+|posix_fallocate failed|[Ee]rror(?: :)? while (?:creating|attaching to) shared memory|unlink shared memory \\S+ failed",
            Stage.CONNECTED,
            "NCCL cannot use shared memory",
            () ->
                Fix.advice(
                    "df -h /dev/shm where the job runs; docker run --shm-size=1g --ulimit memlock=-1, or in Kubernetes an emptyDir with medium: Memory at /dev/shm; where files vanish, RemoveIPC=no in /etc/systemd/logind.conf")),
        new LogLine(
            Card.error("nccl.gpu-out-of-memory")
                .title("the GPU has memory left for NCCL's buffers")
                .needs(LOG)
                .cause(
                    "NCCL allocates its buffers on the GPU when a communicator is made and at its first use, some hundred MB."
                        + " The framework's own cache, another process on the GPU, or many communicators have"
                        + " left none.")
                .source("NCCL user guide, NCCL_BUFFSIZE; NVIDIA/nccl#1235"),
            "Cuda failure (?:\\d+ )?'?out of memory|Failed to CUDA (?:calloc|malloc)",
            Stage.CONNECTED,
            "the GPU had no memory left for NCCL",
            () ->
                Fix.advice(
                    "nvidia-smi, for other processes on that GPU; leave the framework less (PYTORCH_CUDA_ALLOC_CONF, a smaller batch), make fewer communicators, or lower NCCL_BUFFSIZE and NCCL_MAX_NCHANNELS")),
        new LogLine(
            Card.error("nccl.duplicate-gpu")
                .title("each rank has a GPU of its own")
                .needs(LOG)
                .cause(
                    "NCCL takes one rank for each GPU. Two processes of a node took the same one: the program does not"
                        + " choose by LOCAL_RANK, or the launcher gave both the same CUDA_VISIBLE_DEVICES.")
                .source("NVIDIA/nccl, src/init.cc; Lightning-AI/pytorch-lightning#4420"),
            "Duplicate GPU detected",
            Stage.INITIALIZED,
            "two ranks of a job took the same GPU",
            () ->
                Fix.advice(
                    "torch.cuda.set_device(int(os.environ['LOCAL_RANK'])) before the process group is made; no more processes a node than GPUs")),
        new LogLine(
            Card.error("nvshmem.no-doorbell")
                .title("NVSHMEM may map the NIC's doorbells for GPUs")
                .needs(LOG)
                .cause(
                    "IBGDA lets GPUs ring the NIC themselves, for which the NIC's registers are mapped into the GPU: a"
                        + " container without the privileges for that, or a driver that was not told to allow it,"
                        + " refuses.")
                .source("sgl-project/sglang#12533"),
            "cannot allocate mlx5dv_devx_uar",
            Stage.CONNECTED,
            "NVSHMEM cannot map the NIC's doorbells for the GPU",
            () ->
                Fix.advice(
                    "run the container with --privileged once to see that it is that; DeepEP's notes on NVSHMEM name the options of the nvidia module (PeerMappingOverride=1), or take IBRC in place of IBGDA")),
        new LogLine(
            Card.warning("nccl.fine-grain-off")
                .title("RCCL finds fine-grained memory over PCIe where it asks for it")
                .needs(LOG)
                .cause(
                    "AMD GPUs that reach each other over PCIe share memory that both see at once only with this"
                        + " variable; without it RCCL copies, or waits for ever. GPUs with Infinity Fabric between"
                        + " them (MI200, MI300) do without it.")
                .source("ROCm/rccl, src/init.cc; ROCm/rccl#1026"),
            "Missing \"?HSA_FORCE_FINE_GRAIN_PCIE",
            Stage.INITIALIZED,
            "RCCL misses HSA_FORCE_FINE_GRAIN_PCIE=1",
            () -> Fix.of(new Variable("HSA_FORCE_FINE_GRAIN_PCIE", "1"))),
        new LogLine(
            Card.error("link.nic-commands-failed")
                .title("the NIC answers commands")
                .needs(LOG)
                .cause(
                    "The NIC's firmware did not answer in time, or the driver gave up commands after it had not: the"
                        + " device is stuck or was reset. Firmware older than the driver expects is the likeliest.")
                .source("openucx/ucx#7738"),
            "mlx5dv_\\w+\\(.*\\) failed(?:, syndrome \\w+)?: (?:Connection timed out|Operation canceled)",
            Stage.CONNECTED,
            "the NIC does not answer commands",
            () ->
                Fix.advice(
                    "look in dmesg for mlx5_core of that time (timeout, health compromised); update the NIC's firmware to what the driver's release notes name, and reset it")),
        new LogLine(
            Card.error("vm.hidden-pci-tree")
                .title("NCCL sees PCIe links of plausible speed")
                .needs(LOG)
                .cause(
                    "A link of 0.2 GB/s in NCCL's graph is a virtual bridge without a speed: the"
                        + " hypervisor hides the PCIe tree, and NCCL takes GPUs and NICs for far apart.")
                .modes(18)
                .source("NVIDIA/nccl-tests#256"),
            "PCI\\[0\\.[0-9]+\\]",
            Stage.GRAPH_DRAWN,
            "NCCL's graph has PCIe links below 1 GB/s",
            () ->
                Fix.advice(
                    "give NCCL the real tree in NCCL_TOPO_FILE, as the cloud's image has it")));
  }

  /** Where processes may pin all they like, it is not that. */
  private static Fix unpinned(HostFacts host) {
    return host.limit("memlock").is(limit -> limit.strip().equals("unlimited"))
        ? Fix.advice(
            "the shell that was asked may pin without limit: see that the job itself may (/proc/PID/limits of a rank; slurmd, dockerd and containerd have limits of their own, and a container needs IPC_LOCK); if it may, it is the device's own memory: fewer processes, queue pairs or regions for each NIC")
        : Fix.of(new MemoryLock());
  }

  private static boolean passesThrough(HostFacts host) {
    return host.facts().subjects(Thing.EVENT).stream()
        .flatMap(event -> host.facts().all(event, "kernel").stream())
        .anyMatch(line -> line.value().contains("Default domain type: Passthrough"));
  }
}
