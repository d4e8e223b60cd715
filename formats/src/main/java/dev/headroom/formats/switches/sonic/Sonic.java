package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.switches.CommandSyntax;
import dev.headroom.formats.switches.HeadroomUse;
import dev.headroom.formats.switches.PacketLoss;
import dev.headroom.formats.switches.PfcLog;
import dev.headroom.formats.switches.QueueTraffic;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.SwitchVendor;
import dev.headroom.formats.switches.TableInterpreter;
import dev.headroom.formats.switches.WatchdogStorms;
import java.util.List;
import java.util.Optional;

/** Vendor SONiC, configured by CONFIG_DB or by the commands of Enterprise SONiC's shell. */
public final class Sonic implements SwitchVendor {
  @Override
  public Optional<SwitchQos> qos(HostFacts host) {
    return new SonicConfiguration(host)
        .read()
        .or(() -> new EnterpriseSonicConfiguration(host).read());
  }

  @Override
  public List<DeviceSetting> settingTable() {
    return SonicSettings.TABLE;
  }

  @Override
  public List<SwitchWriter> writers() {
    return List.of(new SonicWriter(), new EnterpriseSonicWriter());
  }

  @Override
  public SwitchSettings settings(HostFacts host, SwitchQos qos) {
    return SonicSettings.read(host, qos);
  }

  @Override
  public List<FormatReader> readers() {
    return List.of(
        new SonicLogReader(),
        new PgProfileReader(),
        new SonicModuleReader(),
        new SonicShellReader(),
        new EcnQueueReader(),
        new SonicPortReader(),
        new BareTableReader());
  }

  @Override
  public Optional<CommandSyntax> commands() {
    return Optional.of(
        new CommandSyntax(
            List.of("qos map .*"),
            List.of("qos"),
            List.of(CommandSyntax.Prompt.of("conf-if-(Eth(?:ernet)?\\d[\\d/]*)", "interface "))));
  }

  @Override
  public Optional<TableInterpreter> tables() {
    return Optional.of(SonicShowTables.TABLES);
  }

  @Override
  public List<String> subjectPatterns() {
    return List.of("(PORT_QOS_MAP|BUFFER_PG|BUFFER_POOL|BUFFER_PROFILE|WRED_PROFILE|QUEUE)\\|.*");
  }

  @Override
  public Optional<PfcLog> log() {
    return Optional.of(new SonicPfcLog());
  }

  @Override
  public List<WatchdogStorms> watchdogStorms(HostFacts host) {
    return SonicCounters.watchdogStorms(host.facts());
  }

  @Override
  public List<QueueTraffic> queueTraffic(HostFacts host) {
    return SonicCounters.queueTraffic(host.facts());
  }

  @Override
  public List<HeadroomUse> headroomUse(HostFacts host) {
    return SonicCounters.headroomUse(host.facts());
  }

  @Override
  public Optional<PacketLoss> loss(Subject subject, String key) {
    return SonicCounters.loss(subject, key);
  }
}
