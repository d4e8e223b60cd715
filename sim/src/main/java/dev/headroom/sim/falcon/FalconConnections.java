package dev.headroom.sim.falcon;

import dev.headroom.congestion.Controller;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.control.ControllerFactory;
import dev.headroom.sim.control.Onlooker;
import dev.headroom.sim.delivery.Deliveries;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Route;
import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.kernel.Rng;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Falcon connections of a run. */
public final class FalconConnections extends Deliveries<FalconSender> {
  private final FalconSettings settings;
  private final ControllerFactory controllers;
  private final Onlooker onlooker;
  private final long seed;
  private final @Nullable FalconEnd[] ends;
  private final @Nullable FalconReceiver[] receivers;

  // Where data is read, by connection; else empty.
  private final ControllerFactory controllersOfRequests;
  private final @Nullable PullRequests[] askers;
  private final @Nullable FalconReceiver[] asked;

  /** How often requests of each flow were sent again. */
  private final int[] repeats;

  /**
   * @param controllersOfRequests makes those of pull requests
   * @param onlooker sees the controllers of data at work
   * @param seed of the run
   */
  public FalconConnections(
      FlowProgram program,
      FalconSettings settings,
      RouteTable routes,
      ControllerFactory controllers,
      ControllerFactory controllersOfRequests,
      Onlooker onlooker,
      long seed) {
    super(program, routes, settings.mtu(), Optional.empty(), seed);
    this.settings = settings;
    this.controllers = controllers;
    this.onlooker = onlooker;
    this.seed = seed;
    ends = new FalconEnd[routes.hosts()];
    receivers = new FalconReceiver[program.queuePairs()];
    this.controllersOfRequests = controllersOfRequests;
    askers = new PullRequests[isReading() ? program.queuePairs() : 0];
    asked = new FalconReceiver[askers.length];
    repeats = new int[isReading() ? program.flows() : 0];
  }

  @Override
  protected FalconEnd open(Host host, Hosts hosts) {
    FalconEnd end = new FalconEnd(host, hosts, this);
    ends[host.index] = end;
    return end;
  }

  @Override
  protected FalconSender open(int flow, long lineBps) {
    Route forth = routes.forth(flow);
    Controller controller = onlooker.beside(flow, controllers.make(lineBps));
    long key = Rng.key(seed, "flow labels of connection " + program.queuePair(flow));
    return isReading()
        ? new PulledData(forth, settings, controller, key)
        : new FalconSender(forth, settings, controller, key);
  }

  @Override
  public void acknowledge(int connection, long nowPs) {
    FalconReceiver receiver = receivers[connection];
    FalconEnd end = receiver == null ? null : ends[receiver.back.source()];
    if (receiver != null && end != null) {
      end.acknowledge(receiver, connection, nowPs);
    }
  }

  FalconSettings settings() {
    return settings;
  }

  /** The receiving end that a packet is for, made by the first one. */
  FalconReceiver receiver(Packet packet) {
    int connection = packet.route.queuePair();
    FalconReceiver receiver = receivers[connection];
    if (receiver == null) {
      receiver = new FalconReceiver(settings, settings.receiveWindow(), routes.back(packet.flow));
      receivers[connection] = receiver;
    }
    return receiver;
  }

  // --- READ -------------------------------------------------------------------------------------

  @Override
  protected boolean isReading() {
    return settings.pulls().isPresent();
  }

  /** Who asks for the data of a flow's connection, made by its first flow. */
  PullRequests requestsOf(int flow, long lineBps) {
    int connection = program.queuePair(flow);
    PullRequests requests = askers[connection];
    if (requests == null) {
      requests =
          new PullRequests(
              routes.back(flow),
              settings,
              settings.pulls().orElseThrow(),
              controllersOfRequests.make(lineBps),
              Rng.key(seed, "flow labels of requests " + connection));
      askers[connection] = requests;
    }
    return requests;
  }

  /** Who asks for the data of a connection; null where nobody does, or nobody has yet. */
  @Nullable PullRequests requests(int connection) {
    return isReading() ? askers[connection] : null;
  }

  /** What has come of the requests of a connection; null where nothing has. */
  @Nullable FalconReceiver asked(int connection) {
    return isReading() ? asked[connection] : null;
  }

  /** The receiving end that a request is for, made by the first one. */
  FalconReceiver asked(Packet request) {
    int connection = request.route.queuePair();
    FalconReceiver receiver = asked[connection];
    if (receiver == null) {
      receiver =
          new FalconReceiver(settings, FalconSettings.Pulls.WINDOW, routes.forth(request.flow));
      asked[connection] = receiver;
    }
    return receiver;
  }

  /** What has come of the data of a connection; null where nothing has. */
  @Nullable FalconReceiver receiver(int connection) {
    return receivers[connection];
  }

  /** A request of a flow was sent again. */
  void repeated(int flow) {
    repeats[flow]++;
  }

  int repeats(int flow) {
    return repeats[flow];
  }

  @Override
  public void resume(int connection, long nowPs) {
    PullRequests requests = requests(connection);
    FalconEnd end = requests == null ? null : ends[requests.route().source()];
    if (requests != null && end != null) {
      end.askAgain(requests, nowPs);
    }
  }

  @Override
  public String obstacle(int flow) {
    PullRequests requests = requests(program.queuePair(flow));
    String asking = requests == null ? "" : requests.obstacle();
    return asking.isEmpty() ? super.obstacle(flow) : asking;
  }

  @Override
  public FlowProgress progress(int flow) {
    return isReading()
        ? new FlowProgress(placedBytes(flow), repeats[flow], 0)
        : super.progress(flow);
  }
}
