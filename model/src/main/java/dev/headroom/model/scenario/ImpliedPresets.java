package dev.headroom.model.scenario;

import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.machine.NicProduct;
import dev.headroom.unit.Rate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Presets implied by settings that name a product: a transport, a machine, a NIC, a processor, a
 * switch chip. Each brings the preset of its name, which anything that is said otherwise wins over.
 *
 * <p>What a machine and its NIC both say of PCIe is the lesser of the two, as links train. The NIC
 * of a machine is there only where nothing names another and no port is faster than its: whose
 * links are faster has put another one in.
 */
public final class ImpliedPresets {
  private static final List<Knob<String>> NAMES =
      List.of(PcieKnobs.MACHINE, NicKnobs.MODEL, CpuKnobs.MODEL, SwitchKnobs.MODEL);

  private static final List<Knob<Long>> TRAINED = List.of(PcieKnobs.GENERATION, PcieKnobs.LANES);

  private ImpliedPresets() {}

  /** Whether a knob acts by what it brings alone. */
  public static boolean isName(Knob<?> knob) {
    return knob.equals(NicKnobs.MODEL)
        || knob.equals(CpuKnobs.MODEL)
        || knob.equals(SwitchKnobs.MODEL);
  }

  /**
   * What they bring.
   *
   * @param said what a file and its options set
   * @param ports rates of the ports of hosts
   */
  public static Settings by(Settings said, Collection<Rate> ports) {
    return preset(said, TransportKnobs.TRANSPORT).with(ofThings(said, ports));
  }

  /**
   * A preset without what it would be brought anyway, by the machine or the chip that it names: of
   * one that stands for such a thing its name alone is left, and what a user has changed of it.
   */
  static Settings asName(Settings preset) {
    return NAMES.stream()
        .filter(preset::isSet)
        .findFirst()
        .map(name -> preset.without(impliedKnobs(preset, name)))
        .orElse(preset);
  }

  private static List<Knob<?>> impliedKnobs(Settings preset, Knob<?> name) {
    Settings brought = preset(preset, name);
    return Knobs.all().stream()
        .filter(knob -> !knob.equals(name) && preset.isSet(knob) && brought.isSet(knob))
        .filter(knob -> preset.find(knob).equals(brought.find(knob)))
        .<Knob<?>>map(knob -> knob)
        .toList();
  }

  /**
   * The rate of hosts' links where a file gives none: that of the NIC that is named, or brought.
   */
  static Optional<Rate> portRate(Settings said) {
    return said.isSet(NicKnobs.MODEL)
        ? NicProduct.named(said.get(NicKnobs.MODEL)).map(NicProduct::portRate)
        : MachineCatalogue.named(said.get(PcieKnobs.MACHINE))
            .map(machine -> machine.rails().nicRate());
  }

  /**
   * What is set for some nodes, with what that brings there. What all nodes are brought and these
   * are not goes back to its default, or where that is none to the end of its range.
   *
   * @param everywhere what the file and its options set for all nodes
   * @param own what they set for these
   * @param ports rates of the ports of these, of hosts
   */
  static Settings atNodes(Settings everywhere, Settings own, Collection<Rate> ports) {
    if (NAMES.stream().noneMatch(own::isSet)) {
      return own;
    }
    Settings both = everywhere.with(own);
    Settings elsewhere = ofThings(everywhere, ports);
    Settings here = ofThings(both, ports);
    Settings brought = Settings.DEFAULTS;
    for (Knob<?> knob : Knobs.all()) {
      if (!both.isSet(knob) && !here.print(knob).equals(elsewhere.print(knob))) {
        brought = brought.with(knob, here.print(knob).orElseGet(() -> knob.range().getLast()));
      }
    }
    return brought.with(own);
  }

  private static Settings ofThings(Settings said, Collection<Rate> ports) {
    Settings machine = preset(said, PcieKnobs.MACHINE);
    if (!fits(machine, ports)) {
      machine = machine.without(List.of(NicKnobs.MODEL));
    }
    Settings nic = preset(machine.with(said), NicKnobs.MODEL);
    Settings result = processor(machine.with(said)).with(nic).with(machine);
    for (Knob<Long> knob : TRAINED) {
      if (nic.isSet(knob) && machine.isSet(knob)) {
        result = result.with(knob, Math.min(nic.get(knob), machine.get(knob)));
      }
    }
    return result.with(preset(said, SwitchKnobs.MODEL));
  }

  /** Who says what a root complex passes on and no more says it of reads too. */
  private static Settings processor(Settings said) {
    Settings brought = preset(said, CpuKnobs.MODEL);
    return said.isSet(PcieKnobs.PEER_RATE) && !said.isSet(PcieKnobs.PEER_READ_RATE)
        ? brought.without(List.of(PcieKnobs.PEER_READ_RATE))
        : brought;
  }

  private static boolean fits(Settings machine, Collection<Rate> ports) {
    return NicProduct.named(machine.get(NicKnobs.MODEL))
        .map(NicProduct::portRate)
        .filter(rate -> ports.stream().anyMatch(port -> port.bps() > rate.bps()))
        .isEmpty();
  }

  private static Settings preset(Settings said, Knob<?> name) {
    return said.isSet(name)
        ? said.print(name)
            .flatMap(Presets::named)
            .map(Presets.Preset::settings)
            .orElse(Settings.DEFAULTS)
        : Settings.DEFAULTS;
  }
}
