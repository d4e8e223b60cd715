package dev.headroom.formats.nic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** QoS of NICs by each tool; for mlnx_qos what the tool prints afterwards is read back. */
final class HostQosEmitterTest {
  private static final NicIdentity NIC =
      new NicIdentity("mlx5_0", "eth0", Optional.of("0000:14:00.0"), 400e9, 3, true);

  private static Emission emit(HostQosTool tool, Map<String, String> knobs, String text) {
    Optional<HostFacts> host =
        text.isEmpty()
            ? Optional.empty()
            : Optional.of(
                HostFacts.of(
                    "n1", List.of(FormatCatalogue.reader().read(FactSource.of("n1.txt"), text))));
    return HostQosEmitter.emit(tool, WantedNic.of("n1", NIC, knobs), host);
  }

  private static List<String> commands(Emission emission) {
    return emission.steps().stream().flatMap(step -> step.commands().stream()).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MLNX_QOS | pfc.classes      | 3                        | mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0",
        "MLNX_QOS | hosts.dscpMap    | 26=3                     | mlnx_qos -i eth0 --dscp2prio set,26,3",
        "MLNX_QOS | hosts.scheduling | strict:6 dwrr:0=10,1=10,2=10,3=40,4=10,5=10,7=10 | mlnx_qos -i eth0 --prio_tc 0,1,2,3,4,5,6,7 --tsa ets,ets,ets,ets,ets,ets,strict,ets --tcbw 10,10,10,40,10,10,0,10",
        "MLNX_QOS | transport.dscp   | 26                       | cma_roce_tos -d mlx5_0 -t 106",
        "MLNX_QOS | transport.dscp   | 26                       | echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class",
        "DCB      | pfc.classes      | 3,4                      | dcb pfc set dev eth0 prio-pfc all:off 3:on 4:on",
        "DCB      | hosts.dscpMap    | 26=3                     | dcb app replace dev eth0 dscp-prio 26:3",
        "NICCLI   | pfc.classes      | 3                        | niccli --dev 0000:14:00.0 qos --pfc --enable 3",
        "NICCLI   | hosts.dscpMap    | 26=3                     | niccli --dev 0000:14:00.0 qos --apptlv --add --app 3,5,26",
        "NICCTL   | hosts.dscpMap    | 46=6                     | nicctl update qos dscp-to-priority --dscp 46 --priority 6",
        "NICCTL   | hosts.scheduling | strict:6 dwrr:0=10,1=10,2=10,3=40,4=10,5=10,7=10 | nicctl update qos scheduling --priority 0,1,2,3,4,5,6,7 --dwrr 10,10,10,40,10,10,0,10 --rate-limit 0,0,0,0,0,0,10,0",
      })
  void shouldWriteTheCommand(HostQosTool tool, String knob, String value, String command) {
    assertThat(commands(emit(tool, Map.of(knob, value), ""))).contains(command);
  }

  /** 104 leaves ECT off, so that no switch marks: the byte is 106. */
  @Test
  void shouldCorrectATrafficClassWithoutEct() {
    Emission emission =
        emit(
            HostQosTool.MLNX_QOS,
            Map.of("transport.dscp", "26"),
            "/sys/class/infiniband/mlx5_0/tc/1/traffic_class:104\n");
    assertThat(commands(emission))
        .contains("echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class");
    assertThat(emission.steps().getFirst().undo())
        .contains("echo 104 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class");
  }

  @Test
  void shouldPauseBeforeItSorts() {
    assertThat(
            emit(
                    HostQosTool.MLNX_QOS,
                    Map.of("pfc.classes", "3", "hosts.dscpMap", "26=3", "transport.dscp", "26"),
                    "")
                .steps())
        .extracting(EmittedStep::step)
        .containsExactly(EmitStep.PAUSE, EmitStep.CLASSES, EmitStep.CONTROL);
  }

  @Test
  void shouldRefuseWhatAToolCannot() {
    assertThat(emit(HostQosTool.NICCLI, Map.of("hosts.scheduling", "strict:6"), "").refused())
        .extracting(DeviceChange::text)
        .containsExactly(
            "n1 hosts.scheduling strict:6 is refused: niccli: its traffic classes are two or three "
                + "by firmware, not eight");
  }

  /** DSCPs that move together are one change. */
  @Test
  void shouldFoldDscpsThatMoveTogether() {
    String shown = "$ dcb app show dev eth0\ndscp-prio 24:2 25:2 26:2\n";
    Emission emission = emit(HostQosTool.NICCLI, Map.of("hosts.dscpMap", "24-26=3,40=5"), shown);
    assertThat(emission.changes())
        .extracting(DeviceChange::to)
        .containsExactly("DSCP 24-26 to 3", "DSCP 40 to 5");
  }

  private static List<String> undo(Emission emission) {
    return emission.steps().stream().flatMap(step -> step.undo().stream()).toList();
  }

  private static final String APPS = "$ dcb app show dev eth0\ndscp-prio CS6:7 25:3 26:3 26:5\n";

  /** DCB keeps several priorities of one DSCP: old entries go first, and undo leaves no new one. */
  @Test
  void shouldReplaceEntriesOfBroadcom() {
    Emission emission =
        emit(HostQosTool.NICCLI, Map.of("hosts.dscpMap", "25=0,26=3,48=6,50=1"), APPS);
    String app = "niccli --dev 0000:14:00.0 qos --apptlv --%s --app %s";
    assertThat(commands(emission))
        .containsExactly(
            app.formatted("del", "3,5,25"),
            app.formatted("add", "0,5,25"),
            app.formatted("del", "5,5,26"),
            app.formatted("del", "7,5,48"),
            app.formatted("add", "6,5,48"),
            app.formatted("add", "1,5,50"));
    assertThat(undo(emission))
        .containsExactly(
            app.formatted("del", "1,5,50"),
            app.formatted("del", "6,5,48"),
            app.formatted("add", "7,5,48"),
            app.formatted("add", "5,5,26"),
            app.formatted("del", "0,5,25"),
            app.formatted("add", "3,5,25"));
    assertThat(emission.notes())
        .anyMatch(note -> note.contains("--up2tc"))
        .noneMatch(note -> note.contains("no input shows"));
  }

  @Test
  void shouldUndoEntriesOfDcbExactly() {
    Emission emission = emit(HostQosTool.DCB, Map.of("hosts.dscpMap", "25=0,26=4,50=1"), APPS);
    assertThat(undo(emission))
        .containsExactly(
            "dcb app del dev eth0 dscp-prio 50:1",
            "dcb app replace dev eth0 dscp-prio 26:3",
            "dcb app add dev eth0 dscp-prio 26:5",
            "dcb app replace dev eth0 dscp-prio 25:3");
  }

  /** Outputs of niccli name the card by a number; without any, a note asks for its entries. */
  @Test
  void shouldReadTheOnlyCardOfNiccli() {
    String shown =
        """
        # niccli --dev 1 qos --ets --show
        IEEE 8021QAZ PFC TLV:
                 PFC enabled: 3
        IEEE 8021QAZ APP TLV:
                 APP#0:
                  Priority: 5
                  Sel: 5
                  DSCP: 26

        """;
    Map<String, String> knobs = Map.of("pfc.classes", "3", "hosts.dscpMap", "26=3");
    assertThat(commands(emit(HostQosTool.NICCLI, knobs, shown)))
        .containsExactly(
            "niccli --dev 0000:14:00.0 qos --apptlv --del --app 5,5,26",
            "niccli --dev 0000:14:00.0 qos --apptlv --add --app 3,5,26");
    Emission blind = emit(HostQosTool.NICCLI, knobs, "");
    assertThat(undo(blind)).isEmpty();
    assertThat(blind.notes()).anyMatch(note -> note.contains("no input shows which priorities"));
  }

  /** What mlnx_qos prints after commands of it. */
  private static String printed(List<String> commands) {
    int[] priorities = IntStream.range(0, 64).map(dscp -> dscp / 8).toArray();
    String trust = "pcp";
    String pfc = "0,0,0,0,0,0,0,0";
    String[] algorithms = "vendor,vendor,vendor,vendor,vendor,vendor,vendor,vendor".split(",");
    String[] shares = "0,0,0,0,0,0,0,0".split(",");
    for (String command : commands) {
      String[] words = command.split(" ");
      for (int i = 3; i + 1 < words.length; i += 2) {
        switch (words[i]) {
          case "--trust" -> trust = words[i + 1];
          case "--pfc" -> pfc = words[i + 1];
          case "--prio_tc" -> assertThat(words[i + 1]).isEqualTo("0,1,2,3,4,5,6,7");
          case "--tsa" -> algorithms = words[i + 1].split(",");
          case "--tcbw" -> shares = words[i + 1].split(",");
          case "--dscp2prio" -> {
            String[] set = words[i + 1].split(",");
            priorities[Integer.parseInt(set[1])] = Integer.parseInt(set[2]);
          }
          default -> throw new AssertionError(command);
        }
      }
    }
    StringBuilder text = new StringBuilder("$ mlnx_qos -i eth0\nDCBX mode: OS controlled\n");
    text.append("Priority trust state: ").append(trust).append("\ndscp2prio mapping:\n");
    for (int priority = 0; priority < 8; priority++) {
      int of = priority;
      String dscps =
          IntStream.range(0, 64)
              .filter(dscp -> priorities[dscp] == of)
              .mapToObj("%02d,"::formatted)
              .collect(Collectors.joining());
      if (!dscps.isEmpty()) {
        text.append("\tprio:").append(priority).append(" dscp:").append(dscps).append('\n');
      }
    }
    text.append("PFC configuration:\n\tpriority    0   1   2   3   4   5   6   7\n\tenabled     ")
        .append(pfc.replace(",", "   "))
        .append('\n');
    for (int i = 0; i < 8; i++) {
      text.append(
          "tc: %d ratelimit: unlimited, tsa: %s%s\n\t priority:  %d\n"
              .formatted(
                  i,
                  algorithms[i],
                  algorithms[i].equals("ets") ? ", bw: " + shares[i] + "%" : "",
                  i));
    }
    return text.toString();
  }

  private static Map<String, String> knobs(long seed) {
    Random random = new Random(seed);
    Map<String, String> knobs = new TreeMap<>();
    knobs.put("pfc.classes", List.of("3", "4", "3,4").get(random.nextInt(3)));
    knobs.put(
        "hosts.dscpMap",
        IntStream.range(0, 1 + random.nextInt(5))
            .map(_ -> random.nextInt(64))
            .distinct()
            .mapToObj(dscp -> dscp + "=" + random.nextInt(8))
            .collect(Collectors.joining(",")));
    knobs.put(
        "hosts.scheduling",
        "strict:6 dwrr:0=" + (1 + random.nextInt(90)) + ",3=" + (1 + random.nextInt(90)));
    return knobs;
  }

  private static String bits(String classes) {
    return IntStream.range(0, 8)
        .mapToObj(each -> classes.contains(String.valueOf(each)) ? "1" : "0")
        .collect(Collectors.joining(","));
  }

  @Test
  void shouldReadBackWhatItWrites() {
    for (int seed = 0; seed < 20; seed++) {
      Map<String, String> knobs = knobs(seed);
      List<String> commands = commands(emit(HostQosTool.MLNX_QOS, knobs, ""));
      String printed = printed(commands);
      Emission again = emit(HostQosTool.MLNX_QOS, knobs, printed);
      assertThat(commands(again)).as(knobs + "\n" + commands + "\n" + printed).isEmpty();
      Map<String, String> other = new TreeMap<>(knobs);
      other.put("pfc.classes", "5");
      assertThat(commands(emit(HostQosTool.MLNX_QOS, other, printed)))
          .as("the old classes stay until packets are in the new one")
          .containsExactly(
              "mlnx_qos -i eth0 --pfc " + bits(knobs.get("pfc.classes") + ",5"),
              "mlnx_qos -i eth0 --pfc " + bits("5"));
    }
  }

  /** Shares are 100 in sum, whatever the weights. */
  @Test
  void shouldShareAllOfTheBandwidth() {
    for (int seed = 0; seed < 50; seed++) {
      String tcbw =
          commands(
                  emit(
                      HostQosTool.MLNX_QOS,
                      Map.of("hosts.scheduling", knobs(seed).get("hosts.scheduling")),
                      ""))
              .getFirst()
              .replaceFirst(".*--tcbw ", "");
      assertThat(Arrays.stream(tcbw.split(",")).mapToInt(Integer::parseInt).sum()).isEqualTo(100);
    }
  }

  private static final String SHARES = "strict:6 dwrr:0=47,1=2,2=1,3=47,4=1,5=1,7=1";

  /**
   * Drivers of NVIDIA have priority 0 in class 1 and priority 1 in class 0 until told otherwise.
   */
  @Test
  void shouldGiveEachPriorityItsClassAndTakeItBack() {
    StringBuilder shown = new StringBuilder("$ mlnx_qos -i eth0\nDCBX mode: OS controlled\n");
    for (int i = 0; i < 8; i++) {
      shown.append(
          "tc: %d ratelimit: unlimited, tsa: vendor\n\t priority:  %d\n"
              .formatted(i, i < 2 ? 1 - i : i));
    }
    Emission emission =
        emit(HostQosTool.MLNX_QOS, Map.of("hosts.scheduling", SHARES), shown.toString());
    assertThat(commands(emission))
        .containsExactly(
            "mlnx_qos -i eth0 --prio_tc 0,1,2,3,4,5,6,7 --tsa ets,ets,ets,ets,ets,ets,strict,ets --tcbw 47,2,1,47,1,1,0,1");
    assertThat(undo(emission))
        .containsExactly(
            "mlnx_qos -i eth0 --prio_tc 1,0,2,3,4,5,6,7 --tsa vendor,vendor,vendor,vendor,vendor,vendor,vendor,vendor --tcbw 0,0,0,0,0,0,0,0");
  }

  @Test
  void shouldReadSharesOfDcb() {
    String shown =
        """
        $ dcb ets show dev eth0
        willing off ets-cap 8 cbs off
        tc-bw 0:47 1:2 2:1 3:47 4:1 5:1 6:0 7:1
        tc-tsa 0:ets 1:ets 2:ets 3:ets 4:ets 5:ets 6:strict 7:ets
        prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7
        """;
    Map<String, String> knobs = Map.of("hosts.scheduling", SHARES);
    assertThat(commands(emit(HostQosTool.DCB, knobs, shown))).isEmpty();
    assertThat(undo(emit(HostQosTool.DCB, knobs, shown.replace("0:0 1:1", "0:1 1:0"))))
        .containsExactly(
            "dcb ets set dev eth0 prio-tc 0:1 1:0 2:2 3:3 4:4 5:5 6:6 7:7 tc-tsa 0:ets 1:ets 2:ets 3:ets 4:ets 5:ets 6:strict 7:ets tc-bw 0:47 1:2 2:1 3:47 4:1 5:1 6:0 7:1");
  }

  private static final String AMD =
      """
      $ nicctl show qos
      NIC  : 42424650-4c32-3533-3330-323934000000 (0000:14:00.0)

      Port : 0490814a-6c40-4242-4242-000011010000

        Classification type         : DSCP

        DSCP-to-priority :
          DSCP                      : 0-25, 27-45, 47-63 ==> priority : 0
          DSCP                      : 26 ==> priority : 3
          DSCP                      : 46 ==> priority : 6

        PFC :
          PFC priority bitmap       : 0x8
          PFC no-drop priorities    : 3

        Scheduling :
          --------------------------------------------
          Priority  Scheduling  Bandwidth Rate-limit
                    Type        (in %%age) (in Gbps)
          --------------------------------------------
          0         DWRR        1         N/A
          3         DWRR        99        N/A
          6         strict      N/A       10
      """
          .replace("%%", "%");

  /** nicctl names the card by its PCI address; each priority is turned on and off by itself. */
  @Test
  void shouldTakeBackWhatAnNicOfAmdHad() {
    Emission emission =
        emit(
            HostQosTool.NICCTL,
            Map.of("pfc.classes", "[4]", "hosts.dscpMap", "34=4", "hosts.scheduling", SHARES),
            AMD);
    assertThat(commands(emission))
        .containsExactly(
            "nicctl update port -p 0490814a-6c40-4242-4242-000011010000 --pause-type pfc --rx-pause enable --tx-pause enable",
            "nicctl update qos -p 0490814a-6c40-4242-4242-000011010000 pfc --priority 4 --no-drop enable",
            "nicctl update qos -p 0490814a-6c40-4242-4242-000011010000 scheduling --priority 0,1,2,3,4,5,6,7 --dwrr 47,2,1,47,1,1,0,1 --rate-limit 0,0,0,0,0,0,10,0",
            "nicctl update qos -p 0490814a-6c40-4242-4242-000011010000 dscp-to-priority --dscp 34 --priority 4",
            "nicctl update qos -p 0490814a-6c40-4242-4242-000011010000 pfc --priority 3 --no-drop disable");
    assertThat(undo(emission))
        .containsExactly(
            "nicctl update qos -p 0490814a-6c40-4242-4242-000011010000 pfc --priority 4 --no-drop disable",
            "nicctl update qos -p 0490814a-6c40-4242-4242-000011010000 scheduling --priority 0,3,6 --dwrr 1,99,0 --rate-limit 0,0,10",
            "nicctl update qos -p 0490814a-6c40-4242-4242-000011010000 dscp-to-priority --dscp 34 --priority 0",
            "nicctl update qos -p 0490814a-6c40-4242-4242-000011010000 pfc --priority 3 --no-drop enable");
    assertThat(emission.files().getLast().text())
        .as("at the next boot class 4 has PFC, and 3 has none")
        .contains("--priority 4 --no-drop enable", "--priority 3 --no-drop disable");
    assertThat(emission.notes()).anyMatch(note -> note.contains("10 Gb/s"));
  }

  /** A card with two ports, or none that an input shows: the commands are for all cards. */
  @Test
  void shouldSayThatCommandsAreForAllCards() {
    Map<String, String> knobs = Map.of("pfc.classes", "[4]");
    WantedNic two =
        WantedNic.of(
            "n1",
            new NicIdentity("ionic_0", "eth0", Optional.of("0000:14:00.0"), 400e9, 3, false),
            knobs);
    Emission unknown = HostQosEmitter.emit(HostQosTool.NICCTL, two, Optional.empty());
    assertThat(commands(unknown)).contains("nicctl update qos pfc --priority 4 --no-drop enable");
    assertThat(unknown.notes())
        .anyMatch(note ->
            note.startsWith("nicctl: ITS COMMANDS CHANGE ALL CARDS OF THE HOST, not only eth0"));

    Emission known =
        HostQosEmitter.emit(
            HostQosTool.NICCTL,
            two,
            Optional.of(
                HostFacts.of(
                    "n1", List.of(FormatCatalogue.reader().read(FactSource.of("n1.txt"), AMD)))));
    assertThat(commands(known)).allMatch(each -> each.contains(" -p 0490814a-6c40-4242-"));
    assertThat(known.notes()).isEmpty();
  }

  /** The type of classification that was there, and not the new one again. */
  @Test
  void shouldPutBackTheClassificationOfAmd() {
    Emission emission =
        emit(
            HostQosTool.NICCTL,
            Map.of("hosts.dscpMap", "34=4"),
            AMD.replace("Classification type         : DSCP", "Classification type         : PCP"));
    assertThat(undo(emission)).contains("nicctl update qos --classification-type pcp");
  }

  @Test
  void shouldEndPausesOfAnNicOfAmd() {
    assertThat(commands(emit(HostQosTool.NICCTL, Map.of("pfc.enabled", "false"), "")))
        .hasSize(8)
        .allMatch(command -> command.endsWith("--no-drop disable"));
  }

  /** PFC that is on without a word about classes leaves them to the device. */
  @Test
  void shouldNotTakeAllClassesForNone() {
    for (HostQosTool tool : HostQosTool.values()) {
      assertThat(commands(emit(tool, Map.of("pfc.enabled", "true"), ""))).isEmpty();
    }
  }

  /** rdma-core's rules of udev name devices of all drivers alike. */
  @ParameterizedTest
  @CsvSource({
    "mlx5_core, true",
    "ice, false",
    "bnxt_en, false",
  })
  void shouldKnowADriverThatTheDeviceDoesNotName(String driver, boolean isTold) {
    NicIdentity renamed =
        new NicIdentity("rocep20s0f0", "eth0", Optional.of("0000:14:00.0"), 400e9, 3, true);
    HostFacts host =
        HostFacts.of(
            "n1",
            List.of(
                FormatCatalogue.reader()
                    .read(
                        FactSource.of("n1.txt"),
                        "$ ethtool -i eth0\ndriver: " + driver + "\nversion: 6.8.0\n")));
    Emission emission =
        HostQosEmitter.emit(
            HostQosTool.DCB,
            WantedNic.of("n1", renamed, Map.of("transport.dscp", "26")),
            Optional.of(host));
    assertThat(commands(emission).contains("cma_roce_tos -d rocep20s0f0 -t 106")).isEqualTo(isTold);
    assertThat(emission.refused().isEmpty()).isEqualTo(isTold);
  }

  @Test
  void shouldSetTheMtuWithAnyTool() {
    for (HostQosTool tool : HostQosTool.values()) {
      assertThat(commands(emit(tool, Map.of("transport.mtu", "4096"), "")))
          .containsExactly("ip link set dev eth0 mtu 4192");
    }
  }

  /** The RDMA device of an interface comes after it. */
  @Test
  void shouldWaitForTheRdmaDeviceAtBoot() {
    Emission emission = emit(HostQosTool.MLNX_QOS, Map.of("transport.dscp", "26"), "");
    assertThat(emission.files().getFirst().text())
        .containsSubsequence(
            "ExecStartPre=/bin/sh -c 'n=0; until [ -e /sys/class/infiniband/mlx5_0 ]",
            "ExecStart=/bin/sh -c 'cma_roce_tos -d mlx5_0 -t 106'");
    assertThat(emit(HostQosTool.MLNX_QOS, Map.of("pfc.classes", "3"), "").files().getFirst().text())
        .doesNotContain("ExecStartPre");
  }
}
