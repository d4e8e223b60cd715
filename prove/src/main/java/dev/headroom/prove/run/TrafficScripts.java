package dev.headroom.prove.run;

import dev.headroom.model.text.ShellQuoting;
import dev.headroom.prove.plan.RunnerPlan;
import dev.headroom.prove.plan.Target;
import dev.headroom.prove.plan.Tool;
import dev.headroom.prove.slice.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Scripts that make the traffic of a slice, one for each host: it starts a server for each pair in
 * which it receives, then a client for each in which it sends, and prints what they say. All run
 * under {@code timeout}, with the run's name in their environment, by which a later start finds and
 * ends what was left behind.
 */
final class TrafficScripts {
  /** Name of the environment variable with the run's name. */
  static final String MARK = "HEADROOM_BURNIN";

  private static final int FIRST_PORT = 18515;

  /** A software endpoint has a UDP port for itself; a pair's is this much above its TCP port. */
  private static final int UDP_OFFSET = 10_000;

  private static final int MESSAGE_BYTES = 1 << 20;

  /** Seconds in which a client tries to reach its server. */
  private static final int TRIES = 20;

  private final List<Target> targets;
  private final RunnerPlan runner;
  private final List<String> headroom;
  private final String run;

  /**
   * @param headroom words that start Headroom on a host
   * @param run name of the run
   */
  TrafficScripts(List<Target> targets, RunnerPlan runner, List<String> headroom, String run) {
    this.targets = targets;
    this.runner = runner;
    this.headroom = headroom;
    this.run = run;
  }

  /** Ends what an earlier process of the same run has left behind. */
  String cleanup() {
    return """
    for file in /proc/[0-9]*/environ; do
      if tr '\\000' '\\n' < "$file" 2>/dev/null | grep -qx %s; then
        pid=${file#/proc/}
        kill -9 "${pid%%/environ}" 2>/dev/null
      fi
    done
    echo '@@ clean'
    """
        .formatted(ShellQuoting.quote(MARK + "=" + run));
  }

  /** What a host has to make traffic with. */
  String probe() {
    return """
    if command -v ib_write_bw >/dev/null 2>&1 && ls /sys/class/infiniband/* >/dev/null 2>&1; then
      echo "@@ tool perftest $(ib_write_bw --version 2>&1 | head -1)"
    elif command -v %s >/dev/null 2>&1; then
      echo '@@ tool perf'
    else
      echo '@@ tool none'
    fi
    """
        .formatted(ShellQuoting.quote(headroom.getFirst()));
  }

  /** A script for each host that takes part in a slice. */
  Map<String, String> of(Slice slice, Tool tool, long seconds) {
    Map<String, StringBuilder> servers = new LinkedHashMap<>();
    Map<String, StringBuilder> clients = new LinkedHashMap<>();
    for (int i = 0; i < slice.pairs().size(); i++) {
      Slice.Pair pair = slice.pairs().get(i);
      Target sender = targets.get(pair.sender());
      Target receiver = targets.get(pair.receiver());
      String limit = "timeout -k 5 " + (seconds + TRIES + 30) + " ";
      servers
          .computeIfAbsent(receiver.host(), _ -> new StringBuilder())
          .append(limit)
          .append(words(receiver, tool, seconds, FIRST_PORT + i))
          .append(" >/dev/null 2>\"$folder/server." + i + "\" &\n");
      clients
          .computeIfAbsent(sender.host(), _ -> new StringBuilder())
          .append("client ")
          .append(i)
          .append(' ')
          .append(limit)
          .append(words(sender, tool, seconds, FIRST_PORT + i))
          .append(' ')
          .append(ShellQuoting.quote(receiver.address()))
          .append(" &\n");
    }
    Map<String, String> scripts = new LinkedHashMap<>();
    servers.keySet().forEach(host -> scripts.put(host, ""));
    clients.keySet().forEach(host -> scripts.put(host, ""));
    scripts.replaceAll((host, _) ->
        head()
            + servers.getOrDefault(host, new StringBuilder())
            + clients.getOrDefault(host, new StringBuilder())
            + TAIL);
    return scripts;
  }

  private String head() {
    return """
    %s=%s
    export %s
    folder=$(mktemp -d) || exit 1
    trap 'rm -rf "$folder"' EXIT
    client() {
      number=$1
      shift
      tries=0
      while :; do
        "$@" > "$folder/client.$number" 2>&1
        status=$?
        tries=$((tries + 1))
        [ $status -eq 0 ] && break
        [ $tries -ge %d ] && break
        grep -qiE 'refused|connect|resolve' "$folder/client.$number" || break
        sleep 1
      done
      echo $status > "$folder/status.$number"
    }
    """
        .formatted(MARK, ShellQuoting.quote(run), MARK, TRIES);
  }

  private static final String TAIL =
      """
      wait
      for file in "$folder"/client.*; do
        [ -f "$file" ] || continue
        number=${file##*.}
        echo "@@ client $number $(cat "$folder/status.$number")"
        cat "$file"
        echo "@@ end"
      done
      for file in "$folder"/server.*; do
        [ -s "$file" ] || continue
        echo "@@ server ${file##*.}"
        tail -c 2000 "$file"
        echo "@@ end"
      done
      exit 0
      """;

  /** The words of a server; a client's have the server's address behind them. */
  private String words(Target target, Tool tool, long seconds, int port) {
    String common =
        " -p %d -s %d -D %d%s --report_gbits"
            .formatted(
                port,
                MESSAGE_BYTES,
                Math.max(1, seconds),
                tool == Tool.PERFTEST ? "" : " --udp-port " + (port + UDP_OFFSET));
    if (tool == Tool.PERFTEST) {
      String device = target.device().isEmpty() ? "" : " -d " + ShellQuoting.quote(target.device());
      String gid = runner.gidIndex() < 0 ? "" : " -x " + runner.gidIndex();
      return "ib_write_bw -F -q 4" + device + gid + common;
    }
    return headroom.stream().map(ShellQuoting::quote).collect(Collectors.joining(" "))
        + " perf write_bw --bind "
        + ShellQuoting.quote(target.address())
        + common;
  }
}
