package dev.headroom.model.fabric;

/**
 * Host (one NIC port's worth of it) or switch.
 *
 * @param id position in {@link Fabric#nodes()}
 * @param name unique, such as {@code host-17} or {@code leaf-3}; random streams are keyed by it
 * @param kind host or switch
 * @param tier 0 for hosts, 1 for the switches above them, and so on upwards
 * @param group what stands together: the server of a NIC, the pod of a switch
 */
public record Node(int id, String name, Kind kind, int tier, int group) {
  public enum Kind {
    HOST,
    SWITCH
  }

  public boolean isHost() {
    return kind == Kind.HOST;
  }
}
