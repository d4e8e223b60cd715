package dev.headroom.formats.switches;

import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.setting.DeviceSetting;
import java.util.List;
import java.util.Optional;

/**
 * Switch vendor: the language of its configurations and the outputs of its commands. A vendor is a
 * package with a class of this type in it, and a line in {@code
 * formats.switches.vendors.SwitchVendors}, or in the list of a jar's extension.
 *
 * <p>What a vendor does not say is left as it stands here: nothing of its own.
 */
public interface SwitchVendor {
  /** What a switch does with RDMA's class; none where nothing looks like this vendor's language. */
  Optional<SwitchQos> qos(HostFacts host);

  /** Readers of what its commands print and its files hold. */
  default List<FormatReader> readers() {
    return List.of();
  }

  /** What its JSON says, for one document; none if it says nothing that its texts say. */
  default Optional<SwitchJsonMembers> json(FactSink sink) {
    return Optional.empty();
  }

  /** How a configuration of commands is known for one. */
  default Optional<CommandSyntax> commands() {
    return Optional.empty();
  }

  /** What tables of its show commands tell of its configuration. */
  default Optional<TableInterpreter> tables() {
    return Optional.empty();
  }

  /** Patterns of names of things that only such a switch has. */
  default List<String> subjectPatterns() {
    return List.of();
  }

  /** What its log says of priority flow control. */
  default Optional<PfcLog> log() {
    return Optional.empty();
  }

  /** What its watchdog counted, queue by queue. */
  default List<WatchdogStorms> watchdogStorms(HostFacts host) {
    return List.of();
  }

  /** Bytes that egress queues sent, by counters of its own. */
  default List<QueueTraffic> queueTraffic(HostFacts host) {
    return List.of();
  }

  /** Watermarks of the headroom of priority groups. */
  default List<HeadroomUse> headroomUse(HostFacts host) {
    return List.of();
  }

  /** What a counter of its own counts that was lost; empty if it counts anything else. */
  default Optional<PacketLoss> loss(Subject subject, String key) {
    return Optional.empty();
  }

  /** Writers of its languages. */
  default List<SwitchWriter> writers() {
    return List.of();
  }

  /** The table of settings that the simulator has knobs for. */
  default List<DeviceSetting> settingTable() {
    return List.of();
  }

  /**
   * Values of these settings.
   *
   * @param qos what {@link #qos} says of the same switch
   */
  default SwitchSettings settings(HostFacts host, SwitchQos qos) {
    return SwitchSettings.NONE;
  }

  /** Which of its commands or files tell of a topic; blank if none does. */
  default String commandsFor(SwitchTopic topic) {
    return "";
  }
}
