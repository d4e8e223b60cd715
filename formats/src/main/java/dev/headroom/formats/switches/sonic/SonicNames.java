package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Names of the objects that CONFIG_DB uses for a class of a port. A profile or a scheduler that
 * queues of other numbers use, too, is not taken: a change of it would change those. Then the class
 * takes one that has its values already, else one of its own.
 */
final class SonicNames implements SwitchWriter.ObjectNames {
  private static final String OWN = "HEADROOM";

  private final FactSet facts;
  private final SonicConfiguration configuration;

  /** Numbers of queues that use an object, by the table and the name. */
  private final Map<String, SortedSet<Integer>> users = new LinkedHashMap<>();

  private final boolean isBracketed;

  SonicNames(HostFacts host) {
    facts = host.facts();
    configuration = new SonicConfiguration(host);
    boolean bracketed = false;
    for (Subject item : facts.subjects(SubjectKind.ITEM)) {
      boolean isQueue = item.name().startsWith("QUEUE|");
      if (isQueue || item.name().startsWith("BUFFER_PG|")) {
        SortedSet<Integer> numbers =
            ConfigCommands.numbers(item.name().substring(item.name().lastIndexOf('|') + 1));
        for (Fact fact : facts.firstFactsOf(item, _ -> true)) {
          bracketed |= fact.value().startsWith("[");
          users
              .computeIfAbsent(
                  fact.key() + "|" + SonicConfiguration.name(fact.value()), _ -> new TreeSet<>())
              .addAll(numbers);
        }
      }
    }
    isBracketed = bracketed;
  }

  private Optional<String> field(String table, String key, String field) {
    return facts.text(SonicShowTables.row(table, key), field).optional();
  }

  private Optional<String> map(String port, String field) {
    return field("PORT_QOS_MAP", port, field).map(SonicConfiguration::name);
  }

  /** What a row refers to, if no queues of other numbers than these do. */
  private Optional<String> exclusive(
      String table, String row, String field, SortedSet<Integer> numbers) {
    return field(table, row, field)
        .map(SonicConfiguration::name)
        .filter(name -> !name.equals("NULL"))
        .filter(
            name -> numbers.containsAll(users.getOrDefault(field + "|" + name, new TreeSet<>())));
  }

  /** A profile that marks packets of all colours that it names as wanted. */
  private Optional<String> marks(Map<String, String> values) {
    String kmin = values.getOrDefault("kmin", "");
    String kmax = values.getOrDefault("kmax", "");
    String pmax = values.getOrDefault("pmax", "");
    if (kmin.isEmpty() || kmax.isEmpty() || pmax.isEmpty()) {
      return Optional.empty();
    }
    return facts.subjects(SubjectKind.ITEM).stream()
        .map(Subject::name)
        .filter(name -> name.startsWith("WRED_PROFILE|"))
        .map(name -> name.substring("WRED_PROFILE|".length()))
        .filter(name -> has(name, "ecn", "ecn_all") && has(name, "wred_green_enable", "true"))
        .filter(name ->
            Stream.of("green", "yellow", "red")
                .allMatch(colour ->
                    (!colour.equals("green")
                            && field("WRED_PROFILE", name, colour + "_min_threshold").isEmpty())
                        || (has(name, colour + "_min_threshold", kmin)
                            && has(name, colour + "_max_threshold", kmax)
                            && has(name, colour + "_drop_probability", pmax))))
        .findFirst();
  }

  private boolean has(String profile, String field, String value) {
    return field("WRED_PROFILE", profile, field).equals(Optional.of(value));
  }

  private String reference(String table, String name) {
    return isBracketed ? "[" + table + "|" + name + "]" : name;
  }

  @Override
  public Map<String, String> of(String port, int trafficClass, int queue) {
    return of(port, trafficClass, queue, Map.of());
  }

  @Override
  public Map<String, String> of(
      String port, int trafficClass, int queue, Map<String, String> values) {
    Map<String, String> names = new LinkedHashMap<>();
    String queueRow = configuration.covering("QUEUE", port, queue).orElse(port + "|" + queue);
    String groupRow =
        configuration.covering("BUFFER_PG", port, trafficClass).orElse(port + "|" + trafficClass);
    SortedSet<Integer> alike = new TreeSet<>(configuration.lossless(port).orElse(new TreeSet<>()));
    alike.addAll(List.of(trafficClass, queue));
    String wred =
        exclusive("QUEUE", queueRow, "wred_profile", alike)
            .or(() -> marks(values))
            .orElse(OWN + "_" + queue);
    String scheduler =
        exclusive("QUEUE", queueRow, "scheduler", new TreeSet<>(List.of(queue)))
            .orElse(OWN + "_" + queue);
    String profile =
        field("BUFFER_PG", groupRow, "profile")
            .map(SonicConfiguration::name)
            .filter(name -> !name.equals("NULL"))
            .orElseGet(() -> profile(port));
    if (field("DEVICE_METADATA", "localhost", "buffer_model").equals(Optional.of("dynamic"))) {
      names.put("computed", "NULL");
    }
    names.put("queueRow", queueRow);
    names.put("groupRow", groupRow);
    names.put("wred", wred);
    names.put("wredRef", reference("WRED_PROFILE", wred));
    names.put("scheduler", scheduler);
    names.put("schedulerRef", reference("SCHEDULER", scheduler));
    names.put("profile", profile);
    names.put(HeadroomShare.isInSize(facts, profile) ? "wholeProfile" : "plainProfile", profile);
    names.put("profileRef", reference("BUFFER_PROFILE", profile));
    names.put("dscpMap", map(port, "dscp_to_tc_map").orElse(OWN));
    names.put("queueMap", map(port, "tc_to_queue_map").orElse(OWN));
    names.put("groupMap", map(port, "tc_to_pg_map").orElse(OWN));
    names.put("pausedMap", map(port, "pfc_to_queue_map").orElse(OWN));
    names.put(
        "cableRow",
        facts.subjects(SubjectKind.ITEM).stream()
            .map(Subject::name)
            .filter(name -> name.startsWith("CABLE_LENGTH|"))
            .map(name -> name.substring("CABLE_LENGTH|".length()))
            .findFirst()
            .orElse("AZURE"));
    return names;
  }

  /** The traditional buffer model knows profiles by this form of name alone. */
  private String profile(String port) {
    Optional<String> speed = field("PORT", port, "speed");
    Optional<String> cable =
        facts.subjects(SubjectKind.ITEM).stream()
            .filter(item -> item.name().startsWith("CABLE_LENGTH|"))
            .flatMap(item -> facts.text(item, port).optional().stream())
            .findFirst();
    return "pg_lossless_%s_%s_profile"
        .formatted(speed.orElse("headroom"), cable.orElse("headroom"));
  }
}
