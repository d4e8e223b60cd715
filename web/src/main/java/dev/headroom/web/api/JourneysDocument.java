package dev.headroom.web.api;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.CpuCounts;
import dev.headroom.sim.measure.CpuPiece;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.HopLog.Hop;
import dev.headroom.sim.measure.StreamCounts;
import dev.headroom.web.job.FollowedRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Document of a run of which one flow was followed: the way of each packet, and what the cores of
 * hosts did. Times are in picoseconds.
 */
public final class JourneysDocument {
  private JourneysDocument() {}

  /** All of it. */
  public static String of(FollowedRun run) {
    RunSummary summary = run.summary();
    JsonWriter json = JsonWriter.compact().object();
    LiveDocument.figures(json, summary);
    counts(json, summary);
    json.array("nodes");
    summary.scenario().fabric().nodes().forEach(node -> json.add(node.name()));
    json.endArray();
    run.flow().ifPresent(flow -> flow(json, summary, flow));
    packets(json, run);
    pieces(json, run);
    return json.endObject().toString();
  }

  private static void counts(JsonWriter json, RunSummary summary) {
    CpuCounts cpu = summary.result().counts().cpu();
    StreamCounts streams = summary.result().counts().streams();
    json.put("retransmissions", summary.result().counts().retransmissions())
        .object("cpu")
        .put("busyPs", cpu.busyPs())
        .put("copiedBytes", cpu.copiedBytes())
        .put("syscalls", cpu.syscalls())
        .put("interrupts", cpu.interrupts())
        .endObject()
        .object("streams")
        .put("waitedPackets", streams.waitedPackets())
        .put("waitedPs", streams.waitedPs())
        .endObject();
  }

  private static void flow(JsonWriter json, RunSummary summary, FlowResult flow) {
    List<Node> hosts = summary.scenario().fabric().hosts();
    json.object("flow")
        .put("from", hosts.get(flow.source()).name())
        .put("to", hosts.get(flow.destination()).name())
        .put("bytes", flow.bytes())
        .put("startPs", flow.startPs())
        .putMoment("deliveredPs", flow.deliveredPs())
        .putMoment("completedPs", flow.completedPs())
        .put("retransmissions", flow.retransmissions())
        .endObject();
  }

  /** The way of one packet so far. */
  private record Journey(int number, List<Hop> hops) {
    int at() {
      return hops.getLast().to();
    }
  }

  /**
   * Each packet, in order of its first hop: its place in the flow from 0, whether it came marked,
   * when its last bit came, and for each hop the node, when its first bit left for it and when it
   * came. A packet that is sent again is another.
   */
  private static void packets(JsonWriter json, FollowedRun run) {
    Fabric fabric = run.summary().scenario().fabric();
    List<Journey> journeys = journeys(run);
    int[] numbers = journeys.stream().mapToInt(Journey::number).sorted().distinct().toArray();
    Map<Integer, Integer> places = new HashMap<>();
    IntStream.range(0, numbers.length).forEach(place -> places.put(numbers[place], place));
    json.put("missedHops", run.hops().missed()).array("packets");
    for (Journey journey : journeys) {
      Hop last = journey.hops().getLast();
      json.array()
          .add(places.getOrDefault(journey.number(), 0))
          .add(last.marked() ? 1 : 0)
          .add(last.tailPs());
      for (Hop hop : journey.hops()) {
        json.add(hop.to()).add(hop.headPs() - delayPs(fabric, hop)).add(hop.headPs());
      }
      json.endArray();
    }
    json.endArray();
  }

  private static List<Journey> journeys(FollowedRun run) {
    int source = -1;
    List<Node> hosts = run.summary().scenario().fabric().hosts();
    if (run.flow().isPresent()) {
      source = hosts.get(run.flow().get().source()).id();
    }
    List<Journey> all = new ArrayList<>();
    Map<Integer, Deque<Journey>> underWay = new HashMap<>();
    for (int at : run.hops().inOrderOfTime()) {
      Hop hop = run.hops().hop(at);
      Deque<Journey> own = underWay.computeIfAbsent(hop.number(), _ -> new ArrayDeque<>());
      if (hop.from() == source) {
        Journey begun = new Journey(hop.number(), new ArrayList<>(List.of(hop)));
        all.add(begun);
        own.add(begun);
      } else {
        own.stream()
            .filter(each -> each.at() == hop.from())
            .findFirst()
            .ifPresent(each -> each.hops().add(hop));
      }
    }
    return all;
  }

  private static long delayPs(Fabric fabric, Hop hop) {
    return fabric.ports().get(hop.from()).stream()
        .map(fabric.links()::get)
        .filter(link -> link.other(hop.from()) == hop.to())
        .mapToLong(link -> link.delay().ps())
        .findFirst()
        .orElse(0);
  }

  /** What cores did: host, core, task, from, of which interrupts, to, bytes, packets. */
  private static void pieces(JsonWriter json, FollowedRun run) {
    List<Node> hosts = run.summary().scenario().fabric().hosts();
    json.array("pieces");
    for (CpuPiece piece : run.pieces()) {
      json.array()
          .add(hosts.get(piece.host()).name())
          .add(piece.core())
          .add(piece.task().name().toLowerCase(Locale.ROOT))
          .add(piece.beganPs())
          .add(piece.interruptPs())
          .add(piece.endedPs())
          .add(piece.bytes())
          .add(piece.packets())
          .endArray();
    }
    json.endArray();
  }
}
