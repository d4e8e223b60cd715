package dev.headroom.formats.switches;

import dev.headroom.formats.fact.ReportedValue;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Map of a port from DSCP to traffic class.
 *
 * @param classes of DSCP 0 to 63, in order
 */
public record DscpClasses(List<ReportedValue<Long>> classes) {
  private static final int DSCPS = 64;

  public DscpClasses {
    classes = List.copyOf(classes);
  }

  /** Asks for each DSCP. */
  public static DscpClasses ofEachDscp(IntFunction<ReportedValue<Long>> classOf) {
    return new DscpClasses(IntStream.range(0, DSCPS).mapToObj(classOf).toList());
  }

  /** The traffic class of a DSCP; not said of a number that is none. */
  public ReportedValue<Long> of(int dscp) {
    return dscp >= 0 && dscp < classes.size()
        ? classes.get(dscp)
        : ReportedValue.unreported("the class of DSCP " + dscp);
  }
}
