package dev.headroom.prove.run;

import dev.headroom.model.text.ShellQuoting;
import dev.headroom.prove.plan.RunnerPlan;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.plan.Target;
import dev.headroom.prove.plan.Tool;
import dev.headroom.prove.slice.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Scripts that make the traffic of a slice, one for each host: it starts a server for each pair in
 * which it receives, then a client for each in which it sends, and prints what they say. In the
 * step about PCIe a test of latency follows each client. All run under {@code timeout}, with the
 * run's name in their environment, by which a later start finds and ends what was left behind.
 */
final class TrafficScripts {
  /** Name of the environment variable with the run's name. */
  static final String MARK = "HEADROOM_BURNIN";

  private static final int FIRST_PORT = 18515;

  /** The port of a pair's test of latency is this much above that of its traffic. */
  private static final int LATENCY_OFFSET = 4_200;

  /** Reads of a test of latency, so that ten are over the 99th percentile. */
  private static final int READS = 1000;

  /** A software endpoint has a UDP port for itself; a pair's is this much above its TCP port. */
  private static final int UDP_OFFSET = 10_000;

  /** Messages are the largest power of two that takes no longer than this at the link's rate. */
  private static final double MESSAGE_SECONDS = 25e-6;

  private static final int LEAST_MESSAGE_BYTES = 4096;
  private static final int MOST_MESSAGE_BYTES = 1 << 20;

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
    grep -lzxFs %s /proc/[0-9]*/environ 2>/dev/null | while read -r file; do
      pid=${file#/proc/}
      kill -9 "${pid%%/environ}" 2>/dev/null
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
      String traffic =
          " -s %d -D %d --report_gbits".formatted(messageBytes(sender, receiver), seconds);
      String peer = ' ' + ShellQuoting.quote(receiver.address());
      StringBuilder server =
          servers
              .computeIfAbsent(receiver.host(), _ -> new StringBuilder())
              .append(limit)
              .append(bandwidth(receiver, tool, FIRST_PORT + i) + traffic)
              .append(" >/dev/null 2>\"$folder/server." + i + "\" &\n");
      StringBuilder client =
          clients
              .computeIfAbsent(sender.host(), _ -> new StringBuilder())
              .append("{ try client " + i + ' ' + limit)
              .append(bandwidth(sender, tool, FIRST_PORT + i) + traffic)
              .append(peer);
      if (slice.step() == Step.PCIE) {
        int port = FIRST_PORT + LATENCY_OFFSET + i;
        server.append(limit + latency(receiver, tool, port) + " >/dev/null 2>&1 &\n");
        client.append("; try latency " + i + ' ' + limit + latency(sender, tool, port) + peer);
      }
      client.append("; } &\n");
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
    try() {
      name=$1.$2
      shift 2
      tries=0
      while :; do
        "$@" > "$folder/$name" 2>&1
        status=$?
        tries=$((tries + 1))
        [ $status -eq 0 ] && break
        [ $tries -ge %d ] && break
        grep -qiE "refused|couldn't connect|resolve" "$folder/$name" || break
        sleep 1
      done
      echo $status > "$folder/status.$name"
    }
    """
        .formatted(MARK, ShellQuoting.quote(run), MARK, TRIES);
  }

  private static final String TAIL =
      """
      wait
      for file in "$folder"/client.* "$folder"/latency.*; do
        [ -f "$file" ] || continue
        name=${file##*/}
        echo "@@ ${name%.*} ${name##*.} $(cat "$folder/status.$name")"
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

  /**
   * A message that is long for a fast link, and no minute for a slow one: four queue pairs have 128
   * each on their way, which are waited for at the end.
   */
  private static int messageBytes(Target sender, Target receiver) {
    double bytes = Math.min(sender.rate().bps(), receiver.rate().bps()) / 8.0 * MESSAGE_SECONDS;
    return Integer.highestOneBit((int) Math.clamp(bytes, LEAST_MESSAGE_BYTES, MOST_MESSAGE_BYTES));
  }

  /** The words of a server; a client's have the server's address behind them. */
  private String bandwidth(Target target, Tool tool, int port) {
    return tool == Tool.PERFTEST
        ? "ib_write_bw -F -q 4" + perftest(target, port)
        : perf("write_bw", target, port);
  }

  private String latency(Target target, Tool tool, int port) {
    return (tool == Tool.PERFTEST
            ? "ib_read_lat -F" + perftest(target, port)
            : perf("read_lat", target, port))
        + " -n "
        + READS;
  }

  private String perftest(Target target, int port) {
    String device = target.device().isEmpty() ? "" : " -d " + ShellQuoting.quote(target.device());
    String gid = runner.gidIndex() < 0 ? "" : " -x " + runner.gidIndex();
    return device + gid + " -p " + port;
  }

  private String perf(String test, Target target, int port) {
    return "%s perf %s --bind %s -p %d --udp-port %d"
        .formatted(
            headroom.stream().map(ShellQuoting::quote).collect(Collectors.joining(" ")),
            test,
            ShellQuoting.quote(target.address()),
            port,
            port + UDP_OFFSET);
  }
}
