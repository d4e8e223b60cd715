package dev.headroom.app.plugin;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import java.util.Set;

/**
 * Wrapper of a congestion control plugin with the same behaviour. An exception or an invalid return
 * value ends the run with the source line.
 */
public final class WatchedController extends Controller {
  private final Controller own;
  private final Path path;
  private final PluginErrors faults;

  WatchedController(Controller own, Path path, PluginErrors faults) {
    this.own = own;
    this.path = path;
    this.faults = faults;
  }

  @Override
  public long rateBps(long nowPs) {
    long rate;
    try {
      rate = own.rateBps(nowPs);
    } catch (RuntimeException | Error e) {
      throw faults.of("rateBps", e);
    }
    if (rate < 1) {
      throw faults.invalidAnswer("rateBps", rate, "the minimum rate is 1 bit per second");
    }
    return Math.min(rate, path.lineBps());
  }

  @Override
  public long controlledBps(long nowPs) {
    try {
      return own.controlledBps(nowPs);
    } catch (RuntimeException | Error e) {
      throw faults.of("controlledBps", e);
    }
  }

  @Override
  public long sentAtBps(long nowPs) {
    try {
      return own.sentAtBps(nowPs);
    } catch (RuntimeException | Error e) {
      throw faults.of("sentAtBps", e);
    }
  }

  @Override
  public long windowBytes() {
    long window;
    try {
      window = own.windowBytes();
    } catch (RuntimeException | Error e) {
      throw faults.of("windowBytes", e);
    }
    if (window < path.packetBytes()) {
      throw faults.invalidAnswer(
          "windowBytes",
          window,
          "a window holds at least one packet, here %d bytes; use rateBps for less"
              .formatted(path.packetBytes()));
    }
    return window;
  }

  @Override
  public long creditBytes() {
    try {
      return own.creditBytes();
    } catch (RuntimeException | Error e) {
      throw faults.of("creditBytes", e);
    }
  }

  @Override
  public long requestBytes(long backlogBytes) {
    long request;
    try {
      request = own.requestBytes(backlogBytes);
    } catch (RuntimeException | Error e) {
      throw faults.of("requestBytes", e);
    }
    if (request < 0) {
      throw faults.invalidAnswer("requestBytes", request, "it counts bytes since the start");
    }
    return request;
  }

  @Override
  public void credited(long nowPs, long upToBytes) {
    try {
      own.credited(nowPs, upToBytes);
    } catch (RuntimeException | Error e) {
      throw faults.of("credited", e);
    }
  }

  @Override
  public Set<Signal> watches() {
    try {
      return Set.copyOf(own.watches());
    } catch (RuntimeException | Error e) {
      throw faults.of("watches", e);
    }
  }

  @Override
  public boolean movesScheduledSend() {
    return own.movesScheduledSend();
  }

  @Override
  public void sent(long nowPs, int bytes) {
    try {
      own.sent(nowPs, bytes);
    } catch (RuntimeException | Error e) {
      throw faults.of("sent", e);
    }
  }

  @Override
  public void congested(long nowPs) {
    try {
      own.congested(nowPs);
    } catch (RuntimeException | Error e) {
      throw faults.of("congested", e);
    }
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    try {
      own.acknowledged(nowPs, feedback);
    } catch (RuntimeException | Error e) {
      throw faults.of("acknowledged", e);
    }
  }

  @Override
  public void refused(long nowPs, Feedback feedback) {
    try {
      own.refused(nowPs, feedback);
    } catch (RuntimeException | Error e) {
      throw faults.of("refused", e);
    }
  }

  @Override
  public void lost(long nowPs, Feedback feedback) {
    try {
      own.lost(nowPs, feedback);
    } catch (RuntimeException | Error e) {
      throw faults.of("lost", e);
    }
  }

  @Override
  public void timedOut(long nowPs, Feedback feedback) {
    try {
      own.timedOut(nowPs, feedback);
    } catch (RuntimeException | Error e) {
      throw faults.of("timedOut", e);
    }
  }

  @Override
  public boolean probe(long nowPs) {
    try {
      return own.probe(nowPs);
    } catch (RuntimeException | Error e) {
      throw faults.of("probe", e);
    }
  }

  @Override
  public void probed(long nowPs, long rttPs) {
    try {
      own.probed(nowPs, rttPs);
    } catch (RuntimeException | Error e) {
      throw faults.of("probed", e);
    }
  }
}
