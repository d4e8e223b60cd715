package dev.headroom.formats.emit;

import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Map;

/** Language of a switch for writing: its tables, and the names that a configuration uses. */
public interface SwitchWriter {
  /** As commands name it: {@code sonic}. */
  String word();

  /** As its vendor does. */
  String title();

  ConfigSyntax syntax();

  /** Whether a configuration of this vendor is in this language: a vendor may have two. */
  default boolean isOf(HostFacts host) {
    return true;
  }

  /** Lines in which the device shows a statement. */
  default List<String> lines(String statement) {
    return List.of(statement);
  }

  /** Holes that knobs fill, with their rows of the table of settings. */
  List<ValueHole> values();

  /** The table of statements, in the order of the steps. */
  List<StatementForm> forms();

  /** Names of the objects that the present configuration uses for a class of a port. */
  ObjectNames names(HostFacts host);

  /** The usual name of a port, by its number from 0. */
  String port(int number);

  /** Command that shows the result of a step, by step. */
  Map<EmitStep, String> checks();

  /** Knobs that the device has no setting for, with the reason. */
  default Map<String, String> missing() {
    return Map.of();
  }

  /** Values that a device has without a setting, so that only others are refused. */
  default Map<String, String> fixed() {
    return Map.of();
  }

  /** Knobs that cannot be set together with another one: knob, and the one that counts. */
  default Map<String, String> exclusions() {
    return Map.of();
  }

  /** Knobs that only a command with the name of a port sets, with the command. */
  default Map<String, String> ofNamedPorts() {
    return Map.of();
  }

  /** Texts of settings that relations need where a configuration has none, by setting. */
  default Map<String, String> usual() {
    return Map.of();
  }

  /** Effects of a step on traffic, a sentence each. */
  default Map<EmitStep, String> warnings() {
    return Map.of();
  }

  /** Limits of the device that no value shows, a sentence each. */
  default List<String> notes(Map<String, String> wanted) {
    return List.of();
  }

  /** What the configuration needs beside the statements of a plan, a sentence each. */
  default List<String> gaps(ConfigState before, ConfigState after) {
    return List.of();
  }

  /** Whether weights are percent, so that they cannot be above 100 in sum. */
  default boolean hasPercentShares() {
    return false;
  }

  /** Names of objects by hole. */
  @FunctionalInterface
  interface ObjectNames {
    /**
     * Of one class of a port.
     *
     * @param queue of the class's packets
     */
    Map<String, String> of(String port, int trafficClass, int queue);

    /**
     * The same where a class may take an object that has its values already.
     *
     * @param values what the class is to have, by hole, as the device writes it
     */
    default Map<String, String> of(
        String port, int trafficClass, int queue, Map<String, String> values) {
      return of(port, trafficClass, queue);
    }

    /** What puts DSCPs of a port into classes, where the first one that matches decides. */
    default List<DscpSorter> sorters(String port) {
      return List.of();
    }
  }
}
