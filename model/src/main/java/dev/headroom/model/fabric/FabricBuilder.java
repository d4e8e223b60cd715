package dev.headroom.model.fabric;

import dev.headroom.model.knob.BuildRecipe;
import java.util.ArrayList;
import java.util.List;

/** Builder of a fabric: nodes get ids and links get ports in the order in which they are added. */
public final class FabricBuilder {
  /** Ports of one node at most: what a switch chip has, and then some. */
  static final int MOST_PORTS = 4096;

  private final List<Node> nodes = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();

  /**
   * Adds a host.
   *
   * @param group of hosts that belong together, such as those of a leaf
   * @return its number, for {@link #link}
   */
  public int host(String name, int group) {
    return add(name, Node.Kind.HOST, 0, group);
  }

  /**
   * Adds a switch.
   *
   * @param tier over the hosts, from 1
   * @return its number, for {@link #link}
   */
  public int device(String name, int tier, int group) {
    return add(name, Node.Kind.SWITCH, tier, group);
  }

  /** Joins two nodes. */
  public void link(int a, int b, Cable cable) {
    links.add(new Link(a, b, cable.rate(), cable.delay(), cable.loss(), cable.bitErrors()));
  }

  /**
   * The fabric.
   *
   * @param shape what to call it
   * @param recipe how it is made, to be written back
   */
  public Fabric build(String shape, BuildRecipe recipe) {
    return new Fabric(shape, nodes, links, recipe, List.of());
  }

  private int add(String name, Node.Kind kind, int tier, int group) {
    nodes.add(new Node(nodes.size(), name, kind, tier, group));
    return nodes.size() - 1;
  }
}
