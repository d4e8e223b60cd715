package dev.headroom.sim.rc;

import static dev.headroom.sim.rc.ReceiveQueueSettings.FOR_EVER;

import dev.headroom.congestion.Controller;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** Queue pairs that WRITE or SEND: a flow is posted at the host that has its data. */
final class WriteQueuePairs extends RcQueuePairs {
  private final Settings settings;
  private final SignalOverhead signalOverhead;
  private final @Nullable WriteRequester[] writers;
  private final @Nullable WriteResponder[] receivers;

  WriteQueuePairs(
      FlowProgram program,
      QpAttributes qpAttributes,
      FlowTupleTable routes,
      ControllerObserver controllerObserver) {
    super(program, qpAttributes, routes, controllerObserver);
    settings = qpAttributes.settings();
    signalOverhead = qpAttributes.signalOverhead;
    writers = new WriteRequester[program.queuePairs()];
    receivers = new WriteResponder[program.queuePairs()];
  }

  @Override
  RcEndpoint makeEnd(Host host, HostRegistry hosts) {
    return new RcWriteEndpoint(host, hosts, this, settings, signalOverhead);
  }

  @Override
  public int initiator(int flow) {
    return program.source(flow);
  }

  /** The sending end of a flow's queue pair, made by its first flow. */
  WriteRequester writerOf(int flow, Host host) {
    int queuePair = program.queuePair(flow);
    WriteRequester writer = writers[queuePair];
    if (writer == null) {
      long lineBps = host.port().rateBps();
      QpAttributes own = attributes(flow);
      writer =
          new WriteRequester(
              routes.forwardTuple(flow),
              own.rc,
              controllerObserver.wrap(flow, controller(own, lineBps, host)),
              lineBps,
              host.workQueue(rc.messageSettings().outstanding().messages()));
      writers[queuePair] = writer;
    }
    return writer;
  }

  private static Controller controller(QpAttributes qpAttributes, long lineBps, Host host) {
    return host.eventOrder()
        .map(order -> qpAttributes.controllers.make(lineBps, order))
        .orElseGet(() -> qpAttributes.controllers.make(lineBps));
  }

  @Nullable WriteRequester writer(int queuePair) {
    return writers[queuePair];
  }

  @Override
  @Nullable RcRequester requester(int queuePair) {
    return writers[queuePair];
  }

  @Override
  @Nullable PacketSender source(int queuePair) {
    return writers[queuePair];
  }

  /** The receiving end that a packet is for, made by the first one. */
  WriteResponder receiver(Packet packet) {
    WriteResponder receiver = receivers[packet.route.queuePair()];
    if (receiver == null) {
      receiver = WriteResponder.of(attributes(packet.flow).rc, routes.reverseTuple(packet.flow));
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
  void forget(WriteRequester writer, long first) {
    WriteResponder receiver = receivers[writer.queuePair];
    if (receiver != null) {
      receiver.forget(writer.psnOf(first));
    }
  }

  @Override
  FlowTuple reverseTuple(Packet packet) {
    return receiver(packet).back;
  }

  @Override
  public String stallReason(int flow) {
    WriteRequester writer = writers[program.queuePair(flow)];
    return writer != null && writer.refusals() >= FOR_EVER
        ? "the receiver is not ready: RNR NAKs in a row, and transport.rnrRetry 7 sets no "
            + "retry limit"
        : "";
  }
}
