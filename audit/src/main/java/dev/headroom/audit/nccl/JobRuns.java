package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import dev.headroom.formats.nccl.TorchKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Logs of a host, separated by run: a job that was tried three times, with other settings each
 * time, is three jobs.
 *
 * <p>Files are of one run if a process wrote to both ({@code NCCL_DEBUG_FILE} of several
 * communicators); if they have different ranks of the same number of ranks (a file for each
 * process); if PyTorch's watchdog speaks for different ranks in them, and no process is named that
 * would tell more; or if they name a common host and one of them has errors only.
 */
final class JobRuns {
  private final Map<FactSource, Log> logs = new LinkedHashMap<>();

  private JobRuns(FactSet facts) {
    for (Fact fact : facts.all()) {
      SubjectKind thing = fact.subject().kind();
      if (thing == SubjectKind.RANK || thing == SubjectKind.CHANNEL) {
        logs.computeIfAbsent(fact.evidence().source(), _ -> new Log()).add(fact);
      }
    }
  }

  /** None where nobody logged anything. */
  static List<JobLog> of(HostFacts host) {
    return host.view(Found.class, Found::new).jobs;
  }

  /** The runs of a host, which fifteen rules ask for. */
  private static final class Found {
    private final List<JobLog> jobs;

    Found(HostFacts host) {
      FactSet facts = host.facts();
      jobs =
          facts.subjects(SubjectKind.RANK).isEmpty() ? List.of() : new JobRuns(facts).jobs(facts);
    }
  }

  private List<JobLog> jobs(FactSet facts) {
    if (logs.size() < 2) {
      return List.of(new JobLog(facts, ""));
    }
    Map<Log, List<FactSource>> runs = new LinkedHashMap<>();
    logs.forEach((source, log) -> {
      Log run =
          runs.keySet().stream()
              .filter(log::sharesProcess)
              .findFirst()
              .or(() -> runs.keySet().stream().filter(log::isOfRun).findFirst())
              .orElse(log);
      runs.computeIfAbsent(run, _ -> new ArrayList<>()).add(source);
      if (run != log) {
        run.add(log);
      }
    });
    List<JobLog> jobs = new ArrayList<>();
    runs.forEach((run, files) ->
        jobs.add(
            runs.size() == 1
                ? new JobLog(facts, "")
                : new JobLog(facts.subset(run.facts), named(files))));
    return jobs;
  }

  private static String named(List<FactSource> files) {
    String first = files.getFirst().name();
    String name = first.substring(first.lastIndexOf('/') + 1);
    return files.size() == 1 ? name : name + " and " + (files.size() - 1) + " more";
  }

  /** What one file says, or all files of a run so far. */
  private static final class Log {
    private final List<Fact> facts = new ArrayList<>();
    private final Set<String> processes = new HashSet<>();
    private final Set<String> hosts = new HashSet<>();

    /** For which PyTorch's watchdog spoke. */
    private final Set<String> waiting = new HashSet<>();

    /** Ranks by the number of ranks of their communicator. */
    private final Map<Integer, Set<String>> ranks = new HashMap<>();

    private boolean isErrorsOnly = true;
    private String rank = "";
    private int rankLine;

    void add(Fact fact) {
      facts.add(fact);
      if (fact.subject().kind() != SubjectKind.RANK) {
        return;
      }
      String process = fact.subject().name();
      int colon = process.indexOf(':');
      if (colon > 0) {
        processes.add(process);
        hosts.add(process.substring(0, colon));
      }
      isErrorsOnly &= !fact.key().equals(NcclKeys.INFO);
      if (fact.key().equals(TorchKeys.RANK)) {
        waiting.add(fact.value());
      }
      if (fact.key().equals(NcclKeys.RANK)) {
        rank = fact.value();
        rankLine = fact.evidence().line();
      } else if (fact.key().equals(NcclKeys.RANKS)
          && rankLine == fact.evidence().line()
          && fact.value().matches("\\d{1,9}")) {
        ranks.computeIfAbsent(Integer.valueOf(fact.value()), _ -> new HashSet<>()).add(rank);
      }
    }

    void add(Log other) {
      facts.addAll(other.facts);
      processes.addAll(other.processes);
      hosts.addAll(other.hosts);
      waiting.addAll(other.waiting);
      isErrorsOnly &= other.isErrorsOnly;
      other.ranks.forEach((of, its) -> ranks.computeIfAbsent(of, _ -> new HashSet<>()).addAll(its));
    }

    boolean sharesProcess(Log run) {
      return meet(processes, run.processes);
    }

    boolean isOfRun(Log run) {
      boolean nameless = hosts.isEmpty() || run.hosts.isEmpty();
      if (nameless && !waiting.isEmpty() && !run.waiting.isEmpty()) {
        return !meet(waiting, run.waiting);
      }
      if (isErrorsOnly || run.isErrorsOnly) {
        return meet(hosts, run.hosts);
      }
      if (ranks.isEmpty() || run.ranks.isEmpty()) {
        return false;
      }
      int all = all();
      return all == run.all()
          && !meet(ranks.getOrDefault(all, Set.of()), run.ranks.getOrDefault(all, Set.of()));
    }

    /** Of the largest communicator: those of the job. */
    private int all() {
      return ranks.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    private static boolean meet(Set<String> some, Set<String> others) {
      return some.stream().anyMatch(others::contains);
    }
  }
}
