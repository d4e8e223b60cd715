package dev.headroom.web.job;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.sim.SampledPorts;

/**
 * Ports of a run as its samples show them: how deep each queue was since the last event, and what
 * the port sent. It is used by the thread that runs.
 */
final class LivePorts {
  /** Ports that an event tells of. */
  private static final int SHOWN = 8;

  private final Fabric fabric;
  private long[] deepest = {};
  private long[] sent = {};
  private long[] sentBefore = {};
  private boolean[] paused = {};
  private int[] node = {};
  private int[] number = {};
  private long atPs;
  private long beforePs;

  LivePorts(Fabric fabric) {
    this.fabric = fabric;
  }

  void sampled(long nowPs, SampledPorts ports) {
    if (deepest.length != ports.count()) {
      begin(ports);
    }
    for (int port = 0; port < deepest.length; port++) {
      deepest[port] = Math.max(deepest[port], ports.queuedBytes(port));
      sent[port] = ports.sentBytes(port);
      paused[port] |= ports.isPaused(port);
    }
    atPs = nowPs;
  }

  private void begin(SampledPorts ports) {
    int count = ports.count();
    deepest = new long[count];
    sent = new long[count];
    sentBefore = new long[count];
    paused = new boolean[count];
    node = new int[count];
    number = new int[count];
    for (int port = 0; port < count; port++) {
      node[port] = ports.node(port);
      number[port] = ports.number(port);
    }
  }

  /** The deepest queues since the last call, deepest first; of equal ones the busier. */
  void write(JsonWriter json) {
    json.array("ports");
    double passedPs = atPs - beforePs;
    boolean[] told = new boolean[deepest.length];
    for (int place = 0; place < SHOWN && passedPs > 0; place++) {
      int port = next(told);
      if (port < 0) {
        break;
      }
      told[port] = true;
      Link link = fabric.links().get(fabric.ports().get(node[port]).get(number[port]));
      int peer = link.a() == node[port] ? link.b() : link.a();
      json.object()
          .put("port", name(node[port]) + " → " + name(peer))
          .put("queueBytes", deepest[port])
          .put("rateBps", Math.round((sent[port] - sentBefore[port]) * 8e12 / passedPs))
          .put("lineBps", link.rate().bps())
          .put("paused", paused[port])
          .endObject();
    }
    json.endArray();
    for (int port = 0; port < deepest.length; port++) {
      deepest[port] = 0;
      sentBefore[port] = sent[port];
      paused[port] = false;
    }
    beforePs = atPs;
  }

  private int next(boolean[] told) {
    int best = -1;
    for (int port = 0; port < deepest.length; port++) {
      boolean isSome = deepest[port] > 0 || sent[port] > sentBefore[port] || paused[port];
      if (!told[port] && isSome && (best < 0 || isDeeper(port, best))) {
        best = port;
      }
    }
    return best;
  }

  private boolean isDeeper(int one, int other) {
    return deepest[one] != deepest[other]
        ? deepest[one] > deepest[other]
        : sent[one] - sentBefore[one] > sent[other] - sentBefore[other];
  }

  private String name(int of) {
    return fabric.nodes().get(of).name();
  }
}
