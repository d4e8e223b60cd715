package dev.headroom.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class SiteRulesTest {
  private static final String FAN =
      """
      rules:
      - id: site.fan
        severity: warning
        title: fans turn
        log: kernel
        pattern: 'fan \\d+ failed'
        what: a fan failed
        cause: It gets hot.
        advice: change it
        source: our runbook
      """;

  private static final String DMESG =
      """
      [    0.000000] Linux version 6.8.0-45-generic (buildd@lcy02) #45-Ubuntu SMP
      [    3.000000] mlx5_core 0000:5d:00.0: firmware version: 28.41.1000
      """;

  @TempDir private Path folder;

  private SiteRules.Outcome read(String... files) throws IOException {
    for (int i = 0; i < files.length; i++) {
      Files.writeString(folder.resolve("rules-" + i + ".yaml"), files[i]);
    }
    return SiteRules.read(folder);
  }

  private List<Rule> good(String... files) throws IOException {
    SiteRules.Outcome outcome = read(files);
    assertThat(outcome).isInstanceOf(SiteRules.Good.class);
    return ((SiteRules.Good) outcome).rules();
  }

  /** What is wrong, without the folder. */
  private List<String> bad(String... files) throws IOException {
    SiteRules.Outcome outcome = read(files);
    assertThat(outcome).isInstanceOf(SiteRules.Bad.class);
    return ((SiteRules.Bad) outcome)
        .problems().stream().map(problem -> problem.toString().replace(folder + "/", "")).toList();
  }

  private static HostFacts host(String... texts) {
    return HostFacts.of(
        "n1",
        Arrays.stream(texts)
            .map(
                text -> FormatCatalogue.reader().read(FactSource.of("log" + text.hashCode()), text))
            .toList());
  }

  private static RuleOutcome outcome(List<Rule> rules, String id, HostFacts host) {
    return Audit.of(List.of(host), rules).stream()
        .filter(each -> each.ruleInfo().id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldFindItsLine() throws IOException {
    RuleOutcome found =
        outcome(good(FAN), "site.fan", host(DMESG + "[    9.000000] acme: fan 3 failed\n"));
    assertThat(found.findings())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.severity()).isEqualTo(Severity.WARNING);
          assertThat(each.message()).isEqualTo("a fan failed");
          assertThat(each.evidence().getFirst().text()).contains("fan 3 failed");
        });
    assertThat(outcome(good(FAN), "site.fan", host(DMESG)).passed()).isEqualTo(1);
    assertThat(outcome(good(FAN), "site.fan", host("nothing\n")).notChecked())
        .extracting(RuleOutcome.MissingInput::input)
        .containsExactly("dmesg");
  }

  /** A site knows what its rule is about: RDMA or not. */
  @Test
  void shouldBeAsGraveAsItSaysWhereThereIsNoRdma() throws IOException {
    HostFacts host =
        host("00:00.0 Host bridge [0600]: Intel Corporation Device [8086:09a2] (rev 04)\n");
    assertThat(RdmaPresence.isMissing(host)).isTrue();
    Finding found =
        outcome(good(FAN), "site.fan", host(DMESG + "[    9.000000] acme: fan 3 failed\n"))
            .findings()
            .getFirst();
    assertThat(RdmaPresence.adjustSeverity(host, found).severity()).isEqualTo(Severity.WARNING);
  }

  /** The line with its version is often all that NCCL says, without NCCL_DEBUG=INFO. */
  @Test
  void shouldFindTheVersionThatStandsAlone() throws IOException {
    String rule =
        FAN.replace("log: kernel", "log: nccl")
            .replace("fan \\d+ failed", "NCCL version 2\\.17\\.");
    HostFacts host = host("NCCL version 2.17.1+cuda12.1\n");
    assertThat(outcome(good(rule), "site.fan", host).findings())
        .singleElement()
        .satisfies(
            each -> assertThat(each.evidence().getFirst().text()).contains("2.17.1+cuda12.1"));
  }

  /** A pipe would be waited for, a circle of links has no end. */
  @Test
  void shouldReadOnlyRegularFilesOfAFolder() throws IOException {
    Files.createSymbolicLink(folder.resolve("a.yaml"), folder.resolve("a.yaml"));
    Files.createSymbolicLink(folder.resolve("b.yaml"), Path.of("/dev/zero"));
    assertThat(bad())
        .containsExactly(
            "a.yaml:1:1: it is not a regular file; a rule file",
            "b.yaml:1:1: it is not a regular file; a rule file");
    Path circle = Files.createSymbolicLink(folder.resolve("c"), folder.resolve("c"));
    assertThat(SiteRules.read(circle)).isInstanceOf(SiteRules.Bad.class);
    assertThat(SiteRules.read(Path.of("/dev/null"))).isInstanceOf(SiteRules.Bad.class);
  }

  @Test
  void shouldMakeAWarningOfNcclKnown() throws IOException {
    String log =
        """
        n1:100:200 [0] NCCL INFO NCCL version 2.20.5+cuda12.4
        n1:100:200 [0] misc/acme.cc:12 NCCL WARN our fabric says no
        """;
    String rule =
        FAN.replace("log: kernel", "log: nccl").replace("fan \\d+ failed", "our fabric says no");
    HostFacts host = host(log);
    assertThat(outcome(RuleCatalogue.all(), "nccl.unknown-warning", host).findings()).hasSize(1);
    List<Rule> all = RuleCatalogue.with(good(rule));
    assertThat(outcome(all, "nccl.unknown-warning", host).findings()).isEmpty();
    assertThat(outcome(all, "site.fan", host).findings()).hasSize(1);
    assertThat(all).hasSize(RuleCatalogue.all().size() + 1);
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of(
            FAN.replace("severity: warning", "severity: waring"),
            "rules-0.yaml:3:13: rules.severity: 'waring' is not an allowed value; did you mean "
                + "'warning'? the values are error, warning, info"),
        Arguments.of(
            FAN.replace("advice:", "advise:"),
            "rules-0.yaml:9:3: rules.advise: there is no such key; did you mean 'advice'?"),
        Arguments.of(
            FAN.replace("  cause: It gets hot.\n", ""),
            "rules-0.yaml:2:3: rules.cause: it is missing; a line of text: the effect and its "
                + "causes"),
        Arguments.of(
            FAN.replace("'fan \\d+ failed'", "'fan (\\d+ failed'"),
            "rules-0.yaml:6:12: rules.pattern: this is not a regular expression: unclosed "
                + "group, at its character 16; a java.util.regex.Pattern; write \\ before "
                + "characters to match literally"),
        Arguments.of(
            FAN.replace("'fan \\d+ failed'", "[]"),
            "rules-0.yaml:6:12: rules.pattern: nothing instead of a list; '- ' before each "
                + "item; an item is a regular expression"),
        Arguments.of(
            FAN.replace("log: kernel", "log: kernle"),
            "rules-0.yaml:5:8: rules.log: 'kernle' is not an allowed value; did you mean "
                + "'kernel'? the values are kernel, device-plugin, opensm, fabric-manager, sonic, gpu-tool,"
                + " nccl"),
        Arguments.of(
            FAN.replace("log: kernel", "lgo: kernel"),
            "rules-0.yaml:5:3: rules.lgo: there is no such key; did you mean 'log'?"),
        Arguments.of(
            FAN.replace("  log: kernel\n", ""),
            "rules-0.yaml:2:3: rules: a rule needs one of these keys; one key of log, "
                + "counters, variable, sysctl"),
        Arguments.of(
            FAN.replace("log: kernel", "log: kernel\n  sysctl: vm.swappiness"),
            "rules-0.yaml:6:3: rules.sysctl: a rule also has log; use one of them; write "
                + "two entries"),
        Arguments.of(
            FAN.replace("site.fan", "fan"),
            "rules-0.yaml:2:7: rules.id: 'fan' is not an id; such as site.fan-failed"),
        Arguments.of(
            FAN.replace("site.fan", "gpu.xid"),
            "rules-0.yaml:2:7: rules.id: Headroom already has a rule 'gpu.xid'; another name"),
        Arguments.of(
            FAN.replace("title: fans turn", "title: [a, b]"),
            "rules-0.yaml:4:10: rules.title: a list instead of a line of text"),
        Arguments.of(
            FAN.replace("what: a fan failed", "what: \"a\\nb\""),
            "rules-0.yaml:7:9: rules.what: more than one line of text, or an unprintable "
                + "character; one line; '>-' before it joins lines"),
        Arguments.of(
            FAN.replace("log: kernel", "log: nccl").replace("  advice: change it\n", ""),
            "rules-0.yaml:2:3: rules.advice: it is missing; the action to take; or set: with the "
                + "variables that fix it"),
        Arguments.of(
            FAN.replace("log: kernel", "log: nccl\n  set: {A_B: '$(x)'}"),
            "rules-0.yaml:6:8: rules.set: '$(x)' is not the value of a variable"),
        Arguments.of(
            FAN.replace("log: kernel\n  pattern", "counters: rx(7-0)_x\n  of: port\n  patern"),
            "rules-0.yaml:7:3: rules.patern: there is no such key; known here: counters, id,"
                + " severity, title, of, tolerated, alone, much, what, advice, cause, source, needs,"
                + " modes"),
        Arguments.of(
            FAN.replace(
                "log: kernel\n  pattern: 'fan \\d+ failed'", "counters: a(7-0)\n  of: port"),
            "rules-0.yaml:5:13: rules.counters: the range in 'a(7-0)' ends before it begins; the first number"
                + " before the last, as in rx_prio(0-7)_pause"),
        Arguments.of(
            FAN.replace("log: kernel\n  pattern: 'fan \\d+ failed'", "variable: X\n  wrong: 'a'")
                .replace("  what: a fan failed\n  cause", "  cause")
                .replace("  advice: change it\n", ""),
            "rules-0.yaml:2:3: rules.what: it is missing; the text of a finding after the "
                + "variable and its value"),
        Arguments.of("", "rules-0.yaml:1:1: the file is empty; rules: with a list of rules"),
        Arguments.of(
            "- id: site.fan\n",
            "rules-0.yaml:1:1: a list instead of a rule file; its keys are rules"),
        Arguments.of(
            "rules: [\n", "rules-0.yaml:2:1: this is not YAML: expected the node content, but"),
        Arguments.of(
            "rules:\n- fan\n",
            "rules-0.yaml:2:3: rules: 'fan' instead of a rule; a block of keys, "
                + "one of them log, counters, variable, sysctl"));
  }

  @Test
  void shouldSayWhatElseIsWrongInARuleOfAMisspeltKind() throws IOException {
    String rule =
        FAN.replace(
                "log: kernel\n  pattern: 'fan \\d+ failed'", "sysctls: vm.swappiness\n  rigth: 1")
            .replace("  what: a fan failed\n", "")
            .replace("advice:", "better:");
    assertThat(bad(rule))
        .containsExactly(
            "rules-0.yaml:5:3: rules.sysctls: there is no such key; did you mean 'sysctl'?",
            "rules-0.yaml:6:3: rules.rigth: there is no such key; did you mean 'right'?");
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void shouldSayWhereWhatAndWhatWouldBeRight(String file, String complaint) throws IOException {
    assertThat(bad(file)).singleElement().asString().startsWith(complaint);
  }

  @Test
  void shouldSayAllThatIsWrongOfAllFiles() throws IOException {
    assertThat(bad(FAN, FAN.replace("title", "titel"), FAN))
        .containsExactly(
            "rules-1.yaml:4:3: rules.titel: there is no such key; did you mean 'title'?",
            "rules-2.yaml:2:7: rules.id: 'site.fan' is also in rules-0.yaml:2; another name for"
                + " one of them");
  }

  @Test
  void shouldSayThatAFolderHasNone() throws IOException {
    assertThat(bad()).singleElement().asString().contains("it contains no *.yaml file");
  }

  /** Each further a of the line doubles the time of the first: nobody waits for that. */
  @ParameterizedTest
  @MethodSource("endless")
  void shouldGiveUpAPatternWithoutEnd(String pattern, String line) throws IOException {
    List<Rule> rules = good(FAN.replace("fan \\d+ failed", pattern));
    RuleOutcome outcome =
        outcome(
            rules,
            "site.fan",
            host(DMESG + "[    9.000000] " + line.replace("\n", "\n[    9.000000] ") + "\n"));
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.passed()).isZero();
    assertThat(outcome.notChecked())
        .extracting(RuleOutcome.MissingInput::input)
        .singleElement()
        .asString()
        .startsWith("a pattern that terminates: '" + pattern + "' ");
  }

  static Stream<Arguments> endless() {
    return Stream.of(
        Arguments.of("(a+)+\\1b", "acme: " + "a".repeat(60) + "!"),
        // Each of these lines alone is done in time.
        Arguments.of("(a+)+\\1b", ("acme: " + "a".repeat(12) + "!\n").repeat(2_000)),
        Arguments.of("x(a|b)*y", "acme: x" + "ab".repeat(8_000)));
  }

  @Test
  void shouldReadTheExample() throws IOException {
    SiteRules.Outcome outcome = SiteRules.read(Path.of("../examples/rules"));
    assertThat(outcome).isInstanceOf(SiteRules.Good.class);
    List<Rule> rules = ((SiteRules.Good) outcome).rules();
    HostFacts host =
        host(
            DMESG + "[    4.000000] mlx5_core 0000:5e:00.0: firmware version: 28.36.1010\n",
            "$ sysctl -a\nvm.swappiness = 60\nnet.core.rmem_max = 67108864\n",
            """
            $ ethtool -S eth0
            NIC statistics:
                 rx_packets: 5000000
                 rx_steer_missed_packets: 24627
            """);
    assertThat(
            Audit.of(List.of(host), rules).stream()
                .flatMap(each -> each.findings().stream())
                .map(each -> each.rule() + " " + each.severity())
                .toList())
        .containsExactly(
            "site.recalled-firmware WARNING",
            "site.steering-misses WARNING",
            "site.swappiness WARNING");
  }
}
