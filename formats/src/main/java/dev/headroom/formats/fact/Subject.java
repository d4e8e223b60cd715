package dev.headroom.formats.fact;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Subject of a fact.
 *
 * @param kind of what sort
 * @param name which one; blank for the host
 */
public record Subject(SubjectKind kind, String name) implements Comparable<Subject> {
  private static final Subject HOST = new Subject(SubjectKind.HOST, "");
  private static final Pattern WITHOUT_DOMAIN =
      Pattern.compile("[0-9a-f]{2}:[0-9a-f]{2}(\\.[0-7])?");
  private static final Pattern LONG_DOMAIN = Pattern.compile("0000([0-9a-f]{4}:.*)");

  public static Subject host() {
    return HOST;
  }

  /** A PCI function, however it is spelled: {@code 5d:00.0}, {@code 00000000:5D:00.0}. */
  public static Subject pci(String address) {
    return new Subject(SubjectKind.PCI, pciName(address));
  }

  /** The address with a domain of four digits and in small letters. */
  public static String pciName(String address) {
    String small = address.strip().toLowerCase(Locale.ROOT);
    if (WITHOUT_DOMAIN.matcher(small).matches()) {
      small = "0000:" + small;
    }
    var wide = LONG_DOMAIN.matcher(small);
    if (wide.matches() && small.indexOf(':') == 8) {
      small = wide.group(1);
    }
    return small.indexOf('.') < 0 && small.length() == 10 ? small + ".0" : small;
  }

  public static Subject rdma(String device) {
    return new Subject(SubjectKind.RDMA, device);
  }

  public static Subject port(String device, String port) {
    return new Subject(SubjectKind.PORT, device + "/" + port);
  }

  public static Subject gid(String device, String port, String index) {
    return new Subject(SubjectKind.GID, device + "/" + port + "/" + index);
  }

  public static Subject netdev(String name) {
    return new Subject(SubjectKind.NETDEV, name);
  }

  public static Subject gpu(String number) {
    return new Subject(SubjectKind.GPU, number);
  }

  public static Subject numa(String node) {
    return new Subject(SubjectKind.NUMA, node);
  }

  /** Modules are named with underscores or dashes, which the kernel takes for the same. */
  public static Subject module(String name) {
    return new Subject(SubjectKind.MODULE, name.replace('-', '_'));
  }

  public static Subject pair(String from, String to) {
    return new Subject(SubjectKind.PAIR, from + " " + to);
  }

  /** The part of the name before its last slash: the port of a GID, the device of a port. */
  public String owner() {
    int slash = name.lastIndexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }

  /** The part of the name after its last slash. */
  public String leaf() {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /**
   * The order of subjects: by kind, then by name with decimal numbers in it by size, so that mlx5_2
   * comes before mlx5_10. The numbers of PCI addresses are hexadecimal and of fixed width, but for
   * domains of more than four digits: 0000:18:00.0 comes before 0000:3a:00.0 and 10000:01:00.0.
   */
  @Override
  public int compareTo(Subject other) {
    int byKind = kind.compareTo(other.kind);
    if (byKind != 0) {
      return byKind;
    }
    if (kind == SubjectKind.PCI) {
      int byLength = Integer.compare(name.length(), other.name.length());
      return byLength != 0 ? byLength : name.compareTo(other.name);
    }
    return NaturalNameOrder.compare(name, other.name);
  }

  @Override
  public String toString() {
    return name.isEmpty() ? kind.word() : kind.word() + " " + name;
  }
}
