package dev.headroom.audit.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a job or a test of one connection printed, pasted as it is, and what is made of it. */
final class JobOutputTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "job.perftest-failed~creating CUDA Ctx;making it the current CUDA Ctx;Couldn't allocate MR with error=14;failed to create mr~nvidia-peermem",
        "job.perftest-failed~initializing CUDA;Couldn't allocate MR;Failed to create MR;ERRNO: Bad address.~nvidia-peermem",
        "job.perftest-failed~Couldn't allocate MR with error=93;failed to create mr~DMA-BUF",
        "job.perftest-failed~initializing CUDA;Couldn't allocate MR with error=12;ERRNO: Cannot allocate memory.;Failed to create MR~UnlimitedMemlock",
        "job.perftest-failed~Failed to modify QP 295 to RTR; Unable to Connect the HCA's through the link~show_gids of both ends",
        "job.perftest-failed~Couldn't connect to 10.0.0.2:18515;Unable to open file descriptor for socket connection Unable to init the socket connection~nc -vz",
        "job.perftest-failed~Couldn't allocate MR;failed to create mr~UnlimitedMemlock",
        "job.perftest-failed~                    RDMA_Write BW Test; Link type       : Ethernet;Failed to modify QP 50 to RTR; Unable to Connect the HCA's through the link~show_gids of both ends",
        "job.perftest-failed~                    RDMA_Write BW Test; Link type       : Ethernet;ethernet_read_keys: Couldn't read remote address~the other end's output",
        "nccl.iommu-translates~n1:7:7 [0] NCCL INFO RCCL version 2.22;n1:7:7 [0] /src/init.cc:179 NCCL WARN Missing \"iommu=pt\" from kernel command line~iommu=pt",
        "nccl.ib-disabled~n1:7:9 [0] NCCL INFO NCCL_IB_DISABLE set by environment to 1.;n1:7:9 [0] NCCL INFO Using network Socket~NCCL_IB_DISABLE",
        "nccl.without-gpudirect~n1:7:9 [0] NCCL INFO RCCL version 2.22;n1:7:9 [0] NCCL INFO Channel 00/0 : 1[1] -> 8[0] [send] via NET/IB/1~each names the evidence that shows it",
        "nccl.no-efa~n1:7:9 [0] NCCL INFO NET/Plugin: Using internal network plugin.;n1:7:9 [0] nccl_net_ofi_create_plugin:257 NCCL WARN NET/OFI aws-ofi-nccl initialization failed;n1:7:9 [0] NCCL INFO Using network Socket~fi_info -p efa",
        "nccl.out-of-pinned-memory~$ ulimit -l;unlimited;n1:7:9 [0] NCCL WARN Call to ibv_create_cq failed with error Cannot allocate memory~device's own memory",
        "nccl.out-of-pinned-memory~n1:7:9 [0] NCCL WARN Call to ibv_create_cq failed with error Cannot allocate memory~UnlimitedMemlock",
        "nccl.no-efa~$ fi_info -p efa;fi_getinfo: -61 (No data available)~launch the instance with EFA",
        "nccl.no-efa~$ FI_PROVIDER=efa fi_info;fi_info: -61~launch the instance with EFA",
        "job.ucx-no-answer~Transport retry count exceeded on mlx5_0:1/RoCE (synd 0x15 vend 0x81 hw_synd 0/0)~UCX_IB_GID_INDEX",
        "job.ucx-no-answer~n1:2330856:0:2330856] ib_mlx5_log.c:177  Transport retry count exceeded on mlx5_0:1/IB (synd 0x15 vend 0x81 hw_synd 0/0)~ibqueryerrors",
        "job.ucx-no-answer~[3f9c2b7a1d0e:77:0:77] ib_mlx5_log.c:177  Transport retry count exceeded on mlx5_0:1/IB (synd 0x15 vend 0x81 hw_synd 0/0)~ibqueryerrors",
        "job.ucx-no-answer~[n1:13210:0:13210]    ud_iface.c:732  UCX Fatal: transport error: Endpoint timeout~the process that failed first",
        "job.ucx-no-answer~[n1:17626:0:17626]       ud_ep.c:270  Fatal: UD endpoint 0x2345930 to <no debug data>: unhandled timeout error~the process that failed first",
        "job.ucx-no-answer~[1661938336.553723] [n1:1499693:6]           flush.c:26   UCX  ERROR req 0x7fc2d40b3c00: error during flush: Endpoint timeout, flush comp 0x7fc2d40b3c90 count reduced to 2~the process that failed first",
        "job.ucx-memory-refused~[n1:493850:0:493850] ib_mlx5_log.c:179  Remote operation error on mlx5_0:1/IB (synd 0x14 vend 0x89 hw_synd 0/0)~UCX_IB_GPU_DIRECT_RDMA=n",
        "nccl.gid-link-local~[n1:31180:0:31180] ib_mlx5_log.c:143  DCI QP 0x14e4 wqe[0]: SEND s-e [rqpn 0x2248a rmac 02:00:00:00:00:ce sgix 0 dgid fe80::526b:4bff:fe00:1 tc 0] [inl len 18]~UCX_IB_GID_INDEX",
        "nccl.list-signs~export NCCL_SOCKET_IFNAME=^lo,^docker~^lo,docker",
        "nccl.list-signs~NCCL_IB_HCA='^=mlx5_8,^=mlx5_14' srun --mpi=pmix all_reduce_perf -b 8~^=mlx5_8,mlx5_14",
        "nccl.list-signs~export NCCL_IB_HCA=mlx5_0,^mlx5_1~mlx5_0",
        "job.ucx-over-tcp~[1608298882.555115] [n1:100:0]      ucp_worker.c:1888 UCX  INFO    ep_cfg[2]: tag(tcp/eno1); rma(tcp/eno1)~unset UCX_TLS",
        "job.ucx-over-tcp~[1701292112.829711] [n1:162239:0]      ucp_worker.c:1855 UCX  INFO    0x100b240 inter-node cfg#3 tag(tcp/eno1)~unset UCX_TLS",
        "job.ucx-over-tcp~[1701292112.829711] [n1:162239:0]      ucp_worker.c:1903 UCX  INFO    ucp_context_0 inter-node cfg#2 tag(tcp/eno1 tcp/eno2)~unset UCX_TLS",
        "nccl.version-mismatch~n1:7:7 [0] NCCL INFO NCCL version 2.20.5+cuda12.4;n2:7:7 [0] NCCL INFO NCCL version 2.19.3+cuda12.3~same image",
      })
  void shouldAdvise(String rule, String lines, String advice) {
    assertThat(found(rule, lines))
        .singleElement()
        .satisfies(finding -> assertThat(finding.remedy().fix().toString()).contains(advice));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "nccl.iommu-translates~[    0.612345] iommu: Default domain type: Passthrough;n1:7:7 [0] /src/init.cc:179 NCCL WARN Missing \"iommu=pt\" from kernel command line",
        "nccl.ib-disabled~n1:7:9 [0] NCCL INFO NCCL_IB_DISABLE set by environment to 1.;n1:7:9 [0] NCCL INFO Using network AWS Libfabric",
        "nccl.list-signs~export NCCL_IB_HCA='=mlx5_0,mlx5_1'",
        "nccl.version-mismatch~NCCL version 2.27.5+cuda12.9;n1:7:7 [0] NCCL INFO NCCL version 2.27.5 compiled with CUDA 12.9",
        "nccl.no-efa~$ fi_info -p shm;fi_getinfo: -61 (No data available)",
        "job.ucx-no-answer~[n1:493850:0:493850] ib_mlx5_log.c:179  Remote operation error on mlx5_0:1/IB (synd 0x14 vend 0x89 hw_synd 0/0)",
        "job.ucx-over-tcp~[1608298882.555115] [n1:100:0]      ucp_worker.c:1888 UCX  INFO    ep_cfg[1]: tag(sysv/memory cma/memory tcp/lo)",
        "job.ucx-over-tcp~[1608298882.555115] [n1:100:0]      ucp_worker.c:1888 UCX  INFO    ep_cfg[1]: tag(tcp/lo)",
        "job.ucx-over-tcp~[1608298882.555115] [n1:100:0]      ucp_worker.c:1888 UCX  INFO    ep_cfg[2]: tag(rc_mlx5/mlx5_0:1 tcp/eno1)",
        "job.ucx-over-tcp~[1701292112.829711] [n1:162239:0]      ucp_worker.c:1855 UCX  INFO    0x100b240 intra-node cfg#2 tag(sysv/memory cma/memory tcp/eno1)",
        "job.ucx-over-tcp~[1701292112.829711] [n1:162239:0]      ucp_worker.c:1903 UCX  INFO    ucp_context_0 inter-node cfg#2 tag(rc_verbs/irdma0:1) ka(tcp/eno1)",
        "gpudirect.distance~GPU5\tNV18\tNV18\tNV18\tNV18\tNV18\t X \tNV18\tNV18\tSYS\tSYS\tPXB\t56-111\t1\tN/A;NIC0\tPXB\tSYS\tSYS\tSYS\tSYS\tSYS\tSYS\tSYS\t X \tSYS\tSYS",
      })
  void shouldSayNothing(String rule, String lines) {
    assertThat(found(rule, lines)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"transport/net.cc:1298 -> 6, 1", "Using network IB, 0"})
  void shouldSayWhereAJobEndedForWhatBefellAnother(String other, int findings) {
    String lines =
        "n1:7:9 [0] misc/socket.cc:50 NCCL WARN socketProgress: Connection closed by remote peer n2<41109>;n1:7:9 [0] NCCL INFO "
            + other;
    assertThat(found("nccl.unknown-warning", lines))
        .hasSize(findings)
        .allSatisfy(finding -> assertThat(finding.message()).contains("ended in an error"));
  }

  /** What is loaded on NVIDIA's machines is no candidate on others. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "n1:7:9 [0] NCCL INFO NCCL version 2.27.5;n1:7:9 [0] NCCL INFO Channel 00/0 : 1[1] -> 8[0] [send] via NET/IB/1~nvidia-peermem",
        "n1:7:9 [0] NCCL INFO RCCL version 2.22;n1:7:9 [0] NCCL INFO Channel 00/0 : 1[1] -> 8[0] [send] via NET/IB/1~CONFIG_HSA_AMD_P2P",
        "n1:7:9 [0] NCCL INFO NCCL version 2.27.5;n1:7:9 [0] NCCL INFO Channel 00/0 : 1[1] -> 8[0] [send] via NET/AWS Libfabric/1~FI_EFA_USE_DEVICE_RDMA",
      })
  void shouldKnowWhoseDriversReachGpus(String lines, String candidate) {
    List<String> all = List.of("nvidia-peermem", "CONFIG_HSA_AMD_P2P", "FI_EFA_USE_DEVICE_RDMA");
    assertThat(found("nccl.without-gpudirect", lines))
        .singleElement()
        .satisfies(finding ->
            assertThat(all.stream().filter(finding.reason().cause()::contains))
                .containsExactly(candidate));
  }

  /** As nodes of which one was started without a plugin, and as the ranks' own quarrel tells it. */
  @ParameterizedTest
  @CsvSource({
    "n1:7:9 [0] NCCL INFO Using network IB;n2:8:9 [0] NCCL INFO Using network Socket, IB and Socket",
    "n1:7:9 [0] NCCL INFO Using network AWS Libfabric;n2:8:9 [0] NCCL INFO Using network IB, AWS Libfabric and IB",
    "n1:7:9 [0] NCCL WARN socketFinalizeAccept: wrong type 4 != 3, use different networks",
  })
  void shouldSayWhichNetworksRanksChose(String lines, String what) {
    assertThat(found("nccl.networks-differ", lines))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains(what));
  }

  private static String waits(int rank, int number, String collective, int elements) {
    return waits(rank, rank, number, collective, elements);
  }

  /** The number in front is of the job, the one in brackets of its process group. */
  private static String waits(int rank, int place, int number, String collective, int elements) {
    return "[rank%1$d]:[E626 06:24:44.9 ProcessGroupNCCL.cpp:616] [Rank %5$d] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=%2$d, OpType=%3$s, NumelIn=%4$d, NumelOut=%4$d, Timeout(ms)=600000) ran for 600020 milliseconds before timing out."
        .formatted(rank, number, collective, elements, place);
  }

  private static String state(int rank, int place, String group, int number) {
    return "[rank%1$d]:[E626 06:24:45.1 ProcessGroupNCCL.cpp:1785] [%2$s Rank %4$d] Exception (either an error or timeout) detected by watchdog at work: %3$d, last enqueued NCCL work: %3$d, last completed NCCL work: %3$d."
        .formatted(rank, group, number, place);
  }

  private static String ofOneCollective() {
    return String.join(
        ";",
        waits(0, 808, "ALLREDUCE", 100),
        waits(1, 808, "ALLREDUCE", 100),
        waits(3, 808, "ALLREDUCE", 100));
  }

  static Stream<Arguments> waits() {
    String pg = "PG ID 0 PG GUID 0(default_pg)";
    return Stream.of(
        Arguments.of(
            ofOneCollective(),
            "(3 lines): ranks 0, 1, 3 wait for number 808 (ALLREDUCE), and rank 2 of that group does not in the log that was read"),
        Arguments.of(
            ofOneCollective() + ";" + waits(2, 808, "BROADCAST", 100),
            "ranks called different collectives, number 808 (ALLREDUCE) by ranks 0, 1, 3, number 808 (BROADCAST) by rank 2, if they are of one process group"),
        Arguments.of(
            ofOneCollective() + ";" + waits(2, 807, "ALLREDUCE", 100),
            "ranks wait for different collectives, number 807 (ALLREDUCE) by rank 2, number 808 (ALLREDUCE) by ranks 0, 1, 3, if they are of one process group"),
        Arguments.of(
            String.join(
                ";",
                waits(0, 9, "ALLREDUCE", 100),
                state(0, 0, pg, 9),
                waits(1, 9, "ALLREDUCE", 64),
                state(1, 1, pg, 9)),
            "ranks passed different numbers of elements to number 9 (ALLREDUCE), 100 by rank 0, 64 by rank 1"));
  }

  @ParameterizedTest
  @MethodSource("waits")
  void shouldSayWhichRankDidNotCome(String lines, String what) {
    assertThat(found("job.collective-timeout", lines))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains(what));
  }

  private static String said(int rank, int place, String group, int number, String collective) {
    return waits(rank, place, number, collective, 100) + ";" + state(rank, place, group, number);
  }

  static Stream<String> others() {
    String tp = "PG ID 1 PG GUID %d(tp)";
    return Stream.of(
        // two pairs of ranks
        String.join(
            ";",
            said(0, 0, tp.formatted(1), 50, "ALLREDUCE"),
            said(1, 1, tp.formatted(1), 50, "ALLREDUCE"),
            said(2, 0, tp.formatted(2), 50, "_ALLGATHER_BASE"),
            said(3, 1, tp.formatted(2), 50, "_ALLGATHER_BASE")),
        // the same, and nothing says which groups they are of but that places come twice
        String.join(
            ";",
            waits(0, 0, 50, "ALLREDUCE", 100),
            waits(1, 1, 50, "ALLREDUCE", 100),
            waits(2, 0, 812, "_ALLGATHER_BASE", 100),
            waits(3, 1, 812, "_ALLGATHER_BASE", 100)),
        // one of each of two groups
        said(0, 0, tp.formatted(1), 50, "ALLREDUCE")
            + ";"
            + said(8, 2, tp.formatted(9), 812, "COALESCED"),
        // one rank, again and again
        String.join(
            ";",
            waits(0, 96_120, "ALLREDUCE", 1),
            waits(0, 96_117, "ALLREDUCE", 1),
            waits(0, 96_125, "ALLREDUCE", 1)));
  }

  /** Numbers of different groups say nothing of each other, nor those of one rank. */
  @ParameterizedTest
  @MethodSource("others")
  void shouldCompareNothingButRanksOfAGroup(String lines) {
    assertThat(found("job.collective-timeout", lines))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.message()).matches("a collective timed out \\(\\d lines\\)"));
  }

  /** Of many ranks the one that is behind is shown first. */
  @Test
  void shouldShowTheLineThatDiffers() {
    String many =
        IntStream.range(0, 12)
            .mapToObj(rank -> waits(rank, rank == 11 ? 807 : 808, "ALLREDUCE", 4))
            .collect(Collectors.joining(";"));
    assertThat(found("job.collective-timeout", many))
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.evidence().getFirst().text()).contains("SeqNum=807"));
  }

  private static List<Finding> found(String rule, String lines) {
    String text = lines.replace(";", "\n") + "\n";
    HostFacts host =
        HostFacts.of(
            "node", List.of(FormatCatalogue.reader().read(FactSource.of("job.txt"), text)));
    return Audit.of(List.of(host), List.of(RuleCatalogue.named(rule).orElseThrow()))
        .getFirst()
        .findings();
  }
}
