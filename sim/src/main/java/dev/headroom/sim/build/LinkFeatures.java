package dev.headroom.sim.build;

import dev.headroom.sim.credit.CreditLink;
import dev.headroom.sim.credit.CreditSettings;
import dev.headroom.sim.fabric.LinkControl;
import dev.headroom.sim.fabric.LinkCreditControl;
import dev.headroom.sim.fabric.LinkFactory;
import dev.headroom.sim.fabric.LinkPauseControl;
import dev.headroom.sim.fabric.LinkRetry;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.PortRandom;
import dev.headroom.sim.fabric.WatchdogSettings;
import dev.headroom.sim.kernel.Ns3RandomSources;
import dev.headroom.sim.ns3.Ns3PfcInitiator;
import dev.headroom.sim.ns3.Ns3PortRandom;
import dev.headroom.sim.pfc.Pfc;
import dev.headroom.sim.pfc.PfcInitiator;
import dev.headroom.sim.retry.FrameRetry;
import dev.headroom.sim.retry.StreamRetry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parts of links of one kind: credits, link-level retry, PFC watchdog.
 *
 * @param credits credit-based flow control, in the place of PFC; empty without
 * @param retries how often in a row a frame is sent again on the link; 0 without link-level retry
 * @param watchdog what looks after paused queues; none at a host
 */
record LinkFeatures(
    Optional<CreditSettings> credits, int retries, Optional<WatchdogSettings> watchdog)
    implements LinkFactory {
  @Override
  public boolean hasCredits() {
    return credits.isPresent();
  }

  @Override
  public LinkPauseControl pauses(Port port) {
    Ns3RandomSources ns3 = port.partition.ns3;
    PfcInitiator initiator =
        ns3 == null ? new PfcInitiator(port) : new Ns3PfcInitiator(port, ns3.streams());
    return new Pfc(port, initiator, watchdog);
  }

  @Override
  public @Nullable LinkCreditControl credits(Port port) {
    return credits.map(settings -> new CreditLink(port, settings)).orElse(null);
  }

  @Override
  public @Nullable LinkRetry retry(Port port, LinkControl link) {
    if (retries == 0) {
      return null;
    }
    boolean inStream = credits.filter(CreditSettings::isOfInfiniband).isPresent();
    return inStream ? new StreamRetry(port, link, retries) : new FrameRetry(port, link, retries);
  }

  @Override
  public PortRandom draws(Port port, long randomKey) {
    Ns3RandomSources ns3 = port.partition.ns3;
    return ns3 == null ? new PortRandom(randomKey) : new Ns3PortRandom(randomKey, ns3.streams());
  }
}
