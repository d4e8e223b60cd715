package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.StatementEdit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Port groups of Cumulus' qos_features.conf: a port is in one, and a group is complete. */
final class CumulusGroupsTest {
  private static final Map<String, String> WANTED =
      Map.of(
          "pfc.classes", "3",
          "pfc.xoff", "20000B",
          "pfc.headroom", "160KB",
          "pfc.xonOffset", "3000B",
          "fabric.links.cable", "40m",
          "congestion.kmin", "250KB",
          "congestion.kmax", "1MB",
          "congestion.pmax", "0.1");

  private static final String MARKS =
      """
      ecn_red.port_group_list = [ROCE_ECN]
      ecn_red.ROCE_ECN.egress_queue_list = [0]
      ecn_red.ROCE_ECN.port_set = swp1,swp2,swp3
      ecn_red.ROCE_ECN.ecn_enable = true
      ecn_red.ROCE_ECN.min_threshold_bytes = 30000000
      ecn_red.ROCE_ECN.max_threshold_bytes = 40000000
      ecn_red.ROCE_ECN.probability = 100
      """;

  private static String group(String name, String ports) {
    return """
    pfc.%1$s.cos_list = [3]
    pfc.%1$s.port_set = %2$s
    pfc.%1$s.tx_enable = true
    pfc.%1$s.rx_enable = true
    pfc.%1$s.xoff_size = 1000
    pfc.%1$s.xon_delta = 0
    pfc.%1$s.port_buffer_bytes = 20000
    """
        .formatted(name, ports);
  }

  private static EmittedCircle circle(String before) {
    return new EmittedCircle(
        EmittedCircleTest.writer("cumulus"), before + MARKS, new TreeMap<>(WANTED));
  }

  private static List<String> lines(Emission emission, EmitStep step) {
    return emission.steps().stream()
        .filter(each -> each.step() == step)
        .flatMap(each -> each.edits().stream())
        .map(StatementEdit::text)
        .toList();
  }

  @Test
  void shouldAddAPortToTheOnlyGroup() {
    Emission emission =
        circle("pfc.port_group_list = [ROCE_PFC]\n" + group("ROCE_PFC", "swp1,swp2")).check();
    assertThat(emission.edits())
        .extracting(StatementEdit::text)
        .noneMatch(line -> line.contains("HEADROOM") || line.contains("pfc.port_group_list"));
    assertThat(lines(emission, EmitStep.BUFFERS))
        .containsExactly(
            "pfc.ROCE_PFC.port_buffer_bytes = 180000",
            "pfc.ROCE_PFC.xoff_size = 20000",
            "pfc.ROCE_PFC.xon_delta = 3000");
    assertThat(lines(emission, EmitStep.PAUSE))
        .containsExactly("pfc.ROCE_PFC.port_set = swp1,swp2,swp3");
  }

  @Test
  void shouldWriteANewGroupOfThePortsWithoutOneAsAWhole() {
    Emission emission =
        circle("pfc.port_group_list = [A,B]\n" + group("A", "swp1") + group("B", "swp2")).check();
    assertThat(lines(emission, EmitStep.PAUSE))
        .containsExactly(
            "pfc.HEADROOM.cable_length = 40",
            "pfc.HEADROOM.port_buffer_bytes = 180000",
            "pfc.HEADROOM.xoff_size = 20000",
            "pfc.HEADROOM.xon_delta = 3000",
            "pfc.HEADROOM.cos_list = [3]",
            "pfc.HEADROOM.tx_enable = true",
            "pfc.HEADROOM.rx_enable = true",
            "pfc.HEADROOM.port_set = swp3",
            "pfc.port_group_list = [A,B,HEADROOM]");
    assertThat(lines(emission, EmitStep.LINK)).noneMatch(line -> line.contains("HEADROOM"));
    assertThat(lines(emission, EmitStep.BUFFERS)).noneMatch(line -> line.contains("HEADROOM"));
  }

  /** Its other ports have more classes, which stay lossless until the retirement. */
  @Test
  void shouldLetAPortJoinAGroupWithOtherClasses() {
    String pfc =
        "pfc.port_group_list = [G]\n"
            + group("G", "swp1,swp2").replace("cos_list = [3]", "cos_list = [4]");
    Emission emission = circle(pfc).emission();
    assertThat(emission.refused()).noneMatch(change -> change.text().contains("cos_list"));
    assertThat(lines(emission, EmitStep.PAUSE))
        .contains("pfc.G.cos_list = [3,4]", "pfc.G.port_set = swp1,swp2,swp3");
    assertThat(lines(emission, EmitStep.RETIREMENT)).contains("pfc.G.cos_list = [3]");
  }

  /** Keys of release 5: marks of ports without a group, and a group without the feature's name. */
  @Test
  void shouldReadAndWriteMarksByTheirNewerKeys() {
    String pfc = "pfc.port_group_list = [G]\n" + group("G", "swp1,swp2");
    for (String prefix : List.of("default_ecn_red_conf", "default_ecn_conf", "my-red-profile")) {
      String marks =
          MARKS
              .replace("ecn_red.ROCE_ECN.", prefix + ".")
              .replace("[0]", "[3]")
              .replace("swp1,swp2,swp3", "swp1,swp2")
              .replace("[ROCE_ECN]", "[my-red-profile]");
      String listed =
          prefix.startsWith("default")
              ? marks.replaceAll("(?m)^\\S+(?:port_set|port_group_list).*\\n", "")
              : marks;
      Emission emission =
          new EmittedCircle(
                  EmittedCircleTest.writer("cumulus"), pfc + listed, new TreeMap<>(WANTED))
              .check();
      assertThat(lines(emission, EmitStep.MARKING))
          .as(prefix)
          .containsExactlyInAnyOrder(
              prefix + ".min_threshold_bytes = 250000",
              prefix + ".max_threshold_bytes = 1000000",
              prefix + ".probability = 10");
      assertThat(emission.changes())
          .anyMatch(change -> change.from().equals(Optional.of("30000000")));
    }
  }

  /** A group has one curve: a lossy queue in it gets the new one, too, and the plan says so. */
  @Test
  void shouldSayWhichLossyQueuesGetTheMarksOfRdma() {
    String pfc = "pfc.port_group_list = [G]\n" + group("G", "swp1,swp2,swp3");
    assertThat(circle(pfc).check().notes())
        .anyMatch(note ->
            note.contains("ecn_red.ROCE_ECN also marks queue 0")
                && note.contains("min_threshold_bytes 30000000 to 250000"));
    EmittedCircle own =
        new EmittedCircle(
            EmittedCircleTest.writer("cumulus"),
            pfc + MARKS.replace("[0]", "[3]"),
            new TreeMap<>(WANTED));
    assertThat(own.check().notes()).noneMatch(note -> note.contains("also marks queue"));
  }
}
