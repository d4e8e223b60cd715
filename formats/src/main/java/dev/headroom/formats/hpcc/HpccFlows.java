package dev.headroom.formats.hpcc;

import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.formats.WordReader;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.workload.FlowList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Flow file of the HPCC simulator: a count, then source, destination, priority group, destination
 * port, bytes and start in seconds.
 *
 * @param entries in file order; source ports are given out from 10000 for each pair of hosts
 * @param groups their priority groups, that of the first flow first; 3 if there are none
 * @param totalBytes payload of all of them
 */
record HpccFlows(List<FlowList.Entry> entries, List<Integer> groups, long totalBytes) {
  private static final int FIRST_SOURCE_PORT = 10_000;
  private static final long MOST_BYTES = 0xffff_ffffL;

  static final HpccFlows NONE = new HpccFlows(List.of(), List.of(3), 0);

  /** The priority group of all that have none of their own. */
  int group() {
    return groups.getFirst();
  }

  static Optional<HpccFlows> read(
      Path file, Fabric fabric, HpccModel model, ProblemCollector problems) throws IOException {
    return new Reader(WordReader.of(file), fabric, model, problems).flows();
  }

  private static final class Reader {
    private final WordReader words;
    private final HpccModel model;
    private final ProblemCollector problems;
    private final int[] hostPosition;
    private final Map<Long, Integer> ports = new HashMap<>();
    private final List<FlowList.Entry> entries = new ArrayList<>();
    private long lastStart;
    private final Set<Integer> groups = new LinkedHashSet<>();
    private long totalBytes;

    Reader(WordReader words, Fabric fabric, HpccModel model, ProblemCollector problems) {
      this.words = words;
      this.model = model;
      this.problems = problems;
      hostPosition = new int[fabric.nodes().size()];
      Arrays.fill(hostPosition, -1);
      List<Node> hosts = fabric.hosts();
      for (int i = 0; i < hosts.size(); i++) {
        hostPosition[hosts.get(i).id()] = i;
      }
    }

    Optional<HpccFlows> flows() {
      OptionalLong count = next("number of flows", 100_000_000);
      if (count.isEmpty()) {
        return Optional.empty();
      }
      for (long i = 0; i < count.getAsLong(); i++) {
        if (!words.hasNext()) {
          error(
              words.last(),
              "the file ends after " + i + " of " + count.getAsLong() + " flows",
              "list all flows, or correct the count in line 1");
          break;
        }
        flow();
      }
      if (words.hasNext()) {
        warn(
            words.peek(),
            "the file continues after the " + count.getAsLong() + " flows counted in line 1",
            "the rest is ignored, as in HPCC ns-3");
      }
      return Optional.of(
          groups.isEmpty()
              ? NONE
              : new HpccFlows(List.copyOf(entries), List.copyOf(groups), totalBytes));
    }

    private void flow() {
      TextWord first = words.peek();
      OptionalLong source = host("source");
      OptionalLong destination = host("destination");
      OptionalLong pg = next("priority group", 7);
      OptionalLong port = next("destination port", 65_535);
      OptionalLong size = next("size", MOST_BYTES);
      Optional<Long> start = start();
      if (source.isEmpty()
          || destination.isEmpty()
          || pg.isEmpty()
          || port.isEmpty()
          || size.isEmpty()
          || start.isEmpty()) {
        return;
      }
      if (source.getAsLong() == destination.getAsLong()) {
        error(first, "a flow from a host to itself", "name two hosts");
        return;
      }
      if (pg.getAsLong() == 0) {
        error(
            first,
            "priority group 0, which HPCC ns-3 neither pauses, marks nor limits",
            "use 1 to 7; 3 is usual");
        return;
      }
      if (start.get() < lastStart) {
        warn(
            first,
            "it starts before the previous flow",
            "HPCC ns-3 would stop here: it requires flows sorted by start time");
      }
      if (size.getAsLong() == 0) {
        warn(
            first,
            "a flow of 0 bytes",
            "HPCC ns-3 never finishes it; Headroom sends one empty message");
      }
      lastStart = start.get();
      totalBytes += size.getAsLong();
      int sourcePort = sourcePort(source.getAsLong(), destination.getAsLong());
      int group = (int) pg.getAsLong();
      groups.add(group);
      entries.add(
          new FlowList.Entry(
              (int) source.getAsLong(),
              (int) destination.getAsLong(),
              size.getAsLong(),
              start.get(),
              List.of(),
              List.of(),
              sourcePort << 16 | (int) port.getAsLong(),
              group == groups.iterator().next()
                  ? FlowOverrides.NONE
                  : FlowOverrides.NONE.in(group)));
    }

    /** 10000, 10001, ... for each pair, in 16 bits as there. */
    private int sourcePort(long source, long destination) {
      int port = ports.merge(source << 32 | destination, 1, Integer::sum) - 1 + FIRST_SOURCE_PORT;
      return port & 0xffff;
    }

    private OptionalLong host(String what) {
      if (!words.hasNext()) {
        return next(what, 0);
      }
      TextWord word = words.peek();
      OptionalLong id = next(what, hostPosition.length - 1);
      if (id.isEmpty()) {
        return id;
      }
      int position = hostPosition[(int) id.getAsLong()];
      if (position < 0) {
        error(word, "node " + word.text() + " is a switch", "both ends of a flow must be hosts");
        return OptionalLong.empty();
      }
      return OptionalLong.of(position);
    }

    private OptionalLong next(String what, long most) {
      if (!words.hasNext()) {
        error(words.last(), "the file ends before the " + what, "add it");
        return OptionalLong.empty();
      }
      TextWord word = words.next();
      if (!word.text().matches("[0-9]{1,18}") || Long.parseLong(word.text()) > most) {
        error(
            word,
            "'" + word.text() + "' is not a " + what,
            "write a whole number from 0 to " + most);
        return OptionalLong.empty();
      }
      return OptionalLong.of(Long.parseLong(word.text()));
    }

    private Optional<Long> start() {
      if (!words.hasNext()) {
        error(words.last(), "the file ends before the start time", "add it");
        return Optional.empty();
      }
      TextWord word = words.next();
      Optional<Long> start =
          word.text().matches("[0-9.]+") ? model.time(word.text()) : Optional.empty();
      if (start.isEmpty()) {
        error(
            word, "'" + word.text() + "' is not a start time in seconds", "write it like 2.000001");
      }
      return start;
    }

    private void error(TextWord at, String what, String right) {
      problems.error(words.file(), at, "", what, right);
    }

    private void warn(TextWord at, String what, String right) {
      problems.warn(words.file(), at, "", what, right);
    }
  }
}
