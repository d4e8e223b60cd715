package dev.headroom.formats.switches;

/**
 * Vendor's terms, and its commands for fixes.
 *
 * @param family of its configuration, as a report names it: {@code SONiC}
 * @param dscpMap what the map of DSCPs to classes is called
 * @param enableEcnCommand how a queue is made to mark
 * @param changeDropToMarkCommand how a curve that drops is made to mark
 * @param unwatchedMessage what is wrong where the watchdog does not look after what is paused, up
 *     to the ports
 * @param enableWatchdogCommand how the watchdog is made to look after it
 */
public record VendorTerms(
    String family,
    String dscpMap,
    String enableEcnCommand,
    String changeDropToMarkCommand,
    String unwatchedMessage,
    String enableWatchdogCommand) {

  /** Of a vendor that names no commands. */
  public static VendorTerms of(String family, String dscpMap) {
    return new VendorTerms(
        family,
        dscpMap,
        "assign a WRED profile with ECN marking to the queue of the lossless class, at each of "
            + "these ports",
        "enable ECN marking instead of drops in this WRED profile",
        "the PFC watchdog does not cover the priorities with PFC on ",
        "enable the PFC watchdog for the priorities with PFC, at each of these ports");
  }

  /** The same with commands for marking. */
  public VendorTerms marking(String queues, String curves) {
    return new VendorTerms(
        family, dscpMap, queues, curves, unwatchedMessage, enableWatchdogCommand);
  }

  /** The same with the command for the watchdog. */
  public VendorTerms watchdog(String command) {
    return new VendorTerms(
        family, dscpMap, enableEcnCommand, changeDropToMarkCommand, unwatchedMessage, command);
  }

  /** The same with other words for a watchdog that looks past what is paused. */
  public VendorTerms unwatchedMessage(String words) {
    return new VendorTerms(
        family, dscpMap, enableEcnCommand, changeDropToMarkCommand, words, enableWatchdogCommand);
  }
}
