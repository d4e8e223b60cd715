package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.fix.JobVariable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fixes name what they change: no word in them stands for a name that the reader must look up. */
final class FixWordsTest {
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "\\b(IFACE|INTERFACE|DEVICE|DEV|PORT|ADDRESS|BDF|PROFILE|POLICY|GROUP|INDEX|NAME(?!==))\\b"
              + "|<[a-z][\\w -]*>|\\.\\.\\.");

  @Test
  @Tag("whole")
  void shouldHoldNoPlaceholder() {
    List<String> texts =
        Sicknesses.ofHost().stream()
            .flatMap(sickness -> sickness.findings().stream())
            .flatMap(finding ->
                finding.remedy().fix().steps().stream()
                    .flatMap(step ->
                        Stream.of(step.command(), step.afterReboot())
                            .map(text -> finding.rule() + ": " + text)))
            .distinct()
            .toList();
    assertThat(texts).hasSizeGreaterThan(200);
    assertThat(texts.stream().filter(PLACEHOLDER.asPredicate())).isEmpty();
  }

  /** Of rules in files, also those that no test machine sets off. */
  @Test
  void shouldHoldNoPlaceholderInFilesOfRules() throws IOException {
    Pattern advice = Pattern.compile("(?m)^  advice: .*\\n(?:    .*\\n)*");
    try (Stream<Path> files = Files.walk(Path.of("src/main/resources/dev/headroom/audit"))) {
      for (Path file :
          files
              .filter(each -> each.toString().endsWith(".yaml"))
              .filter(each -> !each.toString().contains("/diagnose/"))
              .toList()) {
        List<String> all =
            advice.matcher(Files.readString(file)).results().map(found -> found.group()).toList();
        assertThat(all).as(file.toString()).noneMatch(PLACEHOLDER.asPredicate());
      }
    }
  }

  private static List<FixStep> steps(String rule, String text) {
    return Pasted.findings(rule, text).stream()
        .flatMap(finding -> finding.remedy().fix().steps().stream())
        .toList();
  }

  @Test
  void shouldNameTheDeviceOfALineOfTheKernel() {
    assertThat(
            steps(
                "link.nic-hot",
                "[   13.112233] mlx5_core 0000:5e:00.1: temp_warn:236:(pid 0): High temperature on"
                    + " sensors with bit set 0 1\n"))
        .singleElement()
        .extracting(FixStep::command)
        .asString()
        .startsWith("mget_temp -d 0000:5e:00.1;");
  }

  /** Three devices of one kind and one of the other: nothing says which network is the job's. */
  @Test
  void shouldNotDecideByMajorityWhichNetworkAJobUses() {
    assertThat(
            steps(
                "nccl.mixed-links",
                "n1:7:9 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE"
                    + " [2]mlx5_2:1/RoCE [3]mlx5_3:1/IB [RO]; OOB eth0:10.0.0.7<0>\n"))
        .singleElement()
        .satisfies(step -> assertThat(step).isNotInstanceOf(JobVariable.class))
        .extracting(FixStep::command)
        .asString()
        .contains("NCCL_IB_HCA==mlx5_3 for InfiniBand", "=mlx5_0,mlx5_1,mlx5_2 for Ethernet");
  }

  /** A list of all devices would join the two networks. */
  @Test
  void shouldNotReplaceAMissingDeviceByDevicesOfTwoNetworks() {
    String ports =
        """
        $ ibstat
        CA 'mlx5_0'
        	CA type: MT4129
        	Number of ports: 1
        	Port 1:
        		State: Active
        		Physical state: LinkUp
        		Rate: 400
        		Link layer: Ethernet
        CA 'mlx5_1'
        	CA type: MT4129
        	Number of ports: 1
        	Port 1:
        		State: Active
        		Physical state: LinkUp
        		Rate: 400
        		Link layer: InfiniBand
        $ env
        HOME=/root
        NCCL_IB_HCA=mlx5_7
        """;
    assertThat(steps("nccl.hca-not-there", ports))
        .singleElement()
        .extracting(FixStep::command)
        .asString()
        .contains("NCCL_IB_HCA==mlx5_1 for InfiniBand", "NCCL_IB_HCA==mlx5_0 for Ethernet");
  }

  /** One variable is for all ports of a pod, whose tables differ. */
  @Test
  void shouldPinNoGidIndex() {
    String table =
        """
        DEV	PORT	INDEX	GID					IPv4  		VER	DEV
        ---	----	-----	---					------------  	---	---
        mlx5_0	1	4	fe80:0000:0000:0000:0aab:ccff:fe00:0000			v1	net1
        mlx5_0	1	7	0000:0000:0000:0000:0000:ffff:0a00:0007	10.0.0.7  	v2	net1
        n_gids_found=2
        """;
    for (String rule : List.of("gid.sparse", "gid.index")) {
      List<FixStep> steps =
          steps(rule, "$ env\nNCCL_IB_GID_INDEX=3\nHOME=/root\n$ show_gids\n" + table);
      assertThat(steps).as(rule).isNotEmpty();
      assertThat(steps.getFirst()).isEqualTo(JobVariable.unset("NCCL_IB_GID_INDEX"));
    }
  }

  @Test
  void shouldSetTheClassOfConnectionsWhereTheHostSetsIt() {
    Healthy host = Healthy.host();
    Healthy wrong =
        host.withFile("cma_roce_tos.txt", "# cma_roce_tos -d mlx5_0\n104\n")
            .with("environment.txt", "", "NCCL_IB_TC=106", "NCCL_IB_TC=8");
    Optional<Finding> finding =
        Healthy.findings(List.of(wrong.facts("node1"))).stream()
            .filter(each -> each.rule().equals("qos.dscp-not-lossless"))
            .filter(each -> each.place().part().equals("eth0"))
            .findFirst();
    assertThat(finding).isPresent();
    assertThat(finding.get().remedy().fix().steps())
        .extracting(FixStep::command)
        .containsExactly("export NCCL_IB_TC='106'", "cma_roce_tos -d 'mlx5_0' -t '106'");
  }
}
