package dev.headroom.sim.fabric;

import dev.headroom.model.fabric.Node;

/** Makes the device that stands for a host; what a host does is not the fabric's business. */
@FunctionalInterface
public interface DeviceFactory {
  /**
   * @param node the host
   * @param index its position among the hosts
   */
  Device make(Node node, int index, Partition home);
}
