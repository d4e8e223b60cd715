package dev.headroom.formats.nic;

import java.util.Optional;

/**
 * NIC port by all the names that tools and files have for it.
 *
 * @param device its RDMA device; blank if nothing says
 * @param netdev its network interface; blank if nothing says
 * @param pci its PCI address
 * @param lineBps its line rate in bits per second; NaN if nothing says
 * @param priority of RDMA's packets
 * @param isOnly whether the host has no other NIC, so that outputs without a name are its own
 */
public record NicIdentity(
    String device,
    String netdev,
    Optional<String> pci,
    double lineBps,
    int priority,
    boolean isOnly) {
  /** The number of the port on its card: cards have a PCI function for each port. */
  int portOfCard() {
    return pci.filter(address -> address.endsWith(".1")).isPresent() ? 2 : 1;
  }
}
