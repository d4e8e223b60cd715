package dev.headroom.formats.switches;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Loss counters of a port, with keys that readers of several vendors share. */
public final class LossCounterKeys {
  public static final String IN = "dropped at ingress";
  public static final String OUT = "dropped at egress";
  public static final String BROKEN = "with errors";

  /** Classes of NX-OS and OS10, and of EOS and Onyx, on the way out. */
  private static final Pattern CLASSES =
      Pattern.compile(
          "counter\\.(?:group-(\\d)\\.(?:[\\w-]+\\.)?(?:wred-afd-tail|wred-tail|wd-tail|dropped|tail)[\\w-]*pkts"
              + "|(?:tx\\.)?tc\\.(\\d)\\.(?:unicast-no-buffer-discard|wred-discard|(?:voq-)?dropped-packets))");

  private static final Map<String, String> COUNTERS =
      Map.ofEntries(
          Map.entry("counter.rx.discarded", IN),
          Map.entry("counter.tx.discarded", OUT),
          Map.entry("counter.rx.input-discard", IN),
          Map.entry("counter.tx.output-discard", OUT),
          Map.entry("counter.rx.no-buffer", IN),
          Map.entry("counter.rx.crc", BROKEN),
          Map.entry("counter.rx.crc-fcs", BROKEN),
          Map.entry("counter.input-discards", IN),
          Map.entry("counter.output-discards", OUT),
          Map.entry("counter.crc", BROKEN),
          Map.entry("counter.alignment", BROKEN),
          Map.entry("counter.symbol", BROKEN));

  private LossCounterKeys() {}

  /** What a counter counts that was lost; empty if it counts anything else. */
  public static Optional<PacketLoss> of(String key) {
    Matcher classes = CLASSES.matcher(key);
    if (classes.matches()) {
      String number = classes.group(1) == null ? classes.group(2) : classes.group(1);
      return Optional.of(ofClass(OUT, number));
    }
    return Optional.ofNullable(COUNTERS.get(key)).map(PacketLoss::ofPort);
  }

  /** Of a class that a counter names. */
  public static PacketLoss ofClass(String side, String name) {
    return PacketLoss.ofClass(side + " in class " + name, name);
  }
}
