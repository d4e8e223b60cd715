package dev.headroom.sim.host;

import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.fabric.Endpoints;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.transport.RcSettings;
import dev.headroom.sim.transport.Receiver;
import dev.headroom.sim.transport.Sender;
import dev.headroom.sim.transport.Transfer;
import dev.headroom.sim.workload.FlowBook;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All hosts, their queue pairs, and the flows that start on them.
 *
 * <p>Queue pairs are numbered by the flow program. The sending end of one is touched only by the
 * partition of its source, the receiving end only by that of its destination.
 */
public final class Hosts implements Endpoints {
  private final FlowProgram program;
  private final FlowBook book;
  private final RcSettings rc;
  private final RouteTable routes;
  private final ControllerFactory controllers;
  private final long triggerDelayPs;
  private final long roundingPs;
  private final @Nullable Sender[] senders;
  private final @Nullable Receiver[] receivers;
  private Host[] hosts = {};
  private List<Host> all = List.of();

  /** Flows that need nothing, by source host and start. */
  private int[][] roots = {};

  private int[] nextRoot = {};

  /**
   * @param triggerDelayPs what a trigger that crosses the fabric takes
   * @param roundingPs pacing is cut to a multiple of this
   */
  public Hosts(
      FlowBook book,
      RcSettings rc,
      RouteTable routes,
      ControllerFactory controllers,
      long triggerDelayPs,
      long roundingPs) {
    this.book = book;
    this.program = book.program();
    this.rc = rc;
    this.routes = routes;
    this.controllers = controllers;
    this.triggerDelayPs = triggerDelayPs;
    this.roundingPs = roundingPs;
    senders = new Sender[program.queuePairs()];
    receivers = new Receiver[program.queuePairs()];
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
        count[program.source(flow)]++;
      }
    }
    int[][] byHost = new int[hosts.length][];
    for (int host = 0; host < byHost.length; host++) {
      byHost[host] = new int[count[host]];
    }
    Arrays.fill(count, 0);
    for (int flow = 0; flow < program.flows(); flow++) {
      if (program.needs(flow) == 0) {
        int source = program.source(flow);
        byHost[source][count[source]++] = flow;
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
    int queuePair = program.queuePair(flow);
    Sender sender = senders[queuePair];
    if (sender == null) {
      long lineBps = host.port().rateBps();
      sender = new Sender(queuePair, routes.forth(flow), rc, controllers.make(lineBps), lineBps);
      senders[queuePair] = sender;
    }
    sender.post(flow, program.bytes(flow), nowPs);
    host.activate(sender, nowPs);
  }

  void delivered(int flow, Host at, long nowPs) {
    book.delivered(flow, nowPs);
    program.whenDelivered(flow, dependent -> tell(dependent, at, nowPs));
  }

  void completed(Transfer transfer, Host at, long nowPs) {
    book.completed(transfer.flow, nowPs, transfer.retransmissions, transfer.cnps);
    program.whenCompleted(transfer.flow, dependent -> tell(dependent, at, nowPs));
  }

  private void tell(int dependent, Host from, long nowPs) {
    Host host = hosts[program.source(dependent)];
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
    Host host = hosts[program.source(flow)];
    if (program.startPs(flow) > nowPs) {
      book.await(flow);
      host.home.events.schedule(program.startPs(flow), EventKind.TRIGGER, flow);
    } else {
      startFlow(flow, host, nowPs);
    }
  }

  @Override
  public void retry(int queuePair, long nowPs) {
    Sender sender = senders[queuePair];
    if (sender != null) {
      hosts[sender.route().source()].retry(sender, nowPs);
    }
  }

  @Override
  public void drained(int host, long nowPs) {
    hosts[host].drained(nowPs);
  }

  @Nullable Sender sender(int queuePair) {
    return senders[queuePair];
  }

  /** The receiving end that a data packet is for, made by the first one. */
  Receiver receiver(Packet packet) {
    Receiver receiver = receivers[packet.queuePair];
    if (receiver == null) {
      receiver = new Receiver(rc, routes.back(packet.flow));
      receivers[packet.queuePair] = receiver;
    }
    return receiver;
  }

  long roundingPs() {
    return roundingPs;
  }

  public List<Host> all() {
    return all;
  }

  /** Why an unfinished flow can go no further; empty if it can, or waits for others. */
  public String failure(int flow) {
    Sender sender = senders[program.queuePair(flow)];
    if (sender == null || !sender.failure().isEmpty()) {
      return sender == null ? "" : sender.failure();
    }
    Host host = hosts[program.source(flow)];
    boolean cutOff = book.startedPs(flow) >= 0 && host.port().isDown();
    return cutOff ? "the link of " + host.name + " is down" : "";
  }

  /** Payload of an unfinished flow that has been acknowledged; its counts go into the book. */
  public long acknowledgedBytes(int flow) {
    Sender sender = senders[program.queuePair(flow)];
    Transfer transfer = sender == null ? null : sender.oldest();
    while (transfer != null && transfer.flow != flow) {
      transfer = Sender.after(transfer);
    }
    if (sender == null || transfer == null) {
      return 0;
    }
    book.progress(flow, transfer.retransmissions, transfer.cnps);
    return sender.acknowledgedBytes(transfer);
  }
}
