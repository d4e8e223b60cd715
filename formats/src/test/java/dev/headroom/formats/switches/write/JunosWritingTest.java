package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.PlacedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Junos in both forms: what is written, and that its undo leaves no entry of a list behind. */
final class JunosWritingTest {
  private static final String SET =
      """
      set version 22.4R1
      set system host-name leaf9
      set interfaces et-0/0/0 mtu 9216
      set interfaces et-0/0/1 mtu 9216
      set interfaces et-0/0/2 mtu 9216
      set class-of-service classifiers dscp ROCE forwarding-class NO-LOSS loss-priority low code-points 011001
      set class-of-service classifiers dscp ROCE forwarding-class NO-LOSS loss-priority low code-points 011010
      set class-of-service classifiers dscp ROCE forwarding-class CNP loss-priority low code-points 101110
      set class-of-service drop-profiles ECN interpolate fill-level 90
      set class-of-service drop-profiles ECN interpolate fill-level 95
      set class-of-service drop-profiles ECN interpolate drop-probability 0
      set class-of-service drop-profiles ECN interpolate drop-probability 77
      set class-of-service forwarding-classes class NO-LOSS queue-num 3
      set class-of-service forwarding-classes class NO-LOSS no-loss
      set class-of-service forwarding-classes class NO-LOSS pfc-priority 3
      set class-of-service forwarding-classes class CNP queue-num 6
      set class-of-service congestion-notification-profile PFC input dscp code-point 011001 pfc
      set class-of-service interfaces et-0/0/0 congestion-notification-profile PFC
      set class-of-service interfaces et-0/0/0 scheduler-map SM
      set class-of-service interfaces et-0/0/0 unit 0 classifiers dscp ROCE
      set class-of-service interfaces et-0/0/2 scheduler-map SM
      set class-of-service scheduler-maps SM forwarding-class NO-LOSS scheduler S3
      set class-of-service schedulers S3 explicit-congestion-notification
      set class-of-service schedulers S3 drop-profile-map loss-priority any protocol any drop-profile ECN
      """;

  private static final String BRACES =
      """
      version 22.4R1;
      system {
          host-name leaf9;
      }
      interfaces {
          et-0/0/0 {
              mtu 9216;
          }
          et-0/0/1 {
              mtu 9216;
          }
          et-0/0/2 {
              mtu 9216;
          }
      }
      class-of-service {
          classifiers {
              dscp ROCE {
                  forwarding-class NO-LOSS {
                      loss-priority low code-points [ 011001 011010 ];
                  }
                  forwarding-class CNP {
                      loss-priority low code-points 101110;
                  }
              }
          }
          drop-profiles {
              ECN {
                  interpolate {
                      fill-level [ 90 95 ];
                      drop-probability [ 0 77 ];
                  }
              }
          }
          forwarding-classes {
              class NO-LOSS queue-num 3 no-loss pfc-priority 3;
              class CNP queue-num 6;
          }
          congestion-notification-profile {
              PFC {
                  input {
                      dscp {
                          code-point 011001 {
                              pfc;
                          }
                      }
                  }
              }
          }
          interfaces {
              et-0/0/0 {
                  congestion-notification-profile PFC;
                  scheduler-map SM;
                  unit 0 {
                      classifiers {
                          dscp ROCE;
                      }
                  }
              }
              et-0/0/2 {
                  scheduler-map SM;
              }
          }
          scheduler-maps {
              SM {
                  forwarding-class NO-LOSS scheduler S3;
              }
          }
          schedulers {
              S3 {
                  explicit-congestion-notification;
                  drop-profile-map loss-priority any protocol any drop-profile ECN;
              }
          }
      }
      """;

  private static final Map<String, String> WANTED =
      Map.of(
          "pfc.classes", "3",
          "congestion.pmax", "0.1",
          "fabric.switches.dscpMap", "24=1,25=0,26=3,48=6",
          "pfc.watchdog.action", "drop");

  private static EmittedCircle circle(String configuration, Map<String, String> wanted) {
    return new EmittedCircle(
        EmittedCircleTest.writer("junos"), configuration, new TreeMap<>(wanted));
  }

  private static List<String> typed(List<String> commands) {
    return commands.stream().filter(each -> each.matches("(?:set|delete) .*")).toList();
  }

  /** Types commands: a deletion takes a whole part, and has to find one. */
  private static void type(List<String> commands, List<String> statements) {
    for (String command : typed(commands)) {
      String path = command.replaceFirst("^(?:set|delete) ", "set ");
      if (command.startsWith("set ")) {
        statements.add(command);
      } else {
        assertThat(statements.removeIf(each -> each.equals(path) || each.startsWith(path + " ")))
            .as(command)
            .isTrue();
      }
    }
  }

  private static List<String> statements(EmittedCircle circle) {
    return circle.statements().stream()
        .map(PlacedStatement::text)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  @Test
  void shouldWriteTheSameForBothForms() {
    Emission lines = circle(SET, WANTED).emission();
    Emission braces = circle(BRACES, WANTED).emission();

    assertThat(lines.changes()).isNotEmpty();
    assertThat(braces.changes()).isEqualTo(lines.changes());
    assertThat(braces.notes()).isEqualTo(lines.notes());
    assertThat(braces.steps())
        .extracting(EmittedStep::commands)
        .isEqualTo(lines.steps().stream().map(EmittedStep::commands).toList());
    assertThat(lines.refused()).extracting(DeviceChange::knob).doesNotContain("congestion.pmax");
    assertThat(lines.notes())
        .anyMatch(
            note -> note.startsWith("no class-of-service interfaces statement names et-0/0/1: "));
  }

  /** Each line has one value, as the device shows it, and what is there is not written again. */
  @Test
  void shouldWriteLinesAsTheDeviceShowsThem() {
    List<String> commands =
        circle(SET, WANTED).emission().steps().stream()
            .flatMap(step -> typed(step.commands()).stream())
            .toList();
    assertThat(commands)
        .containsSubsequence(
            "delete class-of-service drop-profiles ECN interpolate",
            "set class-of-service drop-profiles ECN interpolate fill-level 90",
            "set class-of-service drop-profiles ECN interpolate fill-level 95",
            "set class-of-service drop-profiles ECN interpolate drop-probability 0",
            "set class-of-service drop-profiles ECN interpolate drop-probability 10")
        .noneMatch(line -> line.contains("class NO-LOSS queue-num"));
  }

  /** Nobody else's changes are committed, and a refused plan does not stay in the candidate. */
  @Test
  void shouldLockTheConfiguration() {
    assertThat(circle(SET, WANTED).emission().steps())
        .isNotEmpty()
        .allSatisfy(step -> {
          assertThat(step.commands()).startsWith("configure exclusive");
          assertThat(step.undo()).startsWith("configure exclusive");
        });
  }

  /** Each step undone gives what was there before it, and no empty entry beside it. */
  @ParameterizedTest
  @ValueSource(strings = {"3", "4", "3,4", "[]"})
  void shouldUndoEachStepExactly(String classes) {
    Map<String, String> wanted = new TreeMap<>(WANTED);
    wanted.put("pfc.classes", classes);
    wanted.put("fabric.switches.dscpMap", "24=1,25=0,26=3,30=4,48=6");
    EmittedCircle circle = circle(SET, wanted);
    List<String> now = statements(circle);
    for (EmittedStep step : circle.emission().steps()) {
      List<String> before = List.copyOf(now);
      type(step.commands(), now);
      List<String> back = new ArrayList<>(now);
      type(step.undo(), back);
      assertThat(back)
          .as(step.commands() + "\n" + step.undo())
          .containsExactlyInAnyOrderElementsOf(before);
    }
  }

  /** A classifier keeps no entry of a class that is deleted, and a profile no empty code point. */
  @Test
  void shouldDeleteEntriesThatGetEmpty() {
    List<String> undo = new ArrayList<>();
    List<String> commands = new ArrayList<>();
    for (EmittedStep step : circle(SET, WANTED).emission().steps()) {
      undo.addAll(typed(step.undo()));
      commands.addAll(typed(step.commands()));
    }
    String classifier = "delete class-of-service classifiers dscp ROCE forwarding-class HEADROOM-";
    assertThat(undo)
        .containsSubsequence(
            classifier + "1", "delete class-of-service forwarding-classes class HEADROOM-1")
        .contains(
            classifier + "0",
            "delete class-of-service congestion-notification-profile PFC input dscp code-point"
                + " 011010",
            "delete class-of-service congestion-notification-profile HEADROOM",
            "delete class-of-service interfaces et-0/0/2 unit 0")
        .noneMatch(each -> each.startsWith("delete ") && each.endsWith(" pfc"));
    assertThat(commands)
        .contains(
            "delete class-of-service congestion-notification-profile PFC input dscp code-point"
                + " 011001")
        .noneMatch(
            each -> each.equals("delete class-of-service congestion-notification-profile PFC"));
  }

  /** A profile that ports use stays, even without a code point. */
  @Test
  void shouldKeepAnObjectInUse() {
    List<String> commands =
        circle(SET, Map.of("pfc.enabled", "false")).emission().steps().stream()
            .flatMap(step -> typed(step.commands()).stream())
            .toList();
    assertThat(commands)
        .contains(
            "delete class-of-service congestion-notification-profile PFC input dscp code-point"
                + " 011001")
        .doesNotContain("delete class-of-service congestion-notification-profile PFC");
  }

  /** A part of a configuration does not show what else an interface has. */
  @Test
  void shouldKeepAnInterfaceOfWhichOnlyAPartIsKnown() {
    String part =
        SET.lines()
            .filter(line -> line.startsWith("set class-of-service "))
            .collect(Collectors.joining("\n"));
    assertThat(circle(part, Map.of("fabric.switches.mtu", "9000B")).emission().steps())
        .flatExtracting(step -> typed(step.undo()))
        .contains("delete interfaces et-0/0/0 mtu")
        .noneMatch(each -> each.equals("delete interfaces et-0/0/0"));
    assertThat(circle(part, WANTED).emission().steps())
        .flatExtracting(step -> typed(step.undo()))
        .contains("delete class-of-service interfaces et-0/0/2 unit 0 classifiers dscp HEADROOM");
  }

  /** The watchdog is for queues that a flow-control-queue names (Juniper, "PFC Watchdog"). */
  @Test
  void shouldNameTheQueuesOfTheWatchdog() {
    String output =
        "set class-of-service congestion-notification-profile PFC output ieee-802.1 code-point 011"
            + " flow-control-queue 3";
    assertThat(circle(SET, Map.of("pfc.watchdog.action", "drop")).emission().steps())
        .singleElement()
        .satisfies(step ->
            assertThat(typed(step.commands()))
                .startsWith(
                    output,
                    "set class-of-service congestion-notification-profile PFC pfc-watchdog"));
    assertThat(
            circle(
                    SET + output + "\n",
                    Map.of("pfc.classes", "3,4", "fabric.switches.dscpMap", "30=4"))
                .emission()
                .steps())
        .flatExtracting(step -> typed(step.commands()))
        .as("queue 4 would not stop beside a queue that is named")
        .contains(
            "set class-of-service congestion-notification-profile PFC output ieee-802.1 code-point"
                + " 100 flow-control-queue 4");
  }

  /** Without a flow-control-queue, a received pause stops queues 3 and 4 alone. */
  @Test
  void shouldTellOfQueuesThatDoNotStop() {
    Map<String, String> five =
        Map.of("pfc.classes", "5", "fabric.switches.dscpMap", "40=5", "pfc.enabled", "true");
    assertThat(circle(SET, five).emission().notes())
        .anyMatch(note ->
            note.startsWith(
                "class HEADROOM-5 may not stop when a pause arrives:"
                    + " congestion-notification-profile PFC names no flow-control-queue"));
    assertThat(circle(SET, WANTED).emission().notes())
        .noneMatch(note -> note.contains("may not stop"));
  }
}
