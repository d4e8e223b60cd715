package dev.headroom.formats.cabling;

import java.util.List;

/**
 * Link between a host's port and a switch port.
 *
 * @param evidence all that say so, the best first; at least one
 * @param contradicting those that say something else
 */
public record PortConnection(List<CablingEvidence> evidence, List<CablingEvidence> contradicting) {
  public PortConnection {
    evidence = List.copyOf(evidence);
    contradicting = List.copyOf(contradicting);
  }

  public CablingEvidence.HostEnd host() {
    return evidence.getFirst().end();
  }

  public CablingEvidence.SwitchEnd port() {
    return evidence.getFirst().port();
  }

  /** What is believed. */
  public CablingSource proof() {
    return evidence.getFirst().proof();
  }

  @Override
  public String toString() {
    return host() + " - " + port() + " (" + proof().words() + ")";
  }
}
