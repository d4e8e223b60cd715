package dev.headroom.sim.ns3;

import dev.headroom.model.choice.DrawSequence;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.LibcRandom;
import dev.headroom.sim.kernel.Ns3RandomSources;
import dev.headroom.sim.kernel.Ns3Stream;
import dev.headroom.sim.kernel.Ns3Streams;
import java.util.List;

/**
 * Random number streams of Alibaba's HPCC simulator ({@code third.cc}): one sequence of streams for
 * marks, and stream 50 for losses. All links without a loss of their own share one copy of it, and
 * every other link has one, for both its directions.
 *
 * @param seed as {@code RngSeed}
 * @param shared the loss of links that have none of their own
 */
public record Ns3Losses(long seed, double shared, List<Link> links, int nodes) {
  /** {@code uv->SetStream}. */
  private static final int STREAM = 50;

  /** Streams that are taken for each node before the first draw of a mark. */
  private static final int STREAMS_OF_A_NODE = 6;

  /** Likewise for each error model, and the variable that it is given. */
  private static final int STREAMS_OF_A_MODEL = 2;

  public static Ns3Losses of(Scenario scenario) {
    return new Ns3Losses(
        scenario.settings().get(RunKnobs.SEED),
        scenario.settings().get(RunKnobs.SHARED_LOSS),
        scenario.fabric().links(),
        scenario.fabric().nodes().size());
  }

  public static boolean isConfigured(Scenario scenario) {
    return scenario.settings().get(RunKnobs.DRAWS) == DrawSequence.NS_3;
  }

  /** What all is drawn from but losses. */
  public Ns3RandomSources sequences() {
    int models = 1 + (int) links.stream().filter(this::hasItsOwn).count();
    int taken = STREAMS_OF_A_NODE * nodes + STREAMS_OF_A_MODEL * models;
    return new Ns3RandomSources(new Ns3Streams(seed, taken), new LibcRandom());
  }

  /** Has the ports of links draw losses so. */
  public void give(List<List<Integer>> linksOf, Port[][] ports) {
    Ns3Stream common = new Ns3Stream(seed, STREAM);
    Ns3Stream[] ofLink = new Ns3Stream[links.size()];
    for (int i = 0; i < ofLink.length; i++) {
      ofLink[i] = hasItsOwn(links.get(i)) ? new Ns3Stream(seed, STREAM) : common;
    }
    for (int node = 0; node < ports.length; node++) {
      for (int port = 0; port < ports[node].length; port++) {
        ((Ns3PortRandom) ports[node][port].link.draws)
            .takeLosses(ofLink[linksOf.get(node).get(port)]);
      }
    }
  }

  private boolean hasItsOwn(Link link) {
    return link.loss() > 0 && link.loss() != shared;
  }
}
