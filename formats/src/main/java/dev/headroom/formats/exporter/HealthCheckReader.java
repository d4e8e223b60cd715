package dev.headroom.formats.exporter;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.AlikeReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** LBNL's Node Health Check, as Azure and Slurm prologs print it. */
public final class HealthCheckReader extends AlikeReader {
  private static final Pattern LINE =
      Pattern.compile("\\s*(SUCCESS|ERROR|FAIL\\w*|WARNING|INFO|DEBUG):\\s+nhc:\\s+(.*)");
  private static final Pattern BANDWIDTH =
      Pattern.compile(".*?\\b(\\S+) (passed|failed) for IB=([\\w.-]+), .*?([\\d.]+) Gbps.*");

  public HealthCheckReader() {
    super(Kind.of("health-check", "results of checks before a job", "nhc"), "nhc:", LINE);
  }

  @Override
  protected void read(Line line, Matcher said, FactSink sink) {
    Subject event = new Subject(Thing.EVENT, String.valueOf(line.number()));
    sink.say(line, event, "health", said.group(2));
    sink.say(line, event, "level", said.group(1));
    Matcher bandwidth = BANDWIDTH.matcher(said.group(2));
    if (bandwidth.matches()) {
      sink.say(
          line,
          Subject.rdma(bandwidth.group(3)),
          "measured." + bandwidth.group(1) + ".gbps",
          bandwidth.group(4));
    }
  }
}
