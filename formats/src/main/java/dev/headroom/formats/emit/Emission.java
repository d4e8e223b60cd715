package dev.headroom.formats.emit;

import java.util.List;

/**
 * Settings of one device in its language.
 *
 * @param device its name
 * @param language as commands name it
 * @param changes each wanted knob that differs, also those that are refused
 * @param steps in the order to take them
 * @param notes limits of the device that no value shows; a sentence each
 */
public record Emission(
    String device,
    String language,
    List<DeviceChange> changes,
    List<EmittedStep> steps,
    List<String> notes) {

  /** Keeps copies. */
  public Emission {
    changes = List.copyOf(changes);
    steps = List.copyOf(steps);
    notes = List.copyOf(notes);
  }

  /** All edits, in order. */
  public List<StatementEdit> edits() {
    return steps.stream().flatMap(step -> step.edits().stream()).toList();
  }

  /** All files, in the order of the steps. */
  public List<EmittedFile> files() {
    return steps.stream().flatMap(step -> step.files().stream()).toList();
  }

  /** Changes that the device cannot make. */
  public List<DeviceChange> refused() {
    return changes.stream().filter(DeviceChange::isRefused).toList();
  }

  /** Whether the device has all values already. */
  public boolean isEmpty() {
    return steps.isEmpty();
  }
}
