package dev.headroom.audit.nccl;

import static dev.headroom.audit.nccl.JobRule.LOG;
import static dev.headroom.audit.nccl.VariableRule.ENVIRONMENT;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.MemoryLock;
import dev.headroom.audit.fix.Variable;
import java.util.List;
import java.util.stream.Stream;

/** All rules about jobs. */
public final class NcclRules {
  private static final String DOCUMENT = "NCCL environment variables";

  private NcclRules() {}

  public static List<Rule> all() {
    return Stream.of(transports(), lines(), variables()).flatMap(List::stream).toList();
  }

  private static List<Rule> transports() {
    return List.of(
        new SocketTransport(),
        new WithoutGpuDirect(),
        new HcaSets(),
        new BondedHca(),
        new VersionMismatch(),
        new UnknownVariable(),
        new MissingHca());
  }

  private static List<Rule> lines() {
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
            "Failed to open libibverbs\\.so",
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
            "no network plugin starts",
            () ->
                Fix.advice(
                    "map /dev/infiniband where sysfs shows devices; unset NCCL_NET and NCCL_NET_PLUGIN if they name what is not there")),
        new LogLine(
            Card.error("nccl.no-efa")
                .title("the EFA provider is there on AWS")
                .needs(LOG)
                .cause(
                    "The plugin for AWS found no EFA device and stepped aside; NCCL takes sockets.")
                .modes(4)
                .source("NVIDIA/nccl#398"),
            "Only EFA provider is supported",
            "the plugin finds no EFA provider",
            () ->
                Fix.advice(
                    "take an instance type with EFA enabled, and install EFA's driver and libfabric")),
        new LogLine(
            Card.error("nccl.completion-error")
                .title("no transfer ends in an error")
                .needs(LOG)
                .cause(
                    "Status 12 is a retry count exceeded: packets or their acknowledgements did not"
                        + " arrive for the whole of NCCL_IB_TIMEOUT times NCCL_IB_RETRY_CNT. Candidates:"
                        + " a GID that cannot be routed (show_gids and NCCL_IB_GID_INDEX tell), a port"
                        + " that went down (link_downed, async events), a peer that died, a lossy class.")
                .modes(5, 8, 36)
                .source("InfiniBand Architecture Specification 1.7, 9.9.2.4.1; NVIDIA/nccl#426"),
            "Got completion .*(status|error) ?(from .*)?(with )?(status=|error )?\\(?12\\b|status=12\\b|completion.* (error|status) 12\\b|wc status 12",
            "transfers end in status 12, retries exceeded",
            () ->
                Fix.advice(
                    "look at GIDs and ports of both ends; rules gid.* and link.* say more with show_gids, ibstat and counters of both")),
        new LogLine(
            Card.error("nccl.modify-qp-failed")
                .title("queue pairs connect")
                .needs(LOG)
                .cause(
                    "The address of the peer cannot be used: the GID index is not there on one end,"
                        + " differs between ends, or there is no route between the two.")
                .modes(6)
                .source("NVIDIA/nccl#718"),
            "ibv_modify_qp failed",
            "a queue pair cannot be connected",
            () ->
                Fix.advice(
                    "compare show_gids of both ends; let NCCL choose (unset NCCL_IB_GID_INDEX), or set it for each host in /etc/nccl.conf")),
        new LogLine(
            Card.error("nccl.gid-table-sparse")
                .title("NCCL can read the GID tables")
                .needs(LOG)
                .cause(
                    "Some versions expect an entry at each index; in a pod with macvlan or SR-IOV the table begins later.")
                .modes(7)
                .source("NVIDIA/nccl#1573"),
            "ncclIbRoceGetVersionNum|read failed.*gid",
            "NCCL stumbles over a gap in a GID table",
            () ->
                Fix.advice(
                    "take a newer NCCL, or set NCCL_IB_GID_INDEX to an entry that is there")),
        new LogLine(
            Card.error("nccl.dmabuf-unsupported")
                .title("DMA-BUF registration works where it is used")
                .needs(LOG)
                .cause("The NIC's driver is older than DMA-BUF; NCCL tries it and fails.")
                .modes(17)
                .source("NVIDIA/nccl#778"),
            "ibv_reg_dmabuf_mr.*(not supported|Operation not supported)",
            "the NIC's driver cannot register DMA-BUF memory",
            () -> Fix.of(new Variable("NCCL_DMABUF_ENABLE", "0"))),
        new LogLine(
            Card.error("nccl.out-of-pinned-memory")
                .title("queues and memory can be registered")
                .needs(LOG)
                .cause(
                    "Registration pins memory, and the limit for that is reached: RLIMIT_MEMLOCK of"
                        + " the shell or service, or a container without IPC_LOCK. Smaller batches are"
                        + " the last resort.")
                .modes(22)
                .source("ibv_reg_mr(3), ibv_create_cq(3); NVIDIA/nccl-tests#206; article S3:267"),
            "(ibv_create_cq|ibv_reg_mr|ibv_create_qp).*(Cannot allocate memory|ENOMEM)",
            "registration fails for want of memory that may be pinned",
            () -> Fix.of(new MemoryLock())),
        new LogLine(
            Card.error("nccl.port-error")
                .title("no port fails while a job runs")
                .needs(LOG)
                .cause(
                    "The link went away under the job; older NCCL keeps the GID index it had and does not recover.")
                .modes(36)
                .source("NVIDIA/nccl#905"),
            "async event ?: ?(port error|local catastrophic)|Got async event.*port error",
            "a port failed while the job ran",
            () ->
                Fix.advice(
                    "look at the cable and transceiver of that port (mlxlink), and at link_downed on both ends")),
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
            "NCCL's graph has PCIe links below 1 GB/s",
            () ->
                Fix.advice(
                    "give NCCL the real tree in NCCL_TOPO_FILE, as the cloud's image has it")),
        new LogLine(
            Card.warning("fabric.adaptive-routing-off")
                .title("adaptive routing is on in the fabric")
                .needs(LOG)
                .cause("Large all-to-alls crowd on a few paths when switches do not spread them.")
                .modes(33)
                .source("NVIDIA/nccl#883; article S1:51"),
            "AdaptiveRouting is enabled on 0 switches",
            "no switch has adaptive routing switched on",
            () ->
                Fix.advice(
                    "let the subnet manager use routing engine ar_updn or ar_ftree, and use a service level with adaptive routing (NCCL_IB_SL)")));
  }

  private static List<Rule> variables() {
    return List.of(
        new VariableRule(
            card(
                "nccl.ib-disabled",
                "RDMA is not switched off",
                "NCCL then uses sockets between nodes, whatever NICs there are.",
                true),
            "NCCL_IB_DISABLE",
            value -> value.matches("[1-9]\\d*"),
            "RDMA is switched off",
            ""),
        new VariableRule(
            card(
                "nccl.net-socket",
                "the network is not forced to sockets",
                "NCCL_NET takes the choice from NCCL.",
                true),
            "NCCL_NET",
            value -> value.equalsIgnoreCase("Socket"),
            "the network is forced to sockets",
            ""),
        new VariableRule(
            card(
                "nccl.gdr-level-legacy",
                "NCCL_NET_GDR_LEVEL is written as a word",
                "The integers are an old spelling that many read wrongly: 3 is PHB, through the CPU, not several switches (that is 2, PXB).",
                false),
            "NCCL_NET_GDR_LEVEL",
            value -> value.matches("[0-5]"),
            "a number; say LOC, PIX, PXB, PHB or SYS",
            "PXB"),
        new VariableRule(
            card(
                "gpudirect.gdr-forced-off",
                "GPUDirect RDMA is not forbidden",
                "LOC forbids GPUDirect RDMA altogether: every message is copied through host memory.",
                true),
            "NCCL_NET_GDR_LEVEL",
            value -> value.equals("LOC") || value.equals("0"),
            "GPUDirect RDMA is switched off",
            ""),
        new VariableRule(
            Card.warning("gpudirect.gdr-forced-far")
                .title("GPUDirect RDMA is not forced over sockets")
                .needs(ENVIRONMENT)
                .cause(
                    "SYS allows it across the link between sockets, where peer-to-peer through the root complex can be slower than a copy.")
                .modes(13, 14)
                .source(DOCUMENT + ", NCCL_NET_GDR_LEVEL; nv_peer_memory#50"),
            "NCCL_NET_GDR_LEVEL",
            value -> value.equals("SYS") || value.equals("5"),
            "GPUDirect is forced at any distance; measure whether it helps",
            "PXB"),
        new VariableRule(
            card(
                "gpudirect.gdr-read-off",
                "sends read GPU memory directly",
                "NICs then read what they send from host memory, where it was copied first.",
                false),
            "NCCL_NET_GDR_READ",
            value -> value.equals("0"),
            "sending goes through host memory",
            ""),
        new VariableRule(
            Card.warning("nccl.relaxed-ordering-off")
                .title("NCCL may use relaxed ordering")
                .needs(ENVIRONMENT)
                .cause("In virtual machines with ACS and ATS writes then wait for each other.")
                .modes(20)
                .source(DOCUMENT + ", NCCL_IB_PCI_RELAXED_ORDERING"),
            "NCCL_IB_PCI_RELAXED_ORDERING",
            value -> value.equals("0"),
            "relaxed ordering is switched off",
            ""),
        new VariableRule(
            card(
                "nccl.p2p-disabled",
                "GPUs of a node talk directly",
                "GPUs then exchange through host memory, although NVLink or PCIe joins them.",
                false),
            "NCCL_P2P_DISABLE",
            value -> value.matches("[1-9]\\d*"),
            "direct traffic between GPUs is switched off",
            ""),
        new VariableRule(
            card(
                "nccl.shm-disabled",
                "ranks of a node may share memory",
                "Ranks of one node then talk over the network.",
                false),
            "NCCL_SHM_DISABLE",
            value -> value.matches("[1-9]\\d*"),
            "shared memory is switched off",
            ""),
        new VariableRule(
            Card.warning("nccl.net-mismatch-ignored")
                .title("different networks on different nodes are not ignored")
                .needs(ENVIRONMENT)
                .cause("It turns a clear error at the start into a hang later.")
                .modes(35)
                .source(DOCUMENT + ", NCCL_IGNORE_NET_MISMATCH; NVIDIA/nccl#2428"),
            "NCCL_IGNORE_NET_MISMATCH",
            value -> value.equals("1"),
            "a mismatch of networks is ignored",
            ""),
        new VariableRule(
            card(
                "nccl.socket-interface",
                "the bootstrap goes over a real interface",
                "Ranks of other nodes cannot reach a loopback or a bridge of containers.",
                true),
            "NCCL_SOCKET_IFNAME",
            value -> value.matches("=?(lo|docker\\d*|virbr\\d*|veth\\w*)(,.*)?"),
            "other nodes cannot reach that interface",
            ""),
        new VariableRule(
            card(
                "nccl.ib-timeout-short",
                "RDMA waits long enough before it gives up",
                "4.096 us times 2 to that power: below 18 a route that changes (1 s) ends the job.",
                false),
            "NCCL_IB_TIMEOUT",
            value -> value.matches("\\d|1[0-7]"),
            "the timeout is below 1.1 s",
            "20"),
        new VariableRule(
            card(
                "nccl.retry-count-low",
                "RDMA tries again often enough",
                "Fewer than seven retries give up at the first disturbance.",
                false),
            "NCCL_IB_RETRY_CNT",
            value -> value.matches("[0-6]"),
            "fewer retries than the seven there may be",
            "7"),
        new VariableRule(
            Card.info("nccl.algorithm-forced")
                .title("NCCL chooses its algorithms")
                .needs(ENVIRONMENT)
                .cause(
                    "What is best differs by size and number of nodes; a forced one is right for one case.")
                .source(DOCUMENT + ", NCCL_ALGO"),
            "NCCL_ALGO",
            value -> !value.isEmpty(),
            "the algorithm is forced",
            ""),
        new VariableRule(
            Card.info("nccl.protocol-forced")
                .title("NCCL chooses its protocols")
                .needs(ENVIRONMENT)
                .cause(
                    "LL128 where hardware does not keep 128-byte stores whole corrupts data; Simple makes small messages slow.")
                .source(DOCUMENT + ", NCCL_PROTO"),
            "NCCL_PROTO",
            value -> !value.isEmpty(),
            "the protocol is forced",
            ""),
        new VariableRule(
            card(
                "nccl.deprecated-rings",
                "no variables that were renamed",
                "It is the old name of NCCL_MIN_NCHANNELS and NCCL_MAX_NCHANNELS.",
                false),
            "NCCL_MAX_NRINGS",
            value -> !value.isEmpty(),
            "an old name; say NCCL_MAX_NCHANNELS",
            ""),
        new VariableRule(
            card(
                "nccl.deprecated-cuda-support",
                "GPUDirect is not set by its old variable",
                "NCCL_IB_CUDA_SUPPORT became NCCL_NET_GDR_LEVEL in 2.4.",
                false),
            "NCCL_IB_CUDA_SUPPORT",
            value -> !value.isEmpty(),
            "an old name; NCCL_NET_GDR_LEVEL replaces it",
            ""),
        new VariableRule(
            card(
                "nccl.dmabuf-off",
                "DMA-BUF is not switched off",
                "GPUDirect then depends on the module nvidia-peermem alone.",
                false),
            "NCCL_DMABUF_ENABLE",
            value -> value.equals("0"),
            "DMA-BUF is switched off",
            ""),
        new VariableRule(
            card(
                "nccl.pxn-disabled",
                "traffic may take the NIC of another GPU's rail",
                "All-to-alls then cross the spine where NVLink and the right rail would do.",
                false),
            "NCCL_PXN_DISABLE",
            value -> value.equals("1"),
            "rail crossing through NVLink is switched off",
            ""));
  }

  private static Card card(String id, String title, String cause, boolean error) {
    return (error ? Card.error(id) : Card.warning(id))
        .title(title)
        .needs(ENVIRONMENT)
        .cause(cause)
        .source(DOCUMENT);
  }
}
