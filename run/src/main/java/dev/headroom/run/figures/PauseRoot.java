package dev.headroom.run.figures;

/**
 * Origin of pauses: the port whose queue backed up while nothing paused it, or a host that did not
 * take its packets.
 *
 * @param place {@code leaf-3 → host-17}, or the name of a host
 * @param node the node that this port or host belongs to
 * @param pausedPs port time that others stood still because of it, all classes
 * @param pauses XOFFs because of it
 * @param cyclic whether the pauses lead back to themselves: a cyclic buffer dependency
 */
public record PauseRoot(String place, int node, long pausedPs, long pauses, boolean cyclic) {}
