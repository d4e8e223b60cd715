package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.stack.StackPage;
import dev.headroom.audit.host.InterfaceQos;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HcaList;
import dev.headroom.formats.host.HostFacts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What stacks are told: read back by the audit's readers, and looked up by a variable's name. */
final class StackExportTest {
  private static final Path PAGE = Path.of("../docs/stacks.md");
  private static final String NCCL = "../examples/nccl-64.yaml";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Timeouts go to those who said them; a library's own to its own stack, as its default. */
  @ParameterizedTest
  @CsvSource({
    "pair.yaml, ucx, '', ''",
    "pair.yaml, libfabric, '', ''",
    "pair.yaml, ucx, transport.rnrTimer=10, UCX_RC_RNR_TIMEOUT=320us",
    "halo-3d.yaml, nccl, '', ''",
    "halo-3d.yaml, nccl, transport.ackTimeout=17, NCCL_IB_TIMEOUT=17",
    "nccl-64.yaml, ucx, '', ''",
    "nccl-64.yaml, rccl, '', ''",
  })
  void shouldExportTimeoutsOnlyWhereTheyAreSaid(
      String file, String stack, String set, String line) {
    List<String> command =
        new ArrayList<>(List.of("show", "../examples/" + file, "--as", "env", "--stack", stack));
    if (!set.isEmpty()) {
      command.addAll(List.of("--set", set));
    }
    Headroom.run(new PrintWriter(out), new PrintWriter(err), command.toArray(String[]::new));
    List<String> timeouts =
        out.toString()
            .lines()
            .filter(each -> each.matches("export .*(TIMEOUT|RETRY|RNR).*"))
            .toList();
    assertThat(timeouts).isEqualTo(line.isEmpty() ? List.of() : List.of("export " + line));
  }

  /** The timeout of 2.9.9 is NCCL's own of that time, and nobody's choice. */
  @Test
  void shouldSayOfAllWhatIsADefault() {
    Headroom.run(
        new PrintWriter(out),
        new PrintWriter(err),
        "show",
        NCCL,
        "--as",
        "env",
        "--all",
        "--set",
        "workload.machine=dgx-a100",
        "--set",
        "workload.release=2.9.9",
        "--set",
        "transport.retryCount=5");
    assertThat(out.toString())
        .contains(
            "# transport.ackTimeout (the default)\nexport NCCL_IB_TIMEOUT=14\n",
            "# transport.retryCount\nexport NCCL_IB_RETRY_CNT=5\n");
  }

  /** What is printed says to the audit's readers, in every form, what the JSON says. */
  @ParameterizedTest
  @CsvSource({
    "nccl, export",
    "nccl, nccl.conf",
    "nccl, mpirun",
    "rccl, export",
    "ucx, export",
    "ucx, ucx.conf",
    "libfabric, export",
    "nvshmem, export",
    "openmpi, mpirun",
    "openmpi, export",
    "mpich, mpirun",
    "pytorch, export",
    "tensorflow, export"
  })
  void shouldReadBackWhatItPrints(String stack, String form) {
    String[][] scenarios = {
      {},
      {"transport.dscp=34", "transport.ackTimeout=18", "transport.retryCount=5"},
      {
        "transport=infiniband",
        "congestion.algorithm=none",
        "transport.class=2",
        "transport.rnrTimer=5"
      },
      {"transport.type=tcp", "congestion.algorithm=cubic"},
      {
        "transport=rocev1",
        "congestion.algorithm=none",
        "routing.subnets=fabric",
        "transport.mtu=1024"
      },
      {"routing.algorithm=adaptive", "workload.perMachine=8", "workload.crossNic=1"},
      {"workload.peerLevel=0"},
      {
        "workload.gpuDirectLevel=1",
        "workload.queuePairs=4",
        "workload.splitData=true",
        "workload.algorithm=ring",
        "workload.protocol=simple",
        "workload.nvls=false",
        "workload.pxn=false",
        "workload.channels=4",
        "workload.buffer=8MiB",
        "hosts.pcie.relaxedOrdering=false",
        "hosts.memory.registration=cached",
        "hosts.memory.registrations=77"
      }
    };
    for (String[] sets : scenarios) {
      for (boolean all : new boolean[] {false, true}) {
        List<String> asked = new ArrayList<>(List.of("--stack", stack, "--form", form));
        if (all) {
          asked.add("--all");
        }
        for (String set : sets) {
          asked.addAll(List.of("--set", set));
        }
        String text = show(NCCL, asked);
        asked.add("--json");
        JsonNode told = JsonMapper.builder().build().readTree(show(NCCL, asked));
        circle(text, form, told);
      }
    }
  }

  private static void circle(String text, String form, JsonNode told) {
    HostFacts host = host(text);
    for (JsonNode variable : told.get("variables")) {
      String name = variable.get("name").asString();
      boolean isParameter = form.equals("mpirun") && name.startsWith("OMPI_MCA_");
      boolean isOfOtherStacks =
          !form.equals("mpirun") && !form.equals("export") && !name.startsWith(prefix(form));
      boolean isUnread =
          form.equals("mpirun") && !name.matches("(NCCL|RCCL|UCX|FI|NVSHMEM|GLOO)_.*");
      if (!isParameter && !isOfOtherStacks && !isUnread) {
        assertThat(host.environment(name).orElse("unread"))
            .as(name + " of\n" + text)
            .isEqualTo(variable.get("value").asString());
      }
    }
    assertThat(text.lines())
        .allMatch(line -> !line.startsWith("#") || line.length() <= 80 || line.contains("="));
  }

  private static String prefix(String form) {
    return form.equals("nccl.conf") ? "NCCL_" : "UCX_";
  }

  private static HostFacts host(String text) {
    return HostFacts.of(
        "host", List.of(FormatCatalogue.reader().read(FactSource.of("sample.txt"), text)));
  }

  /** What the audit makes of the values is what the scenario says. */
  @Test
  void shouldMeanToTheAuditWhatTheScenarioSays() {
    HostFacts host =
        host(
            show(
                NCCL,
                List.of(
                    "--all",
                    "--set",
                    "transport.dscp=34",
                    "--set",
                    "workload.perMachine=4",
                    "--set",
                    "fabric.rails=4",
                    "--set",
                    "hosts.machine=dgx-h100")));
    assertThat(InterfaceQos.dscp(host).get()).isEqualTo(34);
    HcaList hcas = HcaList.of(host.environment("NCCL_IB_HCA").get());
    assertThat(hcas.exact()).isTrue();
    assertThat(hcas.has("mlx5_0", "1")).isTrue();
    assertThat(hcas.has("mlx5_3", "1")).isTrue();
    assertThat(hcas.has("mlx5_4", "1")).isFalse();
    assertThat(host.environment("NCCL_IB_GID_INDEX").get()).isEqualTo("3");
  }

  @Test
  void shouldSetOnlyWhatTheStackWouldNotDoByItself() {
    assertThat(show(NCCL, List.of()))
        .contains("# transport.dscp, transport.class\n", "NCCL_IB_TC=106\n")
        .doesNotContain("NCCL_IB_TIMEOUT", "NCCL_IB_RETRY_CNT", "NCCL_NET_GDR_LEVEL", "UCX_");
    assertThat(show(NCCL, List.of("--set", "transport.ackTimeout=21")))
        .contains("NCCL_IB_TIMEOUT=21\n");
    assertThat(show(NCCL, List.of("--stack", "ucx"))).doesNotContain("TRAFFIC_CLASS");
    assertThat(show(NCCL, List.of("--stack", "ucx", "--set", "transport.dscp=34")))
        .contains("export UCX_IB_TRAFFIC_CLASS=138\n");
    assertThat(show(NCCL, List.of("--stack", "pytorch"))).contains("PyTorch", "NCCL_IB_TC=106");
  }

  /** What a run of NCCL's is set with is nothing that our own rules warn of. */
  @ParameterizedTest
  @ValueSource(strings = {"nccl", "rccl", "ucx", "nvshmem", "openmpi", "pytorch"})
  void shouldExportNothingThatTheAuditWarnsOf(String stack, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("env.txt");
    Files.writeString(file, show(NCCL, List.of("--all", "--stack", stack)));
    assertThat(run("audit", file.toString())).as(out.toString()).isZero();
    assertThat(out.toString()).contains("no findings");
    Files.writeString(file, show(NCCL, List.of("--set", "transport.ackTimeout=14")));
    run("audit", file.toString());
    assertThat(out.toString()).contains("nccl.ib-timeout-short");
  }

  @Test
  void shouldSayWhatAStackCannotBeTold() {
    assertThat(show(NCCL, List.of("--set", "transport.mtu=1024")).replaceAll("\\s+#?\\s*", " "))
        .contains("left: transport.mtu: NCCL has no variable for it; the port's MTU applies");
    assertThat(show(NCCL, List.of("--set", "workload.perMachine=4", "--set", "fabric.rails=4")))
        .contains("export NCCL_IB_HCA==mlx5_0:1,mlx5_1:1,mlx5_2:1,mlx5_3:1\n");
    assertThat(show(NCCL, List.of("--stack", "libfabric", "--set", "transport.retryCount=5")))
        .contains("left: transport.retryCount: libfabric has no variable");
  }

  @Test
  void shouldRefuseWhatDoesNotFit() {
    assertThat(run("show", NCCL, "--as", "env", "--stack", "nccll")).isEqualTo(2);
    assertThat(run("show", NCCL, "--as", "env", "--stack", "ucx", "--form", "nccl.conf"))
        .isEqualTo(2);
    assertThat(run("show", NCCL, "--as", "ibstat", "--stack", "ucx")).isEqualTo(2);
    assertThat(err.toString())
        .contains("did you mean 'nccl'?")
        .contains("--form nccl.conf: UCX does not read that file")
        .contains("--stack, --form and --all apply only to --as env")
        .doesNotContain("\tat ");
  }

  @ParameterizedTest
  @CsvSource({
    "UCX_IB_TRAFFIC_CLASS, transport.dscp",
    "NVSHMEM_IB_TRAFFIC_CLASS, transport.dscp",
    "NCCL_NVLS_ENABLE, workload.nvls",
    "NCCL_NET_GDR_LEVEL, workload.gpuDirectLevel",
    "NCCL_IB_ADAPTIVE_ROUTING, routing.algorithm",
    "btl_openib_ib_timeout, transport.ackTimeout",
    "NCCL_IB_HCA, 'NICs to use'",
    "NCCL_CROSS_NIC, workload.crossNic",
    "NCCL_P2P_LEVEL, workload.peerLevel",
    "GLOO_SOCKET_IFNAME, interface of sockets"
  })
  void shouldFindAKnobByAVariable(String variable, String said) {
    assertThat(run("knobs", variable)).isZero();
    assertThat(out.toString()).contains(variable, said);
  }

  @Test
  void shouldListVariablesWithKnobs() {
    assertThat(run("knobs", "transport.ackTimeout")).isZero();
    assertThat(out.toString()).contains("stacks:  NCCL_IB_TIMEOUT, UCX_RC_TIMEOUT, OMPI_MCA_");
    out.getBuffer().setLength(0);
    assertThat(run("knobs", "transport.ackTimeout", "--json")).isZero();
    JsonNode knob = JsonMapper.builder().build().readTree(out.toString()).get("knobs").get(0);
    assertThat(knob.get("variables").get(2).get("name").asString()).isEqualTo("UCX_RC_TIMEOUT");
    assertThat(knob.get("variables").get(2).get("stack").asString()).isEqualTo("ucx");
    assertThat(run("knobs", "UCX_IB_TRAFIC_CLASS")).isEqualTo(2);
    assertThat(err.toString()).contains("did you mean 'UCX_IB_TRAFFIC_CLASS'?");
  }

  /** {@code -Dheadroom.golden=update} writes the page anew. */
  @Test
  void shouldBeWhatThePageSays() throws IOException {
    String page = StackPage.of();
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private String show(String scenario, List<String> more) {
    out.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(List.of("show", scenario, "--as", "env"));
    all.addAll(more);
    int code = run(all.toArray(String[]::new));
    assertThat(code).as(err.toString()).isZero();
    return out.toString();
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
