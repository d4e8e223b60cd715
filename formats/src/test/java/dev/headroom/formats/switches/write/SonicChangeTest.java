package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.EmittedStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the commands of a SONiC plan do to a CONFIG_DB, and what their undo does. */
final class SonicChangeTest {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final Pattern LOAD = Pattern.compile("config load (\\S+) -y");
  private static final Pattern TAKE =
      Pattern.compile("sonic-db-cli CONFIG_DB HDEL '([^|']+)\\|([^']+)' '([^']+)'");

  private static List<EmittedStep> steps(String before, Map<String, String> knobs) {
    return new EmittedCircle(EmittedCircleTest.writer("sonic"), before, new TreeMap<>(knobs))
        .emission()
        .steps();
  }

  private static String file(EmittedStep step, String name) {
    return step.files().stream()
        .filter(each -> each.name().equals(name))
        .map(EmittedFile::text)
        .findFirst()
        .orElseThrow();
  }

  private static ObjectNode tables(String text) {
    return (ObjectNode) MAPPER.readTree(text);
  }

  // --- RFC 6902, as far as patches need it ------------------------------------------------------

  private static ObjectNode patched(ObjectNode tables, String patch) {
    ObjectNode result = tables.deepCopy();
    for (JsonNode operation : MAPPER.readTree(patch)) {
      List<String> path = new ArrayList<>(List.of(operation.get("path").asString().split("/")));
      path.removeFirst();
      path.replaceAll(each -> each.replace("~1", "/").replace("~0", "~"));
      String last = path.removeLast();
      ObjectNode at = result;
      for (String name : path) {
        assertThat(at.get(name)).as(operation.toString()).isInstanceOf(ObjectNode.class);
        at = (ObjectNode) at.get(name);
      }
      String op = operation.get("op").asString();
      if (op.equals("remove")) {
        assertThat(at.remove(last)).as(operation.toString()).isNotNull();
      } else {
        assertThat(at.has(last)).as(operation.toString()).isEqualTo(op.equals("replace"));
        at.set(last, operation.get("value"));
      }
    }
    return result;
  }

  /** Commands of {@code config load} and {@code sonic-db-cli}; a row without fields is no row. */
  private static ObjectNode merged(ObjectNode tables, String commands, EmittedStep step) {
    ObjectNode result = tables.deepCopy();
    Matcher load = LOAD.matcher(commands);
    while (load.find()) {
      tables(file(step, load.group(1)))
          .properties()
          .forEach(table -> {
            ObjectNode of = child(result, table.getKey());
            table
                .getValue()
                .properties()
                .forEach(row -> {
                  ObjectNode fields = child(of, row.getKey());
                  row.getValue()
                      .properties()
                      .forEach(each -> fields.set(each.getKey(), each.getValue()));
                });
          });
    }
    Matcher take = TAKE.matcher(commands);
    while (take.find()) {
      ObjectNode table = (ObjectNode) result.get(take.group(1));
      ObjectNode row = (ObjectNode) table.get(take.group(2));
      row.remove(take.group(3));
      if (row.isEmpty()) {
        table.remove(take.group(2));
      }
      if (table.isEmpty()) {
        result.remove(take.group(1));
      }
    }
    return result;
  }

  private static ObjectNode child(ObjectNode of, String name) {
    return of.get(name) instanceof ObjectNode object ? object : of.putObject(name);
  }

  // --- a switch of which nothing is known
  // ---------------------------------------------------------

  /** Its maps, queues and ports stay, whatever they are. */
  @Test
  void shouldMergeIntoTablesThatNobodyRead() {
    ObjectNode device = tables(EmittedCircleTest.configuration("sonic"));
    for (int seed = 0; seed < 10; seed++) {
      ObjectNode now = device;
      for (EmittedStep step : steps("", RandomPolicies.of(seed))) {
        String commands = String.join("\n", step.commands());
        assertThat(commands).doesNotContain("apply-patch").contains("config checkpoint");
        ObjectNode after = merged(now, commands, step);
        now.properties()
            .forEach(table ->
                table
                    .getValue()
                    .properties()
                    .forEach(row ->
                        assertThat(
                                ((ObjectNode) after.get(table.getKey()).get(row.getKey()))
                                    .propertyNames())
                            .containsAll(((ObjectNode) row.getValue()).propertyNames())));
        assertThat(after).isNotEqualTo(now);
        assertThat(step.undo().getFirst())
            .matches(
                "config rollback (\\S+) \\|\\| config reload /etc/sonic/checkpoints/\\1.cp.json -y");
        now = after;
      }
    }
  }

  @Test
  void shouldMergeWherePartsOfTheConfigurationAreMissing() {
    String part =
        """
        {"WRED_PROFILE": {"ROCE": {"ecn": "ecn_all", "wred_green_enable": "true",
           "green_min_threshold": "250000", "green_max_threshold": "1048576",
           "green_drop_probability": "5"}},
         "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}},
         "QUEUE": {"Ethernet0|3": {"wred_profile": "ROCE"}}}
        """;

    assertThat(steps(part, Map.of("pfc.watchdog.detectionTime", "300ms")))
        .isNotEmpty()
        .allSatisfy(
            step -> assertThat(step.commands()).noneMatch(each -> each.contains("apply-patch")));
  }

  // --- a switch whose whole configuration was read
  // ------------------------------------------------

  /** A patch that adds a table that is there takes all its rows away. */
  @Test
  void shouldChangeWhatAPlanSaysAndTakeItBackExactly() {
    String before = EmittedCircleTest.configuration("sonic");
    for (int seed = 0; seed < 10; seed++) {
      ObjectNode now = tables(before);
      String text = before;
      for (EmittedStep step : steps(before, RandomPolicies.of(seed))) {
        String name = "leaf1." + step.step().key();
        text = EmittedCircleTest.writer("sonic").syntax().apply(text, step.edits());
        ObjectNode after = patched(now, file(step, name + ".json"));
        assertThat(after).isEqualTo(tables(text));
        assertThat(SonicYang.problems(text)).as(step.step() + " of " + seed).isEmpty();
        for (JsonNode operation : MAPPER.readTree(file(step, name + ".json"))) {
          String path = operation.get("path").asString();
          if (path.indexOf('/', 1) < 0) {
            assertThat(now.has(path.substring(1))).as(path).isFalse();
          }
        }
        assertThat(patched(after, file(step, name + ".undo.json"))).isEqualTo(now);
        String commands = step.commands().getFirst();
        String undo = step.undo().getFirst();
        if (commands.contains("||")) {
          assertThat(merged(now, commands, step)).isEqualTo(after);
        }
        if (undo.contains("||")) {
          assertThat(merged(after, undo, step)).isEqualTo(now);
        }
        now = after;
      }
    }
  }

  // --- the rules that these are checked against
  // ---------------------------------------------------

  @Test
  void shouldNoticeWhatTheYangModelsRefuse() {
    String sound = EmittedCircleTest.configuration("sonic");
    assertThat(SonicYang.problems(sound)).isEmpty();
    assertThat(SonicYang.tables()).hasSizeGreaterThan(9);
    Map.of(
            "\"green_drop_probability\": \"5\"", "\"green_drop_probability\": \"101\"",
            "\"green_min_threshold\": \"250000\"", "\"green_min_threshold\": \"9000000\"",
            "\"scheduler\": \"roce\"", "\"scheduler\": \"none\"",
            "\"detection_time\": \"300\"", "\"detection_time\": \"90\"",
            "\"dynamic_th\": \"-2\"", "\"dynamic_th\": \"8\"",
            "\"pool\": \"ingress_lossless_pool\",", "",
            "\"Ethernet8\": \"5m\"", "\"Ethernet8\": \"5.5m\"",
            "\"pfc_enable\": \"4\"", "\"pfc_enable\": \"4, 5\"")
        .forEach((from, to) -> {
          assertThat(sound).contains(from);
          assertThat(SonicYang.problems(sound.replace(from, to))).as(to).isNotEmpty();
        });
  }
}
