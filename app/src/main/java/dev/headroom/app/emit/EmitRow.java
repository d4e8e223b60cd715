package dev.headroom.app.emit;

import dev.headroom.audit.emit.DeviceEmission;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Exactness;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Row of the table of what devices can be told.
 *
 * @param knob by name
 * @param language as commands name it
 * @param answer {@code written}, {@code rounded}, {@code refused}, or {@code has it} where the
 *     device has the value already
 * @param text the setting with its value, or why not
 * @param devices which devices it is of
 */
public record EmitRow(
    String knob, String language, String answer, String text, List<String> devices) {
  private static final String HAS_IT = "has it";

  /** Keeps a copy. */
  public EmitRow {
    devices = List.copyOf(devices);
  }

  /** All rows of a plan, by knob. */
  public static List<EmitRow> of(EmitPlan plan) {
    Map<List<String>, Set<String>> rows = new LinkedHashMap<>();
    for (DeviceEmission device : plan.devices()) {
      for (DeviceEmission.Part part : device.parts()) {
        String language = part.language().word();
        Set<String> unchanged = new HashSet<>(part.known());
        for (DeviceChange change : part.emission().changes()) {
          unchanged.remove(change.knob());
          add(rows, change.knob(), language, change, device.device());
        }
        if (!device.isPresent()) {
          unchanged.clear();
        }
        unchanged.forEach(knob ->
            rows.computeIfAbsent(List.of(knob, language, HAS_IT, ""), _ -> new HashSet<>())
                .add(device.device()));
      }
    }
    Map<String, List<EmitRow>> byKnob = new TreeMap<>();
    rows.forEach((cells, devices) ->
        byKnob
            .computeIfAbsent(cells.getFirst(), _ -> new ArrayList<>())
            .add(
                new EmitRow(
                    cells.get(0),
                    cells.get(1),
                    cells.get(2),
                    cells.get(3),
                    devices.stream().sorted().toList())));
    return byKnob.values().stream().flatMap(List::stream).toList();
  }

  private static void add(
      Map<List<String>, Set<String>> rows,
      String knob,
      String language,
      DeviceChange change,
      String device) {
    String answer =
        switch (change.exactness()) {
          case Exactness.Exact _ -> "written";
          case Exactness.Rounded _ -> "rounded";
          case Exactness.Refused _ -> "refused";
        };
    String value =
        change.from().map(from -> from.strip() + " -> ").orElse("") + change.to().strip();
    String text =
        switch (change.exactness()) {
          case Exactness.Exact _ -> change.setting() + " " + value;
          case Exactness.Rounded rounded -> change.setting() + " " + value + ": " + rounded.text();
          case Exactness.Refused refused -> refused.reason();
        };
    rows.computeIfAbsent(List.of(knob, language, answer, text), _ -> new HashSet<>()).add(device);
  }
}
