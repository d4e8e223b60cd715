package dev.headroom.audit.switches;

import dev.headroom.formats.fact.ReportedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Map of DSCPs to classes in the notation of scenarios: {@code 0-7=0,24-31=3,*=0}. */
public final class DscpMap {
  private static final int DSCPS = 64;

  private DscpMap() {}

  /**
   * The map in quotes, since it has commas; what it leaves out goes to class 0.
   *
   * @param classOf the class of a DSCP
   * @return empty where nothing is said, or all goes by the upper three bits as it does anyway
   */
  public static Optional<String> of(IntFunction<ReportedValue<Long>> classOf) {
    List<String> ranges = new ArrayList<>();
    boolean usual = true;
    int from = 0;
    for (int dscp = 0; dscp < DSCPS; dscp++) {
      long here = classOf.apply(dscp).orElse(0L);
      usual &= here == dscp >> 3;
      boolean ends = dscp == DSCPS - 1 || classOf.apply(dscp + 1).orElse(0L) != here;
      if (ends) {
        if (here > 0 && here < 8) {
          ranges.add((from == dscp ? "" + dscp : from + "-" + dscp) + "=" + here);
        }
        from = dscp + 1;
      }
    }
    return usual || ranges.isEmpty()
        ? Optional.empty()
        : Optional.of('"' + String.join(",", ranges) + ",*=0\"");
  }
}
