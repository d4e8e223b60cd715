package dev.headroom.app.calc;

import dev.headroom.model.fabric.BroadcomProfile;
import dev.headroom.model.fabric.SwitchAsic;
import dev.headroom.unit.UnitException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Switch chips with a published PFC headroom, by formula or by table. */
enum PfcHeadroomAsic {
  SPECTRUM1,
  SPECTRUM2,
  SPECTRUM3,
  SPECTRUM4,
  SPECTRUM5,
  SPECTRUM6,
  TOMAHAWK3,
  TOMAHAWK4,
  TOMAHAWK5;

  /**
   * The one of that name, with or without a hyphen.
   *
   * @throws UnitException if there is none; the message says which there are
   */
  static PfcHeadroomAsic named(String text) {
    String chip = text.toLowerCase(Locale.ROOT).replace("-", "");
    return Stream.of(values())
        .filter(each -> each.toString().equals(chip))
        .findFirst()
        .orElseThrow(() ->
            new UnitException(
                "'%s' is not one of %s; %s"
                    .formatted(
                        text,
                        Stream.of(values())
                            .map(PfcHeadroomAsic::toString)
                            .collect(Collectors.joining(", ")),
                        chip.startsWith("quantum")
                            ? "InfiniBand uses credits and needs no headroom after XOFF"
                            : "no other vendor publishes its headroom data with SONiC")));
  }

  /** One of NVIDIA's, for which there is a formula. */
  Optional<SwitchAsic> formulaAsic() {
    return Stream.of(SwitchAsic.values()).filter(each -> each.name().equals(name())).findFirst();
  }

  /** One of Broadcom's, for which there is a table. */
  Optional<BroadcomProfile.Chip> tableChip() {
    return Stream.of(BroadcomProfile.Chip.values())
        .filter(each -> each.name().equals(name()))
        .findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
