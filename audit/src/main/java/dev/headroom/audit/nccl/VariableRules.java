package dev.headroom.audit.nccl;

import static dev.headroom.audit.nccl.VariableRule.ENVIRONMENT;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;

/** NCCL's variables with values that hurt. */
final class VariableRules {
  private static final String DOCUMENT = "NCCL environment variables";

  private VariableRules() {}

  static List<Rule> all() {
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
                "")
            .unless(VariableRules::hasPlugin, "a plugin's network carries the job, not NCCL's own"),
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
                "The integers are an old spelling that many read wrongly: 3 is PHB, through the CPU, not several switches (that is 2, PXB). The name of the same level changes nothing.",
                false),
            "NCCL_NET_GDR_LEVEL",
            GdrLevels::isNumber,
            GdrLevels::words,
            GdrLevels::name),
        new VariableRule(
            card(
                "gpudirect.gdr-forced-off",
                "GPUDirect RDMA is not forbidden",
                "LOC forbids GPUDirect RDMA altogether: every message is copied through host memory.",
                true),
            "NCCL_NET_GDR_LEVEL",
            GdrLevels::isNowhere,
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
            GdrLevels::isAnywhere,
            "GPUDirect is allowed at any distance; " + GdrLevels.TIGHTER,
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
                "")
            // rocmwrap.cc of RCCL: NCCL_PARAM(DmaBufEnable, "DMABUF_ENABLE", 0)
            .unless(Rccl::isIn, "RCCL does without DMA-BUF unless it is asked for it"),
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

  /** Whether ranks say that they took a network that is not NCCL's own, as that of a cloud. */
  private static boolean hasPlugin(HostFacts host) {
    return host.facts().subjects(Thing.RANK).stream()
        .flatMap(rank -> host.facts().all(rank, NcclKeys.NETWORK).stream())
        .anyMatch(network -> !network.value().matches("(IB|Socket)\\b.*"));
  }

  private static Card card(String id, String title, String cause, boolean error) {
    return (error ? Card.error(id) : Card.warning(id))
        .title(title)
        .needs(ENVIRONMENT)
        .cause(cause)
        .source(DOCUMENT);
  }
}
