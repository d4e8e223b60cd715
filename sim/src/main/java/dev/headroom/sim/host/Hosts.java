package dev.headroom.sim.host;

import static dev.headroom.sim.transport.ReceiveQueueSettings.FOR_EVER;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.CreditPacer;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.control.ControllerFactory;
import dev.headroom.sim.fabric.Endpoints;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Route;
import dev.headroom.sim.transport.Operation;
import dev.headroom.sim.transport.RcSettings;
import dev.headroom.sim.transport.Reader;
import dev.headroom.sim.transport.Receiver;
import dev.headroom.sim.transport.Requester;
import dev.headroom.sim.transport.Responder;
import dev.headroom.sim.transport.Sender;
import dev.headroom.sim.transport.Transfer;
import dev.headroom.sim.transport.Writer;
import dev.headroom.sim.uet.UetSender;
import dev.headroom.sim.uet.UetSettings;
import dev.headroom.sim.workload.FlowBook;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All hosts, their queue pairs, and the flows that start on them.
 *
 * <p>Queue pairs are numbered by the flow program. One end of each is touched only by the partition
 * of its source, the other only by that of its destination.
 */
public final class Hosts implements Endpoints {
  /** Packets of Ultra Ethernet given up in a row that tell of more than congestion. */
  private static final int SILENCE = 7;

  private final FlowProgram program;
  private final FlowBook book;
  private final RcSettings rc;
  private final RouteTable routes;
  private final ControllerFactory controllers;
  private final long triggerDelayPs;
  private final long roundingPs;
  private final boolean reading;

  // The ends of the queue pairs: two of these are empty, by the verb.
  private final @Nullable Writer[] writers;
  private final @Nullable Receiver[] receivers;
  private final @Nullable Reader[] readers;
  private final @Nullable Responder[] responders;

  private final @Nullable UetContexts uet;
  private final LongFunction<Optional<CreditPacer>> pacers;

  private Host[] hosts = {};
  private List<Host> all = List.of();

  /** Flows that need nothing, by the host that posts them, and start. */
  private int[][] roots = {};

  private int[] nextRoot = {};

  /**
   * @param uetSettings of Ultra Ethernet's transport, where that is what runs
   * @param pacers makes what hands out the rate of a host's port as credit, where that is done
   * @param seed of the run
   * @param triggerDelayPs what a trigger that crosses the fabric takes
   * @param roundingPs pacing is cut to a multiple of this
   */
  public Hosts(
      FlowBook book,
      RcSettings rc,
      RouteTable routes,
      ControllerFactory controllers,
      Optional<UetSettings> uetSettings,
      LongFunction<Optional<CreditPacer>> pacers,
      long seed,
      long triggerDelayPs,
      long roundingPs) {
    this.book = book;
    this.program = book.program();
    this.rc = rc;
    this.routes = routes;
    this.controllers = controllers;
    this.triggerDelayPs = triggerDelayPs;
    this.roundingPs = roundingPs;
    this.pacers = pacers;
    uet =
        uetSettings
            .map(settings -> new UetContexts(program, settings, routes, controllers, seed))
            .orElse(null);
    reading = rc.operation() == Operation.READ;
    int written = reading || uet != null ? 0 : program.queuePairs();
    int read = reading ? program.queuePairs() : 0;
    writers = new Writer[written];
    receivers = new Receiver[written];
    readers = new Reader[read];
    responders = new Responder[read];
  }

  /** Takes the hosts in and schedules their first flows. */
  public void open(List<Host> made) {
    all = List.copyOf(made);
    hosts = made.toArray(Host[]::new);
    roots = rootsByHost();
    nextRoot = new int[hosts.length];
    for (Host host : hosts) {
      scheduleStart(host);
    }
  }

  private int[][] rootsByHost() {
    int[] count = new int[hosts.length];
    for (int flow = 0; flow < program.flows(); flow++) {
      if (program.needs(flow) == 0) {
        count[initiator(flow)]++;
      }
    }
    int[][] byHost = new int[hosts.length][];
    for (int host = 0; host < byHost.length; host++) {
      byHost[host] = new int[count[host]];
    }
    Arrays.fill(count, 0);
    for (int flow = 0; flow < program.flows(); flow++) {
      if (program.needs(flow) == 0) {
        int host = initiator(flow);
        byHost[host][count[host]++] = flow;
      }
    }
    for (int[] flows : byHost) {
      sortByStart(flows);
    }
    return byHost;
  }

  /** Stable, and free where the program is in order of start already, as it mostly is. */
  private void sortByStart(int[] flows) {
    for (int i = 1; i < flows.length; i++) {
      if (program.startPs(flows[i - 1]) > program.startPs(flows[i])) {
        Integer[] boxed = Arrays.stream(flows).boxed().toArray(Integer[]::new);
        Arrays.sort(boxed, (a, b) -> Long.compare(program.startPs(a), program.startPs(b)));
        for (int j = 0; j < flows.length; j++) {
          flows[j] = boxed[j];
        }
        return;
      }
    }
  }

  private void scheduleStart(Host host) {
    int[] flows = roots[host.index];
    int next = nextRoot[host.index];
    if (next < flows.length) {
      host.home.events.schedule(program.startPs(flows[next]), EventKind.START, host.index);
    }
  }

  @Override
  public void start(int hostIndex, long nowPs) {
    Host host = hosts[hostIndex];
    if (host.home.events.keepsInsertionOrder() && !host.starting) {
      // As in ns-3, whose applications start by an event of their own, after what else is due now.
      host.starting = true;
      host.home.events.schedule(nowPs, EventKind.START, hostIndex);
      return;
    }
    host.starting = false;
    int[] flows = roots[hostIndex];
    while (nextRoot[hostIndex] < flows.length
        && program.startPs(flows[nextRoot[hostIndex]]) <= nowPs) {
      startFlow(flows[nextRoot[hostIndex]++], host, nowPs);
    }
    scheduleStart(host);
  }

  private void startFlow(int flow, Host host, long nowPs) {
    book.started(flow, nowPs);
    if (uet != null) {
      UetSender sender = uet.senderOf(flow, host);
      sender.post(flow, program.bytes(flow));
      host.activate(sender, nowPs);
      return;
    }
    Requester requester = requester(flow, host);
    requester.post(flow, program.bytes(flow), nowPs);
    host.activate(requester, nowPs);
  }

  /** The requesting end of a flow's queue pair, made by its first flow. */
  private Requester requester(int flow, Host host) {
    int queuePair = program.queuePair(flow);
    Requester known = requester(queuePair);
    if (known != null) {
      return known;
    }
    long lineBps = host.port().rateBps();
    if (reading) {
      Reader reader = new Reader(routes.back(flow), rc, lineBps);
      readers[queuePair] = reader;
      return reader;
    }
    Writer writer = new Writer(routes.forth(flow), rc, controllers.make(lineBps), lineBps);
    writers[queuePair] = writer;
    return writer;
  }

  /** The host that posts a flow: the source of a WRITE or SEND, the destination of a READ. */
  private int initiator(int flow) {
    return reading ? program.destination(flow) : program.source(flow);
  }

  void delivered(int flow, Host at, long nowPs) {
    book.delivered(flow, nowPs);
    program.whenDelivered(flow, dependent -> tell(dependent, at, nowPs));
  }

  void completed(int flow, int retransmissions, int cnps, Host at, long nowPs) {
    book.completed(flow, nowPs, retransmissions, cnps);
    program.whenCompleted(flow, dependent -> tell(dependent, at, nowPs));
  }

  private void tell(int dependent, Host from, long nowPs) {
    Host host = hosts[initiator(dependent)];
    if (host == from) {
      trigger(dependent, nowPs);
    } else {
      from.home.postTrigger(nowPs + triggerDelayPs, dependent, host.home);
    }
  }

  @Override
  public void trigger(int flow, long nowPs) {
    if (!book.meet(flow)) {
      return;
    }
    Host host = hosts[initiator(flow)];
    if (program.startPs(flow) > nowPs) {
      book.await(flow);
      host.home.events.schedule(program.startPs(flow), EventKind.TRIGGER, flow);
    } else {
      startFlow(flow, host, nowPs);
    }
  }

  @Override
  public void retry(int queuePair, long nowPs) {
    if (uet != null) {
      UetSender sender = uet.sender(queuePair);
      if (sender != null) {
        hosts[sender.route().source()].retry(sender, nowPs);
      }
      return;
    }
    Requester requester = requester(queuePair);
    if (requester != null) {
      hosts[requester.route().source()].retry(requester, nowPs);
    }
  }

  @Override
  public void resume(int queuePair, long nowPs) {
    Requester requester = requester(queuePair);
    if (requester != null) {
      hosts[requester.route().source()].activate(requester, nowPs);
    }
  }

  @Override
  public void paced(int host, long nowPs) {
    hosts[host].paced(nowPs);
  }

  @Override
  public void grant(int host, long nowPs) {
    hosts[host].grant(nowPs);
  }

  /** Ultra Ethernet's transport at a host, or null where another one runs. */
  @Nullable UetEnd uetEnd(Host host) {
    return uet == null
        ? null
        : new UetEnd(host, this, uet, pacers.apply(host.port().rateBps()).orElse(null));
  }

  @Override
  public void drained(int host, long nowPs) {
    hosts[host].drained(nowPs);
  }

  @Nullable Requester requester(int queuePair) {
    return reading ? readers[queuePair] : writers[queuePair];
  }

  @Nullable Writer writer(int queuePair) {
    return writers[queuePair];
  }

  @Nullable Reader reader(int queuePair) {
    return readers[queuePair];
  }

  /** The end that sends the data. */
  @Nullable Sender source(int queuePair) {
    return reading ? responders[queuePair] : writers[queuePair];
  }

  /** The receiving end that a data packet is for, made by the first one. */
  Receiver receiver(Packet packet) {
    Receiver receiver = receivers[packet.route.queuePair()];
    if (receiver == null) {
      receiver = Receiver.of(rc, routes.back(packet.flow));
      receivers[packet.route.queuePair()] = receiver;
    }
    return receiver;
  }

  /** The way back of a packet that has come from the source of a queue pair's data. */
  Route back(Packet packet) {
    Reader reader = reading ? readers[packet.route.queuePair()] : null;
    return reader == null ? receiver(packet).back : reader.route();
  }

  /** The responding end that a READ request is for, made by the first one. */
  Responder responder(Packet request, Host host) {
    Responder responder = responders[request.route.queuePair()];
    if (responder == null) {
      Controller controller = controllers.make(host.port().rateBps());
      responder = new Responder(routes.forth(request.flow), rc, controller);
      responders[request.route.queuePair()] = responder;
    }
    return responder;
  }

  long roundingPs() {
    return roundingPs;
  }

  public List<Host> all() {
    return all;
  }

  /** Why an unfinished flow can go no further; empty if it can, or waits for others. */
  public String failure(int flow) {
    if (uet != null) {
      return failure(flow, uet);
    }
    Requester requester = requester(program.queuePair(flow));
    if (requester == null || !requester.failure().isEmpty()) {
      return requester == null ? "" : requester.failure();
    }
    if (book.startedPs(flow) < 0) {
      return "";
    }
    String cutOff = cutOff(flow);
    if (!cutOff.isEmpty()) {
      return cutOff;
    }
    return requester instanceof Writer writer && writer.refusals() >= FOR_EVER
        ? "the receiver is not ready: RNR NAKs in a row, and transport.rnrRetry 7 sets no limit"
        : "";
  }

  /** Its senders never give up: they are asked how long they have heard nothing. */
  private String failure(int flow, UetContexts contexts) {
    UetSender sender = contexts.sender(program.queuePair(flow));
    if (sender == null || book.startedPs(flow) < 0) {
      return "";
    }
    String cutOff = cutOff(flow);
    return !cutOff.isEmpty() || sender.timeoutsInARow() < SILENCE
        ? cutOff
        : "nothing was heard of %d packets in a row".formatted(sender.timeoutsInARow());
  }

  /** Which end of a flow has no link; empty if both have. */
  private String cutOff(int flow) {
    return Stream.of(
            hosts[initiator(flow)], hosts[program.source(flow)], hosts[program.destination(flow)])
        .filter(host -> host.port().isDown())
        .findFirst()
        .map(host -> "the link of " + host.name + " is down")
        .orElse("");
  }

  /** Payload of an unfinished flow that is known to have got there; its counts go into the book. */
  public long acknowledgedBytes(int flow) {
    return uet == null ? acknowledgedByAnswers(flow) : acknowledgedBytes(flow, uet);
  }

  private long acknowledgedBytes(int flow, UetContexts contexts) {
    UetSender sender = contexts.sender(program.queuePair(flow));
    UetSender.Outgoing sent = sender == null ? null : sender.oldest();
    while (sent != null && sent.flow != flow) {
      sent = sent.next();
    }
    if (sender == null || sent == null) {
      return 0;
    }
    book.progress(flow, sent.repeats(), 0);
    return sender.acknowledgedBytes(sent);
  }

  private long acknowledgedByAnswers(int flow) {
    Requester requester = requester(program.queuePair(flow));
    Transfer transfer = requester == null ? null : requester.oldest();
    while (transfer != null && transfer.flow != flow) {
      transfer = Requester.after(transfer);
    }
    if (requester == null || transfer == null) {
      return 0;
    }
    book.progress(flow, transfer.retransmissions, transfer.cnps);
    return requester.acknowledgedBytes(transfer);
  }
}
