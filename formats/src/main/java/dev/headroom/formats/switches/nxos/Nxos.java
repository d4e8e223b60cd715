package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.switches.CommandSyntax;
import dev.headroom.formats.switches.LossCounterKeys;
import dev.headroom.formats.switches.PacketLoss;
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

/** Vendor Cisco NX-OS. */
public final class Nxos implements SwitchVendor {
  /** How often the watchdog shut a class. */
  private static final Pattern SHUT =
      Pattern.compile("counter\\.watchdog\\.group-(\\d)\\.shutdown");

  /** Classes by the names of policies. */
  private static final Pattern OUT =
      Pattern.compile("counter\\.policy\\.queuing\\.output\\.([\\w-]+)\\.queue-dropped-pkts");

  /** The port on the way in, and its classes. */
  private static final Pattern IN =
      Pattern.compile(
          "counter\\.(?:port-ingress\\.[\\w-]*drop-pkts|group-(\\d)\\.pkts-discarded-on-ingress)");

  @Override
  public Optional<SwitchQos> qos(HostFacts host) {
    return new NxosConfiguration(host).read();
  }

  @Override
  public List<SwitchWriter> writers() {
    return List.of(new NxosWriter());
  }

  @Override
  public List<DeviceSetting> settingTable() {
    return NxosSettings.TABLE;
  }

  @Override
  public SwitchSettings settings(HostFacts host, SwitchQos qos) {
    return NxosSettings.read(host, qos);
  }

  @Override
  public List<FormatReader> readers() {
    return List.of(
        new NxosPfcReader(),
        new QueuingReader(),
        new NexusQueuingReader(),
        new NxosPolicyReader(),
        new NxosBriefReader(),
        new NxosWatchdogReader(),
        new NxosTransceiverReader());
  }

  @Override
  public Optional<SwitchJsonMembers> json(FactSink sink) {
    return Optional.of((line, path, member, key, value) ->
        NxosJson.addNormalized(line, path, member, key, value, sink));
  }

  @Override
  public Optional<CommandSyntax> commands() {
    return Optional.of(
        new CommandSyntax(
            List.of(
                "!Command: show running.*",
                "feature \\w+.*",
                "vdc .*",
                "version \\d\\S* Bios.*",
                "priority-flow-control .*",
                "system qos"),
            List.of("!", "feature ", "vdc ", "version ", "priority-flow-control ", "qos"),
            List.of(CommandSyntax.Prompt.of("config-if.*", "interface Ethernet"))));
  }

  @Override
  public List<WatchdogStorms> watchdogStorms(HostFacts host) {
    List<WatchdogStorms> storms = new ArrayList<>();
    for (Subject port : host.facts().subjects(SubjectKind.SWITCH_PORT)) {
      for (Fact shut : host.facts().firstFactsOf(port, key -> SHUT.matcher(key).matches())) {
        Matcher group = SHUT.matcher(shut.key());
        if (group.matches()) {
          storms.add(
              new WatchdogStorms(
                  port.name() + " class " + group.group(1),
                  ValueParser.wholeNumber(shut.value()).orElse(2L),
                  OptionalLong.empty(),
                  Optional.empty(),
                  shut.evidence(),
                  ""));
        }
      }
    }
    return storms;
  }

  @Override
  public Optional<PacketLoss> loss(Subject subject, String key) {
    Matcher out = OUT.matcher(key);
    if (out.matches()) {
      return Optional.of(LossCounterKeys.ofClass(LossCounterKeys.OUT, out.group(1)));
    }
    Matcher in = IN.matcher(key);
    if (!in.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        in.group(1) == null
            ? PacketLoss.ofPort(LossCounterKeys.IN)
            : LossCounterKeys.ofClass(LossCounterKeys.IN, in.group(1)));
  }
}
