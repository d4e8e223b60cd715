package dev.headroom.formats.pci;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.BytesReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.TextLine;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of a PCI function's configuration space from sysfs: 64 bytes for any user, all of it for
 * root.
 *
 * <p>Registers are those of the PCI Express Base Specification 6.0: section 7.5.1 (header), 7.5.3
 * (PCI Express capability), 7.7.11 (Access Control Services). Capabilities are found by walking
 * their lists, never by offset.
 */
public final class ConfigSpaceReader implements BytesReader {
  private static final FormatKind KIND =
      FormatKind.of("pci-config", "a PCI function's registers", "/sys/bus/pci/devices/*/config");
  private static final Pattern PATH =
      Pattern.compile("(?:.*[/ ])?([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])/config");

  private static final int CAPABILITY_LIST = 0x34;
  private static final int EXPRESS = 0x10;
  private static final int ACCESS_CONTROL = 0x000d;
  private static final double[] GTS = {0, 2.5, 5, 8, 16, 32, 64};
  private static final String[] TYPES = {
    "Endpoint",
    "Legacy Endpoint",
    "",
    "",
    "Root Port",
    "Upstream Port",
    "Downstream Port",
    "PCI-Express to PCI/PCI-X Bridge",
    "PCI/PCI-X to PCI-Express Bridge",
    "Root Complex Integrated Endpoint",
    "Root Complex Event Collector"
  };
  private static final String[] ACS = {
    "SrcValid", "TransBlk", "ReqRedir", "CmpltRedir", "UpstreamFwd", "EgressCtrl", "DirectTrans"
  };

  @Override
  public FormatKind kind() {
    return KIND;
  }

  @Override
  public boolean accepts(String name) {
    return PATH.matcher(name).matches();
  }

  @Override
  public int most() {
    return 4096;
  }

  @Override
  public void read(FactSource source, byte[] bytes, FactSink sink) {
    Matcher path = PATH.matcher(source.name());
    if (path.matches() && bytes.length >= 64) {
      new Space(Subject.pci(path.group(1)), source, bytes, sink).read();
    }
  }

  private record Space(Subject function, FactSource source, byte[] bytes, FactSink sink) {

    void read() {
      say(0x00, 4, PciKeys.VENDOR_ID, "%04x".formatted(word(0)));
      say(0x00, 4, PciKeys.DEVICE_ID, "%04x".formatted(word(2)));
      say(0x08, 4, PciKeys.CLASS_CODE, "0x%06x".formatted(number(0x08, 4) >>> 8));
      if ((number(0x0e, 1) & 0x7f) == 1) {
        say(0x18, 4, PciKeys.SECONDARY_BUS, "%02x".formatted(number(0x19, 1)));
        say(0x18, 4, PciKeys.SUBORDINATE_BUS, "%02x".formatted(number(0x1a, 1)));
      }
      Set<Integer> seen = new HashSet<>();
      int at = (int) number(CAPABILITY_LIST, 1) & ~3;
      while (at >= 0x40 && at + 2 <= bytes.length && seen.add(at)) {
        if (number(at, 1) == EXPRESS) {
          express(at);
        }
        at = (int) number(at + 1, 1) & ~3;
      }
      extended();
    }

    private void express(int at) {
      if (at + 0x14 > bytes.length) {
        return;
      }
      int type = word(at + 2) >> 4 & 0xf;
      if (type < TYPES.length && !TYPES[type].isEmpty()) {
        say(at + 2, 2, PciKeys.EXPRESS_TYPE, TYPES[type]);
      }
      int control = word(at + 8);
      say(at + 4, 4, PciKeys.PAYLOAD_MAX_BYTES, String.valueOf(128 << (number(at + 4, 4) & 7)));
      say(at + 8, 2, PciKeys.PAYLOAD_BYTES, String.valueOf(128 << (control >> 5 & 7)));
      say(at + 8, 2, PciKeys.READ_REQUEST_BYTES, String.valueOf(128 << (control >> 12 & 7)));
      say(at + 8, 2, PciKeys.RELAXED_ORDERING, (control >> 4 & 1) == 1 ? "on" : "off");
      boolean hasLink = type != 9 && type != 10;
      if (hasLink) {
        link(
            at + 0x0c, 4, (int) number(at + 0x0c, 4), PciKeys.LINK_MAX_GTS, PciKeys.LINK_MAX_WIDTH);
        link(at + 0x12, 2, word(at + 0x12), PciKeys.LINK_GTS, PciKeys.LINK_WIDTH);
      }
    }

    private void link(int at, int length, int register, String speed, String width) {
      int code = register & 0xf;
      if (code > 0 && code < GTS.length) {
        String gts = String.valueOf(GTS[code]);
        say(at, length, speed, gts.endsWith(".0") ? gts.substring(0, gts.length() - 2) : gts);
      }
      say(at, length, width, String.valueOf(register >> 4 & 0x3f));
    }

    private void extended() {
      Set<Integer> seen = new HashSet<>();
      int at = 0x100;
      while (at >= 0x100 && at + 8 <= bytes.length && seen.add(at)) {
        long header = number(at, 4);
        if ((header & 0xffff) == ACCESS_CONTROL) {
          int control = word(at + 6);
          for (int bit = 0; bit < ACS.length; bit++) {
            say(at + 6, 2, PciKeys.acs(ACS[bit]), (control >> bit & 1) == 1 ? "on" : "off");
          }
        }
        at = (int) (header >>> 20) & ~3;
      }
    }

    private int word(int at) {
      return (int) number(at, 2);
    }

    /** Little-endian, without a sign. */
    private long number(int at, int length) {
      long value = 0;
      for (int i = 0; i < length && at + i < bytes.length; i++) {
        value |= (bytes[at + i] & 0xffL) << (8 * i);
      }
      return value;
    }

    /** The evidence shows the register: where it is and what is in it. */
    private void say(int at, int length, String key, String value) {
      String text = ("config[0x%03x] = 0x%0" + 2 * length + "x").formatted(at, number(at, length));
      sink.add(TextLine.made(text, new Evidence(source, 1, text)), function, key, value);
    }
  }
}
