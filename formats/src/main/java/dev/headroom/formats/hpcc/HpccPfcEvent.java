package dev.headroom.formats.hpcc;

/**
 * Line of {@code pfc.txt}: arrival of a pause or resume frame at its port.
 *
 * @param atNs when
 * @param node id of the node that received it
 * @param isSwitch whether that is a switch
 * @param port its port, from 0; the file counts from 1
 * @param pause else resume
 */
public record HpccPfcEvent(long atNs, int node, boolean isSwitch, int port, boolean pause) {
  /** As it stands in the file, without the line's end. */
  public String line() {
    return atNs + " " + node + " " + (isSwitch ? 1 : 0) + " " + (port + 1) + " " + (pause ? 1 : 0);
  }
}
