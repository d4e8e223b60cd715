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
  /** Fewest ports of a switch. */
  public static final int FEWEST = 2;

  /** Lanes of a port, into which it can be split at most. */
  private static final int MOST_SPLIT = 8;

  private static final int PORT_MTU = 9100;

  public ChipPorts {
    int most = most(model, rate);
    if (count < FEWEST || count > most) {
      throw new AdviceException(
          "ports %d: %s has %d to %d of %s".formatted(count, model.model(), FEWEST, most, rate));
    }
  }

  /**
   * Ports of a rate that a chip can be split into: a fast port becomes two, four or eight of a
   * half, a quarter or an eighth of its rate.
   *
   * @throws AdviceException if it has no such ports
   */
  public static int most(SwitchModel model, Rate rate) {
    if (rate.bps() > model.portRate().bps()) {
      throw new AdviceException(
          "%s has no ports of %s; its fastest ports have %s"
              .formatted(model.model(), rate, model.portRate()));
    }
    Optional<BroadcomProfile.Chip> broadcom = broadcom(model);
    if (broadcom.isPresent()) {
      try {
        BroadcomProfile.of(broadcom.get(), rate, new Length(1));
      } catch (IllegalArgumentException e) {
        throw new AdviceException(model.model() + ": " + e.getMessage());
      }
    }
    int split = 1;
    while (split < MOST_SPLIT && model.portRate().bps() / (2L * split) >= rate.bps()) {
      split *= 2;
    }
    return model.ports() * split;
  }

  /**
   * The chip of a name.
   *
   * @param name with or without a hyphen: {@code tomahawk5}
   * @throws AdviceException if there is no such chip, with those that there are
   */
  public static SwitchModel named(String name) {
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
    return broadcom(model);
  }

  private static Optional<BroadcomProfile.Chip> broadcom(SwitchModel model) {
    return Stream.of(BroadcomProfile.Chip.values())
        .filter(each -> each.name().equals(model.name().replace("_", "")))
        .findFirst();
  }

  private SwitchAsic asic() {
    return SwitchAsic.valueOf(model.name().replace("_", ""));
  }
}
