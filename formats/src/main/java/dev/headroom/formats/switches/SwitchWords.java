package dev.headroom.formats.switches;

/**
 * What a vendor calls things, and its commands for fixes.
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

  /** Of a vendor that says no more: fixes in the words of SONiC, which many follow. */
  public static SwitchWords of(String family, String dscpMap) {
    return new SwitchWords(
        family,
        dscpMap,
        "give these rows of QUEUE the wred_profile of the lossless class",
        "set ecn to ecn_all or ecn_green in this profile",
        "the PFC watchdog does not look after the priorities with PFC on ",
        "sonic-db-cli CONFIG_DB HSET 'PORT_QOS_MAP|PORT' pfcwd_sw_enable 3,4 with the priorities of pfc_enable, for each of these ports, then config save; not config qos reload, which makes these tables anew from the platform's templates");
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
