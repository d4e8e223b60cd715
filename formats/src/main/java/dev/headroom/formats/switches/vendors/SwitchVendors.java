package dev.headroom.formats.switches.vendors;

import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.switches.CommandSyntax;
import dev.headroom.formats.switches.HeadroomUse;
import dev.headroom.formats.switches.LossCounterKeys;
import dev.headroom.formats.switches.PacketLoss;
import dev.headroom.formats.switches.PfcLog;
import dev.headroom.formats.switches.QueueTraffic;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.SwitchVendor;
import dev.headroom.formats.switches.TableInterpreter;
import dev.headroom.formats.switches.WatchdogStorms;
import dev.headroom.formats.switches.cumulus.Cumulus;
import dev.headroom.formats.switches.eos.Eos;
import dev.headroom.formats.switches.junos.Junos;
import dev.headroom.formats.switches.nvue.Nvue;
import dev.headroom.formats.switches.nxos.Nxos;
import dev.headroom.formats.switches.onyx.Onyx;
import dev.headroom.formats.switches.os10.Os10;
import dev.headroom.formats.switches.sonic.Sonic;
import dev.headroom.unit.Extension;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Registry of all switch vendors, a line each, with combined queries where the vendor is unknown.
 */
public final class SwitchVendors {
  /** A configuration that two of them could take is that of the one that is named first. */
  private static final List<SwitchVendor> ALL =
      Extension.with(
          List.of(
              new Sonic(),
              new Onyx(),
              new Os10(),
              new Eos(),
              new Nxos(),
              new Nvue(),
              new Junos(),
              new Cumulus()),
          SwitchVendor.class);

  private static final Pattern THINGS =
      Pattern.compile(
          ALL.stream()
              .flatMap(vendor -> vendor.subjectPatterns().stream())
              .collect(Collectors.joining("|")));

  private SwitchVendors() {}

  private record Found(Optional<SwitchQos> qos) {}

  /** What a switch does with RDMA's class; none where nothing looks like a configuration of one. */
  public static Optional<SwitchQos> qos(HostFacts host) {
    return host.view(Found.class, SwitchVendors::find).qos();
  }

  /** Values of a switch's settings that the simulator has knobs for. */
  public static SwitchSettings settings(HostFacts host) {
    for (SwitchVendor vendor : ALL) {
      Optional<SwitchQos> qos = vendor.qos(host);
      if (qos.isPresent()) {
        return vendor.settings(host, qos.get());
      }
    }
    return SwitchSettings.NONE;
  }

  /** The tables of settings of all languages. */
  public static List<DeviceSetting> settingTables() {
    return ALL.stream().flatMap(vendor -> vendor.settingTable().stream()).toList();
  }

  /** Writers of all languages. */
  public static List<SwitchWriter> writers() {
    return ALL.stream().flatMap(vendor -> vendor.writers().stream()).toList();
  }

  /** The writer of the language that a switch's configuration is in. */
  public static Optional<SwitchWriter> writer(HostFacts host) {
    return ALL.stream()
        .filter(vendor -> vendor.qos(host).isPresent())
        .findFirst()
        .flatMap(vendor -> vendor.writers().stream().filter(each -> each.isOf(host)).findFirst());
  }

  private static Found find(HostFacts host) {
    return new Found(
        ALL.stream().map(vendor -> vendor.qos(host)).flatMap(Optional::stream).findFirst());
  }

  /** Whether only a switch has a thing of this name. */
  public static boolean isSwitchSubject(String thing) {
    return THINGS.matcher(thing).matches();
  }

  /** Their readers, vendor by vendor. */
  public static List<FormatReader> readers() {
    return ALL.stream().flatMap(vendor -> vendor.readers().stream()).toList();
  }

  /** How their configurations are known for ones. */
  public static List<CommandSyntax> commands() {
    return all(SwitchVendor::commands);
  }

  /** What tables of their show commands mean. */
  public static List<TableInterpreter> tables() {
    return all(SwitchVendor::tables);
  }

  /** Their logs. */
  public static List<PfcLog> logs() {
    return all(SwitchVendor::log);
  }

  private static <T> List<T> all(Function<SwitchVendor, Optional<T>> of) {
    return ALL.stream().map(of).flatMap(Optional::stream).toList();
  }

  static Stream<SwitchVendor> each() {
    return ALL.stream();
  }

  /** What watchdogs counted, queue by queue. */
  public static List<WatchdogStorms> watchdogStorms(HostFacts host) {
    return ALL.stream().flatMap(vendor -> vendor.watchdogStorms(host).stream()).toList();
  }

  /** Bytes that egress queues sent, queue by queue. */
  public static List<QueueTraffic> queueTraffic(HostFacts host) {
    return Stream.concat(
            QueueTraffic.ofPorts(host).stream(),
            ALL.stream().flatMap(vendor -> vendor.queueTraffic(host).stream()))
        .toList();
  }

  /** Watermarks of the headroom of priority groups. */
  public static List<HeadroomUse> headroomUse(HostFacts host) {
    return ALL.stream().flatMap(vendor -> vendor.headroomUse(host).stream()).toList();
  }

  /** What a counter counts that was lost; empty if it counts anything else. */
  public static Optional<PacketLoss> loss(Subject subject, String key) {
    return LossCounterKeys.of(key)
        .or(() -> ALL.stream().flatMap(vendor -> vendor.loss(subject, key).stream()).findFirst());
  }

  /** Which commands and files tell of a topic, as a person would ask for them. */
  public static String commandsText(SwitchTopic topic) {
    return Stream.concat(
            Stream.of(topic.builtInCommands()),
            ALL.stream().map(vendor -> vendor.commandsFor(topic)).filter(words -> !words.isEmpty()))
        .collect(Collectors.joining(", "));
  }
}
