package dev.headroom.sim.build;

import dev.headroom.model.choice.BufferAdmission;
import dev.headroom.model.choice.HeadroomFormula;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PfcHeadroom;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.credit.CreditSettings;
import dev.headroom.sim.packet.FrameSizes;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Buffer plan for PFC: the classes that it keeps lossless, and the headroom that it needs for that
 * at each port.
 */
public final class PfcBufferPlan {
  private final Fabric fabric;
  private final Settings settings;
  private final NodeSettings nodes;
  private final FrameSizes frames;

  PfcBufferPlan(Scenario scenario, NodeSettings nodes, FrameSizes frames) {
    fabric = scenario.fabric();
    settings = scenario.settings();
    this.nodes = nodes;
    this.frames = frames;
  }

  /**
   * Those of a scenario.
   *
   * @param frames of its transport
   */
  public static PfcBufferPlan of(Scenario scenario, FrameSizes frames) {
    return new PfcBufferPlan(scenario, new NodeSettings(scenario), frames);
  }

  /** The classes that PFC pauses, as a mask: none where links are under credits. */
  int losslessMask(Settings own) {
    return own.get(PfcKnobs.PFC) && CreditSettings.classes(settings) == 0
        ? CreditSettings.mask(own.get(PfcKnobs.PFC_CLASSES))
        : 0;
  }

  /**
   * Bytes of a switch's buffer that are nobody's to share: reserves and headroom of its ports.
   * HPCC's simulator takes them out for one class a port, though each class has its own ({@code
   * SwitchMmu::ConfigNPort}).
   */
  public long committed(Node node, List<Integer> links) {
    Settings own = nodes.at(node);
    long reserved = own.get(SwitchKnobs.RESERVED).bytes();
    int classes = Integer.bitCount(losslessMask(own));
    int lossless = isOfHpcc(own) ? Math.min(1, classes) : classes;
    long sum = 0;
    long headroom = 0;
    @Nullable Link last = null;
    for (int position : links) {
      Link link = fabric.links().get(position);
      if (last == null || !alike(last, link, node)) {
        headroom = bytes(node, link);
        last = link;
      }
      sum += lossless * (reserved + headroom);
    }
    return sum;
  }

  /** Whether a node needs the same room at its ends of two links. */
  private boolean alike(Link one, Link other, Node node) {
    Node peerOfOne = fabric.nodes().get(one.other(node.id()));
    Node peerOfOther = fabric.nodes().get(other.other(node.id()));
    return one.rate().equals(other.rate())
        && one.delay().ps() == other.delay().ps()
        && peerOfOne.isHost() == peerOfOther.isHost()
        && nodes.at(peerOfOne).equals(nodes.at(peerOfOther));
  }

  /** How long a port takes to fall silent once a pause has come, in ps. */
  static long responsePs(Settings own, Rate rate) {
    return own.find(PfcKnobs.PFC_RESPONSE).map(Time::ps).orElse(PfcHeadroom.responsePs(rate.bps()));
  }

  /** Bytes set apart at a node's end of a link, for each lossless class. */
  long bytes(Node node, Link link) {
    Settings own = nodes.at(node);
    return own.find(PfcKnobs.HEADROOM)
        .map(sizes -> sizes.at(link.rate()).bytes())
        .orElseGet(() -> formulaBytes(own, link, link.other(node.id())));
  }

  /**
   * Bytes that the headroom of switches lacks where it is lossless and set by hand: the most at a
   * port, against the formula.
   */
  public long missingBytes() {
    long most = 0;
    for (Node node : fabric.switches()) {
      Settings own = nodes.at(node);
      if (losslessMask(own) == 0 || own.find(PfcKnobs.HEADROOM).isEmpty()) {
        continue;
      }
      for (int position : fabric.ports().get(node.id())) {
        Link link = fabric.links().get(position);
        most = Math.max(most, formulaBytes(own, link, link.other(node.id())) - bytes(node, link));
      }
    }
    return most;
  }

  private long formulaBytes(Settings own, Link link, int peer) {
    return isOfHpcc(own)
        ? PfcHeadroom.hpccNs3Bytes(link.rate().bps(), link.delay().ps())
        : sonicBytes(own, link, peer);
  }

  private static boolean isOfHpcc(Settings own) {
    return own.get(PfcKnobs.HEADROOM_FORMULA) == HeadroomFormula.HPCC_NS3;
  }

  /**
   * SONiC's formula, with two things that it leaves to its margins: what a slow peer has in its
   * pipeline, and, where packets are charged at their tails, the one that was on its way in.
   */
  private long sonicBytes(Settings own, Link link, int peer) {
    long pipeline =
        fabric.nodes().get(peer).isHost() ? 0 : nodes.at(peer).get(SwitchKnobs.SWITCH_LATENCY).ps();
    long cell = own.get(SwitchKnobs.SWITCH_CELL).bytes();
    long arriving =
        own.get(SwitchKnobs.ADMISSION) == BufferAdmission.TAIL
            ? (frames.largest() + cell - 1) / cell * cell
            : 0;
    // What is sent again after an error comes a round trip later.
    long delay = (settings.get(FailureKnobs.LINK_RETRY) ? 2 : 1) * link.delay().ps();
    return arriving
        + PfcHeadroom.of(
                link.rate().bps(),
                delay,
                frames.largest(),
                frames.largest(),
                cell,
                1,
                Math.max(pipeline, responsePs(own, link.rate())))
            .bytes();
  }
}
