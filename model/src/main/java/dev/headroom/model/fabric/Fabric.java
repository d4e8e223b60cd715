package dev.headroom.model.fabric;

import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Fabric of nodes and links. Port {@code p} of a node is its {@code p}-th link in list order, from
 * 0.
 */
public final class Fabric {
  private final String shape;
  private final List<Node> nodes;
  private final List<Link> links;
  private final List<Link> originalLinks;
  private final BuildRecipe recipe;
  private final List<LinkException> exceptions;

  // Kept, since who asks for one host after another asks for all of them each time.
  private final List<Node> hosts;
  private final List<Node> switches;

  /** Empty until asked for: who asks for one node after another asks for all each time. */
  private List<List<Integer>> ports = List.of();

  /**
   * @param shape what built it, for titles: {@code leaf-spine 8x8}
   * @param nodes by id
   * @param links in port order
   * @param recipe the builder and what it was told, if one built it
   * @param exceptions what was changed about links since, later ones on top
   */
  public Fabric(
      String shape,
      List<Node> nodes,
      List<Link> links,
      BuildRecipe recipe,
      List<LinkException> exceptions) {
    this(shape, nodes, links, links, recipe, exceptions);
  }

  private Fabric(
      String shape,
      List<Node> nodes,
      List<Link> links,
      List<Link> asBuilt,
      BuildRecipe recipe,
      List<LinkException> exceptions) {
    this.shape = shape;
    this.nodes = List.copyOf(nodes);
    this.links = List.copyOf(links);
    this.originalLinks = exceptions.isEmpty() ? this.links : List.copyOf(asBuilt);
    this.recipe = recipe;
    this.exceptions = List.copyOf(exceptions);
    hosts = nodes.stream().filter(Node::isHost).toList();
    switches = nodes.stream().filter(node -> !node.isHost()).toList();
  }

  /** A fabric put together by hand. */
  public Fabric(String shape, List<Node> nodes, List<Link> links) {
    this(shape, nodes, links, BuildRecipe.NONE, List.of());
  }

  /**
   * The same with some links different.
   *
   * @param links positions of the links that the exception names
   */
  public Fabric with(LinkException exception, List<Integer> links) {
    List<Link> changed = new ArrayList<>(this.links);
    links.forEach(link -> changed.set(link, exception.of(changed.get(link))));
    List<LinkException> all = new ArrayList<>(exceptions);
    all.add(exception);
    return new Fabric(shape, nodes, changed, originalLinks, recipe, all);
  }

  public String shape() {
    return shape;
  }

  public List<Node> nodes() {
    return nodes;
  }

  public List<Link> links() {
    return links;
  }

  /** The links before any exception, in the same order. */
  public List<Link> linksAsBuilt() {
    return originalLinks;
  }

  public BuildRecipe recipe() {
    return recipe;
  }

  public List<LinkException> exceptions() {
    return exceptions;
  }

  /** The hosts in id order; workloads speak of hosts by their position here. */
  public List<Node> hosts() {
    return hosts;
  }

  /** The switches in id order. */
  public List<Node> switches() {
    return switches;
  }

  /** Rates of the links of the hosts whose names are among these. */
  public Set<Rate> hostRates(Predicate<String> names) {
    Set<Rate> rates = new HashSet<>();
    for (Link link : links) {
      for (Node end : List.of(nodes.get(link.a()), nodes.get(link.b()))) {
        if (end.isHost() && names.test(end.name())) {
          rates.add(link.rate());
        }
      }
    }
    return rates;
  }

  /** For each node, its links' positions in port order. */
  public List<List<Integer>> ports() {
    List<List<Integer>> known = ports;
    if (known.isEmpty()) {
      known = collectPorts();
      ports = known;
    }
    return known;
  }

  private List<List<Integer>> collectPorts() {
    int[][] of = new int[nodes.size()][4];
    int[] count = new int[of.length];
    for (int index = 0; index < links.size(); index++) {
      Link link = links.get(index);
      append(link.a(), index, of, count);
      append(link.b(), index, of, count);
    }
    List<List<Integer>> found = new ArrayList<>(of.length);
    for (int node = 0; node < of.length; node++) {
      Integer[] own = new Integer[count[node]];
      for (int port = 0; port < own.length; port++) {
        own[port] = of[node][port];
      }
      found.add(List.of(own));
    }
    return List.copyOf(found);
  }

  private static void append(int node, int link, int[][] of, int[] count) {
    if (count[node] == of[node].length) {
      of[node] = Arrays.copyOf(of[node], 2 * count[node]);
    }
    of[node][count[node]++] = link;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fabric that
        && shape.equals(that.shape)
        && nodes.equals(that.nodes)
        && links.equals(that.links)
        && recipe.equals(that.recipe)
        && exceptions.equals(that.exceptions);
  }

  @Override
  public int hashCode() {
    return Objects.hash(shape, nodes, links, recipe, exceptions);
  }

  @Override
  public String toString() {
    return shape;
  }
}
