package dev.headroom.audit.nccl;

import static dev.headroom.audit.nccl.JobRule.LOG;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import dev.headroom.audit.fix.Fix;
import java.util.List;

/**
 * Lines of a job's log about transfers that come to a bad end, and about what the NIC says
 * meanwhile of its queues and ports.
 */
final class TransferLines {
  /**
   * How NCCL of all ages says that a work request came to a bad end, for a status: {@code error
   * 12}, {@code status=12}, {@code status=IBV_WC_RETRY_EXC_ERR(12)}.
   */
  private static final String COMPLETION =
      "Got completion .*\\b(?:status|error)[ =](?:IBV_WC_\\w+\\()?%s\\b";

  private TransferLines() {}

  static List<Rule> all() {
    return List.of(
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
            COMPLETION.formatted("12") + "|completion.* (error|status) 12\\b|wc status 12",
            Stage.ENDED,
            "transfers end in status 12, retries exceeded",
            () ->
                Fix.advice(
                    "look at GIDs and ports of both ends; rules gid.* and link.* say more with show_gids, ibstat and counters of both")),
        new LogLine(
            Card.warning("nccl.transfers-flushed")
                .title("no transfer is flushed")
                .needs(LOG)
                .cause(
                    "Status 5 comes second: an earlier error took the queue pair down, and what waited behind it was"
                        + " flushed. The first error is in a line before, or in the log of the other end.")
                .source("ibv_poll_cq(3), enum ibv_wc_status; NVIDIA/nccl#1405"),
            COMPLETION.formatted("5"),
            Stage.ENDED,
            "transfers were flushed after an earlier error",
            () ->
                Fix.advice(
                    "find the first completion error of the job, by time and over all ranks; that one has the cause")),
        new LogLine(
            Card.error("nccl.memory-refused")
                .title("no transfer is refused for the memory it names")
                .needs(LOG)
                .cause(
                    "Status 4, 9, 10 and 11, and access violations, come from a NIC that may not"
                        + " touch the memory it was told to. Candidates: ACS on a bridge between NIC and"
                        + " GPU, which breaks GPUDirect (NCCL itself names that first), peermem built"
                        + " for another driver, an IOMMU between, a peer that died or freed its"
                        + " buffers, ranks with different versions of NCCL or of its plugin.")
                .source(
                    "ibv_poll_cq(3), enum ibv_wc_status; NVIDIA/nccl#214, #1710; NCCL 2.30, printIbWcStatusHint"),
            COMPLETION.formatted("(?:4|9|10|11)")
                + "|(?:Got async event|async fatal event).*access violation",
            Stage.ENDED,
            "transfers are refused for the memory they name",
            () ->
                Fix.advice(
                    "run once with NCCL_NET_GDR_LEVEL=LOC: if it works, it is GPUDirect, and pcie.acs-redirect tells of ACS with lspci -vvv, as root; compare NCCL's version and plugin on all ranks")),
        new LogLine(
            Card.error("nccl.queue-failed")
                .title("no queue fails of its own while a job runs")
                .needs(LOG)
                .cause(
                    "The NIC took a queue down and said so outside of any transfer: a completion queue that ran over,"
                        + " or work it could not make sense of. What fails in its wake is flushed.")
                .source("ibv_get_async_event(3); NCCL 2.27, ncclIbAsyncThreadMain"),
            "async fatal event on (?:CQ|SRQ)|async fatal event on QP.*(?:catastrophic|invalid request)",
            Stage.ENDED,
            "the NIC took a queue down",
            () ->
                Fix.advice(
                    "read dmesg of that node around the time, and look for other firmware of the NIC (mlxfwmanager) and for two versions of its libraries (ofed_info -s, ldd)")),
        new LogLine(
            Card.warning("nccl.gid-table-changed")
                .title("addresses stay while a job runs")
                .needs(LOG)
                .cause(
                    "An address came or went on the NIC's interface (DHCP, a container's start, a link that came back):"
                        + " queue pairs keep the GID that they were made with, and one that is gone reaches nobody.")
                .modes(36)
                .source("ibv_get_async_event(3), IBV_EVENT_GID_CHANGE; NVIDIA/nccl#905"),
            "GID table changed",
            Stage.ENDED,
            "the GID table of a port changed",
            () ->
                Fix.advice(
                    "give the RDMA interfaces static addresses, and leave them alone while jobs run; show_gids before and after tells which entry moved")),
        new LogLine(
            Card.error("nccl.port-error")
                .title("no port fails while a job runs")
                .needs(LOG)
                .cause(
                    "The link went away under the job; older NCCL keeps the GID index it had and does not recover.")
                .modes(36)
                .source("NVIDIA/nccl#905"),
            "async (?:fatal )?event ?: ?(port error|local catastrophic)|Got async event.*port error",
            Stage.ENDED,
            "a port failed while the job ran",
            () ->
                Fix.advice(
                    "look at the cable and transceiver of that port (ethtool -m IFACE; mlxlink -d DEVICE -m for NVIDIA's), and at link_downed on both ends")));
  }
}
