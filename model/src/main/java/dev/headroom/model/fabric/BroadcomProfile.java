package dev.headroom.model.fabric;

import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Lossless buffer profile of a Broadcom switch port, as shipped with SONiC ({@code
 * pg_profile_lookup.ini} in sonic-net/sonic-buildimage): a table by rate and cable. Broadcom
 * publishes no formula, and SONiC has none for it.
 *
 * @param cable length of the line that was taken, in metres: the shortest that is long enough
 * @param xoffBytes headroom after XOFF
 * @param xonBytes buffer under which XON is sent
 * @param xonOffsetBytes by how much under XOFF's threshold XON is sent
 * @param sizeBytes what the profile reserves
 */
public record BroadcomProfile(
    int cable, long xoffBytes, long xonBytes, long xonOffsetBytes, long sizeBytes) {

  /** Chips of which SONiC has such a table at more than 100 Gb/s. */
  public enum Chip {
    TOMAHAWK3(
        "device/dell/x86_64-dellemc_z9332f_d1508-r0/DellEMC-Z9332f-O32",
        2540,
        2540,
        2540,
        "5 40 300 1000 2000",
        """
        100 68580 74422 117348 233172 398526
        400 178562 201930 373888 836676 1498092
        """),
    TOMAHAWK4(
        "device/dell/x86_64-dell_z9664f-r0/DellEMC-Z9664f-O64",
        9144,
        9144,
        9144,
        "5 40 300",
        """
        10 75438 78740 103378
        25 75438 78740 103378
        40 91694 98298 147574
        50 91694 98298 147574
        100 129032 142240 240538
        200 214122 240792 437134
        400 371348 424434 817372
        """),
    TOMAHAWK5(
        "device/dell/x86_64-dell_z9864f-r0/Dell-Z9864f-O64",
        18_796,
        0,
        3556,
        "5 40 300",
        """
        10 91440 94742 258572
        25 91440 94742 258572
        40 106934 113538 258572
        50 106934 113538 258572
        100 147066 160274 258572
        200 229362 255778 452374
        400 393192 446024 839216
        800 729488 835406 1621536
        """);

    private final String folder;
    private final long size;
    private final long xon;
    private final long xonOffset;

    /** Lengths of the columns, in metres. */
    private final String cables;

    /** A line for each rate in Gb/s: that, and XOFF for each cable, in bytes. */
    private final String table;

    Chip(String folder, long size, long xon, long xonOffset, String cables, String table) {
      this.folder = folder;
      this.size = size;
      this.xon = xon;
      this.xonOffset = xonOffset;
      this.cables = cables;
      this.table = table;
    }

    /** Where the table stands in sonic-net/sonic-buildimage. */
    public String source() {
      return folder + "/pg_profile_lookup.ini";
    }

    /**
     * The buffer is given out in cells of this size, in bytes: sonic-mgmt, {@code
     * qos_params.th3.yaml} and {@code qos_params.th5.yaml}; all of Tomahawk 4's table are multiples
     * of it.
     */
    public int cellBytes() {
      return 254;
    }
  }

  /**
   * The line of the table for a port.
   *
   * @throws IllegalArgumentException if the table has no such rate or cable; the message says what
   *     it has
   */
  public static BroadcomProfile of(Chip chip, Rate rate, Length cable) {
    List<Long> cables = numbers(chip.cables);
    List<List<Long>> rows = chip.table.lines().map(BroadcomProfile::numbers).toList();
    List<Long> row =
        rows.stream()
            .filter(each -> Rate.ofGbps(each.getFirst()).bps() == rate.bps())
            .findFirst()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "SONiC's table for this chip has no port rate of %s; it has %s Gb/s"
                        .formatted(rate, listed(rows.stream().map(List::getFirst).toList()))));
    for (int column = 0; column < cables.size(); column++) {
      long metres = cables.get(column);
      if (cable.metres() <= metres) {
        long xoff = row.get(column + 1);
        return new BroadcomProfile((int) metres, xoff, chip.xon, chip.xonOffset, chip.size);
      }
    }
    throw new IllegalArgumentException(
        "SONiC's table for this chip has no cable length of %s; it has %s m"
            .formatted(cable, listed(cables)));
  }

  private static List<Long> numbers(String line) {
    return Arrays.stream(line.split(" ", -1)).map(Long::valueOf).toList();
  }

  private static String listed(List<Long> values) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
