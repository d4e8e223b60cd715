package dev.headroom.formats.host;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.pci.PciKeys;
import java.util.List;

/**
 * PCI function.
 *
 * @param subject its address
 */
public record PciDevice(FactSet facts, Subject subject) {
  private static final List<String> ACS_BITS =
      List.of(
          "SrcValid",
          "TransBlk",
          "ReqRedir",
          "CmpltRedir",
          "UpstreamFwd",
          "EgressCtrl",
          "DirectTrans");

  public String address() {
    return subject.name();
  }

  public ReportedValue<String> kind() {
    return facts.text(subject, PciKeys.CLASS);
  }

  public ReportedValue<String> name() {
    return facts.text(subject, PciKeys.NAME);
  }

  public ReportedValue<String> driver() {
    return facts.text(subject, PciKeys.DRIVER);
  }

  /** -1 where the firmware names none. */
  public ReportedValue<Long> numaNode() {
    return facts.number(subject, PciKeys.NUMA);
  }

  /** 10^9 transfers a second: 2.5, 5, 8, 16, 32, 64. */
  public ReportedValue<Double> linkGts() {
    return facts.decimal(subject, PciKeys.LINK_GTS);
  }

  public ReportedValue<Double> linkMaxGts() {
    return facts.decimal(subject, PciKeys.LINK_MAX_GTS);
  }

  public ReportedValue<Long> linkWidth() {
    return facts.number(subject, PciKeys.LINK_WIDTH);
  }

  public ReportedValue<Long> linkMaxWidth() {
    return facts.number(subject, PciKeys.LINK_MAX_WIDTH);
  }

  public ReportedValue<Long> payloadBytes() {
    return facts.number(subject, PciKeys.PAYLOAD_BYTES);
  }

  public ReportedValue<Long> payloadMaxBytes() {
    return facts.number(subject, PciKeys.PAYLOAD_MAX_BYTES);
  }

  public ReportedValue<Long> readRequestBytes() {
    return facts.number(subject, PciKeys.READ_REQUEST_BYTES);
  }

  public ReportedValue<Boolean> relaxedOrdering() {
    return facts.flag(subject, PciKeys.RELAXED_ORDERING);
  }

  /** Whether a bit of Access Control Services is on, by lspci's name: {@code ReqRedir}. */
  public ReportedValue<Boolean> acs(String bit) {
    return facts.flag(subject, PciKeys.acs(bit));
  }

  /** The bits of Access Control Services that are on. */
  public List<String> acsOn() {
    return ACS_BITS.stream().filter(bit -> acs(bit).equalTo(true)).toList();
  }

  public ReportedValue<Long> regionBytes(int number) {
    return facts.number(subject, PciKeys.regionBytes(String.valueOf(number)));
  }

  /** "Endpoint", "Root Port", "Upstream Port", "Downstream Port". */
  public ReportedValue<String> expressType() {
    return facts.text(subject, PciKeys.EXPRESS_TYPE);
  }

  /** Whether buses hang on it. */
  public boolean isBridge() {
    return facts.first(subject, PciKeys.SECONDARY_BUS).isPresent();
  }

  /**
   * A GPU, also one of AMD's Instinct line, whose class is another: "Processing accelerators" since
   * MI300, "Display controller" before.
   */
  public boolean isGpu() {
    boolean isDisplay =
        kind().matches(kind -> kind.startsWith("3D controller") || kind.startsWith("VGA"))
            && name().matches(name -> name.contains("NVIDIA") || name.contains("AMD"));
    boolean isInstinct =
        kind()
                .matches(kind ->
                    kind.startsWith("Processing accelerators")
                        || kind.startsWith("Display controller"))
            && name().matches(name -> name.contains("Instinct"));
    return isDisplay || isInstinct;
  }

  public boolean isNic() {
    return kind().matches(kind -> kind.startsWith("Infiniband") || kind.startsWith("Ethernet"));
  }
}
