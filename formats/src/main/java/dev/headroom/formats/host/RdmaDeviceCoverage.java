package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.OutputCompleteness;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Completeness of a host's known RDMA devices: only the devices that a source names, or the
 * knowledge that there are no others.
 *
 * @param isComplete whether those that nobody names are not there
 */
record RdmaDeviceCoverage(boolean isComplete) {
  /** A copy of the folder in which the kernel has all of them. */
  private static final Pattern COPIED = Pattern.compile("(?:.*[/\\\\])?infiniband[/\\\\].+");

  static RdmaDeviceCoverage of(HostFacts host) {
    return new RdmaDeviceCoverage(
        host.facts().text(Subject.host(), RdmaKeys.DEVICES_LISTED).isReported()
            || host.facts().text(Subject.host(), OutputCompleteness.NO_DEVICES).isReported()
            || host.facts().text(Subject.host(), "bundle.host").isReported()
            || isCopied(host));
  }

  private static boolean isCopied(HostFacts host) {
    return Stream.of(SubjectKind.RDMA, SubjectKind.PORT)
        .flatMap(thing -> host.facts().subjects(thing).stream())
        .flatMap(subject -> host.facts().firstFactsOf(subject).stream())
        .map(Fact::evidence)
        .anyMatch(line -> COPIED.matcher(line.source().name()).matches());
  }
}
