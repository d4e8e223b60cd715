package dev.headroom.audit.emit;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Exactness;
import java.util.ArrayList;
import java.util.List;

/**
 * Plan that brings devices to the settings of a scenario.
 *
 * @param title the scenario's name
 * @param isAgainstBundle whether it has only what changes
 * @param devices each device with its emissions, also devices that need none
 * @param steps in the order to take them
 * @param gaps ports that lack flow control in between; empty for a safe plan
 * @param unsaid knobs that the scenario sets and no known language has a setting for
 * @param notes what was decided, a sentence each
 */
public record EmitPlan(
    String title,
    boolean isAgainstBundle,
    List<DeviceEmission> devices,
    List<PlanStep> steps,
    List<FlowControlGap> gaps,
    List<String> unsaid,
    List<String> notes) {
  /** Keeps copies. */
  public EmitPlan {
    devices = List.copyOf(devices);
    steps = List.copyOf(steps);
    gaps = List.copyOf(gaps);
    unsaid = List.copyOf(unsaid);
    notes = List.copyOf(notes);
  }

  /** The same with more notes, a sentence each. */
  public EmitPlan noting(List<String> more) {
    List<String> all = new ArrayList<>(notes);
    all.addAll(more);
    return new EmitPlan(title, isAgainstBundle, devices, steps, gaps, unsaid, all);
  }

  /** All changes, device by device, also those that are refused. */
  public List<DeviceChange> changes() {
    return devices.stream().flatMap(device -> device.changes().stream()).toList();
  }

  /** Changes that a device cannot make. */
  public List<DeviceChange> refused() {
    return changes().stream().filter(DeviceChange::isRefused).toList();
  }

  /** Changes whose value the device has only nearly. */
  public List<DeviceChange> rounded() {
    return changes().stream()
        .filter(change -> change.exactness() instanceof Exactness.Rounded)
        .toList();
  }

  /** Phases that have steps. */
  public List<PlanPhase> phases() {
    return steps.stream().map(PlanStep::phase).distinct().toList();
  }

  public List<PlanStep> steps(PlanPhase phase) {
    return steps.stream().filter(step -> step.phase() == phase).toList();
  }

  /** Steps of a device, in order. */
  public List<PlanStep> steps(String device) {
    return steps.stream().filter(step -> step.device().equals(device)).toList();
  }

  /** Whether no device needs a change. */
  public boolean isEmpty() {
    return steps.isEmpty();
  }
}
