package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.SourceReading;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Host that a job's log belongs to: each line of NCCL and RCCL begins with the machine that wrote
 * it. Where that is one machine in all of a file, as with a job of one machine or {@code
 * NCCL_DEBUG_FILE} with {@code %h}, the file is evidence of it.
 */
public final class JobLogHost {
  /** What such a log says; who says more may have been pasted together. */
  private static final Set<SubjectKind> SAID =
      EnumSet.of(SubjectKind.RANK, SubjectKind.CHANNEL, SubjectKind.ENV, SubjectKind.EVENT);

  private JobLogHost() {}

  /** Without its domain, in small letters; none where these are no log, or several machines'. */
  public static Optional<String> of(Collection<SourceReading> readings) {
    Set<String> machines = new HashSet<>();
    for (SourceReading reading : readings) {
      for (Fact fact : reading.statements().facts()) {
        SubjectKind thing = fact.subject().kind();
        if (!SAID.contains(thing)) {
          return Optional.empty();
        }
        if (thing == SubjectKind.RANK) {
          machines.add(machine(fact.subject().name()));
        }
      }
    }
    return machines.size() == 1
        ? machines.stream().filter(name -> !name.isEmpty()).findFirst()
        : Optional.empty();
  }

  /** Blank where a process is named without its machine. */
  private static String machine(String process) {
    int colon = process.indexOf(':');
    return colon < 0 ? "" : HostName.bare(process.substring(0, colon));
  }
}
