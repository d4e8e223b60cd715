package dev.headroom.web.security;

import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Names under which a server answers. A page that made its own name point to this machine (DNS
 * rebinding) still sends its own name.
 *
 * @param hosts as the header {@code Host} has them, with the port
 */
public record SiteAddresses(Set<String> hosts) {
  public SiteAddresses {
    hosts = Set.copyOf(hosts);
  }

  /**
   * Those of a server.
   *
   * @param addresses that it listens on; loopback addresses go by {@code localhost} too
   * @param names further ones
   */
  public static SiteAddresses of(List<InetAddress> addresses, int port, List<String> names) {
    Set<String> hosts = new HashSet<>();
    for (InetAddress address : addresses) {
      hosts.add(literal(address) + ":" + port);
      if (address.isLoopbackAddress()) {
        hosts.add("localhost:" + port);
      }
    }
    names.forEach(name -> hosts.add(name.toLowerCase(Locale.ROOT) + ":" + port));
    return new SiteAddresses(hosts);
  }

  /** As an address has it: IPv6 in brackets, without a zone. */
  public static String literal(InetAddress address) {
    String text = address.getHostAddress().replaceFirst("%.*$", "");
    return text.contains(":") ? "[" + text.replaceFirst("^0:0:0:0:0:0:0:1$", "::1") + "]" : text;
  }

  boolean hasHost(String host) {
    return hosts.contains(host.toLowerCase(Locale.ROOT));
  }

  /** Whether a page of this origin is one of the server's own. */
  boolean hasOrigin(String origin) {
    return origin.startsWith("http://") && hasHost(origin.substring("http://".length()));
  }
}
