package dev.headroom.tune.advice;

import dev.headroom.model.fabric.BroadcomProfile;
import dev.headroom.model.fabric.SonicProfile;
import dev.headroom.model.fabric.SwitchAsic;
import dev.headroom.model.fabric.SwitchModel;
import dev.headroom.model.scenario.Presets;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Switch chip with its ports at one rate.
 *
 * @param model the chip
 * @param rate of the ports
 * @param count ports of that rate
 */
public record ChipPorts(SwitchModel model, Rate rate, int count) {
  /** Lanes of a port, into which it can be split at most. */
  private static final int MOST_SPLIT = 8;

  private static final int PORT_MTU = 9100;

  /**
   * The ports of a chip.
   *
   * @param name with or without a hyphen: {@code tomahawk5}
   * @param wanted ports of that rate; 0 for all that the chip can be split into: a fast port
   *     becomes two, four or eight of a half, a quarter or an eighth of its rate
   * @throws AdviceException if there is no such chip, or it has no such ports
   */
  public static ChipPorts of(String name, Rate rate, int wanted) {
    SwitchModel model = named(name);
    if (rate.bps() > model.portRate().bps()) {
      throw new AdviceException(
          "%s has no ports of %s; its fastest ports have %s"
              .formatted(model.model(), rate, model.portRate()));
    }
    int split = 1;
    while (split < MOST_SPLIT && model.portRate().bps() / (2L * split) >= rate.bps()) {
      split *= 2;
    }
    int most = model.ports() * split;
    if (wanted != 0 && (wanted < 2 || wanted > most)) {
      throw new AdviceException(
          "%d ports of %s: %s has 2 to %d of them".formatted(wanted, rate, model.model(), most));
    }
    return new ChipPorts(model, rate, wanted == 0 ? most : wanted);
  }

  private static SwitchModel named(String name) {
    String wanted = name.toLowerCase(Locale.ROOT).replace("-", "");
    SwitchModel found =
        Stream.of(SwitchModel.values())
            .filter(each -> each.model().replace("-", "").equals(wanted))
            .findFirst()
            .orElseThrow(() -> unknown(name));
    if (found.isInfiniband()) {
      throw new AdviceException(
          found.model()
              + " is an InfiniBand chip: its links have credits, and need neither PFC nor ECN "
              + "thresholds");
    }
    return found;
  }

  private static AdviceException unknown(String name) {
    return new AdviceException(
        "'%s' is not a known chip; known are %s"
            .formatted(
                name,
                Stream.of(SwitchModel.values())
                    .filter(each -> !each.isInfiniband())
                    .map(each -> each.model().replace("-", ""))
                    .collect(Collectors.joining(", "))));
  }

  /** Bytes of the chip's packet buffer. */
  public long bufferBytes() {
    return Size.parse(preset("fabric.switches.buffer")).bytes();
  }

  /** Unit in which the chip gives out its buffer, in bytes. */
  public long cellBytes() {
    return Size.parse(preset("fabric.switches.cell")).bytes();
  }

  private String preset(String knob) {
    return Optional.ofNullable(Presets.named(model.model()).orElseThrow().written().get(knob))
        .orElseThrow();
  }

  /**
   * PFC headroom of a port after XOFF, in bytes: SONiC's formula for NVIDIA's chips, and the table
   * that Dell ships with SONiC for Broadcom's.
   *
   * @throws AdviceException if the table has no such rate or cable
   */
  public long headroomBytes(Length cable) {
    Optional<BroadcomProfile.Chip> broadcom = broadcom();
    try {
      return broadcom.isPresent()
          ? BroadcomProfile.of(broadcom.get(), rate, cable).xoffBytes()
          : SonicProfile.of(SonicProfile.Port.of(asic(), rate, cable, PORT_MTU)).xoffBytes();
    } catch (IllegalArgumentException e) {
      throw new AdviceException(model.model() + ": " + e.getMessage());
    }
  }

  /** Where that headroom is from. */
  public String headroomSource() {
    return broadcom()
        .map(chip ->
            "sonic-buildimage, "
                + chip.source()
                + ": the shortest listed cable that is "
                + "long enough")
        .orElse("sonic-swss, buffer_headroom_mellanox.lua: packets of 64 B, port MTU 9100");
  }

  private Optional<BroadcomProfile.Chip> broadcom() {
    return Stream.of(BroadcomProfile.Chip.values())
        .filter(each -> each.name().equals(model.name().replace("_", "")))
        .findFirst();
  }

  private SwitchAsic asic() {
    return SwitchAsic.valueOf(model.name().replace("_", ""));
  }
}
