package dev.headroom.audit.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a job talks, by a few lines of its output: addresses, networks, variables, messages. */
final class JobTalkTest {
  private static final String N1 = "n1:1:1 [0] NCCL INFO ";
  private static final String N2 = "n2:2:2 [0] NCCL INFO ";

  private static List<Finding> found(String rule, String lines) {
    HostFacts host =
        HostFacts.of(
            "job",
            List.of(
                FormatCatalogue.reader()
                    .read(
                        FactSource.of("job.txt"),
                        lines
                                .replace("{1}", N1)
                                .replace("{2}", N2)
                                .replaceAll(";(?! OOB|ofi_rxm)", "\n")
                            + "\n")));
    return Audit.of(List.of(host), List.of(RuleCatalogue.named(rule).orElseThrow()))
        .getFirst()
        .findings();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "{1}Bootstrap : Using lo:127.0.0.1<0>;{2}Bootstrap : Using lo:127.0.0.1<0>~ERROR~loopback",
        "{1}Bootstrap: Using docker0:172.17.0.1<0>;{2}Bootstrap: Using docker0:172.17.0.1<0>~ERROR~bridge",
        "{1}Bootstrap : Using eth0:172.17.0.2<0>;{2}Bootstrap : Using eth0:172.17.0.3<0>~ERROR~bridge",
        "{1}Bootstrap : Using br-0123456789ab:10.5.0.1<0>;{2}Bootstrap : Using eth0:10.5.0.2<0>~ERROR~do not reach each other",
        "{1}Bootstrap : Using [0]eth0:169.254.3.4<0>;{2}Bootstrap : Using [0]eth0:169.254.9.9<0>~ERROR~link-local",
        "{1}Bootstrap : Using ib0:fe80::1%ib0<0>;{2}Bootstrap : Using bond0:10.0.0.2<0>~ERROR~do not reach each other",
        "{1}Bootstrap : Using eth0:2001:db8::1<0>;{2}Bootstrap : Using eth0:10.0.0.2<0>~ERROR~do not reach each other",
        "{1}Bootstrap : Using lo:127.0.0.1<0>~WARNING~harmless on one node",
        "{1}Bootstrap : Using ib0:192.168.7.1<0>;{2}Bootstrap : Using eth0:10.0.0.2<0>~WARNING~different networks",
        "{1}NET/IB : Using [0]mlx5_0:1/IB ; OOB ib0:fe80::1%ib0<0>;{2}NET/IB : Using [0]mlx5_0:1/IB ; OOB bond0:10.0.0.2<0>~ERROR~do not reach each other",
      })
  void shouldReportBootstrapAddresses(String lines, Severity severity, String words) {
    assertThat(found("nccl.bootstrap-address", lines))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(severity);
          assertThat(finding.message()).contains(words);
        });
  }

  /** Racks have subnets of their own, and a job that started has reached its ranks. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "{1}Bootstrap : Using eth0:10.0.0.1<0>;{2}Bootstrap : Using eth0:10.7.3.2<0>",
        "{1}Bootstrap : Using eth0:10.0.0.1<0>;{2}Bootstrap : Using ens5:10.0.9.2<0>",
        "{1}Bootstrap : Using ib0:fe80::1%ib0<0>;{2}Bootstrap : Using ib0:fe80::2%ib0<0>;{1}comm 0x1 rank 0 nranks 2 - Init COMPLETE",
        "{1}Bootstrap : Using lo:127.0.0.1<0>;{1}comm 0x1 rank 0 nRanks 8 nNodes 1 localRanks 8",
      })
  void shouldAcceptBootstrapAddresses(String lines) {
    assertThat(found("nccl.bootstrap-address", lines)).isEmpty();
  }

  @Test
  void shouldSetTheOneInterfaceThatCanBeReached() {
    String lines = "{1}Bootstrap : Using ib0:fe80::1%ib0<0>;{2}Bootstrap : Using bond0:10.0.0.2<0>";
    assertThat(found("nccl.bootstrap-address", lines))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.remedy().fix().steps().getFirst().command())
                .isEqualTo("export NCCL_SOCKET_IFNAME='=bond0'"));
  }

  /** NCCL up to 2.4 names the interfaces of its bootstrap as if they were its network. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "{1}NET/Socket : Using [0]ib0:192.168.11.1<0>;{1}NET/IB : Using [0]mlx5_0:1/IB ; OOB ib0:192.168.11.1<0>~0",
        "{1}NET/Socket : Using [0]ib0:192.168.11.1<0>;{1}NET/IB : No device found.~1",
        "{1}NET/Socket : Using [0]ib0:192.168.11.1<0>;{1}NET/IB : Using [0]mlx5_0:1/IB ; OOB ib0:192.168.11.1<0>;{2}NET/Socket : Using [0]ib0:192.168.11.2<0>;{2}NET/IB : No device found.~1",
        "{1}NET/OFI Selected provider is tcp, fabric is 10.0.0.0/16 (found 1 nics);{1}Using network AWS Libfabric~0",
      })
  void shouldTellTheBootstrapFromTheNetwork(String lines, int findings) {
    assertThat(found("nccl.socket-transport", lines)).hasSize(findings);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "{1}NET/OFI Selected provider is tcp, fabric is 10.0.0.0/16 (found 1 nics);{2}Using network AWS Libfabric~1",
        "{1}NET/OFI Selected Provider is sockets~1",
        "{1}NET/OFI Selected provider is tcp;ofi_rxm, fabric is 10.0.0.0/16 (found 1 nics)~1",
        "{1}NET/OFI Selected Provider is efa (found 4 nics)~0",
        "{1}NET/OFI Selected provider is cxi, fabric is cxi (found 4 nics)~0",
      })
  void shouldKnowProvidersWithoutRdma(String lines, int findings) {
    assertThat(found("nccl.libfabric-over-tcp", lines)).hasSize(findings);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "NCCL_IB_DISABLE=1;{1}Using network IBext_v8~IBext_v8",
        "NCCL_IB_DISABLE=1;{1}Using network AWS Libfabric~AWS Libfabric",
        "NCCL_IB_HCA=mlx5;NCCL_IB_TC=106;{1}Using network AWS Libfabric~NCCL_IB_HCA, NCCL_IB_TC",
      })
  void shouldNameVariablesThatAPluginIgnores(String lines, String words) {
    assertThat(found("nccl.plugin-ignores-variable", lines))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains(words));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "NCCL_IB_DISABLE=1;{1}Using network Socket",
        "NCCL_IB_DISABLE=0;{1}Using network IBext_v8",
        "NCCL_IB_HCA=mlx5;{1}Using network IBext_v8",
      })
  void shouldLeaveOtherVariablesAlone(String lines) {
    assertThat(found("nccl.plugin-ignores-variable", lines)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "UCX_NET_DEVICES=mlx5_0:1;{1}NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB ; OOB eth0:10.0.0.1<0>~1",
        "UCX_NET_DEVICES=mlx5_0:1;{1}NET/IB : Using [0]mlx5_0:1/IB ; OOB eth0:10.0.0.1<0>~0",
        "UCX_NET_DEVICES=mlx5_0:1;NCCL_IB_HCA=mlx5_0;{1}NET/IB : Using [0]mlx5_0:1/IB ; OOB eth0:10.0.0.1<0>~0",
        "UCX_NET_DEVICES=mlx5_0:1;{1}Using network UCX~0",
        "UCX_NET_DEVICES=eth0;{1}Using network IB~0",
        "UCX_NET_DEVICES=mlx5_0:1~0",
      })
  void shouldKnowWhatUcxSteers(String lines, int findings) {
    assertThat(found("nccl.ucx-devices-aside", lines)).hasSize(findings);
  }

  /** What the log itself rules out is no candidate. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "{1}NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0';$ lsmod | grep peermem;nvidia_peermem         12288  0~not loaded",
        "{1}NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'~too far",
        "{1}NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'~NCCL_NET_GDR_LEVEL",
        "NCCL version 2.27.3+cuda12.9;{1}NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'~not registered",
        "{1}Channel 00/0 : 1[0] -> 8[0] [send] via NET/IB/0/GDRDMA;{1}Channel 01/0 : 1[0] -> 8[0] [send] via NET/IB/1~peermem",
      })
  void shouldNotNameRuledOutCandidates(String lines, String candidate) {
    assertThat(found("nccl.without-gpudirect", lines))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.reason().cause()).contains("Candidates");
          assertThat(finding.reason().cause()).doesNotContain(candidate);
        });
  }

  @Test
  void shouldKeepTheLinksThatChannelsUse() {
    String using =
        "{1}NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [2]mlx5_2:1/IB [RO]; OOB eth0:10.0.0.1<0>";
    String channel = ";{1}Channel 00/0 : 0[18000] -> 8[18000] [send] via NET/IB/2/GDRDMA";
    assertThat(found("nccl.mixed-links", using + channel))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.remedy().fix().steps().getFirst().command())
                .isEqualTo("export NCCL_IB_HCA='=mlx5_2'"));
    assertThat(found("nccl.mixed-links", using))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.remedy().fix().steps().getFirst().command())
                .contains(
                    "NCCL_IB_HCA==mlx5_2 for InfiniBand",
                    "NCCL_IB_HCA==mlx5_0,mlx5_1 for Ethernet"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "[1.0] [n1:1:0] ib_md.c:325 UCX ERROR ibv_reg_mr(address=0x7f, length=65536, access=0xf) failed: Cannot allocate memory~no limit on pinned memory~false",
        "[1.0] [n1:1:0] ib_md.c:325 UCX ERROR ibv_reg_mr(address=0x7f, length=65536, access=0xf) failed: Cannot allocate memory : Please set max locked memory (ulimit -l) to 'unlimited' (current: 64 kbytes)~the limit on pinned memory is reached~true",
        "[1.0] [n1:1:0] ib_md.c:1678 UCX ERROR ibv_open_device(mlx5_0) failed: Cannot allocate memory~no room for the context~false",
        "[33059.091472] mlx5_core 0000:41:00.0: mlx5_cmd_out_err:800:(pid 2): CREATE_MKEY(0x200) op_mod(0x0) failed, status limits exceeded(0x8), syndrome (0x18af6), err(-12);n1:1:1 [0] NCCL WARN Call to ibv_reg_mr failed with error Cannot allocate memory~a limit of its own~false",
        "n1:1:1 [0] NCCL WARN Call to ibv_reg_mr failed with error Cannot allocate memory~likeliest cause~true",
      })
  void shouldBlameMemlockOnlyWhereItMayBe(String lines, String words, boolean raises) {
    assertThat(found("nccl.out-of-pinned-memory", lines))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.message()).contains(words);
          assertThat(finding.remedy().fix().toString().contains("UnlimitedMemlock"))
              .isEqualTo(raises);
          assertThat(finding.remedy().fix().toString()).contains(raises ? "smaller batches" : "");
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "[1.0] [n1:1:0] rc_ep.c:100 UCX ERROR flush failed: Input/output error~one message of UCX",
        "libfabric:12:1700000000::efa:ep_ctrl:efa_ep_open():443<warn> Unable to open endpoint: limits exceeded~one message of libfabric",
        "[W1120 12:00:00.000000 socket.cpp:663] [c10d] The client socket has failed to connect to [n1]:29500 (errno: 111 - Connection refused).~one message of PyTorch",
        "[rank0]:[E1128 10:00:00.120000 ProcessGroupNCCL.cpp:1895] [Rank 0] Process group watchdog thread terminated with exception: CUDA error~one message of PyTorch",
        "[n1:12345] *** An error occurred in MPI_Init_thread~one message of MPI",
        "Abort(1614735) on node 0 (rank 0 in comm 0): Fatal error in PMPI_Init: Unknown error class~one message of MPI",
        "srun: error: n1: task 0: Exited with exit code 1~one message of Slurm",
        "{1}NET/IB : mlx5_0:1 query failed~one message of NCCL at level INFO",
      })
  void shouldReportMessagesThatNoRuleKnows(String line, String words) {
    assertThat(found("job.unknown-message", line))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.message()).startsWith(words);
          assertThat(finding.evidence()).hasSize(1);
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "[1.0] [n1:1:0] parser.c:1 UCX WARN unused env variable: UCX_FOO (set UCX_WARN_UNUSED_ENV_VARS=n to suppress this warning)",
        "{1}NET/Plugin: Failed to find ncclNetPlugin_v8 symbol.",
        "{1}Call to connect returned Connection refused, retrying",
        "{1}NCCL_IB_TIMEOUT set by environment to 22.",
        "[W1120 12:00:00.000000 ProcessGroupNCCL.cpp:1250] Warning: WARNING: destroy_process_group() was not called before program exit",
        "[1.0] [n1:1:0] ib_md.c:1678 UCX ERROR ibv_open_device(mlx5_0) failed: Cannot allocate memory",
      })
  void shouldBeSilentAboutHarmlessAndKnownMessages(String line) {
    assertThat(found("job.unknown-message", line)).isEmpty();
  }

  /** A warning that a rule knows does not hide another one. */
  @Test
  void shouldNotHideWarningsBehindAKnownOne() {
    String lines =
        "n1:1:1 [0] x.cc:3 NCCL WARN Something new is wrong;n1:1:1 [0] x.cc:4 NCCL WARN Call to ibv_modify_qp failed with 110 Connection timed out";
    assertThat(found("nccl.unknown-warning", lines))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.INFO);
          assertThat(finding.evidence()).hasSize(1);
        });
  }
}
