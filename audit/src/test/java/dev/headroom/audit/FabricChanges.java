package dev.headroom.audit;

import java.util.List;
import java.util.Set;

/** An InfiniBand fabric, and the optics at a host. */
final class FabricChanges extends Changes {
  FabricChanges(Healthy host) {
    super(host);
  }

  @Override
  void addTo(List<Sickness> all) {
    fabric(all);
    optics(all);
  }

  private void fabric(List<Sickness> all) {
    String links = "iblinkinfo.txt";
    String lane = "4X       53.125 Gbps";
    all.add(ofFabric("fabric.link-width", links, "node3 mlx5_0:", lane, lane.replace("4X", "1X")));
    all.add(ofFabric("fabric.link-speed", links, "Switch: 0xb8599f030000000b", "53.125", "25.781"));
    Healthy thin =
        Healthy.fabric()
            .with(
                links,
                "\"leaf4\"      4   31",
                "==( 4X       53.125 Gbps Active/  LinkUp)",
                "==(                Down/ Polling)");
    all.add(
        new Sickness(
            "fabric.asymmetry",
            List.of(Healthy.fabric()),
            List.of(thin),
            "an uplink is down",
            Set.of(),
            true));
    all.add(
        ofFabric(
            "fabric.ibdiagnet",
            "ibdiagnet.txt",
            "-I- no",
            "-I- no errors in this stage",
            "-E- Duplicated GUID detected 0x1070fd0300000001"));
    all.add(
        ofFabric(
            "fabric.ibdiagnet-warnings",
            "ibdiagnet.txt",
            "-I- no",
            "-I- no errors in this stage",
            "-W- lid=0x0011 guid=0x1070fd0300abcdef dev=4129 Port=1 symbol_error_counter=12"));
    all.add(
        ofFabric(
            "fabric.adaptive-routing-off",
            "ibdiagnet.txt",
            "Adap",
            "on 7 switches",
            "on 0 switches"));
    String counters = "perfquery.txt";
    String name = "SymbolErrorCounter:..............";
    all.add(ofFabric("fabric.symbol-errors", counters, "", name + "0", name + "12"));
    name = "LinkDownedCounter:...............";
    all.add(ofFabric("fabric.link-downs", counters, "", name + "0", name + "12"));
    name = "PortRcvErrors:...................";
    all.add(ofFabric("fabric.receive-errors", counters, "", name + "0", name + "12"));
    name = "PortXmitDiscards:................";
    all.add(ofFabric("fabric.discards", counters, "", name + "0", name + "12"));
    for (String each :
        List.of(
            "fabric.symbol-errors SymbolErrorCounter",
            "fabric.link-downs LinkDownedCounter",
            "fabric.receive-errors PortRcvErrors",
            "fabric.discards PortXmitDiscards",
            "fabric.link-integrity LinkErrorRecoveryCounter")) {
      all.add(counted(each.split(" ")[0], each.split(" ")[1]));
    }
    String database = "ibdiagnet2.db_csv";
    String counted = ",1,65535,0,0,0,0,0";
    all.add(ofFabric("fabric.symbol-errors", database, "", counted, ",1,65535,0,0,0,41,0"));
    all.add(ofFabric("fabric.link-downs", database, "", counted, ",1,65535,0,0,0,0,7"));
    all.add(ofFabric("fabric.receive-errors", database, "", counted, ",1,65535,0,3,0,0,0"));
    all.add(ofFabric("fabric.discards", database, "", counted, ",1,65535,0,0,9,0,0"));
    all.add(
        ofFabric(
            "fabric.bit-errors",
            database,
            "",
            "BER_NO_THRESHOLD_IS_SUPPORTED",
            "BER_THRESHOLD_EXCEEDED"));
    all.add(ofFabric("fabric.bit-errors", "ibdiagnet2.net_dump_ext", "", "6e-13", "6e-11"));
  }

  /** A switch's port in the words of ibqueryerrors. */
  private static Sickness counted(String rule, String counter) {
    String text =
        "Errors for 0xb8599f030000000b \"leaf9\"\n   GUID 0xb8599f030000000b port 7: [%s == %d]\n";
    return new Sickness(
        rule,
        List.of(Healthy.fabric().withFile("errors.txt", text.formatted(counter, 0))),
        List.of(Healthy.fabric().withFile("errors.txt", text.formatted(counter, 41))),
        counter + " above ibqueryerrors' threshold",
        Set.of(),
        true);
  }

  private void optics(List<Sickness> all) {
    String file = "optics.txt";
    all.add(
        of(
            "optics.alarm",
            file,
            "high alarm",
            "high warning           : Off",
            "high warning : On"));
    all.add(of("optics.hot", file, "temperature ", ": 51.00", ": 71.00"));
    all.add(of("optics.dark-lane", file, "Rx loss", ": None", ": [ No, No, Yes, No ]"));
    all.add(of("optics.dark-lane", file, "Tx fault", ": None", ": [ No, Yes ]"));
    all.add(of("optics.dark-lane", file, "Channel 2", "1.4791 mW / 1.70", "0.0000 mW / -inf"));
    all.add(of("optics.out-of-range", file, "Rx Power", "1.7,", "-12.4,"));
    all.add(of("optics.bit-errors", file, "Effective", "15E-255", "3E-10"));
    all.add(of("optics.fec-off", file, "Active FEC", "encoding: RS", "encoding: Off"));
  }

  private Sickness ofFabric(String rule, String file, String after, String from, String to) {
    return new Sickness(
        rule,
        List.of(Healthy.fabric()),
        List.of(Healthy.fabric().with(file, after, from, to)),
        from.strip() + " becomes " + to.strip(),
        Set.of(),
        true);
  }
}
