package dev.headroom.formats.nic;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.emit.PlacedStatement;
import dev.headroom.formats.emit.StatementEdit;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.DeviceRange;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.KnobTexts;
import dev.headroom.formats.setting.SettingRelation;
import dev.headroom.formats.setting.SettingScale;
import dev.headroom.formats.setting.SettingValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Emission of a NIC's wanted knobs to one interface of its driver, its firmware or the kernel:
 * commands in force now, the check and the undo of each, and the file that makes them last. Without
 * present values it writes all of them and has no undo.
 */
public final class NicEmitter {
  private final NicLanguage language;
  private final WantedNic wanted;
  private final Optional<HostFacts> current;
  private final CnpDscp cnps;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final List<DeviceChange> changes = new ArrayList<>();
  private final Map<String, String> achieved = new LinkedHashMap<>();
  private final Set<String> carried = new HashSet<>();

  /** All values, also those that are there: a file that makes them last has all of them. */
  private final List<NicAssignment> lasting = new ArrayList<>();

  private NicEmitter(NicLanguage language, WantedNic wanted, Optional<HostFacts> current) {
    this.language = language;
    this.wanted = wanted;
    this.current = current;
    cnps = new CnpDscp(wanted, current);
    NicIdentity nic = wanted.nic();
    names.put("device", nic.device());
    names.put("interface", nic.netdev());
    names.put("priority", String.valueOf(nic.priority()));
    names.put("port", String.valueOf(nic.portOfCard()));
    nic.pci().ifPresent(pci -> names.put("pci", pci));
  }

  /** Emission for one NIC. */
  public static Emission emit(NicLanguage language, WantedNic wanted, Optional<HostFacts> current) {
    return new NicEmitter(language, wanted, current).emission();
  }

  private Emission emission() {
    List<NicAssignment> assignments = new ArrayList<>();
    for (DeviceSetting row : rows()) {
      Optional<String> value = Optional.ofNullable(wanted.knobs().get(row.knob()));
      value.flatMap(knob -> assignment(row, knob)).ifPresent(assignments::add);
    }
    refuseMissing();
    changes.removeIf(change -> change.isRefused() && carried.contains(change.knob()));
    List<String> notes = NicTraps.notes(language, wanted.knobs());
    return new Emission(
        wanted.host(),
        language.word(),
        changes,
        assignments.isEmpty() ? List.of() : List.of(step(assignments)),
        notes);
  }

  /**
   * Rows of this interface. In debugfs a priority of CNPs puts the NIC into a mode in which their
   * DSCP does not count (mlx5, {@code cong.c}), so that the DSCP alone is written.
   */
  private List<DeviceSetting> rows() {
    return NicSettings.tables().stream()
        .filter(row -> row.site().device().equals(language.device()) && row.hasKnob())
        .filter(row -> !row.name().equals("np_cnp_prio"))
        .filter(this::isOfAlgorithm)
        .toList();
  }

  /** Of irdma's two switches, the module's is for DCQCN, and the files of a NIC for the others. */
  private boolean isOfAlgorithm(DeviceSetting row) {
    boolean isFile = row.site().place().startsWith("/sys/kernel/config/irdma/");
    boolean ofFile = !wanted.knobs().getOrDefault(row.knob(), "dcqcn").matches("dcqcn|none");
    return language != NicLanguage.IRDMA
        || !row.knob().equals("congestion.algorithm")
        || isFile == ofFile;
  }

  private Optional<SettingValue> present(DeviceSetting row) {
    return current.stream()
        .flatMap(host -> NicSettings.allOf(host, wanted.nic()).stream())
        .filter(value -> value.setting().equals(row))
        .findFirst();
  }

  private Optional<NicAssignment> assignment(DeviceSetting row, String knob) {
    double reference = reference(row.relation());
    Optional<String> value = row.toDevice(knob, reference);
    if (value.isEmpty()) {
      refuse(row.knob(), knob, DeviceRange.text(row));
      return Optional.empty();
    }
    if (isWithoutOwnDriver()) {
      refuse(
          row.knob(),
          knob,
          ("no input shows the files of Broadcom's own driver,"
                  + " /sys/kernel/config/bnxt_re/%s/ports/1/cc: the kernel's driver has none. With"
                  + " that driver, make the folder /sys/kernel/config/bnxt_re/%s, collect the host"
                  + " again, and make the plan again")
              .formatted(wanted.nic().device(), wanted.nic().device()));
      return Optional.empty();
    }
    String back = row.toKnob(value.get(), reference).orElseThrow();
    Optional<SettingValue> now = present(row);
    boolean same =
        now.flatMap(each -> knobNow(row, each))
            .filter(text -> KnobTexts.areEqual(row.knob(), text, back))
            .isPresent();
    if (CnpDscp.isSetBy(row)) {
      value =
          Optional.of(
              String.valueOf(cnps.of(Integer.parseInt(back), now.flatMap(NicEmitter::dscp))));
    }
    achieved.put(row.name(), value.get());
    Optional<String> place = StatementForm.fill(row.site().place(), names);
    Map<String, String> holes = new LinkedHashMap<>(names);
    holes.put("value", "{value}");
    Optional<String> form = StatementForm.fill(row.site().form(), holes);
    if (place.isEmpty() || form.isEmpty()) {
      refuse(row.knob(), knob, "no input says the " + unknown(row) + " of the NIC");
      return Optional.empty();
    }
    carried.add(row.knob());
    Optional<String> before = now.map(SettingValue::written);
    DeviceChange change =
        new DeviceChange(
            wanted.host(),
            row.name(),
            place.get(),
            before,
            written(value.get()),
            row.knob(),
            knob,
            KnobTexts.areEqual(row.knob(), knob, back)
                ? new Exactness.Exact()
                : new Exactness.Rounded(knob, back));
    NicAssignment assignment =
        new NicAssignment(
            place.get(), form.get(), before.map(this::plain), written(value.get()), change);
    lasting.add(assignment);
    if (same) {
      return Optional.empty();
    }
    changes.add(change);
    return Optional.of(assignment);
  }

  /** The knob's value today; of a DSCP the class that it goes to. */
  private Optional<String> knobNow(DeviceSetting row, SettingValue now) {
    return CnpDscp.isSetBy(row)
        ? dscp(now).map(dscp -> String.valueOf(cnps.classOf(dscp)))
        : now.knobValue();
  }

  private static Optional<Integer> dscp(SettingValue value) {
    String text = value.written().strip();
    return text.matches("\\d{1,2}|0x[0-9a-fA-F]{1,2}")
        ? Optional.of(Integer.decode(text.replaceFirst("^0+(?=\\d)", "")))
        : Optional.empty();
  }

  /** mlxconfig prints a word and its number, and takes the number: {@code True(1)}. */
  private String plain(String printed) {
    return language == NicLanguage.MLXCONFIG
        ? printed.replaceFirst("^.*\\((\\w+)\\)$", "$1")
        : printed;
  }

  /** Whether a host is known, and shows none of the files that only Broadcom's driver has. */
  private boolean isWithoutOwnDriver() {
    return language == NicLanguage.BNXT
        && current.isPresent()
        && BnxtSettings.of(current.get(), wanted.nic()).isEmpty();
  }

  private String unknown(DeviceSetting row) {
    TreeSet<String> holes = new TreeSet<>(StatementForm.holes(row.site().place()));
    holes.addAll(StatementForm.holes(row.site().form()));
    holes.remove("value");
    holes.removeAll(names.keySet());
    return String.join(", ", holes);
  }

  /** bnxt_re prints and takes hexadecimal numbers. */
  private String written(String value) {
    return language == NicLanguage.BNXT && value.matches("\\d+")
        ? "0x" + Long.toHexString(Long.parseLong(value))
        : value;
  }

  private double reference(SettingRelation relation) {
    if (relation.kind() == SettingRelation.Kind.NONE) {
      return Double.NaN;
    }
    if (relation.to().equals("line rate")) {
      return wanted.nic().lineBps();
    }
    for (DeviceSetting row : rows()) {
      if (row.name().equals(relation.to()) && row.scale() instanceof SettingScale.Steps steps) {
        String known = achieved.get(row.name());
        return known == null
            ? present(row).map(SettingValue::amount).orElse(Double.NaN)
            : steps.amount(known);
      }
    }
    return Double.NaN;
  }

  private void refuse(String knob, String value, String reason) {
    DeviceChange refused =
        DeviceChange.refused(wanted.host(), knob, value, language.device() + ": " + reason);
    if (!changes.contains(refused)) {
      changes.add(refused);
    }
  }

  /** Knobs of NICs that this interface has no setting for. */
  private void refuseMissing() {
    List<DeviceSetting> own = rows();
    wanted
        .knobs()
        .forEach((knob, value) -> {
          boolean ofNics = NicSettings.tables().stream().anyMatch(row -> row.knob().equals(knob));
          boolean isKernel =
              HostSettings.TABLE.stream().anyMatch(row -> row.knob().equals(knob))
                  != (language == NicLanguage.SYSCTL || language == NicLanguage.ETHTOOL);
          if (ofNics && !isKernel && own.stream().noneMatch(row -> row.knob().equals(knob))) {
            refuse(knob, value, "it has no setting for it");
          }
        });
  }

  private EmittedStep step(List<NicAssignment> assignments) {
    NicCommands commands = new NicCommands(language, wanted.nic(), lasting);
    List<StatementEdit> edits =
        assignments.stream()
            .map(each ->
                new StatementEdit(
                    each.place(),
                    each.text(),
                    each.undo().map(text -> new PlacedStatement(each.place(), text)).stream()
                        .toList(),
                    "",
                    false))
            .toList();
    List<EmittedFile> files = commands.files();
    return new EmittedStep(
        EmitStep.CONTROL,
        edits,
        commands.forward(assignments),
        commands.checks(assignments),
        commands.undo(assignments),
        files,
        warnings(assignments));
  }

  /** What the step does to traffic, and what its undo leaves. */
  private List<String> warnings(List<NicAssignment> assignments) {
    List<String> warnings = new ArrayList<>();
    if (!language.warning().isEmpty()) {
      warnings.add(language.warning());
    }
    List<String> kept =
        assignments.stream()
            .filter(each -> each.before().isEmpty())
            .map(each -> each.change().setting())
            .distinct()
            .toList();
    if (current.isPresent() && !kept.isEmpty()) {
      warnings.add(
          "its undo leaves the new values of %s: no input shows those from before"
              .formatted(String.join(", ", kept)));
    }
    return warnings;
  }
}
