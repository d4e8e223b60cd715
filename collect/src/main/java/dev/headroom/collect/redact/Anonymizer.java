package dev.headroom.collect.redact;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replacement of host names, addresses, GUIDs and serial numbers in a bundle, the same everywhere,
 * so that related values stay related:
 *
 * <ul>
 *   <li>of MAC addresses and GUIDs the last 24 bits change, by one table for both; who made a
 *       device, and which GUID and which link-local address come of which MAC, stays to be seen
 *   <li>IPv4 addresses that share their first bytes still share as many; loopback, link-local,
 *       multicast and masks stay
 *   <li>IPv6 addresses likewise, by groups of 16 bits
 *   <li>names, serial numbers and MAC addresses that one file marks as such change in all of them;
 *       what people write of ports becomes a stand-in unless it is a port's name
 * </ul>
 */
public final class Anonymizer {
  private static final String HEX = "[0-9A-Fa-f]";
  private static final Pattern NUMBERS =
      Pattern.compile(
          // Of a GPU, "per-device identifier": nothing of it is a maker's.
          "(?<whole>(?<=<pdi>|\\bPDI {1,60}: )0[xX]"
              + HEX
              + "{16}\\b)|(?<serial>\\b(?:"
              + HEX
              + "{2}-){7}"
              + HEX
              // Of a NIC on InfiniBand, and its address: queue pair and GID.
              + "{2}\\b)|(?<bytes>(?<![:\\w])(?:(?:"
              + HEX
              + "{2}:){12})?(?:"
              + HEX
              + "{2}:){7}"
              + HEX
              // Short of a digit or of its 0x where ibnetdiscover says it, and of a switch in a
              // NIC.
              + "{2}(?![:\\w]))|(?<bare>(?:(?<=[\\]\\w]\\()|(?<=switch_?id[\": ]{1,4})|(?<=guid=0x))"
              + HEX
              + "{12,16}\\b)|(?<mac>(?<![:-])\\b(?:"
              + HEX
              + "{2}(?<sign>[:-]))(?:"
              + HEX
              + "{2}\\k<sign>){4}"
              + HEX
              + "{2}\\b(?![:-]"
              + HEX
              + "))|(?<six>(?<![:\\w])(?:"
              + HEX
              + "{0,4}:){2,7}"
              + HEX
              + "{1,4}(?![:\\w])(?:(?:\\.\\d{1,3}){3})?)|(?<guid>\\b0[xX]"
              + HEX
              + "{16}\\b|\\b[HS]-"
              + HEX
              + "{16}\\b)|(?<uuid>\\b"
              + HEX
              + "{8}(?:-"
              + HEX
              + "{4}){3}-"
              + HEX
              + "{12}\\b)|(?<four>(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\w]|\\.\\d))");
  private static final Pattern LABELLED =
      Pattern.compile(
          "((?:[Ss]erial(?: [Nn]umber| [Nn]o\\.?)?|Vendor SN|\\bSN|[Bb]oard_serial|\\[SN\\][^:\n]*)\"?\\s*[:=]\\s*\"?)"
              + "([A-Za-z0-9][A-Za-z0-9_.-]{3,})|(<(?:serial|board_serial|uuid|vbios_serial)>)([^<]+)");

  /**
   * A value that another pattern replaced already (a UUID, a serial in pairs of digits), or none.
   */
  private static final Pattern DONE =
      Pattern.compile(
          "(?:GPU-)?"
              + HEX
              + "{8}(?:-"
              + HEX
              + "{4}){3}-"
              + HEX
              + "{12}|N/A|n/a|0+|[Nn]one|(?:"
              + HEX
              + "{2}-){7}"
              + HEX
              + "{2}");

  private static final Pattern HOME = Pattern.compile("(/home/)[^/\\s:\"]+");

  /** Who built something on a machine that has a stand-in. */
  private static final Pattern BUILDER = Pattern.compile("[\\w.+-]{1,60}@(?=host-[0-9a-f]{6})");

  /** Vital product data of NVIDIA's NICs: a UUID that ends in the address, the serial number. */
  private static final Pattern VITAL =
      Pattern.compile(
          "(\\[V[A-Z0-9]] Vendor specific:\\s*)(?:("
              + HEX
              + "{20})("
              + HEX
              + "{12})\\b|([A-Z0-9]{6,20}?)(MLNX\\w*))");

  /** What people write of a port, where hosts and racks are named. */
  private static final Pattern DESCRIBED =
      Pattern.compile("(PortDescr:[ \\t]*|\"ifalias\"\\s*:\\s*\")([^\"\\r\\n]*[^\"\\s])");

  /** A description that is the name of a port, as switches have it where nobody wrote another. */
  private static final Pattern PORT_NAME =
      Pattern.compile(
          "(?i)(?:(?:[a-z]*gig[a-z]*|ethernet|eth|etp|et|xe|ge|te|fo|hu|swp|port|port-?channel|po)[- ]?)?"
              + "\\d{1,4}[a-z]?(?:[/:._s]\\d{1,4}){0,5}"
              + "|(?:en[ops]|ib[ps]?|bond|mlx\\d_)\\d[a-z0-9_]{0,13}");

  /** Where a machine's name stands by itself, even if it is a word such as "node". */
  private static final List<String> NAMING =
      List.of("proc/sys/kernel/hostname", "etc/hostname", "headroom/manifest", "commands/uname_-a");

  private final SubstituteNumbers substitutes;
  private final KnownNames names;
  private final KnownNumbers known = new KnownNumbers();

  /**
   * An anonymizer.
   *
   * @param key random bytes; whoever has them can find the way back
   * @param own what the machine itself is called
   * @param texts in which names and numbers are looked for
   */
  private Anonymizer(byte[] key, Collection<String> own, Collection<String> texts) {
    substitutes = new SubstituteNumbers(key);
    names = KnownNames.find(own, texts);
    for (String text : texts) {
      known.scan(text);
      LABELLED
          .matcher(text)
          .results()
          .map(found -> found.group(found.group(1) == null ? 4 : 2))
          .filter(value -> !DONE.matcher(value).matches())
          .forEach(known::serial);
      VITAL
          .matcher(text)
          .results()
          .forEach(found -> {
            if (found.group(4) == null) {
              known.address(found.group(3));
            } else {
              known.serial(found.group(4));
            }
          });
    }
    known.done();
  }

  /**
   * Anonymizes the files of one host.
   *
   * @param key random bytes, kept nowhere
   * @param host what its bundle is named after
   * @param files bytes by name
   */
  public static Anonymous of(byte[] key, String host, NavigableMap<String, byte[]> files) {
    List<String> own = new ArrayList<>();
    own.add(host);
    for (String file : List.of("proc/sys/kernel/hostname", "etc/hostname")) {
      own.add(text(files.getOrDefault(file, new byte[0])));
    }
    List<String> texts =
        files.entrySet().stream()
            .filter(file -> !isConfigSpace(file.getKey()))
            .map(file -> text(file.getValue()))
            .toList();
    Anonymizer anonymizer = new Anonymizer(key, own, texts);
    NavigableMap<String, byte[]> anonymous = new TreeMap<>();
    files.forEach((path, bytes) -> {
      if (isConfigSpace(path)) {
        anonymous.put(path, ConfigSpaceRedaction.withoutSerial(bytes));
      } else if (path.endsWith("/phys_switch_id")) {
        anonymous.put(path, anonymizer.bare(text(bytes)).getBytes(StandardCharsets.ISO_8859_1));
      } else if (path.endsWith("/ifalias")) {
        anonymous.put(
            path,
            (anonymizer.described(text(bytes).strip()) + "\n")
                .getBytes(StandardCharsets.ISO_8859_1));
      } else if (!path.equals("proc/net/route")) {
        // That one has its addresses as bare numbers; "ip route" says the same.
        anonymous.put(
            path,
            anonymizer
                .text(text(bytes), NAMING.contains(path))
                .getBytes(StandardCharsets.ISO_8859_1));
      }
    });
    return new Anonymous(anonymizer.text(host, true), anonymous);
  }

  private static boolean isConfigSpace(String path) {
    return path.endsWith("/config") && path.startsWith("sys/bus/pci/");
  }

  /**
   * A host's files under other names.
   *
   * @param host another name for it
   */
  public record Anonymous(String host, NavigableMap<String, byte[]> files) {}

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private String text(String text, boolean naming) {
    String described =
        replaced(DESCRIBED, text, found -> found.group(1) + described(found.group(2)));
    String named =
        names.replaceIn(described, naming, called -> "host-" + substitutes.word("name", called, 6));
    String built = BUILDER.matcher(named).replaceAll("user@");
    String vital = replaced(VITAL, built, this::vital);
    String numbered = replaced(NUMBERS, vital, this::number);
    String labelled =
        replaced(
            LABELLED,
            numbered,
            found -> {
              boolean element = found.group(1) == null;
              String label = found.group(element ? 3 : 1);
              String value = found.group(element ? 4 : 2);
              return label + (DONE.matcher(value).matches() ? value : serial(value));
            });
    String all = known.replaceIn(labelled, this::serial, this::lastThree);
    return HOME.matcher(all).replaceAll("$1user");
  }

  private String described(String words) {
    return words.isEmpty() || PORT_NAME.matcher(words).matches()
        ? words
        : "text-" + substitutes.word("text", words, 6);
  }

  private String vital(MatchResult found) {
    return found.group(1)
        + (found.group(4) == null
            ? substitutes.word("uuid", found.group(2), 20) + lastThree(found.group(3))
            : serial(found.group(4)) + found.group(5));
  }

  private static String replaced(Pattern pattern, String text, Function<MatchResult, String> by) {
    return pattern.matcher(text).replaceAll(found -> Matcher.quoteReplacement(by.apply(found)));
  }

  private String serial(String value) {
    return substitutes
        .word("serial", value, Math.max(6, Math.min(value.length(), 32)))
        .toUpperCase(Locale.ROOT);
  }

  private static final Pattern BARE = Pattern.compile(HEX + "{6,}");

  private String bare(String text) {
    return replaced(BARE, text, found -> lastThree(found.group()));
  }

  private String number(MatchResult found) {
    String text = found.group();
    if (found.group("mac") != null
        || found.group("serial") != null
        || found.group("bytes") != null
        || found.group("bare") != null) {
      return lastThree(text);
    }
    if (found.group("whole") != null) {
      return "0x" + substitutes.word("whole", text.substring(2).toLowerCase(Locale.ROOT), 16);
    }
    if (found.group("guid") != null) {
      // Addresses of memory look the same, but none reaches that high.
      return text.startsWith("000000", 2) ? text : lastThree(text);
    }
    if (found.group("uuid") != null) {
      String other = substitutes.word("uuid", text.toLowerCase(Locale.ROOT), 32);
      return other.substring(0, 8)
          + "-"
          + other.substring(8, 12)
          + "-"
          + other.substring(12, 16)
          + "-"
          + other.substring(16, 20)
          + "-"
          + other.substring(20);
    }
    return found.group("four") != null
        ? four(text)
        : Ipv6OrGuid.of(text).map(this::six).orElse(text);
  }

  /** Other last six digits, those before and all signs as they were. */
  private String lastThree(String text) {
    String digits = text.replaceAll("^(0[xX]|[HS]-)|[:.-]", "");
    long low = Long.parseLong(digits.substring(digits.length() - 6), 16);
    if (digits.matches("0+|[fF]+")) {
      return text;
    }
    return withLast(text, String.format("%06x", low24(low)));
  }

  private long low24(long low) {
    return low == 0 || low == 0xffffff ? low : substitutes.of("low", low, 1 << 24);
  }

  private static String withLast(String text, String six) {
    StringBuilder out = new StringBuilder(text);
    int at = six.length() - 1;
    boolean upper =
        text.replaceFirst("^(0x|[HS]-)", "").chars().anyMatch(c -> c >= 'A' && c <= 'F');
    for (int i = text.length() - 1; at >= 0; i--) {
      if (Character.digit(text.charAt(i), 16) >= 0) {
        char c = six.charAt(at--);
        out.setCharAt(i, upper ? Character.toUpperCase(c) : c);
      }
    }
    return out.toString();
  }

  private String four(String text) {
    String[] parts = text.split("\\.");
    int[] bytes = new int[4];
    for (int i = 0; i < 4; i++) {
      bytes[i] = Integer.parseInt(parts[i]);
      if (bytes[i] > 255) {
        return text;
      }
    }
    return isNobodys(bytes) ? text : four(bytes);
  }

  /** Loopback, multicast, link-local and the like, which say nothing of anybody. */
  private static boolean isNobodys(int[] bytes) {
    return bytes[0] == 0
        || bytes[0] == 127
        || bytes[0] >= 224
        || (bytes[0] == 169 && bytes[1] == 254);
  }

  /** Each byte is chosen by those before it; networks and broadcasts keep their last one. */
  private String four(int[] bytes) {
    StringBuilder out = new StringBuilder();
    StringBuilder before = new StringBuilder("four");
    for (int i = 0; i < 4; i++) {
      int other = bytes[i];
      if (i == 0) {
        // 1 to 223, of which 127 is every machine's own.
        int choice = 1 + (int) substitutes.of("four", bytes[0], 222);
        other = choice < 127 ? choice : choice + 1;
      } else if (bytes[i] != 0 && bytes[i] != 255) {
        other = 1 + (int) substitutes.of(before.toString(), bytes[i], 254);
      }
      before.append('.').append(bytes[i]);
      out.append(i == 0 ? "" : ".").append(other);
    }
    return out.toString();
  }

  private String six(Ipv6OrGuid address) {
    int[] groups = address.groups().clone();
    if (address.isMapped()) {
      int[] bytes = {groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255};
      if (isNobodys(bytes)) {
        return address.text();
      }
      String[] other = four(bytes).split("\\.");
      groups[6] = Integer.parseInt(other[0]) << 8 | Integer.parseInt(other[1]);
      groups[7] = Integer.parseInt(other[2]) << 8 | Integer.parseInt(other[3]);
      return address.with(groups);
    }
    boolean local = groups.length == 4 || groups[0] == 0xfe80;
    if (!local && (groups[0] < 0x2000 || groups[0] >= 0xfe00)) {
      return address.text();
    }
    if (!local) {
      StringBuilder before = new StringBuilder("six ").append(groups[0]);
      for (int i = 1; i < 4; i++) {
        int group = groups[i];
        groups[i] = group == 0 ? 0 : (int) substitutes.of(before.toString(), group, 1 << 16);
        before.append(':').append(group);
      }
    }
    int end = groups.length;
    long low = (groups[end - 2] & 0xffL) << 16 | groups[end - 1];
    long other = low24(low);
    groups[end - 2] = (groups[end - 2] & 0xff00) | (int) (other >> 16);
    groups[end - 1] = (int) (other & 0xffff);
    return address.with(groups);
  }
}
