package dev.headroom.sim.credit;

import dev.headroom.model.knob.Settings;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Input buffers that hold packets on credit while they are in a switch, each in the buffer that
 * granted its room. One for all switches of a network, since it holds nothing but how room is
 * counted.
 *
 * @param classes bit mask of the classes on credit; 0 where none is
 * @param unitBytes bytes of a unit of credit
 */
public record InputBuffers(int classes, int unitBytes) {
  /** What a scenario says. */
  public static InputBuffers of(Settings all) {
    return new InputBuffers(CreditSettings.classes(all), CreditUnits.of(all).unitBytes());
  }

  public boolean hold(int priority) {
    return (classes & (1 << priority)) != 0;
  }

  public boolean hold(Packet packet) {
    return hold(packet.priority);
  }

  /** Room of a packet in here, in bytes. */
  public long bytes(Packet packet) {
    return (long) packet.cells * unitBytes;
  }

  /** A packet stays in the input buffer that it came into. */
  public void keep(Packet packet, ClassQueue ingress) {
    packet.ingress = ingress;
    ingress.occupiedBytes += packet.cells * unitBytes;
  }

  /**
   * A packet that was kept leaves.
   *
   * @param through the port that chooses what leaves now, if one does
   */
  public void giveBack(Packet packet, ClassQueue ingress, @Nullable Port through, long nowPs) {
    ingress.occupiedBytes -= packet.cells * unitBytes;
    CreditReceiver granter = CreditLink.of(ingress.port).granter;
    if (ingress.port == through) { // it goes back where it came from
      granter.releaseNext(ingress.priority, packet.cells, nowPs);
    } else {
      granter.release(ingress.priority, packet.cells, nowPs);
    }
  }

  /** A packet that was not kept is gone, taken in or lost: its room is free. */
  public void free(Packet packet, Port in, long nowPs) {
    if (hold(packet)) {
      CreditLink.of(in).granter.release(packet.priority, packet.cells, nowPs);
    }
  }

  /** A packet waits for its cells: where there are credits in room that it was granted. */
  public void occupy(Packet whole, short units) {
    whole.cells = hold(whole) ? units : 0;
    ClassQueue ingress = ClassQueue.chargedFor(whole);
    if (ingress != null) {
      ingress.occupiedBytes += whole.cells * unitBytes;
    }
  }

  /** It no longer waits. */
  public void vacate(Packet whole) {
    ClassQueue ingress = ClassQueue.chargedFor(whole);
    if (ingress != null) {
      ingress.occupiedBytes -= whole.cells * unitBytes;
      whole.ingress = null;
    }
  }
}
