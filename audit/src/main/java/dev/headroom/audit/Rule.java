package dev.headroom.audit;

/**
 * Audit rule about one kind of fault in a cluster. Stateless: one object serves any number of
 * audits.
 *
 * <p>A {@link HostRule} looks at one host, a {@link FleetRule} holds hosts against each other.
 */
public sealed interface Rule permits HostRule, FleetRule {
  /** What it says of itself. */
  RuleInfo info();
}
