package dev.headroom.prove.verdict;

import dev.headroom.prove.evidence.Entry;
import dev.headroom.prove.evidence.HostCheck;
import dev.headroom.prove.plan.HostTool;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Judge of what tools found on hosts before the traffic. Their errors fail the host at both levels;
 * a tool that is not there is told, since what nobody looked at did not pass.
 */
final class HostCheckJudge {
  private HostCheckJudge() {}

  static void judge(RunLedger run, StepJudge judge) {
    if (run.isRehearsal()) {
      return;
    }
    for (HostTool tool : run.plan().runner().checks()) {
      Map<String, HostCheck> found = new TreeMap<>();
      for (Entry.Checked host : run.checks().values()) {
        host.checks().stream()
            .filter(each -> each.tool().equals(tool.word()))
            .forEach(each -> found.put(host.host(), each));
      }
      judge(tool, found, judge);
    }
  }

  private static void judge(HostTool tool, Map<String, HostCheck> found, StepJudge judge) {
    Map<String, List<String>> absent = new TreeMap<>();
    int looked = 0;
    int warnings = 0;
    for (Map.Entry<String, HostCheck> each : found.entrySet()) {
      HostCheck check = each.getValue();
      if (!check.absent().isEmpty()) {
        absent.computeIfAbsent(check.absent(), _ -> new ArrayList<>()).add(each.getKey());
        continue;
      }
      looked++;
      warnings += check.warnings().size();
      for (String error : check.errors()) {
        judge.add(
            new Finding(
                Finding.BOTH,
                Verdict.FAIL,
                each.getKey(),
                tool.title(),
                error,
                "no error",
                "the tool"));
      }
      check.facts().forEach(fact -> judge.fact("%s on %s: %s.", tool.title(), each.getKey(), fact));
    }
    if (looked > 0) {
      judge.fact(
          "%s looked at %s, with %s.",
          tool.title(), CountedNoun.of(looked, "host"), CountedNoun.of(warnings, "warning"));
    }
    if (found.isEmpty()) {
      judge.fact("%s: not looked at.", tool.title());
    }
    absent.forEach((why, hosts) ->
        judge.fact(
            "%s: not looked at on %s: %s.",
            tool.title(), hosts.stream().limit(8).collect(Collectors.joining(", ")), why));
  }
}
