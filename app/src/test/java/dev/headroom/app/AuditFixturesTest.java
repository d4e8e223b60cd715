package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules against what real machines printed. */
final class AuditFixturesTest {
  private static final Path FIXTURES = Path.of("../../shared/fixtures");
  private static final String H100 = "lspci/gpud_h100_cx7_cx6dx_full_lspci-vvv.txt";

  private static Optional<HostFacts> goodServer = Optional.empty();

  @BeforeEach
  void needFixtures() {
    Assumptions.assumeTrue(Files.isDirectory(FIXTURES));
  }

  private static List<HostFacts> read(String... files) throws IOException {
    List<Path> paths = new ArrayList<>();
    for (String file : files) {
      paths.add(FIXTURES.resolve(file));
    }
    return new AuditInputs().read(paths);
  }

  private static List<Finding> findings(List<HostFacts> hosts) {
    List<RuleOutcome> outcomes = Audit.of(hosts, RuleCatalogue.all());
    assertThat(outcomes)
        .flatExtracting(RuleOutcome::notChecked)
        .noneMatch(absence -> absence.input().startsWith(Audit.FAULT));
    return outcomes.stream().flatMap(each -> each.findings().stream()).toList();
  }

  private static Set<String> rules(List<Finding> findings, Severity least) {
    return findings.stream()
        .filter(each -> each.severity().atLeast(least))
        .map(Finding::rule)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void shouldFindLittleWrongWithAGoodServer() throws IOException {
    List<Finding> findings = findings(read(H100, "sysfs/gpud_h100_sys_class_infiniband"));
    assertThat(rules(findings, Severity.ERROR)).isEmpty();
    // mlx5_1's link_downed stands at 255, where the counter ends.
    assertThat(rules(findings, Severity.WARNING)).containsExactly("link.flaps");
  }

  /** One fact of the good server changed at a time. */
  @ParameterizedTest
  @CsvSource({
    "0000:1a:00.0, link.width, 8, pcie.link-width",
    "0000:5e:00.0, link.gts, 16, pcie.nic-link-speed",
    "0000:19:00.0, link.width, 8, pcie.link-width",
    "0000:5e:00.0, read-request.bytes, 256, pcie.max-read-request",
    "0000:5e:00.0, relaxed-ordering, off, pcie.relaxed-ordering",
    "0000:5e:00.0, express.DevCtl.ExtTag, off, pcie.extended-tags",
    "0000:5e:00.0, payload.bytes, 128, pcie.max-payload",
    "0000:5d:00.0, payload.bytes, 1024, pcie.payload-mismatch",
    "0000:5d:00.0, revision, ff, pcie.device-gone",
    "0000:5e:00.0, aer.UESta.MalfTLP, on, pcie.uncorrectable-errors",
    "0000:5e:00.0, numa, -1, numa.nic-unknown",
    "bridge of 0000:5e:00.0, acs.ACSCtl.ReqRedir, on, pcie.acs-redirect",
    "bridge of 0000:5d:00.0, acs.ACSCtl.CmpltRedir, on, pcie.acs-redirect"
  })
  void shouldSeeOneChange(String address, String key, String value, String rule)
      throws IOException {
    HostFacts good = good();
    String subject =
        address.startsWith("bridge of ")
            ? bridge(good, address.substring("bridge of ".length()))
            : address;
    FactSet changed = new FactSet();
    for (Fact fact : good.facts().all()) {
      boolean it = fact.subject().name().equals(subject) && fact.key().equals(key);
      changed.add(it ? new Fact(fact.subject(), key, value, fact.evidence()) : fact);
    }
    List<Finding> findings = findings(List.of(new HostFacts("h100", changed, List.of())));
    Set<String> rules = rules(findings, Severity.WARNING);
    assertThat(rules).containsExactly(rule);
  }

  /** The good server, read once for all changes. */
  private static HostFacts good() throws IOException {
    if (goodServer.isEmpty()) {
      goodServer = Optional.of(read(H100).getFirst());
    }
    return goodServer.orElseThrow();
  }

  private static String bridge(HostFacts host, String address) {
    PciDevice device = host.pci().device(address).orElseThrow();
    return host.pci().bridgesAbove(device).getFirst().address();
  }

  /**
   * The same job with GPUDirect, without, and over TCP; and one with some of its channels without.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "moc_2node_4xH100_4nic_gdrdma.log||",
        "moc_2node_4xH100_4nic_rdma.log|nccl.without-gpudirect|28 of 28 channels",
        "moc_2node_4xH100_4nic_tcp.log|nccl.socket-transport|28 of 28 channels",
        "mlperf51_mangoboost_MI325X_2node_rccl.log|nccl.without-gpudirect|192 of 964 channels",
        "mlperf5_dell_2xXE9680L_H200_RoCE_GDRDMA.log||",
        "mlperf31_dell_XE9640_4H100.log||"
      })
  void shouldTellTransportsApart(String log, String rule, String what) throws IOException {
    List<Finding> findings = findings(read("nccl_log/" + log));
    List<Finding> errors =
        findings.stream().filter(each -> each.severity() == Severity.ERROR).toList();
    if (rule == null) {
      assertThat(errors).isEmpty();
    } else {
      assertThat(errors).extracting(Finding::rule).containsExactly(rule);
      assertThat(errors.getFirst().message()).startsWith(what);
    }
  }

  /**
   * Every error that any of the files gives, by file and rule: nothing of the files themselves.
   * Look at what changed before it is taken over with {@code -Dheadroom.golden=update}.
   */
  @Test
  void shouldFindTheSameErrorsAsBefore() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path file : files()) {
      String name = FIXTURES.relativize(file).toString();
      for (String rule : rules(findings(read(name)), Severity.ERROR)) {
        text.append(name).append('\t').append(rule).append('\n');
      }
    }
    Golden.check("audit/fixture-errors.tsv", text.toString());
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(FIXTURES)) {
      return all.filter(Files::isRegularFile)
          .filter(
              file -> !file.toString().contains("sysfs") && !file.toString().endsWith(".source"))
          .filter(file -> file.getNameCount() > FIXTURES.getNameCount() + 1)
          .sorted()
          .toList();
    }
  }
}
