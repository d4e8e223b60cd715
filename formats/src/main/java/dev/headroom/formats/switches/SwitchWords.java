package dev.headroom.formats.switches;

/**
 * Vendor's terms, and its commands for fixes.
 *
 * @param family of its configuration, as a report names it: {@code SONiC}
 * @param dscpMap what the map of DSCPs to classes is called
 * @param toMark how a queue is made to mark
 * @param toMarkInstead how a curve that drops is made to mark
 * @param unwatched what is wrong where the watchdog does not look after what is paused, up to the
 *     ports
 * @param toWatch how the watchdog is made to look after it
 */
public record SwitchWords(
    String family,
    String dscpMap,
    String toMark,
    String toMarkInstead,
    String unwatched,
    String toWatch) {

  /** Of a vendor that names no commands. */
  public static SwitchWords of(String family, String dscpMap) {
    return new SwitchWords(
        family,
        dscpMap,
        "give the queue of the lossless class a curve that marks (ECN), at each of these ports",
        "make this curve mark (ECN) instead of dropping",
        "the PFC watchdog does not look after the priorities with PFC on ",
        "switch the PFC watchdog on for the priorities with PFC, at each of these ports");
  }

  /** The same with commands for marking. */
  public SwitchWords marking(String queues, String curves) {
    return new SwitchWords(family, dscpMap, queues, curves, unwatched, toWatch);
  }

  /** The same with the command for the watchdog. */
  public SwitchWords watchdog(String command) {
    return new SwitchWords(family, dscpMap, toMark, toMarkInstead, unwatched, command);
  }

  /** The same with other words for a watchdog that looks past what is paused. */
  public SwitchWords unwatched(String words) {
    return new SwitchWords(family, dscpMap, toMark, toMarkInstead, words, toWatch);
  }
}
