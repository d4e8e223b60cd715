package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.switches.SettingDefinition;
import dev.headroom.formats.switches.SettingKind;
import dev.headroom.formats.switches.SettingReference;
import dev.headroom.formats.switches.SwitchReferences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * References between the rows of CONFIG_DB: which field of which table names a row of which other
 * table (sonic-buildimage, sonic-yang-models, leafrefs of {@code sonic-port-qos-map}, {@code
 * sonic-queue}, {@code sonic-buffer-pg}, ...).
 */
final class SonicReferences {
  private static final SettingKind DSCP = SettingKind.of("DSCP_TO_TC_MAP");
  private static final SettingKind DOT1P = SettingKind.of("DOT1P_TO_TC_MAP").spare();
  private static final SettingKind QUEUES = SettingKind.of("TC_TO_QUEUE_MAP");
  private static final SettingKind GROUPS = SettingKind.of("TC_TO_PRIORITY_GROUP_MAP");
  private static final SettingKind PAUSED = SettingKind.of("MAP_PFC_PRIORITY_TO_QUEUE");
  private static final SettingKind PAUSED_GROUPS =
      SettingKind.of("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP").spare();
  private static final SettingKind REMARK = SettingKind.of("TC_TO_DSCP_MAP").spare();
  private static final SettingKind CURVE = SettingKind.of("WRED_PROFILE");
  private static final SettingKind SCHEDULER = SettingKind.of("SCHEDULER").spare();

  /** The buffer manager makes profiles for speed and cable while the switch runs. */
  private static final SettingKind PROFILE =
      SettingKind.of("BUFFER_PROFILE").builtIn("NULL|pg_lossless_\\w+_profile").spare();

  private static final SettingKind POOL = SettingKind.of("BUFFER_POOL").spare();

  private record Use(String table, String field, SettingKind kind) {}

  private static final List<Use> USES =
      List.of(
          new Use("PORT_QOS_MAP", "dscp_to_tc_map", DSCP),
          new Use("PORT_QOS_MAP", "dot1p_to_tc_map", DOT1P),
          new Use("PORT_QOS_MAP", "tc_to_queue_map", QUEUES),
          new Use("PORT_QOS_MAP", "tc_to_pg_map", GROUPS),
          new Use("PORT_QOS_MAP", "pfc_to_queue_map", PAUSED),
          new Use("PORT_QOS_MAP", "pfc_to_pg_map", PAUSED_GROUPS),
          new Use("PORT_QOS_MAP", "tc_to_dscp_map", REMARK),
          new Use("PORT_QOS_MAP", "scheduler", SCHEDULER),
          new Use("TUNNEL", "decap_dscp_to_tc_map", DSCP),
          new Use("TUNNEL", "decap_tc_to_pg_map", GROUPS),
          new Use("TUNNEL", "encap_tc_to_queue_map", QUEUES),
          new Use("TUNNEL", "encap_tc_to_dscp_map", REMARK),
          new Use("QUEUE", "wred_profile", CURVE),
          new Use("QUEUE", "scheduler", SCHEDULER),
          new Use("BUFFER_PG", "profile", PROFILE),
          new Use("BUFFER_QUEUE", "profile", PROFILE),
          new Use("BUFFER_PROFILE", "pool", POOL),
          new Use("BUFFER_PORT_INGRESS_PROFILE_LIST", "profile_list", PROFILE),
          new Use("BUFFER_PORT_EGRESS_PROFILE_LIST", "profile_list", PROFILE));

  /** Tables that use rows of others in a switch without tunnels. */
  private static final Map<SettingKind, String> MAIN_USE =
      Map.of(
          DSCP, "PORT_QOS_MAP",
          QUEUES, "PORT_QOS_MAP",
          GROUPS, "PORT_QOS_MAP",
          PAUSED, "PORT_QOS_MAP",
          CURVE, "QUEUE");

  private final FactSet facts;
  private final Map<String, List<String>> keys;
  private final boolean isWhole;

  /**
   * References in the tables that were read.
   *
   * @param keys the keys of each table's rows
   * @param isWhole whether all tables of a switch were read
   */
  SonicReferences(FactSet facts, Map<String, List<String>> keys, boolean isWhole) {
    this.facts = facts;
    this.keys = keys;
    this.isWhole = isWhole;
  }

  SwitchReferences read() {
    List<SettingDefinition> definitions = new ArrayList<>();
    MAIN_USE.forEach((kind, table) ->
        rows(kind.name()).stream()
            .filter(this::isWritten)
            .forEach(row ->
                first(row)
                    .ifPresent(fact ->
                        definitions.add(
                            new SettingDefinition(
                                kind,
                                key(row),
                                isWhole || isAnyWritten(table),
                                fact.evidence())))));
    USES.stream()
        .map(Use::kind)
        .distinct()
        .filter(kind -> !MAIN_USE.containsKey(kind))
        .forEach(kind ->
            rows(kind.name())
                .forEach(row ->
                    first(row)
                        .ifPresent(fact ->
                            definitions.add(
                                new SettingDefinition(kind, key(row), false, fact.evidence())))));
    List<SettingReference> references = new ArrayList<>();
    for (Use use : USES) {
      boolean known = isWhole || isAnyWritten(use.kind().name());
      for (Subject row : rows(use.table())) {
        facts.first(row, use.field()).ifPresent(fact -> addUses(use, row, fact, known, references));
      }
    }
    return new SwitchReferences(definitions, references);
  }

  private static void addUses(
      Use use, Subject row, Fact fact, boolean known, List<SettingReference> to) {
    for (String name : fact.value().split(",")) {
      String plain = SonicConfiguration.name(name);
      if (!plain.isEmpty()) {
        to.add(new SettingReference(use.kind(), plain, row.name(), known, fact.evidence()));
      }
    }
  }

  private List<Subject> rows(String table) {
    return keys.getOrDefault(table, List.of()).stream()
        .map(key -> new Subject(SubjectKind.ITEM, table + "|" + key))
        .toList();
  }

  private static String key(Subject row) {
    return row.name().substring(row.name().indexOf('|') + 1);
  }

  private Optional<Fact> first(Subject row) {
    return facts.firstFactsOf(row).stream().findFirst();
  }

  private boolean isAnyWritten(String table) {
    Predicate<Subject> written = this::isWritten;
    return rows(table).stream().anyMatch(written);
  }

  /** Whether a file holds the row: a command shows one of several, or part of its fields. */
  private boolean isWritten(Subject row) {
    return SonicTables.isWritten(facts, row);
  }
}
