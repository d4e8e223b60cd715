package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.PfcStateKeys;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of Cisco NX-OS port data in {@code | json} outputs and from NX-API, with the keys of the
 * text outputs. The commands are {@code show interface}, also with {@code status} and {@code
 * counters errors}, and {@code show interface priority-flow-control}. A table with one row has an
 * object in place of a list.
 */
final class NxosJson {
  private static final Pattern INTERFACE =
      Pattern.compile("(?:^|\\|)TABLE_interface\\|ROW_interface(?:\\|\\d{1,5})?$");
  private static final Pattern PAUSES =
      Pattern.compile("(?:^|\\|)TABLE_pfc_interface\\|ROW_pfc_interface(?:\\|\\d{1,5})?$");
  private static final Pattern IN_FORCE =
      Pattern.compile("(On|Off)(?:\\s*\\(([0-9a-f]{1,2})\\))?\\s*");

  private static final Map<String, String> COUNTERS =
      Map.ofEntries(
          Map.entry("eth_inpkts", "rx.input-packets"),
          Map.entry("eth_inbytes", "rx.bytes"),
          Map.entry("eth_inucast", "rx.unicast-packets"),
          Map.entry("eth_inmcast", "rx.multicast-packets"),
          Map.entry("eth_inbcast", "rx.broadcast-packets"),
          Map.entry("eth_jumbo_inpkts", "rx.jumbo-packets"),
          Map.entry("eth_runts", "rx.runts"),
          Map.entry("eth_giants", "rx.giants"),
          Map.entry("eth_crc", "rx.crc"),
          Map.entry("eth_nobuf", "rx.no-buffer"),
          Map.entry("eth_inerr", "rx.input-error"),
          Map.entry("eth_overrun", "rx.overrun"),
          Map.entry("eth_underrun", "rx.underrun"),
          Map.entry("eth_ignored", "rx.ignored"),
          Map.entry("eth_in_ifdown_drops", "rx.if-down-drop"),
          Map.entry("eth_indiscard", "rx.input-discard"),
          Map.entry("eth_inpause", "rx.rx-pause"),
          Map.entry("eth_outpkts", "tx.output-packets"),
          Map.entry("eth_outbytes", "tx.bytes"),
          Map.entry("eth_outucast", "tx.unicast-packets"),
          Map.entry("eth_outmcast", "tx.multicast-packets"),
          Map.entry("eth_outbcast", "tx.broadcast-packets"),
          Map.entry("eth_jumbo_outpkts", "tx.jumbo-packets"),
          Map.entry("eth_outerr", "tx.output-error"),
          Map.entry("eth_coll", "tx.collision"),
          Map.entry("eth_deferred", "tx.deferred"),
          Map.entry("eth_latecoll", "tx.late-collision"),
          Map.entry("eth_lostcarrier", "tx.lost-carrier"),
          Map.entry("eth_nocarrier", "tx.no-carrier"),
          Map.entry("eth_babbles", "tx.babble"),
          Map.entry("eth_outdiscard", "tx.output-discard"),
          Map.entry("eth_outpause", "tx.tx-pause"),
          Map.entry("eth_reset_cntr", "interface-resets"),
          Map.entry("eth_align_err", "align-err"),
          Map.entry("eth_fcs_err", "crc"),
          Map.entry("eth_xmit_err", "xmit-err"),
          Map.entry("eth_rcv_err", "rcv-err"),
          Map.entry("eth_undersize", "undersize"),
          Map.entry("eth_outdisc", "output-discards"),
          Map.entry("eth_symbol_err", "symbol-err"));

  private static final Map<String, String> SETTINGS =
      Map.of("eth_mtu", "mtu", "desc", "description", "name", "description");

  private NxosJson() {}

  /**
   * Says a member of an object again if the texts of NX-OS have it too.
   *
   * @param path of the object
   * @param member what the object says of a name; blank if nothing
   */
  static void addNormalized(
      TextLine line,
      String path,
      UnaryOperator<String> member,
      String key,
      String value,
      FactSink sink) {
    if (!path.contains("TABLE_")) {
      return;
    }
    if (INTERFACE.matcher(path).find() && !member.apply("interface").isEmpty()) {
      ofPort(line, SwitchPortSubject.of(member.apply("interface")), member, key, value, sink);
    } else if (PAUSES.matcher(path).find() && !member.apply("if_name_str").isEmpty()) {
      pauses(line, SwitchPortSubject.of(member.apply("if_name_str")), key, value, sink);
    }
  }

  private static void ofPort(
      TextLine line,
      Subject port,
      UnaryOperator<String> member,
      String key,
      String value,
      FactSink sink) {
    String counter = COUNTERS.get(key);
    if (counter != null) {
      if (value.matches("\\d{1,20}")) {
        sink.add(line, port, RdmaKeys.counter(counter), value);
      }
    } else if (key.equals("state")) {
      String why = member.apply("state_rsn_desc");
      boolean shown = value.matches("up|down");
      String state = shown && !why.isEmpty() ? value + " (" + why + ")" : value;
      sink.add(line, port, shown ? "state" : "status", state);
    } else if (SETTINGS.containsKey(key)) {
      sink.add(line, port, SETTINGS.get(key), value);
    }
  }

  private static void pauses(TextLine line, Subject port, String key, String value, FactSink sink) {
    switch (key) {
      case "rx-stats" -> sink.add(line, port, RdmaKeys.counter("rx.pfc"), value);
      case "tx-stats" -> sink.add(line, port, RdmaKeys.counter("tx.pfc"), value);
      case "admin" -> sink.add(line, port, PfcStateKeys.MODE, value);
      case "oper" -> {
        Matcher inForce = IN_FORCE.matcher(value);
        if (inForce.matches()) {
          sink.add(line, port, PfcStateKeys.IN_FORCE, inForce.group(1));
          if (inForce.group(2) != null) {
            sink.add(line, port, PfcStateKeys.BITMAP, "0x" + inForce.group(2));
          }
        }
      }
      default -> {}
    }
  }
}
