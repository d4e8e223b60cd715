package dev.headroom.sim.falcon;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** The Falcon connections of a run in which data is read: two windows each way. */
public final class FalconPullConnections extends FalconConnections {
  private final FalconSettings.Pulls pulls;
  private final ControllerFactory controllersOfRequests;

  // By connection.
  private final @Nullable PullRequestSender[] requestSenders;
  private final @Nullable FalconReceiver[] requestReceivers;

  /** How often requests of each flow were sent again. */
  private final int[] repeats;

  /**
   * @param pulls how data is asked for
   * @param controllersOfRequests makes those of pull requests
   * @param controllerObserver sees the controllers of data at work
   * @param seed of the run
   */
  public FalconPullConnections(
      FlowProgram program,
      FalconSettings settings,
      FalconSettings.Pulls pulls,
      FlowTupleTable routes,
      ControllerFactory controllers,
      ControllerFactory controllersOfRequests,
      ControllerObserver controllerObserver,
      long seed) {
    super(program, settings, routes, controllers, controllerObserver, seed);
    this.pulls = pulls;
    this.controllersOfRequests = controllersOfRequests;
    requestSenders = new PullRequestSender[program.queuePairs()];
    requestReceivers = new FalconReceiver[program.queuePairs()];
    repeats = new int[program.flows()];
  }

  @Override
  protected boolean isReading() {
    return true;
  }

  @Override
  FalconEndpoint end(Host host, HostRegistry hosts) {
    return new FalconPullEndpoint(host, hosts, this);
  }

  @Override
  FalconSender sender(FlowTuple forth, Controller controller, long key) {
    return new PullDataSender(forth, settings(), controller, key);
  }

  /** Who asks for the data of a flow's connection, made by its first flow. */
  PullRequestSender requestsOf(int flow, long lineBps) {
    int connection = program.queuePair(flow);
    PullRequestSender requests = requestSenders[connection];
    if (requests == null) {
      requests =
          new PullRequestSender(
              routes.reverseTuple(flow),
              settings(),
              pulls,
              controllersOfRequests.make(lineBps),
              Rng.key(seed, "flow labels of requests " + connection));
      requestSenders[connection] = requests;
    }
    return requests;
  }

  /** Who asks for the data of a connection; null where nobody does, or nobody has yet. */
  @Nullable PullRequestSender requests(int connection) {
    return requestSenders[connection];
  }

  /** What has come of the requests of a connection; null where nothing has. */
  @Nullable FalconReceiver requestReceivers(int connection) {
    return requestReceivers[connection];
  }

  /** The receiving end that a request is for, made by the first one. */
  FalconReceiver requestReceivers(Packet request) {
    int connection = request.route.queuePair();
    FalconReceiver receiver = requestReceivers[connection];
    if (receiver == null) {
      receiver =
          new FalconReceiver(
              settings(), FalconSettings.Pulls.WINDOW, routes.forwardTuple(request.flow));
      requestReceivers[connection] = receiver;
    }
    return receiver;
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
    PullRequestSender requests = requests(connection);
    if (requests != null && endAt(requests.route().source()) instanceof FalconPullEndpoint end) {
      end.retryRequests(requests, nowPs);
    }
  }

  @Override
  public String stallReason(int flow) {
    PullRequestSender requests = requests(program.queuePair(flow));
    String asking = requests == null ? "" : requests.stallReason();
    return asking.isEmpty() ? super.stallReason(flow) : asking;
  }

  /** What was not asked for was not sent. */
  @Override
  public long unsentBytes(int flow) {
    PullRequestSender requests = requests(program.queuePair(flow));
    return requests == null ? 0 : requests.unsentBytes(flow);
  }

  @Override
  public FlowProgress progress(int flow) {
    return new FlowProgress(placedBytes(flow), repeats[flow], 0);
  }
}
