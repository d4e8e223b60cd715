package dev.headroom.formats.switches.onyx;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.switches.CommandForm;
import dev.headroom.formats.switches.LostPackets;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchVendor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Vendor Mellanox Onyx (MLNX-OS). */
public final class Onyx implements SwitchVendor {
  private static final Pattern OF_PRIORITY =
      Pattern.compile("counter\\.rx\\.priority\\.(\\d)\\.discard-packets");

  private static final Map<String, String> LOST =
      Map.of(
          "counter.rx.discard-packets", LostPackets.IN,
          "counter.tx.discard-packets", LostPackets.OUT,
          "counter.rx.fcs-errors", LostPackets.BROKEN);

  @Override
  public Optional<SwitchQos> qos(HostFacts host) {
    return new OnyxConfiguration(host).read();
  }

  @Override
  public List<Reader> readers() {
    return List.of(new OnyxPortsReader(), new OnyxPfcReader(), new OnyxRoceReader());
  }

  @Override
  public Optional<CommandForm> commands() {
    return Optional.of(
        new CommandForm(
            List.of(
                "\\s*interface ethernet \\d[\\d/-]* (?:traffic-class|qos|dcb|mtu|pfc-wd|congestion-control|ingress-buffer|egress-buffer)\\b.*",
                "## Running database .*",
                "\\s{0,3}dcb priority-flow-control .*"),
            List.of("interface ", "## Running database ", "priority-flow-control "),
            List.of()));
  }

  @Override
  public String lost(Subject subject, String key) {
    Matcher priority = OF_PRIORITY.matcher(key);
    return priority.matches()
        ? LostPackets.IN + " in class " + priority.group(1)
        : LOST.getOrDefault(key, "");
  }
}
