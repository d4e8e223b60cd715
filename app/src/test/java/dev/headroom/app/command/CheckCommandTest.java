package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CheckCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  @Test
  void shouldFindTheCircleOfTheRing() {
    assertThat(run("check", "../examples/ring-deadlock.yaml")).isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString())
        .contains("possible", "switch-0 ", "switch-4 ", "marks packets, but no sender reacts to");
  }

  @Test
  void shouldFindNothingInAFatTree() {
    assertThat(run("check", "../examples/permutation-fat-tree.yaml")).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString()).contains("with any traffic on these routes");
  }

  /** Hosts are like hosts, whatever switches make of the same DSCP. */
  @Test
  void shouldTellOfHostsAndSwitchesApart() {
    assertThat(run("check", "../examples/allreduce-64.yaml")).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "host-0 and 63 like it map DSCP 26 to class 3; leaf-0 and 15 like it map DSCP 26");
  }

  /** Nothing is wrong with a name that changes nothing in a run; it is said. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hosts.stages=ideal hosts.nic.model=connectx-7|hosts.nic.model connectx-7 has no "
            + "effect inside hosts",
        "hosts.stages=ideal hosts.machine=dgx-h100|hosts.machine dgx-h100 has no effect "
            + "inside hosts",
        "hosts.stages=detailed hosts.nic.model=bluefield-3|hosts.nic.model bluefield-3 is "
            + "simulated in NIC mode",
        "hosts.stages=detailed hosts.cpu.model=genoa|hosts.cpu.model genoa has no effect",
        "hosts.stages=detailed hosts.memory.gpuPath=sys|hosts.memory.gpuPath sys has no "
            + "effect: payload is in host memory",
        "hosts.stages=detailed hosts.memory.place=gpu "
            + "hosts.memory.gpuPath=pxb|hosts.memory.gpuPath pxb is simulated as pix",
        "hosts.stages=detailed hosts.memory.place=gpu "
            + "hosts.memory.gpuPath=node|hosts.memory.gpuPath node is simulated as phb",
        "hosts.stages=detailed hosts.memory.place=gpu "
            + "hosts.memory.gpuPath=sys|hosts.cpu.model any: a root complex forwards 141 Gb/s"
      })
  void shouldSayWhichNamesChangeNothing(String sets, String said) {
    List<String> line = new ArrayList<>(List.of("check", "../examples/pair.yaml"));
    for (String set : sets.split(" ")) {
      line.addAll(List.of("--set", set));
    }
    assertThat(run(line.toArray(String[]::new))).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString().replaceAll("\\s+", " ")).contains(said);
    line.add("--json");
    out.getBuffer().setLength(0);
    run(line.toArray(String[]::new));
    assertThat(out.toString()).contains("\"idleLabels\"").contains(said);
  }

  /** Of two hosts one has its payload at a GPU: there both names do something. */
  @Test
  void shouldNotCallANameIdleThatOneHostMinds() {
    run(
        "check",
        "../examples/claims/far-gpu.yaml",
        "--set",
        "hosts.memory.gpuPath=sys",
        "--set",
        "hosts.cpu.model=genoa");
    assertThat(out.toString()).doesNotContain("has no effect");
  }

  /** Of a link that the processor of the hosts does not have. */
  @ParameterizedTest
  @CsvSource({"rome, 4, false", "rome, 5, true", "genoa, 5, false", "genoa, 6, true"})
  void shouldSayWhichGenerationAProcessorDoesNotHave(String cpu, int generation, boolean isSaid) {
    String model = "hosts.cpu.model=" + cpu;
    String link = "hosts.pcie.generation=" + generation;
    for (String command : List.of("check", "sim")) {
      run(
          command,
          "../examples/pair.yaml",
          "--set",
          "hosts.stages=detailed",
          "--set",
          model,
          "--set",
          link);
    }
    String said =
        "a "
            + cpu
            + " supports PCIe up to Gen"
            + (cpu.equals("rome") ? 4 : 5)
            + " (hosts.cpu.model)";
    assertThat(out.toString().replaceAll("\\s+", " ").contains(said)).isEqualTo(isSaid);
    assertThat(err.toString().contains(said)).isEqualTo(isSaid);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"hosts.memory.gpuPath=sys", "hosts.memory.gpuPath=phb", "hosts.pcie.acs=redirect"})
  void shouldSayNothingOfNamesThatDoWhatTheySay(String path) {
    run(
        "check",
        "../examples/pair.yaml",
        "--set",
        "hosts.stages=detailed",
        "--set",
        "hosts.memory.place=gpu",
        "--set",
        "hosts.cpu.model=genoa",
        "--set",
        path);
    assertThat(out.toString()).doesNotContain("hardware models");
  }

  /** It runs, and what comes out is of neither machine, nor of a switch that reduces. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nccl-64|hosts.stages=detailed hosts.machine=dgx-a100|hosts are a dgx-a100 "
            + "(hosts.machine), but the workload's GPUs are those of a dgx-h100",
        "nccl-64|workload.sharp=true|host-7-rail-0 represents a switch that reduces the "
            + "data of 7 NICs; its link has 400Gbps, and theirs together have 2.8Tbps",
        "nccl-64|hosts.stages=detailed|NCCL detects that NICs reach GPU memory "
            + "(workload.gpuDirect true), but the NIC of host-0-rail-0 reads and writes host "
            + "memory (hosts.memory.place host)",
        "gpt2-ddp|hosts.memory.place=staged|but the NIC of host-0-rail-0 uses host memory, "
            + "and the host copies data to and from the GPU (hosts.memory.place staged)",
        "gpt2-ddp|workload.gpuDirect=false|NCCL does not detect that NICs reach GPU memory "
            + "(workload.gpuDirect false), but the NIC of host-0-rail-0 reads and writes GPU "
            + "memory (hosts.memory.place gpu)",
        "gpt2-ddp|workload.gpuDirectLevel=LOC|does not detect that NICs reach GPU memory "
            + "(workload.gpuDirectLevel LOC)",
        "nic-allreduce|transport.type=tcp congestion.algorithm=cubic|NICs compute the "
            + "reduction, but the hosts' kernels carry its data",
        "pair|hosts.stages=detailed hosts.nic.poster=gpu hosts.memory.place=staged|but "
            + "hosts copy the data for them"
      })
  void shouldFindContradictions(String example, String sets, String said) {
    List<String> line = new ArrayList<>(List.of("check", "../examples/%s.yaml".formatted(example)));
    for (String set : sets.split(" ")) {
      line.addAll(List.of("--set", set));
    }
    assertThat(run(line.toArray(String[]::new))).isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString().replaceAll("\\s+", " ")).contains("DISAGREE").contains(said);
    line.add("--json");
    out.getBuffer().setLength(0);
    run(line.toArray(String[]::new));
    assertThat(out.toString()).contains("\"findings\": true").contains(said);
  }

  /** Payload lies where GPUDirect has it, or where NCCL leaves it without. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "workload.gpuDirect=true",
        "workload.gpuDirect=false hosts.memory.place=staged",
        "workload.gpuDirect=false hosts.memory.place=host",
        "hosts.memory.place=staged hosts.stages=ideal"
      })
  void shouldFindNothingWhereMemoryIsWhereGpuDirectHasIt(String sets) {
    List<String> line = new ArrayList<>(List.of("check", "../examples/gpt2-ddp.yaml"));
    for (String set : sets.split(" ")) {
      line.addAll(List.of("--set", set));
    }
    run(line.toArray(String[]::new));
    assertThat(out.toString()).doesNotContain("GPU memory");
  }

  @Test
  void shouldSayThatASwitchPausesFirst() {
    int code =
        run(
            "check",
            "../examples/allreduce-64.yaml",
            "--json",
            "--set",
            "congestion.kmin=30MB",
            "--set",
            "congestion.kmax=31MB");
    assertThat(code).isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString()).contains("\"verdict\": \"pauses-first\"", "\"anyTraffic\": []");
  }

  @Test
  void shouldSayThatNoFrameFitsIntoALossyQueue() {
    String[] line = {
      "check",
      "../examples/allreduce-64.yaml",
      "--set",
      "pfc.enabled=false",
      "--set",
      "fabric.switches.buffer=400KB",
      "--set",
      "fabric.switches.lossyAlpha=0.01"
    };
    assertThat(run(line)).isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "TOO SMALL no full frame passes leaf-0 and 15 like it: a frame takes 4.22 KB, "
                + "and a lossy queue may hold 4.00 KB, fabric.switches.lossyAlpha (0.01) of 400 "
                + "KB");
    out.getBuffer().setLength(0);
    run(Stream.concat(Stream.of(line), Stream.of("--json")).toArray(String[]::new));
    assertThat(out.toString()).contains("\"roomBytes\": 4000", "\"lossyAlpha\": 0.01");
  }

  @Test
  void shouldSayThatOrderIsTakenForLoss() {
    String[] line = {"check", "../examples/allreduce-64.yaml", "--set", "routing.algorithm=spray"};
    assertThat(run(line)).isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "RETRANSMIT packets are reordered under routing.algorithm spray, and "
                + "transport.recovery go-back-n treats reordering as loss; out-of-order does not");
    out.getBuffer().setLength(0);
    run(Stream.concat(Stream.of(line), Stream.of("--json")).toArray(String[]::new));
    assertThat(out.toString()).contains("\"instead\": \"out-of-order\"");
  }

  @Test
  void shouldSayThatFlowsNeverEnd(@org.junit.jupiter.api.io.TempDir Path folder) {
    String sets =
        " ../examples/pair.yaml --set transport.framing=hpcc-ns3 --set transport.goBackUnit=3MB";
    assertThat(run(("check" + sets).split(" "))).isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("UNFINISHED 4 of 4 flows never end: with transport.framing hpcc-ns3, ACKs cover");
    out.getBuffer().setLength(0);
    assertThat(run(("sim" + sets + " --no-report --out " + folder).split(" ")))
        .isEqualTo(ExitCodes.FINDINGS);
    assertThat(err.toString()).contains("headroom: 4 of 4 flows never end");
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "without an ACK. 4 of 4 flows never end: with transport.framing hpcc-ns3, ACKs "
                + "cover whole units of transport.goBackUnit (3MB), and flow 0 has");
  }

  @Test
  void shouldWarnBeforeARun(@org.junit.jupiter.api.io.TempDir Path folder) {
    run(
        "sim",
        "../examples/ring-deadlock.yaml",
        "--set",
        "run.stop=10us",
        "--no-report",
        "--out",
        folder.toString());
    assertThat(err.toString())
        .contains("headroom: cyclic buffer dependency, on which PFC pauses can deadlock: ");
  }
}
