package dev.headroom.sim.host;

import dev.headroom.model.flow.FlowProgram;
import java.util.List;

/** Several transports that share hosts; each queue pair belongs to one of them. */
public final class MixedTransport implements Transport {
  /**
   * One of them.
   *
   * @param packets which of the run's classes of packets it sends, by its place
   */
  public record Member(Transport transport, int packets) {}

  private final FlowProgram program;
  private final Member[] members;
  private final int[] ofPair;

  /**
   * @param ofPair which member each queue pair belongs to
   */
  public MixedTransport(FlowProgram program, List<Member> members, int[] ofPair) {
    this.program = program;
    this.members = members.toArray(Member[]::new);
    this.ofPair = ofPair.clone();
  }

  private Transport ofFlow(int flow) {
    return ofConnection(program.queuePair(flow));
  }

  private Transport ofConnection(int connection) {
    return members[ofPair[connection]].transport;
  }

  @Override
  public TransportEndpoint at(Host host, HostRegistry hosts) {
    TransportEndpoint[] ends = new TransportEndpoint[members.length];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = members[i].transport.at(host, hosts);
      ends[i].takeFrom(host.partition.pool.ofKind(members[i].packets));
    }
    return new MixedEndpoint(host, hosts, ends, ofPair);
  }

  @Override
  public int initiator(int flow) {
    return ofFlow(flow).initiator(flow);
  }

  @Override
  public void retry(int connection, long nowPs) {
    ofConnection(connection).retry(connection, nowPs);
  }

  @Override
  public void resume(int connection, long nowPs) {
    ofConnection(connection).resume(connection, nowPs);
  }

  @Override
  public boolean mayRetry(int connection) {
    return ofConnection(connection).mayRetry(connection);
  }

  @Override
  public boolean mayResume(int connection) {
    return ofConnection(connection).mayResume(connection);
  }

  @Override
  public void onCoreDone(int core, long nowPs) {
    for (Member member : members) {
      if (member.transport.usesCores()) {
        member.transport.onCoreDone(core, nowPs);
      }
    }
  }

  @Override
  public boolean usesCores() {
    for (Member member : members) {
      if (member.transport.usesCores()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void acknowledge(int connection, long nowPs) {
    ofConnection(connection).acknowledge(connection, nowPs);
  }

  @Override
  public String error(int flow) {
    return ofFlow(flow).error(flow);
  }

  @Override
  public String stallReason(int flow) {
    return ofFlow(flow).stallReason(flow);
  }

  @Override
  public FlowProgress progress(int flow) {
    return ofFlow(flow).progress(flow);
  }

  @Override
  public long unsentBytes(int flow) {
    return ofFlow(flow).unsentBytes(flow);
  }

  @Override
  public long inFlightBytes(int connection) {
    return ofConnection(connection).inFlightBytes(connection);
  }
}
