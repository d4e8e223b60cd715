package dev.headroom.formats.cabling;

import java.util.List;

/**
 * Link between a host's port and a switch port.
 *
 * @param claims all that say so, the best first; at least one
 * @param against those that say something else
 */
public record Join(List<Claim> claims, List<Claim> against) {
  public Join {
    claims = List.copyOf(claims);
    against = List.copyOf(against);
  }

  public Claim.HostEnd host() {
    return claims.getFirst().end();
  }

  public Claim.SwitchEnd port() {
    return claims.getFirst().port();
  }

  /** What is believed. */
  public Proof proof() {
    return claims.getFirst().proof();
  }

  @Override
  public String toString() {
    return host() + " - " + port() + " (" + proof().words() + ")";
  }
}
