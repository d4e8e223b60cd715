package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.fix.FixStep;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a few lines of a job tell, and what they do not. */
final class PastedJobTest {
  private static final String SOCKETS =
      """
      a:99:120 [0] NCCL INFO NET/Socket : Using [0]eth0:10.1.1.1<0>
      a:99:120 [0] NCCL INFO Using network Socket
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nNodes 2 localRanks 1|ERROR|runs on 2 nodes",
        "nRanks 8|WARNING|this is harmless on one node",
      })
  void shouldCallSocketsBetweenNodesAnError(String comm, Severity severity, String words) {
    String line = "a:99:120 [0] NCCL INFO comm 0x1 rank 0 nRanks 8 " + comm + "\n";
    assertThat(Pasted.findings("nccl.socket-transport", SOCKETS + line))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(severity);
          assertThat(finding.message()).contains(words);
        });
  }

  /** Hosts that NVLink joins are one node to NCCL. */
  @Test
  void shouldLetNcclCountNodes() {
    String one = "%s:9:9 [0] NCCL INFO comm 0x1 rank 0 nRanks 2 nNodes 1 localRanks 2\n";
    String text = SOCKETS + one.formatted("a") + SOCKETS.replace("a:", "b:") + one.formatted("b");
    assertThat(Pasted.findings("nccl.socket-transport", text))
        .noneMatch(finding -> finding.severity() == Severity.ERROR);
  }

  /** The two ranks' writes met on one line. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1,0]<stdout>:a:9:12 [0] NCCL INFO NET/IB : No device found.[1,1]<stdout>:b:8:12 [0] NCCL INFO Using network Socket",
        "b:8:8 [0] NCCL INFO cudaDriverVersion 12090\na:9:12 [0] NCCL INFO NET/IB : No device found.b:8:12 [0] NCCL INFO Using network Socket",
      })
  void shouldHearBothRanksOfALine(String text) {
    assertThat(Pasted.findings("nccl.socket-transport", text + "\n"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("runs on 2 nodes"));
  }

  /** Of one host nobody makes two. */
  @Test
  void shouldNotTakeAWordForAHost() {
    String text =
        "a:9:12 [0] NCCL INFO NET/IB : No device found.a:9:13 [1] NCCL INFO Using network Socket\n";
    assertThat(Pasted.findings("nccl.socket-transport", text))
        .singleElement()
        .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NET/IB : Got completion from peer 10.1.2.3<53294> with error 12, opcode 129, len 0, vendor err 129 (Recv) localGid fe80::a288:c2ff:fe01:203 remoteGidsfe80::a288:c2ff:fe01:207",
        "NET/IB: Got completion from peer 10.1.2.3<53294> with status=IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_SEND(0) vendor_err=129 localGid ::ffff:10.0.0.1 remoteGids fe80::a288:c2ff:fe01:207 hca mlx5_0",
        "Call to ibv_modify_qp failed with 110 Connection timed out, on dev mlx5_3:1, curr state INIT, next state RTR, local GID index 0, local GID fe80::1, remote GID fe80::2",
      })
  void shouldSeeLinkLocalAddressesOfWhatFailed(String words) {
    String line = "a:9:9 [0] transport/net_ib.cc:99 NCCL WARN ";
    assertThat(Pasted.findings("nccl.gid-link-local", line + words + "\n"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.ERROR));
    String routed = words.replaceAll("fe80:[0-9a-f:]*", "::ffff:10.0.0.9");
    assertThat(Pasted.findings("nccl.gid-link-local", line + routed + "\n")).isEmpty();
  }

  private static String unanswered(String remote) {
    return "a:9:9 [5] ibvwrap.cc:277 NCCL WARN Call to ibv_modify_qp failed with 110 Connection timed out, on dev mlx5_3:1, curr state INIT, next state RTR, local GID index 3, local GID ::ffff:10.224.1.7, remote GID ::ffff:"
        + remote
        + "\n";
  }

  private static String address(int prefix) {
    return """
    $ ip addr show eth5
    5: eth5: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
        inet 10.224.1.7/%d scope global eth5
    """
        .formatted(prefix);
  }

  /** One line, one finding; whose it is depends on how long the subnet is. */
  @Test
  void shouldTellSubnetsApartByTheirLength() {
    List<String> rules = List.of("nccl.rails-not-joined", "nccl.modify-qp-failed");
    for (String[] each :
        new String[][] {
          {unanswered("10.224.9.7"), "nccl.rails-not-joined"},
          {unanswered("10.224.1.9"), "nccl.modify-qp-failed"},
          {address(16) + "\n" + unanswered("10.224.9.7"), "nccl.modify-qp-failed"},
          {address(31) + "\n" + unanswered("10.224.9.7"), "nccl.modify-qp-failed"},
          {address(29) + "\n" + unanswered("10.224.1.9"), "nccl.rails-not-joined"},
        }) {
      assertThat(Pasted.findings(each[0]))
          .extracting(Finding::rule)
          .filteredOn(rules::contains)
          .containsExactly(each[1]);
    }
  }

  @Test
  void shouldBelieveRcclThatPagesAreMoved() {
    String text =
        "m:4:5 [0] NCCL WARN NUMA auto balancing enabled which can lead to variability in the RCCL performance! Disable by \"sudo sysctl kernel.numa_balancing=0\"\n";
    assertThat(Pasted.findings(text))
        .extracting(Finding::rule)
        .containsExactly("memory.numa-balancing");
  }

  @ParameterizedTest
  @CsvSource({
    "NCCL_DEBUG_LEVEL=INFO, NCCL_DEBUG=INFO",
    "NCCL_DEBUGG=INFO, NCCL_DEBUG=INFO",
    "NCCL_SOCKET_IFNAMES=eth0, NCCL_SOCKET_IFNAME=eth0",
    "NCCL_P2P_DISABLED=1, NCCL_P2P_DISABLE=1",
  })
  void shouldNameAVariableThatTakesTheValue(String set, String meant) {
    assertThat(Pasted.findings("nccl.unknown-variable", "$ env\n" + set + "\n"))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.remedy().fix().steps())
                .extracting(FixStep::afterReboot)
                .anySatisfy(step -> assertThat(step).contains("add " + meant + " to")));
  }

  @Test
  void shouldGiveNoVariableAValueThatItDoesNotTake() {
    assertThat(Pasted.findings("nccl.unknown-variable", "$ env\nNCCL_P2P_DISABLED=true\n"))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.remedy().fix().steps())
                .extracting(FixStep::command)
                .containsExactly(
                    "unset NCCL_P2P_DISABLED",
                    "if NCCL_P2P_DISABLE was intended, give it a valid value"));
  }

  /** PyTorch's, as they were called before; some it reads to this day. */
  @ParameterizedTest
  @CsvSource({
    "NCCL_DESYNC_DEBUG=1, INFO",
    "NCCL_BLOCKING_WAIT=1, INFO",
    "NCCL_DUMP_ON_TIMEOUT=1, WARNING",
    "NCCL_TRACE_BUFFER_SIZE=2000, WARNING",
    "NCCL_USE_COMM_NONBLOCKING=1, WARNING",
  })
  void shouldKnowOldNamesOfPytorch(String set, Severity severity) {
    assertThat(Pasted.findings("nccl.unknown-variable", "$ env\n" + set + "\n"))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(severity);
          assertThat(finding.remedy().fix().steps())
              .extracting(FixStep::command)
              .contains("export TORCH_" + set.replace("=", "='") + "'");
        });
  }

  /** Others are near it by a third of its letters, and have nothing to do with it. */
  @Test
  void shouldGuessNoVariableThatIsFarAway() {
    assertThat(Pasted.findings("nccl.unknown-variable", "$ env\nNCCL_P2P_TIMEOUTS=20\n"))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.INFO);
          assertThat(finding.message()).isEqualTo("no known program reads NCCL_P2P_TIMEOUTS");
          assertThat(finding.remedy().fix().steps())
              .extracting(FixStep::command)
              .noneMatch(step -> step.startsWith("unset") || step.startsWith("export"));
        });
    assertThat(Pasted.findings("nccl.unknown-variable", "$ env\nNCCL_LL_THRESHOLD=0\n")).isEmpty();
  }

  /** Of the kernels for symmetric memory; NCCL reads it. */
  @Test
  void shouldLeaveVariablesOfNcclAlone() {
    assertThat(Pasted.findings("nccl.unknown-variable", "$ env\nNCCL_SYM_KERNEL=1\n")).isEmpty();
  }
}
