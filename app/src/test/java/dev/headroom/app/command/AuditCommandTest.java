package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.audit.document.AuditJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class AuditCommandTest {
  private static final Path SAMPLE =
      Path.of("../audit/src/test/resources/dev/headroom/audit/healthy/lspci.txt");

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path node;

  @BeforeEach
  void makeSickNode() throws IOException {
    node = Files.createDirectories(folder.resolve("node1"));
    sick("ReqRedir-", "ReqRedir+");
  }

  private void sick(String from, String to) throws IOException {
    Files.writeString(node.resolve("lspci.txt"), Files.readString(SAMPLE).replaceFirst(from, to));
  }

  private int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  private JsonNode json(String... args) {
    run(args);
    return JsonMapper.builder().build().readTree(out.toString());
  }

  /** A terminal has 50 lines; a healthy host has no more to say. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/test/resources/dev/headroom/app/audit/more-cases/healthy-roce-host",
        "src/test/resources/dev/headroom/app/audit/more-cases/healthy-efa-host",
        "../audit/src/test/resources/dev/headroom/audit/healthy"
      })
  void shouldSayOfAHealthyHostWhatFitsOnOneScreen(String host) {
    assertThat(run("audit", host)).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString().lines())
        .hasSizeLessThanOrEqualTo(50)
        .anyMatch(line -> line.contains("rules lack an input"));
    assertThat(out.toString().substring(out.toString().indexOf("- not checked")).lines())
        .hasSizeLessThanOrEqualTo(6);
  }

  @Test
  void shouldSayWhatIsWrongWhyAndHowToCureIt() {
    assertThat(run("audit", node.toString())).isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString())
        .contains(
            "1 error",
            "ERROR  pcie.acs-redirect  node1 0000:12:00.0",
            "lspci.txt:",
            "ACSCtl:",
            "setpci -s '0000:12:00.0' 'ECAP_ACS+6.w'='0000:000c'",
            "needs root",
            "security:");
    assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  /** This machine, whatever it is: nothing falls over, and what is not there is said. */
  @Test
  void shouldAuditThisMachine() {
    JsonNode report = json("audit", "--json");
    assertThat(report.get("hosts").size()).isEqualTo(1);
    assertThat(report.get("notChecked").size()).isPositive();
    assertThat(report.get("sources").size()).isPositive();
  }

  @Test
  void shouldFindNothingGraveOnAMachineWithoutRdma() throws IOException {
    Path plain = Files.createDirectories(folder.resolve("plain"));
    Files.writeString(
        plain.resolve("sysctl.txt"), "net.core.rmem_max = 212992\nkernel.numa_balancing = 0\n");
    Files.writeString(
        plain.resolve("lsmod.txt"), "Module                  Size  Used by\nxfs 2048000 1\n");
    assertThat(run("audit", plain.toString())).isZero();
    assertThat(out.toString())
        .contains("No input lists the RDMA devices", "tcp.receive-buffer-limit");
    Files.writeString(
        plain.resolve("lspci.txt"),
        "00:02.0 VGA compatible controller: Intel Corporation UHD Graphics 770\n");
    assertThat(run("audit", plain.toString())).isZero();
    assertThat(out.toString())
        .contains("The inputs show no RDMA device", "INFO  tcp.receive-buffer-limit");
    Path empty = Files.createDirectories(folder.resolve("empty"));
    assertThat(run("audit", empty.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("empty: no input found").hasLineCount(1);
  }

  /** A matrix of distances names the NICs it is about; there is no more of them to see. */
  @Test
  void shouldSeeRdmaInAMatrixOfDistances() throws IOException {
    Path matrix = folder.resolve("topo.txt");
    Files.writeString(matrix, "\tGPU0\tNIC0\tCPU Affinity\nGPU0\t X \tPIX\t0-55\nNIC0\tPIX\t X\n");
    assertThat(run("audit", matrix.toString())).isZero();
    assertThat(out.toString()).contains("1 rule passed").doesNotContain("No RDMA device");
  }

  /** A link that LLDP tells of, and a port of which nobody knows where it hangs. */
  @Test
  void shouldListLinksAndWhatNothingJoins() throws IOException {
    Path row = folder.resolve("row");
    for (String name : List.of("gpu01", "gpu02", "leaf01")) {
      Files.createDirectories(row.resolve(name));
    }
    String link =
        """
        2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP
            link/ether 08:ab:cc:00:00:0%d brd ff:ff:ff:ff:ff:ff
        """;
    Files.writeString(row.resolve("gpu01/ip.txt"), link.formatted(1));
    Files.writeString(row.resolve("gpu02/ip.txt"), link.formatted(2));
    Files.writeString(
        row.resolve("gpu02/rdma.txt"),
        "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n");
    Files.writeString(
        row.resolve("gpu01/lldp.txt"),
        """
        -------------------------------------------------------------------------------
        LLDP neighbors:
        -------------------------------------------------------------------------------
        Interface:    eth0, via: LLDP, RID: 1, Time: 0 day, 00:10:00
          Chassis:
            ChassisID:    mac b8:59:9f:aa:bb:cc
            SysName:      leaf01
          Port:
            PortID:       local Ethernet0
        """);
    Files.writeString(
        row.resolve("leaf01/config_db.json"),
        """
        {"DEVICE_METADATA": {"localhost": {"hostname": "leaf01"}},
         "PORT": {"Ethernet0": {"speed": "400000"}, "Ethernet8": {"speed": "400000"}},
         "DSCP_TO_TC_MAP": {"AZURE": {"26": "3"}},
         "PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": "AZURE", "pfc_enable": "3"}}}
        """);
    int code = run("audit", row.toString());
    assertThat(code).isIn(ExitCodes.CLEAN, ExitCodes.FINDINGS);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .containsPattern("gpu01 eth0 - leaf01 Ethernet0, by LLDP \\(\\S+lldp.txt:\\d+\\)")
        .contains("unknown link: gpu02 eth0: it is in no LLDP, MAC or ARP table");
    out.getBuffer().setLength(0);
    JsonNode report = json("audit", row.toString(), "--json");
    assertThat(report.get("links").get(0).get("by").asString()).isEqualTo("LLDP");
    assertThat(report.get("unjoined").get(0).get("host").asString()).isEqualTo("gpu02");
    Path page = folder.resolve("row.html");
    run("audit", row.toString(), "--html", page.toString());
    assertThat(page).content().contains("\"links\":", "gpu01 eth0");
  }

  /** What no tool writes is refused whole: what was read of it before is not believed. */
  @Test
  void shouldRefuseWhatIsNestedWithoutEnd() throws IOException {
    Path json = folder.resolve("deep.json");
    Files.writeString(json, "{\"PORT\":" + "[".repeat(100_000));
    Path xml = folder.resolve("deep.xml");
    Files.writeString(
        xml, "<system version=\"1\">" + "<pci busid=\"0000:18:00.0\">".repeat(50_000));
    for (Path file : List.of(json, xml)) {
      assertThat(run("audit", file.toString())).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(err.toString()).contains("nested deeper", "no known format").hasLineCount(1);
    }
  }

  /** In a pipeline a file that nobody understands must not look like a healthy machine. */
  @Test
  void shouldRefuseWhatIsOfNoKnownForm() throws IOException {
    Path notes = folder.resolve("notes.txt");
    Files.writeString(notes, "$ cat poem\nRoses are red.\nViolets are blue.\n");
    Path noise = folder.resolve("noise.bin");
    Files.write(noise, new byte[] {0, 1, 2, 3, 0, 0, 0, 0});
    for (String[] words :
        new String[][] {
          {"audit", notes.toString()},
          {"audit", notes.toString(), "--json"},
          {"audit", notes.toString(), "--facts"},
          {"audit", "--diff", node.toString(), notes.toString()},
          {"diagnose", "gpudirect", notes.toString()}
        }) {
      assertThat(run(words)).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(err.toString())
          .contains("notes.txt: no known format in it", "headroom formats lists")
          .hasLineCount(1);
    }
    assertThat(run("audit", notes.toString(), noise.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("notes.txt, ", "noise.bin (", "no known format in them");
    Files.copy(notes, node.resolve("notes.txt"));
    assertThat(run("audit", node.toString(), "--fail-on", "error")).isEqualTo(ExitCodes.FINDINGS);
    assertThat(run("audit", notes.toString(), node.resolve("lspci.txt").toString()))
        .isEqualTo(ExitCodes.FINDINGS);
  }

  @Test
  void shouldEndAsAsked() throws IOException {
    assertThat(run("audit", node.toString(), "--fail-on", "error")).isEqualTo(ExitCodes.FINDINGS);
    sick("RlxdOrd\\+ ExtTag\\+ PhantFunc- AuxPwr- NoSnoop\\+ FLReset", "RlxdOrd+ ExtTag+ FLReset");
    assertThat(run("audit", node.toString(), "--fail-on", "error")).isEqualTo(ExitCodes.CLEAN);
    assertThat(run("audit", node.toString(), "--only", "gpudirect")).isEqualTo(ExitCodes.CLEAN);
  }

  @Test
  void shouldPrintJsonAsTheSchemaHasIt() throws IOException {
    JsonNode report = json("audit", node.toString(), "--json");
    try (InputStream in = AuditJson.class.getResourceAsStream("audit.schema.json")) {
      var schema =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
              .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      assertThat(schema.validate(out.toString(), InputFormat.JSON)).isEmpty();
    }
    JsonNode finding = report.get("findings").get(0);
    assertThat(finding.get("rule").asString()).isEqualTo("pcie.acs-redirect");
    assertThat(finding.get("price").isNull()).isTrue();
    assertThat(finding.get("priceReason").asString()).isNotBlank();
    assertThat(finding.get("evidence").get(0).get("line").asInt()).isPositive();
    assertThat(report.get("sources").get(0).get("kind").asString()).isEqualTo("lspci");
  }

  /** A rule that found some parts right and others wrong is in two lists, and did not pass. */
  @Test
  void shouldCountAsPassedWhatFoundNothingElse() {
    JsonNode report = json("audit", node.toString(), "--json");
    Set<String> amiss = rules(report, "findings");
    Set<String> passed = rules(report, "passed");
    assertThat(passed).contains("pcie.acs-redirect");
    assertThat(amiss).contains("pcie.acs-redirect");
    passed.removeAll(amiss);
    JsonNode summary = report.get("summary");
    assertThat(summary.get("rulesPassed").asInt()).isPositive().isEqualTo(passed.size());
    assertThat(summary.get("rulesNotChecked").asInt())
        .isEqualTo(rules(report, "notChecked").size());
  }

  private static Set<String> rules(JsonNode report, String list) {
    Set<String> rules = new TreeSet<>();
    report.get(list).forEach(each -> rules.add(each.get("rule").asString()));
    return rules;
  }

  /** And the commands it gives show the same runs, to the last bit. */
  @Test
  void shouldSayWhatAFindingCosts() throws IOException {
    JsonNode finding = json("audit", node.toString(), "--price", "--json").get("findings").get(0);
    assertThat(finding.get("rule").asString()).isEqualTo("pcie.acs-redirect");
    JsonNode price = finding.get("price");
    assertThat(price.get("after").asDouble()).isGreaterThan(2 * price.get("before").asDouble());
    for (String[] each :
        new String[][] {{"command", "digestBefore"}, {"commandFixed", "digestAfter"}}) {
      String command = price.get(each[0]).asString().replace("examples/", "../examples/");
      Path results = folder.resolve(each[1]);
      List<String> words =
          new ArrayList<>(List.of(command.replaceFirst("^headroom ", "").split(" ")));
      words.addAll(List.of("--no-report", "--out", results.toString()));
      assertThat(run(words.toArray(String[]::new))).isZero();
      JsonNode result =
          JsonMapper.builder().build().readTree(Files.readString(results.resolve("results.json")));
      assertThat(result.get("digest").asString()).isEqualTo(price.get(each[1]).asString());
    }
    run("audit", node.toString(), "--price");
    assertThat(out.toString()).contains("price       goodput of 0000:14:00.0 141");
  }

  @Test
  void shouldPrintFactsWithFileAndLine() {
    assertThat(run("audit", "--facts", node.toString())).isZero();
    assertThat(out.toString())
        .contains("pci 0000:13:00.0 link.width = 16 (")
        .contains("lspci.txt:");
    assertThat(run("audit", "--facts", node.toString(), "--json")).isZero();
    assertThat(out.toString()).contains("\"subject\":\"0000:13:00.0\"");
  }

  @Test
  void shouldPrintFactsWithoutSecrets() throws IOException {
    Path leaf =
        Files.writeString(
            folder.resolve("leaf.cfg"),
            """
            ! Command: show running-config
            hostname leaf-1
            snmp-server community hush ro
            tacacs-server key 7 hush
            qos map dscp 26 to traffic-class 3
            router bgp 65001
               neighbor 10.0.0.1 password 7 hush
            """);
    for (String form : List.of("--all", "--json")) {
      assertThat(run("audit", "--facts", leaf.toString(), form)).isZero();
      assertThat(out.toString())
          .doesNotContain("hush")
          .contains("qos map dscp 26 to traffic-class 3", "neighbor 10.0.0.1 password ");
    }
  }

  @Test
  void shouldWriteEveryForm() throws Exception {
    Path html = folder.resolve("a.html");
    Path sarif = folder.resolve("a.sarif");
    Path junit = folder.resolve("a.xml");
    Path prometheus = folder.resolve("a.prom");
    Path script = folder.resolve("a.sh");
    run(
        "audit",
        node.toString(),
        "--html",
        html.toString(),
        "--sarif",
        sarif.toString(),
        "--junit",
        junit.toString(),
        "--prometheus",
        prometheus.toString(),
        "--fix-script",
        script.toString());
    assertThat(Files.readString(html))
        .contains("Content-Security-Policy", "default-src 'none'", "pcie.acs-redirect")
        .doesNotContain("=\"http:", "url(http", "https://");
    JsonNode run =
        JsonMapper.builder().build().readTree(Files.readString(sarif)).get("runs").get(0);
    assertThat(run.get("results").get(0).get("ruleId").asString()).isEqualTo("pcie.acs-redirect");
    assertThat(run.get("tool").get("driver").get("rules").size()).isGreaterThan(10);
    var suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(Files.readString(junit))))
            .getDocumentElement();
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getAttribute("hostname")).isEqualTo("node1");
    assertThat(suite.getAttribute("timestamp"))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d");
    assertThat(children(suite))
        .startsWith("properties", "testcase")
        .endsWith("testcase", "system-out", "system-err");
    for (JsonNode each : run.get("results")) {
      assertThat(each.get("message").get("text").asString()).isNotBlank();
      assertThat(each.get("level").asString()).isIn("none", "note", "warning", "error");
      assertThat(each.get("ruleIndex").asInt()).isNotNegative();
    }
    assertThat(Files.readString(prometheus))
        .contains(
            "headroom_audit_findings{severity=\"error\"} 1\n",
            "headroom_audit_finding{host=\"node1\",part=\"0000:12:00.0\",rule=\"pcie.acs-redirect\","
                + "severity=\"error\"} 1\n");
    assertThat(Files.readString(script))
        .contains("change pci_field '0000:12:00.0' 'ECAP_ACS+6.w' '0000:000c' no");
  }

  @Test
  void shouldAddTuningsToTheScriptOnly() throws IOException {
    Path script = folder.resolve("fix.sh");
    assertThat(run("audit", node.toString(), "--tunings", "throughput"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("--fix-script FILE").hasLineCount(1);
    run("audit", node.toString(), "--fix-script", script.toString());
    assertThat(Files.readString(script)).doesNotContain("\n  all_governors");
    run("audit", node.toString(), "--fix-script", script.toString(), "--tunings", "throughput");
    assertThat(Files.readString(script))
        .contains("  begin 'tuning' 'CPU frequency'\n  all_governors 'performance' 'throughput'\n");
  }

  @Test
  void shouldWaiveUntilTheDay() throws IOException {
    Path waivers = folder.resolve("waivers.yaml");
    Files.writeString(waivers, "- {rule: pcie.acs-redirect, reason: known, expires: 9999-01-01}\n");
    assertThat(run("audit", node.toString(), "--waivers", waivers.toString())).isZero();
    assertThat(out.toString()).contains("1 waived", "known (until 9999-01-01)");
    Files.writeString(waivers, "- {rule: pcie.acs-redirekt, reason: r, expires: 9999-01-01}\n");
    assertThat(run("audit", node.toString(), "--waivers", waivers.toString()))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("did you mean 'pcie.acs-redirect'?");
  }

  @Test
  void shouldTellWhatAnUpgradeChanged() throws IOException {
    Path before = Files.createDirectories(folder.resolve("before"));
    Files.copy(SAMPLE, before.resolve("lspci.txt"));
    assertThat(run("audit", "--diff", before.toString(), node.toString()))
        .isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString()).contains("1 new, 0 changed");
    assertThat(run("audit", "--diff", node.toString(), before.toString())).isZero();
    assertThat(out.toString()).contains("0 new, 0 changed, 1 gone");
  }

  @Test
  void shouldSayTheSameOfManyHostsOnce() throws IOException {
    for (int i = 2; i <= 5; i++) {
      Path other = Files.createDirectories(folder.resolve("node" + i));
      Files.copy(node.resolve("lspci.txt"), other.resolve("lspci.txt"));
    }
    run("audit", folder.toString());
    assertThat(out.toString())
        .containsOnlyOnce("ERROR")
        .contains("5 errors", "5 hosts: node1, node2, node3, node4");
  }

  @Test
  void shouldNameWhatIsWrongWithTheArguments() {
    assertThat(run("audit", folder.resolve("none").toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("none: no such file");
    assertThat(run("audit", node.toString(), "--only", "pcie.acs")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("no rule 'pcie.acs'");
    assertThat(run("audit", "--diff", node.toString())).isEqualTo(ExitCodes.BAD_INPUT);
  }

  /** An option that does nothing would be taken for one that did. */
  @Test
  void shouldRefuseReportsOfWhatIsNoReport() {
    Path page = folder.resolve("a.html");
    String path = node.toString();
    for (String[] words :
        new String[][] {
          {"audit", "--diff", path, path, "--html", page.toString()},
          {"audit", "--diff", path, path, "--price"},
          {"audit", "--diff", path, path, "--facts"},
          {"audit", "--facts", path, "--fix-script", page.toString()},
          {"audit", "--facts", path, "--price"}
        }) {
      assertThat(run(words)).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(err.toString()).contains("use only one of them").hasLineCount(1);
      assertThat(out.toString()).isEmpty();
    }
    assertThat(page).doesNotExist();
  }

  /** A round over a fleet takes minutes. */
  @Test
  void shouldTellMistakesBeforeTheWork() throws IOException {
    Path none = folder.resolve("none");
    Path waivers = Files.writeString(folder.resolve("w.yaml"), "- rule: pcie.nonsense\n");
    assertThat(run("audit", none.toString(), "--waivers", waivers.toString()))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("w.yaml").hasLineCount(1);
    for (String option : List.of("--html", "--sarif", "--junit", "--prometheus", "--fix-script")) {
      Path away = none.resolve("a.out");
      assertThat(run("audit", node.toString(), option, away.toString()))
          .isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(err.toString()).contains(option + " " + away + ": there is no such folder");
      assertThat(run("audit", node.toString(), option, node.toString()))
          .isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(err.toString()).contains(option + " " + node + ": is a directory");
      assertThat(out.toString()).isEmpty();
    }
  }

  /** node_exporter reads a file while it is written; a link stays one. */
  @Test
  void shouldReplaceAReportAsAWhole() throws IOException {
    Path real = Files.writeString(folder.resolve("real.prom"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.prom"), real);
    Object before = Files.readAttributes(real, BasicFileAttributes.class).fileKey();
    run("audit", node.toString(), "--prometheus", link.toString(), "--html", "/dev/null");
    assertThat(link).isSymbolicLink();
    assertThat(real).content().contains("headroom_");
    assertThat(Files.readAttributes(real, BasicFileAttributes.class).fileKey())
        .isNotEqualTo(before);
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void shouldNameAFileThatIsNotUtf8() throws IOException {
    Path latin = folder.resolve("latin.yaml");
    Files.write(latin, new byte[] {'-', ' ', (byte) 0xfc, '\n'});
    String file = latin.toString();
    for (String[] words :
        new String[][] {
          {"audit", node.toString(), "--waivers", file},
          {"audit", "--hosts", file},
          {"convert", file},
          {"sim", file}
        }) {
      assertThat(run(words)).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(err.toString()).contains("latin.yaml: is not UTF-8 text").hasLineCount(1);
    }
  }

  /** Two hosts in one text, told apart by their prompts, are compared with each other. */
  @Test
  void shouldTellTwoHostsInOneTextApart() throws IOException {
    Path pasted = folder.resolve("pasted.txt");
    Files.writeString(
        pasted,
        """
        [root@gpu-1 ~]# sysctl -a
        kernel.numa_balancing = 0
        vm.zone_reclaim_mode = 0
        [root@gpu-2 ~]# sysctl -a
        kernel.numa_balancing = 1
        vm.zone_reclaim_mode = 0
        """);
    JsonNode report = json("audit", pasted.toString(), "--json");
    assertThat(report.get("hosts").toString()).isEqualTo("[\"gpu-1\",\"gpu-2\"]");
    List<String> found = new ArrayList<>();
    report
        .get("findings")
        .forEach(
            each -> found.add(each.get("rule").asString() + " " + each.get("host").asString()));
    assertThat(found)
        .contains("memory.numa-balancing gpu-2")
        .doesNotContain("memory.numa-balancing gpu-1")
        .anyMatch(each -> each.startsWith("fleet.sysctl"));
  }

  @Test
  void shouldExplainRules() {
    assertThat(run("explain", "pcie.acs-redirect")).isZero();
    assertThat(out.toString()).contains("because", "failure mode 15", "source");
    assertThat(run("explain")).isZero();
    assertThat(out.toString())
        .contains("pcie.link-width: GPUs and NICs use all of their PCIe lanes");
    assertThat(run("explain", "pcie.acs")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(json("explain", "pcie", "--json").get("rules").size()).isGreaterThan(10);
  }

  /** A stranger's bundle must reach neither a shell, nor a terminal, nor a page. */
  @Test
  void shouldDisarmStrangeText() throws Exception {
    Path evil = Files.createDirectories(folder.resolve("<script>alert(1)<"));
    String lspci = Files.readString(SAMPLE).replaceFirst("ReqRedir-", "ReqRedir+");
    Files.writeString(
        evil.resolve("lspci.txt"),
        lspci.replace(
            "ACSCtl:\tSrcValid-", "ACSCtl:\tSrcValid- \u001b]0;evil\u0007</pre><script>\u202e"));
    Path html = folder.resolve("e.html");
    Path junit = folder.resolve("e.xml");
    run("audit", evil.toString(), "--html", html.toString(), "--junit", junit.toString());
    assertThat(out.toString())
        .contains("ERROR  pcie.acs-redirect")
        .doesNotContain("\u001b", "\u0007", "\u202e");
    assertThat(Files.readString(html))
        .doesNotContain("<script>alert", "</pre><script>", "\u001b", "\u202e");
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(Files.readString(junit))));
  }

  private static List<String> children(Element element) {
    List<String> names = new ArrayList<>();
    for (Node each = element.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element) {
        names.add(each.getNodeName());
      }
    }
    return names;
  }
}
