package dev.headroom.formats.emit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Change of tables of rows, keyed by place, as commands of SONiC (sonic-utilities, Command
 * Reference and doc of the generic config updater).
 *
 * @param from as far as they were read
 * @param to the same with the change
 */
record TableChange(Map<String, Map<String, String>> from, Map<String, Map<String, String>> to) {
  private static final String SAVE = "config save -y";
  private static final String CHECKPOINTS = "/etc/sonic/checkpoints/";

  /**
   * The patch (RFC 6902) and its inverse, a file each. Where {@code config apply-patch} refuses a
   * table, {@code config load} merges the same fields into CONFIG_DB, and {@code sonic-db-cli}
   * takes fields away.
   */
  ConfigSyntax.Script patch(String name) {
    List<JsonPatch.Operation> forward = JsonPatch.between(from, to);
    List<EmittedFile> files = new ArrayList<>();
    String there = patch(name, forward, files);
    TableChange back = new TableChange(to, from);
    String undo = back.patch(name + ".undo", JsonPatch.between(to, from), files);
    return new ConfigSyntax.Script(
        List.of(there, SAVE), List.of(undo, SAVE), files, GenericUpdater.refusals(forward));
  }

  /** The command for a patch, with its files; for a table that is refused, also the other way. */
  private String patch(String name, List<JsonPatch.Operation> operations, List<EmittedFile> files) {
    files.add(new EmittedFile(name + ".json", "", JsonPatch.print(operations)));
    String apply = "config apply-patch " + name + ".json";
    return GenericUpdater.refusals(operations).isEmpty()
        ? apply
        : apply + " || { " + String.join("; ", merged(name, files)) + "; }";
  }

  /** Commands that merge what is new, and take away what is gone, field by field. */
  private List<String> merged(String name, List<EmittedFile> files) {
    List<String> commands = new ArrayList<>();
    Map<String, Map<String, String>> fresh = fresh();
    if (!fresh.isEmpty()) {
      JsonTables tables = JsonTables.read("");
      fresh.forEach(
          (row, fields) -> fields.forEach((field, value) -> tables.put(row, field, value)));
      files.add(new EmittedFile(name + ".load.json", "", tables.toString()));
      commands.add("config load " + name + ".load.json -y");
    }
    from.forEach((row, fields) ->
        fields.keySet().stream()
            .filter(field -> !to.getOrDefault(row, Map.of()).containsKey(field))
            .forEach(field ->
                commands.add(
                    "sonic-db-cli CONFIG_DB HDEL %s %s".formatted(quoted(row), quoted(field)))));
    return commands;
  }

  /** Fields that are new or have another value, by row. */
  private Map<String, Map<String, String>> fresh() {
    Map<String, Map<String, String>> fresh = new LinkedHashMap<>();
    to.forEach((row, fields) -> {
      Map<String, String> old = from.getOrDefault(row, Map.of());
      fields.forEach((field, value) -> {
        if (!value.equals(old.get(field))) {
          fresh.computeIfAbsent(row, _ -> new LinkedHashMap<>()).put(field, value);
        }
      });
    });
    return fresh;
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * Fields to merge into tables that nobody read: a patch would have to know whether a table is
   * there, and one that adds a table replaces all its rows. {@code config load} writes each field
   * (sonic-cfggen, {@code --write-to-db}) and leaves the others. What was there before is kept in a
   * checkpoint on the switch.
   */
  ConfigSyntax.Script merge(String name) {
    List<EmittedFile> files = new ArrayList<>();
    String kept = CHECKPOINTS + name + ".cp.json";
    List<String> forward = new ArrayList<>();
    forward.add("[ -e %s ] || config checkpoint %s".formatted(kept, name));
    forward.addAll(merged(name, files));
    forward.add(SAVE);
    List<String> back =
        List.of(
            "config rollback %s || config reload %s -y".formatted(name, kept),
            "config delete-checkpoint " + name,
            SAVE);
    return new ConfigSyntax.Script(
        forward,
        back,
        files,
        List.of(
            "the present CONFIG_DB is not known as a whole: config load merges the fields and"
                + " leaves all others, and a checkpoint on the switch keeps what was there; the"
                + " undo needs config reload, which restarts services and takes ports down, on"
                + " releases whose config rollback refuses RDMA's tables"));
  }
}
