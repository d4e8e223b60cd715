package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.EmittedStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Policies of NX-OS: the first class that matches decides, and shares are at most 100 %. */
final class NexusPolicyTest {
  private static final String PORTS =
      """
      interface Ethernet1/1
        priority-flow-control mode on
        service-policy type qos input ROCE-IN
      """;

  private static final String NETWORK =
      """
      policy-map type network-qos ROCE-NQ
        class type network-qos c-8q-nq3
          pause pfc-cos 3
      policy-map type queuing ROCE-OUT
        class type queuing c-out-8q-q3
          bandwidth remaining percent 50
        class type queuing c-out-8q-q2
          bandwidth remaining percent 20
        class type queuing c-out-8q-q-default
          bandwidth remaining percent 30
      system qos
        service-policy type network-qos ROCE-NQ
        service-policy type queuing output ROCE-OUT
      """;

  private static EmittedCircle circle(String sorting, Map<String, String> wanted) {
    return new EmittedCircle(
        EmittedCircleTest.writer("nxos"),
        "hostname leaf1\n" + sorting + NETWORK + PORTS,
        new TreeMap<>(wanted));
  }

  private static EmittedCircle dscps(String sorting, String map) {
    return circle(sorting, Map.of("fabric.switches.dscpMap", map));
  }

  private static Optional<Integer> group(EmittedCircle circle, String text, int dscp) {
    return SwitchNow.of(Optional.of(circle.read(text))).classOf("Ethernet1/1", dscp);
  }

  private static List<String> commands(Emission emission, EmitStep step) {
    return emission.steps().stream()
        .filter(each -> each.step() == step)
        .map(EmittedStep::commands)
        .flatMap(List::stream)
        .map(String::strip)
        .toList();
  }

  private static String classMap(String kind, String name, String... matches) {
    StringBuilder text = new StringBuilder("class-map type qos " + kind + " " + name + "\n");
    List.of(matches).forEach(match -> text.append("  match ").append(match).append('\n'));
    return text.toString();
  }

  /** Classes with their groups, in this order. */
  private static String policy(String... classes) {
    StringBuilder text = new StringBuilder("policy-map type qos ROCE-IN\n");
    for (String each : classes) {
      String[] parts = each.split("=");
      text.append("  class ").append(parts[0]).append('\n');
      if (parts.length > 1) {
        text.append("    set qos-group ").append(parts[1]).append('\n');
      }
    }
    return text.toString();
  }

  @Test
  void shouldTakeTheFirstClassOfThePolicyWhateverItsName() {
    String maps =
        classMap("match-all", "WIDE", "dscp 24-31") + classMap("match-all", "ONE", "dscp 26");
    EmittedCircle wideFirst = dscps(maps + policy("WIDE=3", "ONE=5"), "26=3");
    assertThat(group(wideFirst, wideFirst.before(), 26)).contains(3);
    EmittedCircle oneFirst = dscps(maps + policy("ONE=5", "WIDE=3"), "26=3");
    assertThat(group(oneFirst, oneFirst.before(), 26)).contains(5);
    EmittedCircle bare = dscps(maps + policy("ONE", "WIDE=3"), "26=3");
    assertThat(group(bare, bare.before(), 26)).contains(0);
    assertThat(group(bare, bare.before(), 27)).contains(3);
  }

  @Test
  void shouldTakeADscpOutOfEveryClassOfItsOldGroup() {
    String sorting =
        classMap("match-all", "ROCE-DATA", "dscp 25")
            + classMap("match-all", "ROCE-CNP", "dscp 46")
            + policy("ROCE-DATA=3", "ROCE-CNP=3");
    EmittedCircle circle = dscps(sorting, "26=3,48=6,*=0");
    Emission emission = circle.check();
    String after = circle.after();
    assertThat(IntStream.of(25, 26, 46, 48).mapToObj(each -> group(circle, after, each)))
        .containsExactly(Optional.of(0), Optional.of(3), Optional.of(0), Optional.of(6));
    assertThat(commands(emission, EmitStep.CLASSES))
        .contains("no class ROCE-CNP")
        .containsSubsequence(
            "class-map type qos match-all ROCE-DATA", "no match dscp 25", "match dscp 26");
    List<EmittedStep> steps = emission.steps();
    assertThat(steps.getLast().undo().stream().map(String::strip))
        .containsSubsequence("class ROCE-CNP", "set qos-group 3");
  }

  /** The first class that matches decides: a class that goes has its place again after the undo. */
  @Test
  void shouldPutClassesBackInTheirPlaceOfThePolicy() {
    String sorting =
        classMap("match-any", "A", "dscp 26")
            + classMap("match-any", "B", "dscp 26")
            + classMap("match-any", "WIDE", "dscp 24-31")
            + policy("A=3", "B=4", "WIDE=5");
    EmittedCircle circle = dscps(sorting, "26=6");
    Emission emission = circle.check();
    assertThat(commands(emission, EmitStep.CLASSES)).contains("no class A", "no class B");
    List<String> undo = emission.steps().getLast().undo().stream().map(String::strip).toList();
    assertThat(undo)
        .containsSubsequence(
            "class A insert-before WIDE",
            "set qos-group 3",
            "class B insert-before WIDE",
            "set qos-group 4");
  }

  /** As a session was typed. */
  @Test
  void shouldReadTheOrderOfInsertedClasses() {
    String maps =
        classMap("match-any", "WIDE", "dscp 24-31") + classMap("match-any", "ONE", "dscp 26");
    EmittedCircle circle = dscps(maps + policy("WIDE=3", "ONE insert-before WIDE=5"), "26=3");
    assertThat(group(circle, circle.before(), 26)).contains(5);
    assertThat(group(circle, circle.before(), 27)).contains(3);
  }

  @Test
  void shouldReadNamesOfDscps() {
    String maps =
        classMap("match-any", "DATA", "dscp af31,cs4") + classMap("match-any", "CNP", "dscp ef");
    EmittedCircle circle =
        dscps(
            maps
                + classMap("match-any", "BEST", "dscp default")
                + policy("DATA=3", "CNP=6", "BEST=1"),
            "26=5");
    assertThat(
            IntStream.of(26, 32, 46, 0, 8).mapToObj(each -> group(circle, circle.before(), each)))
        .containsExactly(
            Optional.of(3), Optional.of(3), Optional.of(6), Optional.of(1), Optional.of(0));
    assertThat(commands(circle.check(), EmitStep.CLASSES))
        .containsSubsequence("no match dscp af31,cs4", "match dscp 32");
    assertThat(group(circle, circle.after(), 26)).contains(5);
  }

  /** A class map behind the one that loses a DSCP would get it. */
  @Test
  void shouldTakeADscpOutOfClassesThatWereBehind() {
    String sorting =
        classMap("match-any", "A", "dscp 24-26")
            + classMap("match-any", "B", "dscp 26-28")
            + policy("A=3", "B=5");
    EmittedCircle circle = dscps(sorting, "26=6");
    assertThat(commands(circle.check(), EmitStep.CLASSES)).contains("match dscp 27,28");
    assertThat(group(circle, circle.after(), 26)).contains(6);
    assertThat(group(circle, circle.after(), 27)).contains(5);
  }

  /** Without its DSCPs, a class map that matches all would take packets that it did not. */
  @Test
  void shouldKeepOtherMatchesOfAClassMap() {
    String sorting = policy("DATA=3", "MIXED=3");
    String data = classMap("match-any", "DATA", "dscp 24");
    Emission any =
        dscps(data + classMap("match-any", "MIXED", "dscp 26", "cos 3") + sorting, "26=6")
            .emission();
    assertThat(commands(any, EmitStep.CLASSES))
        .contains("no match dscp 26")
        .doesNotContain("no class MIXED");
    Emission all =
        dscps(data + classMap("match-all", "MIXED", "dscp 26", "cos 3") + sorting, "26=6")
            .emission();
    assertThat(commands(all, EmitStep.CLASSES)).contains("no class MIXED");
  }

  /** The class map that a line of a text opens, or the class of a policy, and what it has. */
  private static Map<String, List<String>> parts(String text, String opener) {
    Map<String, List<String>> parts = new LinkedHashMap<>();
    Pattern open = Pattern.compile(opener);
    List<String> part = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Matcher opened = open.matcher(line);
      if (opened.matches()) {
        part = parts.computeIfAbsent(opened.group(1), _ -> new ArrayList<>());
      } else if (line.startsWith("  ")) {
        part.add(line.strip());
      } else {
        part = new ArrayList<>();
      }
    }
    return parts;
  }

  /** The group of a DSCP by the text alone: the first class that has it. */
  private static int sorted(String text, int dscp) {
    Map<String, List<String>> maps = parts(text, "class-map type qos match-\\w+ (\\S+)");
    for (Map.Entry<String, List<String>> each : parts(text, "  class (\\S+)").entrySet()) {
      boolean takes =
          maps.getOrDefault(each.getKey(), List.of()).stream()
              .flatMap(match -> List.of(match.replace("match dscp ", "").split(",")).stream())
              .map(range -> range.split("-"))
              .anyMatch(ends ->
                  Integer.parseInt(ends[0]) <= dscp
                      && dscp <= Integer.parseInt(ends[ends.length - 1]));
      if (takes) {
        return each.getValue().stream()
            .filter(line -> line.startsWith("set qos-group "))
            .mapToInt(line -> line.charAt(line.length() - 1) - '0')
            .findFirst()
            .orElse(0);
      }
    }
    return 0;
  }

  @Test
  void shouldSortAsWantedWhateverClassesOverlap() {
    Random random = new Random(5);
    for (int run = 0; run < 8; run++) {
      StringBuilder sorting = new StringBuilder();
      List<String> classes = new ArrayList<>();
      for (String name : List.of("M", "C", "X", "A")) {
        int from = random.nextInt(60);
        String list = random.nextInt(64) + "," + from + "-" + (from + random.nextInt(4));
        sorting.append(classMap("match-any", name, "dscp " + list));
        classes.add(random.nextInt(6) == 0 ? name : name + "=" + random.nextInt(8));
      }
      sorting.append(policy(classes.toArray(String[]::new)));
      Map<Integer, Integer> wanted = new TreeMap<>();
      for (int i = 0; i < 4; i++) {
        wanted.put(random.nextInt(64), random.nextInt(8));
      }
      List<String> map = new ArrayList<>();
      wanted.forEach((dscp, group) -> map.add(dscp + "=" + group));
      EmittedCircle circle = dscps(sorting.toString(), String.join(",", map));
      String after = circle.after();
      SwitchNow now = SwitchNow.of(Optional.of(circle.read(after)));
      for (int dscp = 0; dscp < 64; dscp++) {
        int right = wanted.getOrDefault(dscp, sorted(circle.before(), dscp));
        assertThat(sorted(after, dscp)).as("%s of%n%s%n%s", dscp, map, after).isEqualTo(right);
        assertThat(now.classOf("Ethernet1/1", dscp)).as("%s of%n%s", dscp, after).contains(right);
      }
    }
  }

  /** Queue 0 has the default class, and shares that stay count, too. */
  @Test
  void shouldKeepTheSharesOfAPolicyWithin100Percent() {
    EmittedCircle circle =
        circle("", Map.of("fabric.switches.scheduling", "strict:6 dwrr:0=50,3=50"));
    List<String> lines = commands(circle.check(), EmitStep.SCHEDULING);
    assertThat(lines)
        .containsSubsequence("class type queuing c-out-8q-q3", "bandwidth remaining percent 40")
        .containsSubsequence(
            "class type queuing c-out-8q-q-default", "bandwidth remaining percent 40")
        .noneMatch(line -> line.contains("-q0") || line.contains("-q2"));
    assertThat(circle.emission().changes())
        .anyMatch(change -> change.text().contains("queue 3 40 %"));
    assertThat(
            circle("", Map.of("fabric.switches.scheduling", "dwrr:1=7,2=7")).emission().changes())
        .noneMatch(change -> change.isRefused());
  }

  @Test
  void shouldRefuseSharesWhereTheOthersHaveAll() {
    String full = NETWORK.replace("percent 30", "percent 50").replace("percent 20", "percent 50");
    EmittedCircle circle =
        new EmittedCircle(
            EmittedCircleTest.writer("nxos"),
            "hostname leaf1\n" + full + PORTS,
            new TreeMap<>(Map.of("fabric.switches.scheduling", "dwrr:3=60")));
    assertThat(circle.emission().steps()).isEmpty();
    assertThat(circle.emission().refused())
        .singleElement()
        .asString()
        .contains("queues of which no weight is wanted have 100 % already");
  }

  @Test
  void shouldSwitchTheWatchdogOnForTheSwitchAndForPorts() {
    Emission emission =
        circle("", Map.of("pfc.watchdog.action", "drop", "pfc.watchdog.pollInterval", "100ms"))
            .check();
    assertThat(commands(emission, EmitStep.WATCHDOG))
        .containsSubsequence(
            "interface Ethernet1/1",
            "priority-flow-control watch-dog-interval on",
            "exit",
            "priority-flow-control watch-dog-interval on");
  }
}
