package dev.headroom.formats.switches.eos;

import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.switches.CommandForm;
import dev.headroom.formats.switches.QueueStorms;
import dev.headroom.formats.switches.SwitchMembers;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchVendor;
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
  public List<Reader> readers() {
    return List.of(new EosPfcReader(), new ModuleHardwareReader());
  }

  @Override
  public Optional<SwitchMembers> json(FactSink sink) {
    return Optional.of(new EosMembers(sink));
  }

  @Override
  public Optional<CommandForm> commands() {
    return Optional.of(
        new CommandForm(
            List.of(
                "! Command: show running.*",
                "qos profile .*",
                "qos map .*",
                "transceiver qsfp .*",
                "priority-flow-control .*",
                "qos (?:random|rewrite|tx-queue).*"),
            List.of("!", "qos", "transceiver qsfp ", "priority-flow-control "),
            List.of(CommandForm.Prompt.of("config-if.*", "interface Ethernet"))));
  }

  @Override
  public List<QueueStorms> storms(HostFacts host) {
    List<QueueStorms> storms = new ArrayList<>();
    for (Subject row : host.facts().subjects(Thing.ITEM)) {
      Matcher queue = STUCK.matcher(row.name());
      Known<Long> stuck = host.facts().number(row, "stuckCount");
      if (queue.matches() && stuck.where().isPresent()) {
        storms.add(
            new QueueStorms(
                queue.group(1) + " queue " + queue.group(2),
                stuck.get(),
                OptionalLong.of(host.facts().number(row, "recoveryCount").orElse(0L)),
                Optional.empty(),
                stuck.where().get(),
                ""));
      }
    }
    return storms;
  }
}
