package dev.headroom.sim.host;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.collective.PostingHosts;
import dev.headroom.sim.collective.RunWorkers;
import dev.headroom.sim.cpu.CpuCore;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.HostEvents;
import dev.headroom.sim.fabric.NetworkDevice;
import dev.headroom.sim.measure.CpuListener;
import dev.headroom.sim.ns3.Ns3Address;
import dev.headroom.sim.workload.FlowStateTable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All hosts, and the flows that start on them: start conditions, flows that wait for others, and
 * reasons why a flow has not arrived.
 */
public final class HostRegistry implements HostEvents {
  private final FlowProgram program;
  private final FlowStateTable flowStates;
  private final Transport transport;
  private final long triggerDelayPs;

  private Host[] hosts = {};
  private List<Host> all = List.of();

  private @Nullable FlowStarts flowStarts;

  /** Who sends the flows of schedules; null where all start by themselves. */
  private @Nullable RunWorkers workers;

  /**
   * @param transport what carries the flows
   * @param triggerDelayPs what a trigger that crosses the fabric takes
   */
  public HostRegistry(FlowStateTable book, Transport transport, long triggerDelayPs) {
    this.flowStates = book;
    this.program = book.program();
    this.transport = transport;
    this.triggerDelayPs = triggerDelayPs;
  }

  /** Takes the hosts in and schedules their first flows. */
  public void open(List<Host> made) {
    all = List.copyOf(made);
    hosts = made.toArray(Host[]::new);
    int[] addresses = made.stream().mapToInt(host -> Ns3Address.of(host.node)).toArray();
    for (Host host : hosts) {
      host.setAddresses(addresses);
      host.run(transport.at(host, this));
    }
    flowStarts = starts();
    flowStarts.open();
    if (!program.schedules().isEmpty()) {
      RunWorkers all =
          new RunWorkers(
              program,
              new PostingHosts(
                  made.toArray(NetworkDevice[]::new), transport::initiator, triggerDelayPs));
      workers = all;
      all.open();
    }
  }

  /** Tells somebody of the work of their cores. */
  public void show(CpuListener listener) {
    all.forEach(host -> host.show(listener));
  }

  /** What all hosts have counted. */
  public HostCounters tally() {
    HostCounters sum = new HostCounters();
    all.forEach(host -> sum.add(host.hostCounters));
    return sum;
  }

  /** Who sends the flows of schedules, if there are any. */
  public Optional<RunWorkers> workers() {
    return Optional.ofNullable(workers);
  }

  private FlowStarts starts() {
    int[] order =
        IntStream.range(0, program.flows()).filter(flow -> program.needs(flow) == 0).toArray();
    sortByStart(order);
    int[] posters = Arrays.stream(order).map(transport::initiator).toArray();
    boolean inTurn = hosts.length > 0 && hosts[0].events.keepsInsertionOrder();
    return inTurn
        ? new Ns3FlowStarts(hosts, program, order, posters, hosts[0].events, this::startFlow)
        : new FlowStartsByHost(hosts, program, order, posters, this::startFlow);
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

  @Override
  public void start(int index, long nowPs) {
    if (flowStarts != null) {
      flowStarts.due(index, nowPs);
    }
  }

  private void startFlow(int flow, Host host, long nowPs) {
    flowStates.started(flow, nowPs);
    host.end().post(flow, program.bytes(flow), nowPs);
  }

  /** The transport has the last byte of a flow; software finds it now or later. */
  public void delivered(int flow, Host at, long nowPs) {
    HostSoftware software = at.software();
    if (software == null || !software.delaysDataDetection(flow, queuePair(flow), nowPs)) {
      onDataDetected(flow, at, nowPs);
    }
  }

  /** The last byte of a flow is there for software. */
  void onDataDetected(int flow, Host at, long nowPs) {
    flowStates.delivered(flow, nowPs);
    program.whenDelivered(flow, dependent -> notifyDependent(dependent, at, nowPs));
    if (workers != null) {
      workers.delivered(flow, at.index, nowPs);
    }
  }

  /** The transport of its initiator knows that a flow is done; software learns it now or later. */
  public void completed(int flow, int retransmissions, int cnps, Host at, long nowPs) {
    flowStates.progress(flow, retransmissions, cnps);
    HostSoftware software = at.software();
    if (software == null || !software.delaysCompletionDetection(flow, queuePair(flow), nowPs)) {
      onCompletionDetected(flow, at, nowPs);
    }
  }

  /** Its initiator's software knows that a flow is done. */
  void onCompletionDetected(int flow, Host at, long nowPs) {
    at.partition.completed(flow);
    flowStates.completed(flow, nowPs);
    program.whenCompleted(flow, dependent -> notifyDependent(dependent, at, nowPs));
    if (workers != null) {
      workers.completed(flow, at.index, nowPs);
    }
  }

  int queuePair(int flow) {
    return program.queuePair(flow);
  }

  private void notifyDependent(int dependent, Host from, long nowPs) {
    Host host = hosts[transport.initiator(dependent)];
    if (host == from) {
      trigger(dependent, nowPs);
    } else {
      from.postTrigger(nowPs + triggerDelayPs, dependent, host);
    }
  }

  @Override
  public void trigger(int flow, long nowPs) {
    if (workers != null && flow >= program.flows()) {
      workers.handleEvent(flow, nowPs);
      return;
    }
    if (!flowStates.satisfyDependency(flow)) {
      return;
    }
    Host host = hosts[transport.initiator(flow)];
    if (program.startPs(flow) > nowPs) {
      flowStates.await(flow);
      host.events.schedule(program.startPs(flow), EventKind.TRIGGER, flow);
    } else {
      startFlow(flow, host, nowPs);
    }
  }

  @Override
  public void retry(int queuePair, long nowPs) {
    transport.retry(queuePair, nowPs);
  }

  @Override
  public void resume(int queuePair, long nowPs) {
    transport.resume(queuePair, nowPs);
  }

  @Override
  public boolean mayRetry(int queuePair) {
    return transport.mayRetry(queuePair);
  }

  @Override
  public boolean mayResume(int queuePair) {
    return transport.mayResume(queuePair);
  }

  @Override
  public void onCoreDone(int core, long nowPs) {
    HostSoftware software = hosts[core / CpuCore.MOST].software();
    if (software == null || !software.handlesCoreDone(core % CpuCore.MOST, this, nowPs)) {
      transport.onCoreDone(core, nowPs);
    }
  }

  @Override
  public void acknowledge(int connection, long nowPs) {
    transport.acknowledge(connection, nowPs);
  }

  @Override
  public void paced(int host, long nowPs) {
    hosts[host].paced(nowPs);
  }

  @Override
  public void grant(int host, long nowPs) {
    hosts[host].end().grant(nowPs);
  }

  @Override
  public void rerouted(long nowPs) {
    all.forEach(host -> host.rerouted(nowPs));
  }

  @Override
  public void drained(int host, long nowPs) {
    Host at = hosts[host];
    at.drained(nowPs);
    HostSoftware software = at.software();
    if (software != null) {
      software.wake(this, at, nowPs);
    }
  }

  public List<Host> all() {
    return all;
  }

  /** Why an unfinished flow can go no further; empty if it can, or waits for others. */
  public String failure(int flow) {
    String error = transport.error(flow);
    if (!error.isEmpty()) {
      return error + waitReason(flow);
    }
    if (flowStates.startedPs(flow) < 0) {
      return "";
    }
    String cutOff = disconnectedEnd(flow);
    if (!cutOff.isEmpty()) {
      return cutOff;
    }
    String obstacle = transport.stallReason(flow);
    return obstacle.isEmpty() ? "" : obstacle + waitReason(flow);
  }

  /** Which end of a flow has kept it waiting, as far as hosts know; begins with a semicolon. */
  private String waitReason(int flow) {
    return Stream.of(hosts[program.source(flow)], hosts[program.destination(flow)])
        .map(Host::stallText)
        .filter(trouble -> !trouble.isEmpty())
        .map("; "::concat)
        .collect(Collectors.joining());
  }

  /** Which end of a flow has no link, or stands still; empty if neither. */
  private String disconnectedEnd(int flow) {
    return Stream.of(hosts[program.source(flow)], hosts[program.destination(flow)])
        .filter(host -> host.port().isDown() || host.isFrozen())
        .findFirst()
        .map(host -> host.isFrozen() ? host.stallText() : "the link of " + host.name + " is down")
        .orElse("");
  }

  /** Payload of an unfinished flow that is known to have got there; its counts go into the book. */
  public long acknowledgedBytes(int flow) {
    FlowProgress progress = transport.progress(flow);
    flowStates.progress(flow, progress.retransmissions(), progress.cnps());
    return progress.acknowledgedBytes();
  }
}
