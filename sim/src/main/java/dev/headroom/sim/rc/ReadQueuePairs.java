package dev.headroom.sim.rc;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** Queue pairs that READ: a flow is posted at the host to which its data goes. */
final class ReadQueuePairs extends RcQueuePairs {
  private final SignalOverhead signalOverhead;
  private final @Nullable ReadRequester[] readers;
  private final @Nullable ReadResponder[] responders;

  ReadQueuePairs(
      FlowProgram program,
      QpAttributes qpAttributes,
      FlowTupleTable routes,
      ControllerObserver controllerObserver) {
    super(program, qpAttributes, routes, controllerObserver);
    signalOverhead = qpAttributes.signalOverhead;
    readers = new ReadRequester[program.queuePairs()];
    responders = new ReadResponder[program.queuePairs()];
  }

  @Override
  RcEndpoint makeEnd(Host host, HostRegistry hosts) {
    return new RcReadEndpoint(host, hosts, this, signalOverhead);
  }

  @Override
  public int initiator(int flow) {
    return program.destination(flow);
  }

  /** The asking end of a flow's queue pair, made by its first flow. */
  ReadRequester readerOf(int flow, Host host) {
    int queuePair = program.queuePair(flow);
    ReadRequester reader = readers[queuePair];
    if (reader == null) {
      reader =
          new ReadRequester(
              routes.reverseTuple(flow),
              attributes(flow).rc,
              host.port().rateBps(),
              host.workQueue(rc.messageSettings().outstanding().messages()));
      readers[queuePair] = reader;
    }
    return reader;
  }

  /** The asking end that a response is for. */
  ReadRequester reader(Packet response) {
    ReadRequester reader = readers[response.route.queuePair()];
    if (reader == null) {
      throw new IllegalStateException("a response without a request");
    }
    return reader;
  }

  /** The responding end that a request is for, made by the first one. */
  ReadResponder responder(Packet request, long lineBps) {
    ReadResponder responder = responders[request.route.queuePair()];
    if (responder == null) {
      QpAttributes own = attributes(request.flow);
      responder =
          new ReadResponder(
              routes.forwardTuple(request.flow),
              own.rc,
              controllerObserver.wrap(request.flow, own.controllers.make(lineBps)));
      responders[request.route.queuePair()] = responder;
    }
    return responder;
  }

  @Override
  @Nullable RcRequester requester(int queuePair) {
    return readers[queuePair];
  }

  @Override
  @Nullable PacketSender source(int queuePair) {
    return responders[queuePair];
  }

  @Override
  FlowTuple reverseTuple(Packet packet) {
    return reader(packet).route();
  }

  @Override
  public String stallReason(int flow) {
    return "";
  }
}
