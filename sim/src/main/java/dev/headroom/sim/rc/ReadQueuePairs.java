package dev.headroom.sim.rc;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.control.Instruments;
import dev.headroom.sim.control.Onlooker;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.Hosts;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Sender;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.Route;
import org.jspecify.annotations.Nullable;

/** Queue pairs that READ: a flow is posted at the host to which its data goes. */
final class ReadQueuePairs extends QueuePairs {
  private final Instruments instruments;
  private final @Nullable Reader[] readers;
  private final @Nullable Responder[] responders;

  ReadQueuePairs(FlowProgram program, Terms terms, RouteTable routes, Onlooker onlooker) {
    super(program, terms, routes, onlooker);
    instruments = terms.instruments;
    readers = new Reader[program.queuePairs()];
    responders = new Responder[program.queuePairs()];
  }

  @Override
  RcEnd makeEnd(Host host, Hosts hosts) {
    return new Reads(host, hosts, this, instruments);
  }

  @Override
  public int initiator(int flow) {
    return program.destination(flow);
  }

  /** The asking end of a flow's queue pair, made by its first flow. */
  Reader readerOf(int flow, Host host) {
    int queuePair = program.queuePair(flow);
    Reader reader = readers[queuePair];
    if (reader == null) {
      reader =
          new Reader(
              routes.back(flow),
              terms(flow).rc,
              host.port().rateBps(),
              host.workQueue(rc.terms().outstanding().messages()));
      readers[queuePair] = reader;
    }
    return reader;
  }

  /** The asking end that a response is for. */
  Reader reader(Packet response) {
    Reader reader = readers[response.route.queuePair()];
    if (reader == null) {
      throw new IllegalStateException("an answer that nobody asked for");
    }
    return reader;
  }

  /** The responding end that a request is for, made by the first one. */
  Responder responder(Packet request, long lineBps) {
    Responder responder = responders[request.route.queuePair()];
    if (responder == null) {
      Terms own = terms(request.flow);
      responder =
          new Responder(
              routes.forth(request.flow),
              own.rc,
              onlooker.beside(request.flow, own.controllers.make(lineBps)));
      responders[request.route.queuePair()] = responder;
    }
    return responder;
  }

  @Override
  @Nullable Requester requester(int queuePair) {
    return readers[queuePair];
  }

  @Override
  @Nullable Sender source(int queuePair) {
    return responders[queuePair];
  }

  @Override
  Route back(Packet packet) {
    return reader(packet).route();
  }

  @Override
  public String obstacle(int flow) {
    return "";
  }
}
