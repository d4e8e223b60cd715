package dev.headroom.sim.plugin;

/** Header fields that a switch reads in a data packet. */
public interface DataPacket {
  /** The sending host's number, from 0 in the order of the fabric's hosts. */
  int source();

  /** The receiving host's number, from 0 in the order of the fabric's hosts. */
  int destination();

  /**
   * What tells flows apart: of UDP the source port and the other fields of the 5-tuple, hashed, the
   * same for all packets of a queue pair that keeps to one path.
   */
  int flowHash();

  /** Of the frame on the wire, without preamble and gap. */
  int bytes();

  /** The class that it is queued in, 0 to 7. */
  int priority();
}
