package dev.headroom.formats.htsim;

import dev.headroom.formats.NearestMatch;
import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.formats.htsim.ConnectionMatrix.Failure;
import dev.headroom.formats.htsim.ConnectionMatrix.Flow;
import dev.headroom.formats.htsim.ConnectionMatrix.Kind;
import dev.headroom.formats.htsim.ConnectionMatrix.SwitchType;
import dev.headroom.formats.htsim.ConnectionMatrix.Trigger;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reader of htsim's connection matrix ({@code .cm}). The header's counts must hold: that is how a
 * truncated file is told from a short one.
 */
final class ConnectionMatrixReader {
  private static final List<String> FLOW_WORDS =
      List.of(
          "id",
          "start",
          "trigger",
          "size",
          "send_done_trigger",
          "recv_done_trigger",
          "prio",
          "msg");

  private final Path file;
  private final ProblemCollector problems;
  private final Map<String, TextWord> header = new TreeMap<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<Flow> flows = new ArrayList<>();
  private final Set<Integer> ids = new HashSet<>();
  private final Map<Integer, Trigger> triggers = new TreeMap<>();
  private final List<Failure> failures = new ArrayList<>();
  private int triggerLines;
  private boolean saidPriority;
  private boolean saidMessage;

  private ConnectionMatrixReader(Path file, ProblemCollector problems) {
    this.file = file;
    this.problems = problems;
  }

  /** The matrix; empty if anything in it is wrong. */
  static Optional<ConnectionMatrix> read(Path file, ProblemCollector problems) throws IOException {
    return new ConnectionMatrixReader(file, problems).matrix();
  }

  private Optional<ConnectionMatrix> matrix() throws IOException {
    int before = problems.errors();
    for (HtsimLine line : HtsimLine.all(file)) {
      line(line);
    }
    checkCount("Connections", flows.size());
    checkCount("Triggers", triggerLines);
    checkCount("Failures", failures.size());
    Integer nodes = counts.get("Nodes");
    if (nodes == null) {
      error(
          TextWord.NOWHERE, "the line Nodes is missing", "begin with Nodes N, the number of hosts");
    }
    if (nodes == null || problems.errors() > before) {
      return Optional.empty();
    }
    return Optional.of(new ConnectionMatrix(file, nodes, flows, triggers, failures));
  }

  private void line(HtsimLine line) {
    String first = line.first().text();
    switch (first) {
      case "Nodes", "Connections", "Triggers", "Failures" -> {
        header.put(first, line.first());
        line.whole(problems, first, 0, 100_000_000).ifPresent(n -> counts.put(first, n));
      }
      case "trigger" -> trigger(line);
      case "failure" -> failure(line);
      default -> {
        if (first.contains("->")) {
          flow(line);
        } else {
          error(
              line.first(),
              "'" + first + "' is not the start of a connection matrix line",
              "write SRC->DST, trigger, failure, Nodes, Connections, Triggers or Failures");
        }
      }
    }
  }

  // --- flows ------------------------------------------------------------------------------------

  private void flow(HtsimLine line) {
    TextWord at = line.first();
    String[] ends = at.text().split("->", -1);
    OptionalInt source = host(at, ends.length == 2 ? ends[0] : "");
    OptionalInt destination = host(at, ends.length == 2 ? ends[1] : "");
    Optional<Integer> trigger = Optional.empty();
    Optional<Integer> sendDone = Optional.empty();
    Optional<Integer> receiveDone = Optional.empty();
    Optional<BigDecimal> start = Optional.empty();
    Optional<Long> bytes = Optional.empty();
    boolean message = false;
    boolean good = source.isPresent() && destination.isPresent();
    int before = problems.errors();
    while (line.hasNext()) {
      TextWord word = line.next();
      switch (word.text()) {
        case "id" -> line.whole(problems, "id", 1, Integer.MAX_VALUE).ifPresent(id -> id(word, id));
        case "start" -> start = line.decimal(problems, "start");
        case "size" ->
            bytes = line.decimal(problems, "size").map(ConnectionMatrixReader::wholePart);
        case "trigger" -> trigger = line.whole(problems, "trigger", 1, Integer.MAX_VALUE);
        case "send_done_trigger" ->
            sendDone = line.whole(problems, word.text(), 1, Integer.MAX_VALUE);
        case "recv_done_trigger" ->
            receiveDone = line.whole(problems, word.text(), 1, Integer.MAX_VALUE);
        case "prio" -> {
          line.whole(problems, "prio", 0, Integer.MAX_VALUE);
          saidPriority =
              once(
                  saidPriority,
                  word,
                  "prio has no effect in htsim",
                  "it has no " + "effect in Headroom either");
        }
        case "msg" -> {
          message = true;
          line.skipIf(next -> next.text().matches("[0-9]+"));
          saidMessage =
              once(
                  saidMessage,
                  word,
                  "flows with the same id share a connection in htsim",
                  "in Headroom each flow has its own queue pair; start times are in "
                      + "microseconds, as in htsim");
        }
        default ->
            error(
                word,
                "'" + word.text() + "' is not a key of a flow",
                NearestMatch.to(word.text(), FLOW_WORDS)
                    .map(near -> "did you mean " + near + "?")
                    .orElse("write one of " + String.join(", ", FLOW_WORDS)));
      }
    }
    if (!good || problems.errors() > before) {
      return;
    }
    check(at, source.getAsInt(), destination.getAsInt(), start, trigger, bytes);
    if (problems.errors() == before) {
      flows.add(
          new Flow(
              at,
              source.getAsInt(),
              destination.getAsInt(),
              bytes.orElse(0L),
              startPs(start, message),
              number(trigger),
              number(sendDone),
              number(receiveDone)));
    }
  }

  private void check(
      TextWord at,
      int source,
      int destination,
      Optional<BigDecimal> start,
      Optional<Integer> trigger,
      Optional<Long> bytes) {
    if (source == destination) {
      error(at, "a flow from a host to itself", "name two hosts");
    }
    if (start.isPresent() == trigger.isPresent()) {
      error(
          at,
          start.isPresent() ? "it has both a start and a trigger" : "it has no start",
          "write start PICOSECONDS or trigger ID");
    }
    if (bytes.isEmpty()) {
      error(at, "it has no size", "write size BYTES");
    } else if (bytes.get() == 0) {
      error(at, "size 0, which never ends in htsim", "write the bytes to send");
    }
  }

  private static long startPs(Optional<BigDecimal> start, boolean microseconds) {
    long given = wholePart(start.orElse(BigDecimal.ZERO));
    return microseconds ? Math.min(given, Long.MAX_VALUE / 1_000_000L) * 1_000_000L : given;
  }

  private static long wholePart(BigDecimal number) {
    return number.setScale(0, RoundingMode.FLOOR).longValue();
  }

  private void id(TextWord at, int id) {
    if (!saidMessage && !ids.add(id)) {
      error(at, "id " + id + " is already used by another flow", "give each flow its own number");
    }
  }

  private OptionalInt host(TextWord at, String text) {
    Integer nodes = counts.get("Nodes");
    if (!text.matches("[0-9]{1,9}")) {
      error(at, "'" + at.text() + "' is not a pair of hosts", "write SRC->DST, such as 3->17");
      return OptionalInt.empty();
    }
    int host = Integer.parseInt(text);
    if (nodes != null && host >= nodes) {
      error(at, "host " + host + " of " + nodes, "hosts are 0 to " + (nodes - 1));
      return OptionalInt.empty();
    }
    return OptionalInt.of(host);
  }

  private static OptionalInt number(Optional<Integer> value) {
    return value.map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  // --- triggers and failures --------------------------------------------------------------------

  private void trigger(HtsimLine line) {
    triggerLines++;
    TextWord at = line.first();
    Optional<Integer> id = Optional.empty();
    Optional<Kind> kind = Optional.empty();
    int count = 0;
    while (line.hasNext()) {
      TextWord word = line.next();
      switch (word.text()) {
        case "id" -> id = line.whole(problems, "id", 1, Integer.MAX_VALUE);
        case "count" -> count = line.whole(problems, "count", 1, Integer.MAX_VALUE).orElse(1);
        case "oneshot" -> kind = Optional.of(Kind.ONESHOT);
        case "multishot" -> kind = Optional.of(Kind.MULTISHOT);
        case "barrier" -> kind = Optional.of(Kind.BARRIER);
        default ->
            error(
                word,
                "'" + word.text() + "' is not a key of a trigger",
                "write id, oneshot, multishot, barrier or count");
      }
    }
    if (id.isEmpty() || kind.isEmpty()) {
      error(
          at,
          id.isEmpty() ? "a trigger without id" : "a trigger without kind",
          "write trigger id ID oneshot, multishot, or barrier count K");
      return;
    }
    if (kind.get() == Kind.BARRIER && count == 0) {
      error(at, "a barrier without count", "write barrier count K");
      return;
    }
    if (triggers.put(id.get(), new Trigger(at, id.get(), kind.get(), count)) != null) {
      error(at, "trigger " + id.get() + " is given twice", "give each trigger its own number");
    }
  }

  private void failure(HtsimLine line) {
    TextWord at = line.first();
    Optional<SwitchType> type = Optional.empty();
    Optional<Integer> switchId = Optional.empty();
    Optional<Integer> link = Optional.empty();
    while (line.hasNext()) {
      TextWord word = line.next();
      switch (word.text()) {
        case "switch_type" -> type = switchType(line, word);
        case "switch_id" -> switchId = line.whole(problems, "switch_id", 0, Integer.MAX_VALUE);
        case "link_id" -> link = line.whole(problems, "link_id", 0, Integer.MAX_VALUE);
        default ->
            error(
                word,
                "'" + word.text() + "' is not a key of a failure",
                "write switch_type, switch_id or link_id");
      }
    }
    if (type.isPresent() && switchId.isPresent() && link.isPresent()) {
      failures.add(new Failure(at, type.get(), switchId.get(), link.get()));
    } else {
      error(
          at,
          "a failure needs a type, a switch and a link",
          "write failure switch_type AGG switch_id I link_id J");
    }
  }

  private Optional<SwitchType> switchType(HtsimLine line, TextWord word) {
    String given = line.hasNext() ? line.next().text() : "";
    try {
      return Optional.of(SwitchType.valueOf(given));
    } catch (IllegalArgumentException e) {
      error(word, "'" + given + "' is not a switch type", "write TOR, AGG or CORE");
      return Optional.empty();
    }
  }

  private void checkCount(String key, int found) {
    Integer promised = counts.get(key);
    TextWord at = header.getOrDefault(key, TextWord.NOWHERE);
    if (promised == null && !header.containsKey(key) && found > 0) {
      error(at, "missing line " + key, "begin with " + key + " " + found);
    } else if (promised != null && promised != found) {
      error(
          at,
          "%s says %d, but the file has %d valid entries".formatted(key, promised, found),
          promised > found ? "the file may be truncated" : "correct the count");
    }
  }

  private boolean once(boolean said, TextWord at, String what, String instead) {
    if (!said) {
      problems.warn(file, at, "", what, instead);
    }
    return true;
  }

  private void error(TextWord at, String what, String right) {
    problems.error(file, at, "", what, right);
  }
}
