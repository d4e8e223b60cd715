package dev.headroom.prove.run;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the clients of a slice said on one host, as {@link TrafficScripts} has them printed. */
final class TrafficOutput {
  private static final Pattern CLIENT =
      Pattern.compile("@@ (client|latency) ([0-9]{1,6}) ([0-9]{1,3})");

  /** Bytes, messages, peak, average, message rate. */
  private static final Pattern ROW =
      Pattern.compile("\\s*[0-9]+\\s+[0-9]+\\s+[0-9.]+\\s+([0-9]+(?:\\.[0-9]+)?)\\s+[0-9.]+\\s*");

  /** Bytes, reads, least, most, typical, mean, deviation, 99th and 99.9th percentile. */
  private static final Pattern TAIL =
      Pattern.compile(
          "\\s*[0-9]+\\s+[0-9]+(?:\\s+[0-9.]+){5}\\s+([0-9]+(?:\\.[0-9]+)?)\\s+[0-9.]+\\s*");

  private final Map<Integer, Client> clients = new HashMap<>();
  private final Map<Integer, Double> tails = new HashMap<>();

  private TrafficOutput() {}

  /**
   * One client.
   *
   * @param gbps its mean bandwidth; NaN if it said none
   * @param problem why; empty if it ended well
   */
  record Client(double gbps, String problem) {}

  static TrafficOutput of(String printed) {
    TrafficOutput output = new TrafficOutput();
    String[] lines = printed.split("\n");
    for (int i = 0; i < lines.length; i++) {
      Matcher head = CLIENT.matcher(lines[i].strip());
      if (head.matches()) {
        int number = Integer.parseInt(head.group(2));
        int end = i + 1;
        while (end < lines.length && !lines[end].startsWith("@@")) {
          end++;
        }
        if (head.group(1).equals("client")) {
          output.clients.put(number, client(lines, i + 1, end, Integer.parseInt(head.group(3))));
        } else {
          output.tail(number, lines, i + 1, end);
        }
        i = end - 1;
      }
    }
    return output;
  }

  private static Client client(String[] lines, int from, int to, int status) {
    double gbps = Double.NaN;
    String last = "it said nothing";
    for (int i = from; i < to; i++) {
      Matcher row = ROW.matcher(lines[i]);
      if (row.matches()) {
        gbps = Double.parseDouble(row.group(1));
      }
      last = lines[i].isBlank() || lines[i].startsWith("---") ? last : lines[i].strip();
    }
    boolean isWell = status == 0 && !Double.isNaN(gbps);
    return new Client(
        gbps,
        isWell ? "" : status == 0 ? "no bandwidth in its output" : last + " (exit " + status + ")");
  }

  private void tail(int number, String[] lines, int from, int to) {
    for (int i = from; i < to; i++) {
      Matcher row = TAIL.matcher(lines[i]);
      if (row.matches()) {
        tails.put(number, Double.parseDouble(row.group(1)));
      }
    }
  }

  /** The 99th percentile of the latency of a client's reads, in microseconds. */
  OptionalDouble tail(int number) {
    Double tail = tails.get(number);
    return tail == null ? OptionalDouble.empty() : OptionalDouble.of(tail);
  }

  Optional<Client> client(int number) {
    return Optional.ofNullable(clients.get(number));
  }
}
