package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.rules.RuleCatalogue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/rules.md} is generated from the cards of the rules. */
final class RuleTablesTest {
  private static final Path CASES =
      Path.of("../audit/src/test/resources/dev/headroom/audit/modes.tsv");
  private static final Path PAGE = Path.of("../docs/rules.md");

  /** In characters, in a column of inputs. */
  private static final int LONGEST_WORD = 40;

  /** The thread of each failure mode, and its failure in our words. */
  private static final List<String> MODES =
      List.of(
          "NVIDIA/nccl#451, #941, #952|training slow in a container that cannot open the devices",
          "nccl-tests#82|all-reduce over TCP, libibverbs not in the image",
          "getainode/ainode PR 87|no network plugin starts, devices not mapped",
          "nccl#398|sockets on AWS, no EFA provider",
          "nccl#426, #769|status 12, a GID that cannot be routed",
          "nccl#718, multus-cni#1100|GID index differs between hosts or pods",
          "nccl#1573|gap in the GID table",
          "uccl PR 803|only link-local GIDs in the table",
          "k8s-rdma-sriov-dev-plugin#30|no GID in the pod, its interface is a veth",
          "nccl#1412, #489|no peermem, no DMA-BUF",
          "nccl#1537, #1939|GPUDirect refused with the module loaded",
          "gpu-operator#2868|peermem built against another RDMA core",
          "nccl#1151, nccl-tests#350|NIC farther than the GDR level allows",
          "nv_peer_memory#50|GPUDirect through the root complex is slow",
          "nccl#489|ACS redirects peer traffic",
          "nccl-tests#115|IOMMU translates",
          "nccl#778|driver without DMA-BUF",
          "nccl-tests#256, nccl#1464|hypervisor hides the PCIe tree",
          "nccl#749|topology file with a slow link",
          "nccl#1205|relaxed ordering off in a VM",
          "nccl#531|relaxed ordering forced by the NIC",
          "nccl-tests#206, ucx#8229|memlock too small",
          "nccl#1524|MTU differs between hosts",
          "dgx-spark-playbooks PR 103|path MTU 1024",
          "nccl#378, #306|RoCE collapses in a lossy fabric",
          "ucx#10325|traffic class set for UCX only",
          "NVIDIA/daqiri#250|802.3x pause",
          "sonic-net/SONiC#480|no PFC headroom",
          "edge-core/sonic-buildimage PR 689|watchdog not on the lossless queues",
          "sonic-buildimage#5898|queue still drops after a PFC storm ended",
          "nccl#1015, nccl-tests#191|traffic on half of a bond only",
          "cluster-readiness-engine PR 287|flows collide on few paths",
          "nccl#883, #780|adaptive routing off",
          "ucx#5598, rccl#1303|many NICs in one subnet",
          "nccl#1412, #1363, #1277|wrong NICs, or different NICs on hosts",
          "nccl#905, #2157|a link flaps during the job");

  @Test
  void shouldBeThePageInTheDocs() throws IOException {
    String page = page();
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private static List<RuleInfo> cards() {
    return RuleCatalogue.all().stream().map(Rule::info).toList();
  }

  private static String page() {
    StringBuilder page = new StringBuilder("# Rules of the audit\n\n");
    page.append(cards().size())
        .append(
            " rules. `RuleTablesTest` generates this page; `headroom explain RULE` prints cause and sources of a rule.\n\n")
        .append(
            """
            ## Failure modes

            These failures are from published threads. `ModesTest` checks each rule against the evidence beside it: the rule
            fires on the evidence, and is silent on the same evidence after the repair. A file is a published one. A line is
            from the thread, in the output of a healthy machine. The last column has other rules that can show the same failure.

            | # | failure, and its thread | rule and its evidence | other rules |
            |---|---|---|---|
            """);
    for (int mode = 1; mode <= MODES.size(); mode++) {
      int number = mode;
      List<String[]> cases =
          cases().stream().filter(each -> Integer.parseInt(each[0]) == number).toList();
      String[] words = MODES.get(mode - 1).split("\\|");
      page.append(
          "| %d | %s (%s) | %s | %s |\n"
              .formatted(
                  mode,
                  words[1],
                  words[0],
                  cases.stream().map(RuleTablesTest::evidence).collect(Collectors.joining("<br>")),
                  cards().stream()
                      .filter(ruleInfo -> ruleInfo.modes().contains(number))
                      .map(RuleInfo::id)
                      .filter(id -> cases.stream().noneMatch(each -> each[1].equals(id)))
                      .map(id -> "`" + id + "`")
                      .collect(Collectors.joining(", "))));
    }
    for (String group : new TreeSet<>(cards().stream().map(RuleInfo::group).toList())) {
      page.append("\n## ")
          .append(group)
          .append("\n\n| rule | severity | checks that | inputs |\n|---|---|---|---|\n");
      cards().stream()
          .filter(ruleInfo -> ruleInfo.group().equals(group))
          .forEach(ruleInfo ->
              page.append(
                  "| `%s` | %s | %s | %s |\n"
                      .formatted(
                          ruleInfo.id(),
                          ruleInfo.severity().key(),
                          ruleInfo.title(),
                          breakable(String.join("; ", ruleInfo.inputs()).replace("|", "\\|")))));
    }
    return page.toString();
  }

  /** With a place for a new line at each slash of a long path, which would widen its column. */
  private static String breakable(String inputs) {
    return Stream.of(inputs.split(" "))
        .map(word -> word.length() > LONGEST_WORD ? word.replaceAll("(?<=.)/", "/<wbr>") : word)
        .collect(Collectors.joining(" "));
  }

  /** Rows of the table that ModesTest runs: mode, rule, machine, file, from, to, ... */
  private static List<String[]> cases() {
    try {
      return Files.readAllLines(CASES).stream().skip(1).map(line -> line.split("\t", -1)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String evidence(String[] row) {
    if (row[2].equals("fixture")) {
      return "`%s`: %s, published (%s)".formatted(row[1], row[3], row[8]);
    }
    String line = row[5].isEmpty() ? row[4] : row[5];
    String plain =
        line.replace("\\n", " ")
            .replace("\\t", " ")
            .replace("node1:100:210 [0] ", "")
            .replace("|", "\\|")
            .strip();
    return "`%s`: %s%s in %s (%s)"
        .formatted(
            row[1],
            row[5].isEmpty() ? "without " : "",
            "`" + plain.substring(0, Math.min(plain.length(), 100)) + "`",
            row[3].substring(row[3].lastIndexOf('/') + 1),
            row[8]);
  }

  @Test
  void shouldNameOnlyModesThatThereAre() {
    assertThat(cards().stream().flatMap(ruleInfo -> ruleInfo.modes().stream()))
        .allSatisfy(mode -> assertThat(mode).isBetween(1, MODES.size()));
  }

  @Test
  void shouldGiveEachRuleItsOwnName() {
    assertThat(RuleCatalogue.ids()).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(90);
    assertThat(
            IntStream.rangeClosed(1, MODES.size())
                .filter(
                    mode -> cards().stream().noneMatch(ruleInfo -> ruleInfo.modes().contains(mode)))
                .count())
        .isLessThanOrEqualTo(3);
  }
}
