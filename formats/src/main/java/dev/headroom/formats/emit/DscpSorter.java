package dev.headroom.formats.emit;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Object of a port that puts DSCPs into a class. Where the first one that matches decides, a DSCP
 * that gets another class has to leave all those of its old class.
 *
 * @param holes names of it
 * @param emptied further names for the statement that goes when it has no DSCP left
 * @param dscps that it matches, 0 to 63
 * @param trafficClass that it puts them into
 */
public record DscpSorter(
    Map<String, String> holes,
    Map<String, String> emptied,
    SortedSet<Integer> dscps,
    int trafficClass) {
  /** Keeps copies. */
  public DscpSorter {
    holes = Map.copyOf(holes);
    emptied = Map.copyOf(emptied);
    dscps = new TreeSet<>(dscps);
  }
}
