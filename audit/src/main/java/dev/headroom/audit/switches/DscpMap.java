package dev.headroom.audit.switches;

import dev.headroom.formats.fact.ReportedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Map of DSCPs to classes in the notation of scenarios: {@code 0-7=0,24-31=3,*=0}. */
public final class DscpMap {
  private static final int DSCPS = 64;
  private static final int CLASSES = 8;

  private DscpMap() {}

  /**
   * The map in quotes, since it has commas. It names only DSCPs whose class is said; others stay
   * where the simulator has them, since a plan would write a guess to the switch.
   *
   * @param classOf the class of a DSCP
   * @return empty where nothing is said, or all is said to go by the upper three bits
   */
  public static Optional<String> of(IntFunction<ReportedValue<Long>> classOf) {
    List<Optional<Long>> said =
        IntStream.range(0, DSCPS)
            .mapToObj(dscp -> classOf.apply(dscp).optional().filter(each -> each < CLASSES))
            .toList();
    boolean isWhole = said.stream().allMatch(Optional::isPresent);
    boolean isUsual =
        IntStream.range(0, DSCPS).allMatch(dscp -> said.get(dscp).equals(Optional.of(dscp / 8L)));
    List<String> ranges = new ArrayList<>();
    int from = 0;
    for (int dscp = 0; dscp < DSCPS; dscp++) {
      Optional<Long> here = said.get(dscp);
      if (dscp == DSCPS - 1 || !said.get(dscp + 1).equals(here)) {
        if (here.isPresent() && !(isWhole && here.get() == 0)) {
          ranges.add((from == dscp ? "" + dscp : from + "-" + dscp) + "=" + here.get());
        }
        from = dscp + 1;
      }
    }
    if (isWhole) {
      ranges.add("*=0");
    }
    return isUsual || ranges.isEmpty()
        ? Optional.empty()
        : Optional.of('"' + String.join(",", ranges) + '"');
  }
}
