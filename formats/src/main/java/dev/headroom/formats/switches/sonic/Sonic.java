package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.switches.CommandForm;
import dev.headroom.formats.switches.PfcLog;
import dev.headroom.formats.switches.QueueStorms;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchVendor;
import dev.headroom.formats.switches.TableMeaning;
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
  public List<Reader> readers() {
    return List.of(
        new SonicLogReader(),
        new PgProfileReader(),
        new SonicModuleReader(),
        new SonicShellReader(),
        new SonicPortReader(),
        new BareTableReader());
  }

  @Override
  public Optional<CommandForm> commands() {
    return Optional.of(
        new CommandForm(
            List.of("qos map .*"),
            List.of("qos"),
            List.of(CommandForm.Prompt.of("conf-if-(Eth(?:ernet)?\\d[\\d/]*)", "interface "))));
  }

  @Override
  public Optional<TableMeaning> tables() {
    return Optional.of(ConfigDb.TABLES);
  }

  @Override
  public List<String> things() {
    return List.of("(PORT_QOS_MAP|BUFFER_PG|BUFFER_POOL|BUFFER_PROFILE|WRED_PROFILE|QUEUE)\\|.*");
  }

  @Override
  public Optional<PfcLog> log() {
    return Optional.of(new SonicPfcLog());
  }

  @Override
  public List<QueueStorms> storms(HostFacts host) {
    return SonicCounters.storms(host.facts());
  }

  @Override
  public String lost(Subject subject, String key) {
    return SonicCounters.lost(subject, key);
  }
}
