package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.SwitchWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traps of devices' languages, each with the emission that avoids or names it. */
final class EmissionTrapsTest {
  private static EmittedCircle circle(String language, String before, Map<String, String> knobs) {
    return new EmittedCircle(EmittedCircleTest.writer(language), before, new TreeMap<>(knobs));
  }

  private static Emission emit(String language, Map<String, String> knobs) {
    return circle(language, EmittedCircleTest.configuration(language), knobs).emission();
  }

  private static String commands(Emission emission) {
    StringBuilder all = new StringBuilder();
    for (EmittedStep step : emission.steps()) {
      step.commands().forEach(line -> all.append(line.strip()).append('\n'));
      step.files().stream().map(EmittedFile::text).forEach(all::append);
    }
    return all.toString();
  }

  /** SONiC's stock map sends DSCP 26 to traffic class 1, which is lossy: the map goes along. */
  @Test
  void shouldBringTheMapWhereTheStockMapIsLossy() {
    String stock =
        """
        {"DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
         "DSCP_TO_TC_MAP": {"AZURE": {"3": "3", "4": "4", "26": "1", "46": "5", "48": "6"}},
         "PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": "AZURE", "pfc_enable": "3,4"}},
         "WRED_PROFILE": {"AZURE_LOSSLESS": {"ecn": "ecn_all", "wred_green_enable": "true",
           "green_min_threshold": "250000", "green_max_threshold": "1048576",
           "green_drop_probability": "5"}},
         "QUEUE": {"Ethernet0|3": {"wred_profile": "AZURE_LOSSLESS"},
                   "Ethernet0|4": {"wred_profile": "AZURE_LOSSLESS"}}}
        """;
    EmittedCircle circle = circle("sonic", stock, Map.of("fabric.switches.dscpMap", "26=3"));
    circle.check();
    assertThat(circle.emission().steps()).hasSize(1);
    assertThat(commands(circle.emission()))
        .contains("\"path\" : \"/DSCP_TO_TC_MAP/AZURE/26\"")
        .contains("\"value\" : \"3\"");
  }

  /** The lossless queue's profile is changed, not the first by name, and what it shares stays. */
  @Test
  void shouldChangeTheProfileOfTheLosslessQueue() {
    Emission emission = emit("sonic", Map.of("congestion.kmin", "300KB"));
    assertThat(emission.edits())
        .allMatch(edit -> edit.place().matches("WRED_PROFILE\\|(?:ROCE|SLOW)"))
        .hasSize(2);
  }

  /** A profile that a lossy queue uses, too, is left alone: the lossless queue gets its own. */
  @Test
  void shouldNotChangeALossyQueue() {
    String shared =
        EmittedCircleTest.configuration("sonic")
            .replace("\"wred_profile\": \"AAA_LOSSY\"", "\"wred_profile\": \"ROCE\"");
    EmittedCircle circle = circle("sonic", shared, Map.of("congestion.kmin", "300KB"));
    assertThat(circle.emission().edits())
        .noneMatch(edit -> edit.place().equals("WRED_PROFILE|ROCE"))
        .anyMatch(edit -> edit.place().equals("WRED_PROFILE|HEADROOM_4"));
    circle.check();
  }

  /** A queue without marks takes the profile that has the wanted ones, as its neighbours do. */
  @Test
  void shouldBindAProfileThatHasTheValues() {
    String unmarked =
        EmittedCircleTest.configuration("sonic")
            .replace(", \"wred_profile\": \"ROCE\"", "")
            .replace(",\n      \"wred_profile\": \"ROCE\"", "")
            .replace("\"wred_profile\": \"SLOW\"", "\"wred_profile\": \"ROCE\"");
    assertThat(unmarked).isNotEqualTo(EmittedCircleTest.configuration("sonic"));
    Map<String, String> marks =
        Map.of("congestion.kmin", "250KB", "congestion.kmax", "1MB", "congestion.pmax", "0.1");
    EmittedCircle same = circle("sonic", unmarked, marks);

    assertThat(same.emission().edits())
        .isNotEmpty()
        .allMatch(edit -> edit.text().equals("\"wred_profile\": \"ROCE\""));
    assertThat(same.emission().changes())
        .extracting(DeviceChange::knob)
        .containsExactlyInAnyOrder("congestion.kmin", "congestion.kmax", "congestion.pmax");
    same.check();

    Map<String, String> others = new TreeMap<>(marks);
    others.put("congestion.pmax", "0.2");
    assertThat(circle("sonic", unmarked, others).emission().edits())
        .anyMatch(edit -> edit.place().startsWith("WRED_PROFILE|HEADROOM_"));
  }

  /** What a scenario leaves to the simulator, a switch that nobody read has to be told. */
  @Test
  void shouldTellAnUnknownSwitchTheClassOfRdma() {
    Map<String, String> marks = Map.of("congestion.kmin", "250KB", "congestion.kmax", "1MB");
    Emission nexus = circle("nxos", "", marks).emission();
    assertThat(commands(nexus))
        .contains("match dscp 26\n", "set qos-group 3\n", "match dscp 48\n", "set qos-group 6\n")
        .contains("service-policy type qos input HEADROOM-IN");
    assertThat(nexus.notes())
        .anyMatch(note -> note.contains("DSCP 26 into class 3 and DSCP 48 into class 6"))
        .anyMatch(note -> note.contains("no configuration names the ports"));
    Emission other =
        circle("nxos", "", Map.of("transport.class", "4", "pfc.classes", "4")).emission();
    assertThat(commands(other)).contains("match dscp 34\n", "set qos-group 4\n");
    assertThat(circle("nxos", "", Map.of("fabric.switches.dscpMap", "30=3")).emission().notes())
        .noneMatch(note -> note.contains("leaves the classes of DSCPs"));
  }

  /** A class with PFC and without a priority group drops packets in SONiC's dynamic model. */
  @Test
  void shouldGiveAClassItsPriorityGroup() {
    Map<String, String> both = Map.of("pfc.classes", "3,4");
    String plain = EmittedCircleTest.configuration("sonic");
    String dynamic =
        plain.replace(
            "\"hostname\": \"leaf1\"", "\"hostname\": \"leaf1\", \"buffer_model\": \"dynamic\"");
    assertThat(circle("sonic", dynamic, both).emission().edits())
        .anyMatch(edit ->
            edit.place().equals("BUFFER_PG|Ethernet0|3")
                && edit.text().equals("\"profile\": \"NULL\""));
    assertThat(circle("sonic", dynamic, both).emission().notes())
        .noneMatch(note -> note.contains("BUFFER_PG"));
    assertThat(circle("sonic", plain, both).emission().notes())
        .anyMatch(note -> note.contains("BUFFER_PG") && note.contains("Ethernet0 [3]"));
    assertThat(circle("sonic", "", both).emission().notes())
        .anyMatch(note -> note.contains("\"Ethernet0|3\": {\"profile\": \"NULL\"}"));
    assertThat(
            circle(
                    "sonic",
                    "",
                    Map.of(
                        "pfc.headroom",
                        "314KiB",
                        "fabric.switches.alpha",
                        "0.125",
                        "fabric.switches.reserved",
                        "38KiB"))
                .emission()
                .notes())
        .noneMatch(note -> note.contains("BUFFER_PG"));
  }

  /** On Junos one delete is for one object, and on Onyx no stands behind the port. */
  @Test
  void shouldTakeBackInTheWordsOfTheDevice() {
    Map<String, String> pauses = Map.of("pfc.classes", "3", "fabric.switches.dscpMap", "26=3");
    assertThat(undo("junos", pauses))
        .contains("delete class-of-service forwarding-classes class HEADROOM-3")
        .noneMatch(line -> line.contains("no-loss"));
    assertThat(undo("onyx", pauses))
        .contains(
            "interface ethernet 1/1 no dcb priority-flow-control mode force",
            "no dcb priority-flow-control priority 3 enable");
  }

  private static List<String> undo(String language, Map<String, String> knobs) {
    return circle(language, "", knobs).emission().steps().stream()
        .flatMap(step -> step.undo().stream())
        .toList();
  }

  /** A file that nobody read may have the key already: the new line takes its place. */
  @Test
  void shouldKeepTheFileThatItDidNotRead() {
    EmittedStep step =
        circle("cumulus", "", Map.of("congestion.kmin", "250KB", "congestion.kmax", "1MB"))
            .emission()
            .steps()
            .getFirst();
    int deleted = index(step, "sed -i '/^pfc\\.port_group_list *=/d'");
    assertThat(deleted).isPositive().isLessThan(index(step, "echo 'pfc.port_group_list ="));
    assertThat(step.undo().getFirst()).matches("mv (\\S+)\\.leaf1\\.pause\\.before \\1");
  }

  private static int index(EmittedStep step, String start) {
    return IntStream.range(0, step.commands().size())
        .filter(each -> step.commands().get(each).startsWith(start))
        .findFirst()
        .orElse(-1);
  }

  /** A network-qos class of its own has an MTU of its own: 1500, unless it is told. */
  @Test
  void shouldGiveANewPolicyItsMtu() {
    assertThat(
            commands(
                circle("nxos", "", Map.of("pfc.classes", "3", "fabric.switches.mtu", "9216B"))
                    .emission()))
        .contains("pause pfc-cos 3\nmtu 9216\n");
  }

  /** Enterprise SONiC has no headroom for PFC before its lossless buffers are initialized. */
  @Test
  void shouldSayWhatPfcNeedsOnEnterpriseSonic() {
    assertThat(circle("enterprise-sonic", "", Map.of("pfc.classes", "3")).emission().notes())
        .anyMatch(note -> note.contains("buffer init lossless"));
  }

  /** SONiC refuses a watchdog that is faster than its polls. */
  @Test
  void shouldSayThatPollsAreTooSlow() {
    assertThat(emit("sonic", Map.of("pfc.watchdog.pollInterval", "400ms")).notes())
        .anyMatch(note -> note.contains("detection_time 300 of PFC_WD|Ethernet0"));
    assertThat(emit("sonic", Map.of("pfc.watchdog.pollInterval", "200ms")).notes())
        .noneMatch(note -> note.contains("POLL_INTERVAL"));
  }

  /** apply-patch takes three fields of AZURE_LOSSLESS alone, by a list in sonic-utilities. */
  @Test
  void shouldNamePathsThatApplyPatchRefuses() {
    assertThat(emit("sonic", Map.of("congestion.kmin", "300KB")).notes())
        .anyMatch(note ->
            note.contains("/WRED_PROFILE/ROCE/green_min_threshold")
                && note.contains("config load"));
    String azure =
        EmittedCircleTest.configuration("sonic")
            .replace("\"ROCE\"", "\"AZURE_LOSSLESS\"")
            .replace("\"SLOW\"", "\"AZURE_LOSSLESS_2\"")
            .replace(
                "\"wred_profile\": \"AZURE_LOSSLESS_2\"", "\"wred_profile\": \"AZURE_LOSSLESS\"");
    assertThat(circle("sonic", azure, Map.of("congestion.kmin", "300KB")).emission().notes())
        .isEmpty();
  }

  /** Spectrum-4 programs 159,744 B where 150,000 B is asked for. */
  @ParameterizedTest
  @CsvSource({"nvue", "cumulus"})
  void shouldSayHowSpectrumRounds(String language) {
    assertThat(emit(language, Map.of("congestion.kmin", "150000B")).notes())
        .anyMatch(note -> note.contains("159744 B where 150000 B is set"));
    assertThat(emit(language, Map.of("congestion.kmin", "160000B")).notes())
        .noneMatch(note -> note.contains("159744"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sonic | congestion.pmax               | 0.204   | green_drop_probability 0.204 wanted, the nearest value of the device is 0.2",
        "nxos  | congestion.kmin               | 300300B | minimum-threshold 300300B wanted, the nearest value of the device is 300000B",
        "os10  | congestion.kmax               | 900700B | maximum-threshold 900700B wanted, the nearest value of the device is 901000B",
        "sonic | fabric.switches.alpha         | 0.6     | dynamic_th 0.6 wanted, the nearest value of the device is 0.5",
        "nvue  | fabric.switches.alpha         | 0.6     | shared-alpha 0.6 wanted, the nearest value of the device is 0.5",
        "nvue  | pfc.watchdog.detectionTime    | 310ms   | pfc-watchdog robustness 310ms wanted, the nearest value of the device is 300ms",
        "sonic | pfc.watchdog.detectionTime    | 50ms    | is refused: SONiC: detection_time takes 100 to 5000 ms",
        "junos | congestion.kmin               | 250KB   | fill levels are percent of the queue's buffer",
        "nxos  | fabric.switches.alpha         | 0.125   | a class that pauses has fixed thresholds and no share of the buffer",
        "os10  | fabric.switches.alpha         | 0.125   | the share of the buffer that each weight of thresh-mode dynamic stands for is not published",
        "onyx  | fabric.switches.dscpMap       | 26=5    | qos trust L3 maps eight DSCPs to each class",
      })
  void shouldNameBothValuesOrTheReason(String language, String knob, String value, String text) {
    assertThat(emit(language, Map.of(knob, value)).changes())
        .extracting(DeviceChange::text)
        .anyMatch(each -> each.contains(knob) && each.contains(text));
  }

  /** A class has its pauses before DSCPs go into it, and keeps them until none do. */
  @Test
  void shouldNotLeaveAClassWithoutPauses() {
    Emission emission =
        emit("sonic", Map.of("pfc.classes", "3", "fabric.switches.dscpMap", "26=3,48=6"));
    List<EmitStep> steps = emission.steps().stream().map(EmittedStep::step).toList();
    assertThat(steps).containsSubsequence(EmitStep.PAUSE, EmitStep.CLASSES, EmitStep.RETIREMENT);
    assertThat(commands(emission)).contains("\"value\" : \"3,4\"");
  }

  /** A changed interval of polls changes what counts polls: the multiplier follows. */
  @Test
  void shouldKeepTimesThatCountPolls() {
    Emission emission = emit("nxos", Map.of("pfc.watchdog.pollInterval", "100ms"));
    assertThat(commands(emission))
        .contains("priority-flow-control watch-dog interval 100")
        .contains("priority-flow-control watch-dog shutdown-multiplier 4")
        .contains("priority-flow-control auto-restore multiplier 6");
  }

  /** NX-OS keeps a match beside a new one: the old one goes first. */
  @Test
  void shouldTakeBackWhatADeviceWouldKeep() {
    assertThat(
            commands(
                emit(
                    "nxos",
                    Map.of("pfc.classes", "3", "fabric.switches.dscpMap", "26=5,28=3,48=6"))))
        .contains("no match dscp 26\nmatch dscp 28\n");
    assertThat(commands(emit("nxos", Map.of("fabric.switches.scheduling", "strict:3 dwrr:6=40"))))
        .contains("no bandwidth remaining percent 50\npriority level 1\n")
        .contains("no priority level 1\nbandwidth remaining percent 40\n");
  }

  /** A DSCP that goes to another class needs no command for the class that it leaves. */
  @Test
  void shouldNotResetADscpThatMoves() {
    assertThat(commands(emit("eos", Map.of("fabric.switches.dscpMap", "26=5,27=3"))))
        .contains("qos map dscp 26 to traffic-class 5")
        .doesNotContain("no qos map");
  }

  /** What another port wants of a shared object is refused, not overwritten. */
  @Test
  void shouldRefuseTwoValuesOfOneObject() {
    WantedSwitch wanted =
        new WantedSwitch(
            "leaf1",
            new TreeMap<>(Map.of("fabric.switches.alpha", "0.25")),
            Map.of("Ethernet8", new TreeMap<>(Map.of("fabric.switches.alpha", "0.5"))),
            List.of());
    String one = EmittedCircleTest.configuration("sonic");
    Emission emission =
        SwitchEmitter.emit(
            EmittedCircleTest.writer("sonic"),
            new WantedSwitch(
                "leaf1",
                new TreeMap<>(Map.of("fabric.switches.alpha", "0.125")),
                wanted.ofPorts(),
                List.of()),
            Optional.of(EmittedCircle.read("config_db.json", one)));
    assertThat(emission.refused())
        .extracting(DeviceChange::text)
        .anyMatch(text -> text.contains("is shared with an object that wants"));
  }

  /** The files of a step are named in its commands, and a device names itself. */
  @Test
  void shouldKeepTheNameOfADeviceOutOfTheShell() {
    SwitchWriter writer = EmittedCircleTest.writer("sonic");
    Emission emission =
        SwitchEmitter.emit(
            writer,
            WantedSwitch.of(
                "q$(touch x) 'y", Map.of("congestion.kmin", "250KB"), List.of(writer.port(0))),
            Optional.empty());
    assertThat(emission.steps()).isNotEmpty();
    emission
        .steps()
        .forEach(step ->
            assertThat(step.commands().toString() + step.undo() + step.files())
                .doesNotContain("$(touch", "touch x"));
  }
}
