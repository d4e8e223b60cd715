package dev.headroom.audit.benchmark;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bus bandwidth by message size from the tables of nccl-tests. */
public final class BusbwCurves {
  private static final Pattern ON = Pattern.compile("\\bon\\s+(\\S+)\\s+device\\b");

  static final String TABLES = "a result table of nccl-tests";

  /**
   * One row.
   *
   * @param row whose other cells are facts of the host
   * @param bytes size of the message
   * @param busbw GB/s, out of place; in place where a test ran only so
   */
  public record Point(Subject row, double bytes, double busbw, Evidence evidence) {}

  private BusbwCurves() {}

  /** How many hosts the ranks are on, by the list above the table. */
  static long hosts(HostFacts host) {
    return host.facts().subjects(SubjectKind.RANK).stream()
        .map(rank -> ON.matcher(host.facts().text(rank, "device").orElse("")))
        .filter(Matcher::find)
        .map(on -> on.group(1))
        .distinct()
        .count();
  }

  /** Each table's rows; a size that is not larger than the one before begins another. */
  public static List<List<Point>> of(HostFacts host) {
    List<Point> points = new ArrayList<>();
    for (Subject row : host.facts().subjects(SubjectKind.MEASUREMENT)) {
      ReportedValue<Double> bytes = host.facts().decimal(row, "size.bytes");
      ReportedValue<Double> outOfPlace = host.facts().decimal(row, "out-of-place.busbw.gbytes");
      ReportedValue<Double> busbw =
          outOfPlace.isReported() ? outOfPlace : host.facts().decimal(row, "in-place.busbw.gbytes");
      if (bytes.isReported() && busbw.findEvidence().isPresent()) {
        points.add(new Point(row, bytes.get(), busbw.get(), busbw.findEvidence().get()));
      }
    }
    points.sort(
        Comparator.comparing((Point point) -> point.evidence().source().name())
            .thenComparingInt(point -> point.evidence().line()));
    List<List<Point>> tables = new ArrayList<>();
    double last = Double.MAX_VALUE;
    for (Point point : points) {
      if (point.bytes() <= last) {
        tables.add(new ArrayList<>());
      }
      tables.getLast().add(point);
      last = point.bytes();
    }
    return tables;
  }
}
