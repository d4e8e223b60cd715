package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address at which a rank's bootstrap waits for the other ranks.
 *
 * @param host of the rank; blank where the line names none
 * @param nic the interface of the address
 * @param address without its scope
 */
record BootstrapAddress(String host, String nic, String address, Evidence evidence) {
  private static final Pattern FORM = Pattern.compile("([^:]+):(.+?)(?:%[^<]*)?<\\d+>");

  /**
   * Interfaces of container engines and virtual machines, by the names that these give them. NCCL
   * itself takes docker, lo and virbr last (NVIDIA/nccl, src/misc/socket.cc).
   */
  private static final Pattern BRIDGE =
      Pattern.compile(
          "docker.*|br-[0-9a-f]{12}|virbr.*|cni\\d*|cbr\\d*|lxcbr\\d*|lxdbr\\d*|podman\\d*|veth.*");

  /** The network of docker0 unless somebody chose another (Docker, bridge network driver). */
  private static final String DOCKER = "172.17.";

  /** Kinds of addresses, by the places from which they can be reached. */
  enum Reach {
    LOOPBACK("loopback"),
    BRIDGE("a bridge of one machine"),
    LINK_LOCAL("link-local"),
    IPV4("IPv4"),
    IPV6("IPv6");

    private final String words;

    Reach(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    boolean isRoutable() {
      return this == IPV4 || this == IPV6;
    }
  }

  /** The addresses of a job, each once for a host. */
  static List<BootstrapAddress> of(JobLog log) {
    List<Fact> facts = log.all(NcclKeys.BOOTSTRAP);
    List<BootstrapAddress> addresses = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Fact fact : facts.isEmpty() ? log.all(NcclKeys.OUT_OF_BAND) : facts) {
      Matcher form = FORM.matcher(fact.value());
      String process = fact.subject().name();
      int colon = process.indexOf(':');
      String host = colon > 0 ? process.substring(0, colon) : "";
      if (form.matches() && seen.add(host + " " + form.group(1) + " " + form.group(2))) {
        addresses.add(new BootstrapAddress(host, form.group(1), form.group(2), fact.evidence()));
      }
    }
    return addresses;
  }

  Reach reach() {
    if (address.startsWith("127.") || address.equals("::1")) {
      return Reach.LOOPBACK;
    }
    if (BRIDGE.matcher(nic).matches() || address.startsWith(DOCKER)) {
      return Reach.BRIDGE;
    }
    if (address.startsWith("169.254.") || address.toLowerCase(Locale.ROOT).matches("fe[89ab].*")) {
      return Reach.LINK_LOCAL;
    }
    return isIpv4() ? Reach.IPV4 : Reach.IPV6;
  }

  private boolean isIpv4() {
    return address.indexOf(':') < 0;
  }

  /**
   * Whether this address and that of another host look as if no router joined them. Racks often
   * have subnets of their own, so that only two private ranges count, or two interfaces that share
   * less than 16 bits.
   */
  boolean isApartFrom(BootstrapAddress other) {
    if (host.equals(other.host) || reach() != Reach.IPV4 || other.reach() != Reach.IPV4) {
      return false;
    }
    String[] one = address.split("\\.", -1);
    String[] its = other.address.split("\\.", -1);
    if (one.length < 4 || its.length < 4 || !isPrivate() || !other.isPrivate()) {
      return false;
    }
    return !one[0].equals(its[0]) || (!nic.equals(other.nic) && !one[1].equals(its[1]));
  }

  /** RFC 1918. */
  private boolean isPrivate() {
    return address.matches("10\\..*|192\\.168\\..*|172\\.(1[6-9]|2\\d|3[01])\\..*");
  }

  /** As a finding names it: {@code gh1 uses ib0 (fe80::1, link-local)}. */
  String words() {
    return "%s %s (%s, %s)"
        .formatted(host.isEmpty() ? "a rank uses" : host + " uses", nic, address, reach().words());
  }
}
