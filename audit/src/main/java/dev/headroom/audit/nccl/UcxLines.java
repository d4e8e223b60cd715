package dev.headroom.audit.nccl;

import static dev.headroom.audit.nccl.JobRule.LOG;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import dev.headroom.audit.fix.Fix;
import java.util.List;

/** How transfers of jobs on UCX come to a bad end, by the syndrome that the NIC gives. */
final class UcxLines {
  private UcxLines() {}

  static List<Rule> all() {
    return List.of(
        new LogLine(
            Card.error("job.ucx-no-answer")
                .title("transfers of UCX are answered")
                .needs(LOG)
                .cause(
                    "Packets or their acknowledgements did not arrive for the whole of UCX_RC_TIMEOUT (1 s) times"
                        + " UCX_RC_RETRY_COUNT (7): status 12 in the words of verbs. Candidates: a peer that died first, as"
                        + " of memory (its own lines, and the scheduler's, tell), a GID that cannot be"
                        + " routed (sgix and dgid in the line below), a port that went down, a class that drops"
                        + " what it does not pause, an end of a fabric that is congested.")
                .modes(5, 8, 36)
                .source(
                    "openucx/ucx, src/uct/ib/mlx5/ib_mlx5_log.c, rc_iface.c; openucx/ucx#2434, #6000, #9590"),
            "Transport retry count exceeded|\\(synd 0x15 |Endpoint timeout|UD endpoint .*unhandled timeout",
            Stage.ENDED,
            "transfers of UCX were not answered",
            () ->
                Fix.advice(
                    "see which process failed first; on RoCE set UCX_IB_GID_INDEX to an entry of RoCE v2 with an address (show_gids), and UCX_IB_TRAFFIC_CLASS to the class that switches pause (106 for DSCP 26); on InfiniBand ibqueryerrors tells of bad links")),
        new LogLine(
            Card.error("job.ucx-memory-refused")
                .title("no transfer of UCX is refused for the memory it names")
                .needs(LOG)
                .cause(
                    "A NIC may not touch the memory that it was told to: the peer has freed or never registered it, or it"
                        + " is a GPU's and GPUDirect does not work there (neither nvidia-peermem nor DMA-BUF, ACS on a"
                        + " bridge between, an IOMMU).")
                .source("openucx/ucx#6132, #10755; open-mpi/ompi#13183"),
            "\\(synd 0x(?:4|11|12|13|14) vend|(?:Remote access|Local protection|Remote operation)(?: error)? on \\w+:\\d",
            Stage.ENDED,
            "transfers of UCX are refused for the memory they name",
            () ->
                Fix.advice(
                    "run once with UCX_IB_GPU_DIRECT_RDMA=n: if it works, it is GPUDirect (lsmod | grep nvidia_peermem, and pcie.acs-redirect with lspci -vvv, as root); else bring UCX, MPI and the NIC's driver to versions of one release on all nodes, and look for a peer that ended first")));
  }
}
