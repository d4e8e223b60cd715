package dev.headroom.formats.pci;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of the lines below a PCI function: attributes, capabilities, their registers, and
 * continuation lines.
 */
final class LspciRegisters {
  private static final String EXPRESS_NAME = "express";
  private static final Pattern BEFORE_DETAILS = Pattern.compile("[:(<]");
  private static final Pattern NO_LETTERS = Pattern.compile("[^a-z0-9]+");
  private static final Pattern AT_ENDS = Pattern.compile("^-|-$");
  private static final Pattern SPEED = Pattern.compile("Speed ([0-9.]+)GT/s");
  private static final Pattern WIDTH = Pattern.compile("Width x(\\d+)");
  private static final Pattern PAYLOAD = Pattern.compile("MaxPayload (\\d+) bytes");
  private static final Pattern READ_REQUEST = Pattern.compile("MaxReadReq (\\d+) bytes");
  private static final Pattern EXPRESS =
      Pattern.compile("Express(?: \\(v\\d\\))? ([A-Za-z/ -]+?)(?: \\(Slot[+-]\\))?,.*");
  private static final Pattern BUSES =
      Pattern.compile(
          "primary=([0-9a-f]{2}), secondary=([0-9a-f]{2}), subordinate=([0-9a-f]{2}).*");
  private static final Pattern SIZE = Pattern.compile(".*\\[size=(\\d+)([KMGT]?)\\].*");

  private static final Map<String, String> NAMES =
      Map.of(
          "Advanced Error Reporting", "aer",
          "Access Control Services", "acs",
          "Address Translation Service (ATS)", "ats",
          "Single Root I/O Virtualization (SR-IOV)", "sr-iov",
          "Alternative Routing-ID Interpretation (ARI)", "ari",
          "Physical Resizable BAR", "resizable-bar",
          "Secondary PCI Express", "express2",
          "Power Budgeting <?>", "power-budget");

  /** Registers that only the PCI Express capability has, whatever grep left of its line. */
  private static final Pattern OF_EXPRESS = Pattern.compile("(?:Dev|Lnk)(?:Cap|Ctl|Sta)[23]?");

  private final Subject subject;
  private final FactSink sink;
  private String capability = "";
  private String label = "";

  LspciRegisters(Subject subject, FactSink sink) {
    this.subject = subject;
    this.sink = sink;
  }

  boolean inCapability() {
    return !capability.isEmpty();
  }

  /** {@code Capabilities: [60] Express (v2) Endpoint, MSI 00}. */
  void capability(TextLine line, String offset, String rest) {
    capability = name(rest);
    label = "";
    String[] place = offset.split(" v", 2);
    sink.add(line, subject, capability + ".offset", "0x" + place[0]);
    if (place.length > 1) {
      sink.add(line, subject, capability + ".version", place[1]);
    }
    Matcher express = EXPRESS.matcher(rest);
    if (express.matches()) {
      sink.add(line, subject, PciKeys.EXPRESS_TYPE, express.group(1));
    }
    sink.add(line, subject, capability + ".capability", rest);
    flags(line, capability, rest);
  }

  private static String name(String rest) {
    String known = NAMES.get(rest.strip());
    if (known != null) {
      return known;
    }
    for (var entry : NAMES.entrySet()) {
      if (rest.startsWith(entry.getKey())) {
        return entry.getValue();
      }
    }
    if (rest.startsWith("Express")) {
      return EXPRESS_NAME;
    }
    String words = BEFORE_DETAILS.split(rest, 2)[0].strip().toLowerCase(Locale.ROOT);
    String slug = AT_ENDS.matcher(NO_LETTERS.matcher(words).replaceAll("-")).replaceAll("");
    return slug.isEmpty() ? "capability" : slug;
  }

  /** {@code LnkSta: Speed 32GT/s, Width x16} within a capability. */
  void register(TextLine line, String name, String value) {
    label = name.strip();
    values(line, value);
  }

  /** {@code NUMA node: 0}, outside of any capability or after them. */
  void attribute(TextLine line, String name, String value) {
    capability = "";
    label = name.strip();
    if (OF_EXPRESS.matcher(label).matches()) {
      capability = EXPRESS_NAME;
      values(line, value);
      return;
    }
    switch (label) {
      case "NUMA node" -> sink.add(line, subject, PciKeys.NUMA, value);
      case "Kernel driver in use" -> sink.add(line, subject, PciKeys.DRIVER, value);
      case "Physical Slot" -> sink.add(line, subject, PciKeys.PHYSICAL_SLOT, value);
      case "IOMMU group" -> sink.add(line, subject, PciKeys.IOMMU_GROUP, value);
      case "Bus" -> buses(line, value);
      default -> region(line, value);
    }
  }

  private void buses(TextLine line, String value) {
    Matcher buses = BUSES.matcher(value);
    if (buses.matches()) {
      sink.add(line, subject, PciKeys.SECONDARY_BUS, buses.group(2));
      sink.add(line, subject, PciKeys.SUBORDINATE_BUS, buses.group(3));
    }
    sink.add(line, subject, label, value);
  }

  private void region(TextLine line, String value) {
    Matcher size = SIZE.matcher(value);
    if (label.startsWith("Region ") && size.matches()) {
      long bytes = Long.parseLong(size.group(1).substring(0, Math.min(12, size.group(1).length())));
      int power = " KMGT".indexOf(size.group(2).isEmpty() ? " " : size.group(2));
      String number = label.substring("Region ".length());
      sink.add(line, subject, PciKeys.regionBytes(number), String.valueOf(bytes << (10 * power)));
      sink.add(line, subject, label, value);
    } else {
      values(line, value);
    }
  }

  /** A line that goes on with the label above it. */
  void more(TextLine line, String text) {
    values(line, text);
  }

  private void values(TextLine line, String value) {
    known(line, value);
    String key = key();
    String rest = flags(line, key, value);
    if (!rest.isEmpty() || !sink.hasFact(line)) {
      sink.add(line, subject, key, rest);
    }
  }

  private String key() {
    return capability.isEmpty() ? label : label.isEmpty() ? capability : capability + "." + label;
  }

  /** Says every flag and returns the other words. */
  private String flags(TextLine line, String key, String value) {
    RegisterFlags words = RegisterFlags.of(key, value);
    words.flags().forEach(flag -> sink.add(line, subject, flag.key(), flag.value()));
    return words.rest();
  }

  private void known(TextLine line, String value) {
    switch (capability + "." + label) {
      case "express.LnkCap" -> {
        find(line, SPEED, value, PciKeys.LINK_MAX_GTS);
        find(line, WIDTH, value, PciKeys.LINK_MAX_WIDTH);
      }
      case "express.LnkSta" -> {
        find(line, SPEED, value, PciKeys.LINK_GTS);
        find(line, WIDTH, value, PciKeys.LINK_WIDTH);
      }
      case "express.DevCap" -> find(line, PAYLOAD, value, PciKeys.PAYLOAD_MAX_BYTES);
      case "express.DevCtl" -> {
        find(line, PAYLOAD, value, PciKeys.PAYLOAD_BYTES);
        find(line, READ_REQUEST, value, PciKeys.READ_REQUEST_BYTES);
        if (value.contains("RlxdOrd+") || value.contains("RlxdOrd-")) {
          sink.add(
              line, subject, PciKeys.RELAXED_ORDERING, value.contains("RlxdOrd+") ? "on" : "off");
        }
      }
      default -> {}
    }
  }

  private void find(TextLine line, Pattern pattern, String value, String key) {
    Matcher found = pattern.matcher(value);
    if (found.find()) {
      sink.add(line, subject, key, found.group(1));
    }
  }
}
