package dev.headroom.sim.rc;

import static dev.headroom.sim.rc.ReceiveQueueSettings.FOR_EVER;

import dev.headroom.congestion.Controller;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.control.Instruments;
import dev.headroom.sim.control.Onlooker;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Sender;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.Route;
import org.jspecify.annotations.Nullable;

/** Queue pairs that WRITE or SEND: a flow is posted at the host that has its data. */
final class WriteQueuePairs extends QueuePairs {
  private final Settings settings;
  private final Instruments instruments;
  private final @Nullable Writer[] writers;
  private final @Nullable Receiver[] receivers;

  WriteQueuePairs(FlowProgram program, Terms terms, RouteTable routes, Onlooker onlooker) {
    super(program, terms, routes, onlooker);
    settings = terms.settings();
    instruments = terms.instruments;
    writers = new Writer[program.queuePairs()];
    receivers = new Receiver[program.queuePairs()];
  }

  @Override
  RcEnd makeEnd(Host host, Hosts hosts) {
    return new Writes(host, hosts, this, settings, instruments);
  }

  @Override
  public int initiator(int flow) {
    return program.source(flow);
  }

  /** The sending end of a flow's queue pair, made by its first flow. */
  Writer writerOf(int flow, Host host) {
    int queuePair = program.queuePair(flow);
    Writer writer = writers[queuePair];
    if (writer == null) {
      long lineBps = host.port().rateBps();
      Terms own = terms(flow);
      writer =
          new Writer(
              routes.forth(flow),
              own.rc,
              onlooker.beside(flow, controller(own, lineBps, host)),
              lineBps,
              host.workQueue(rc.terms().outstanding().messages()));
      writers[queuePair] = writer;
    }
    return writer;
  }

  private static Controller controller(Terms terms, long lineBps, Host host) {
    return host.eventOrder()
        .map(order -> terms.controllers.make(lineBps, order))
        .orElseGet(() -> terms.controllers.make(lineBps));
  }

  @Nullable Writer writer(int queuePair) {
    return writers[queuePair];
  }

  @Override
  @Nullable Requester requester(int queuePair) {
    return writers[queuePair];
  }

  @Override
  @Nullable Sender source(int queuePair) {
    return writers[queuePair];
  }

  /** The receiving end that a packet is for, made by the first one. */
  Receiver receiver(Packet packet) {
    Receiver receiver = receivers[packet.route.queuePair()];
    if (receiver == null) {
      receiver = Receiver.of(terms(packet.flow).rc, routes.back(packet.flow));
      receivers[packet.route.queuePair()] = receiver;
    }
    return receiver;
  }

  /**
   * The other end forgets what it has taken of a sender that is done, as in Alibaba's HPCC
   * simulator ({@code RdmaHw::DeleteRxQp}).
   *
   * @param first sequence number of the flow that was the last
   */
  void forget(Writer writer, long first) {
    Receiver receiver = receivers[writer.queuePair];
    if (receiver != null) {
      receiver.forget(writer.psnOf(first));
    }
  }

  @Override
  Route back(Packet packet) {
    return receiver(packet).back;
  }

  @Override
  public String obstacle(int flow) {
    Writer writer = writers[program.queuePair(flow)];
    return writer != null && writer.refusals() >= FOR_EVER
        ? "the receiver is not ready: RNR NAKs in a row, and transport.rnrRetry 7 sets no limit"
        : "";
  }
}
