package dev.headroom.formats.cabling;

/** Kind of source that shows a link between two ports; the first kind takes precedence. */
public enum CablingSource {
  /** A list that somebody wrote. */
  LIST("a list"),

  /** The host heard the switch, or the switch the host (IEEE 802.1AB). */
  LLDP("LLDP"),

  /** The subnet manager's sweep: {@code ibnetdiscover}. */
  FABRIC("the fabric's own map"),

  /** The switch learned the host's address at a port. */
  MAC("a MAC table"),

  /** The switch resolved the host's address at a port. */
  ARP("an ARP table");

  private final String words;

  CablingSource(String words) {
    this.words = words;
  }

  /** As a report says it. */
  public String words() {
    return words;
  }
}
