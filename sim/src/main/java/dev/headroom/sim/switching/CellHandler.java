package dev.headroom.sim.switching;

import dev.headroom.model.fabric.Node;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.VoqCounts;
import dev.headroom.sim.packet.Packet;
import java.util.List;
import java.util.function.Consumer;

/** Functions of a switch in a fabric in which packets travel in cells. */
public interface CellHandler {
  /** Whether it takes care of what has come in. */
  boolean takes(Packet packet, Port in, long nowPs);

  /** There is room for what comes in through a port; what may leave now is being chosen. */
  void hasRoom(Port in, long nowPs);

  /** A port may grant credit to those who send to it from afar, or remind of what waits. */
  void creditIsDue(Port port, long nowPs);

  /** What waited here for credit. */
  void collectWaits(List<Node> hosts, List<VoqCounts> into);

  /** How many more packets and cells of a class have gone on than came; for the books. */
  long made(int priority);

  /** Shows every packet that is kept in no queue; for the books. */
  void forEachHeld(Consumer<Packet> visitor);
}
