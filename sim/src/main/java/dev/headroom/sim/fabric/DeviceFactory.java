package dev.headroom.sim.fabric;

import dev.headroom.model.fabric.Node;

/** Factory of the devices that stand for hosts; the fabric does not depend on what a host does. */
@FunctionalInterface
public interface DeviceFactory {
  /**
   * @param node the host
   * @param index its position among the hosts
   */
  NetworkDevice make(Node node, int index, Partition home);
}
