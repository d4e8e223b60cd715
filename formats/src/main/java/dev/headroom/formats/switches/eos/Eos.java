package dev.headroom.formats.switches.eos;

import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.switches.CommandSyntax;
import dev.headroom.formats.switches.SwitchJsonMembers;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.SwitchVendor;
import dev.headroom.formats.switches.WatchdogStorms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Vendor Arista EOS. */
public final class Eos implements SwitchVendor {
  /** How often a queue stood still, of queues where it did. */
  private static final Pattern STUCK =
      Pattern.compile("(?:result\\|\\d\\|)?interfaces\\|([^|]+)\\|txQueues\\|(\\d)");

  @Override
  public Optional<SwitchQos> qos(HostFacts host) {
    return new EosConfiguration(host).read();
  }

  @Override
  public List<SwitchWriter> writers() {
    return List.of(new EosWriter());
  }

  @Override
  public List<DeviceSetting> settingTable() {
    return EosSettings.TABLE;
  }

  @Override
  public SwitchSettings settings(HostFacts host, SwitchQos qos) {
    return EosSettings.read(host, qos);
  }

  @Override
  public List<FormatReader> readers() {
    return List.of(new EosPfcReader(), new ModuleHardwareReader());
  }

  @Override
  public Optional<SwitchJsonMembers> json(FactSink sink) {
    return Optional.of(new EosJsonMembers(sink));
  }

  @Override
  public Optional<CommandSyntax> commands() {
    return Optional.of(
        new CommandSyntax(
            List.of(
                "! Command: show running.*",
                "qos profile .*",
                "qos map .*",
                "transceiver qsfp .*",
                "priority-flow-control .*",
                "qos (?:random|rewrite|tx-queue).*"),
            List.of("!", "qos", "transceiver qsfp ", "priority-flow-control "),
            List.of(CommandSyntax.Prompt.of("config-if.*", "interface Ethernet"))));
  }

  @Override
  public List<WatchdogStorms> watchdogStorms(HostFacts host) {
    List<WatchdogStorms> storms = new ArrayList<>();
    for (Subject row : host.facts().subjects(SubjectKind.ITEM)) {
      Matcher queue = STUCK.matcher(row.name());
      ReportedValue<Long> stuck = host.facts().number(row, "stuckCount");
      if (queue.matches() && stuck.findEvidence().isPresent()) {
        storms.add(
            new WatchdogStorms(
                queue.group(1) + " queue " + queue.group(2),
                stuck.get(),
                OptionalLong.of(host.facts().number(row, "recoveryCount").orElse(0L)),
                Optional.empty(),
                stuck.findEvidence().get(),
                ""));
      }
    }
    return storms;
  }
}
