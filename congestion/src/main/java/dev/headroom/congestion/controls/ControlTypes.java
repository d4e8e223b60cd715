package dev.headroom.congestion.controls;

import static dev.headroom.congestion.TransportType.FALCON;
import static dev.headroom.congestion.TransportType.IWARP;
import static dev.headroom.congestion.TransportType.SRD;
import static dev.headroom.congestion.TransportType.TCP;
import static dev.headroom.congestion.TransportType.UEC;

import dev.headroom.congestion.ControlConfig;
import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.Pint;
import dev.headroom.congestion.Telemetry;
import dev.headroom.congestion.roce.ClearToSend;
import dev.headroom.congestion.roce.DcqcnParameters;
import dev.headroom.congestion.roce.DcqcnVariant;
import dev.headroom.congestion.roce.FalconSwift;
import dev.headroom.congestion.roce.HpDcqcn;
import dev.headroom.congestion.roce.Hpcc;
import dev.headroom.congestion.roce.HpccPint;
import dev.headroom.congestion.roce.HpccSettings;
import dev.headroom.congestion.roce.LineRateController;
import dev.headroom.congestion.roce.PatchedTimely;
import dev.headroom.congestion.roce.RttProbeController;
import dev.headroom.congestion.roce.Srd;
import dev.headroom.congestion.roce.Swift;
import dev.headroom.congestion.roce.TimelySettings;
import dev.headroom.congestion.roce.TimelyUpdateTrigger;
import dev.headroom.congestion.roce.TimelyVariant;
import dev.headroom.congestion.roce.ZtrRtt;
import dev.headroom.congestion.tcp.Bbr;
import dev.headroom.congestion.tcp.Cubic;
import dev.headroom.congestion.tcp.Dctcp;
import dev.headroom.congestion.tcp.DctcpRdma;
import dev.headroom.congestion.tcp.Reno;
import dev.headroom.congestion.tcp.TcpWindowSettings;
import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.congestion.uet.CreditShare;
import dev.headroom.congestion.uet.Nscc;
import dev.headroom.congestion.uet.NsccRccc;
import dev.headroom.congestion.uet.NsccVersion;
import dev.headroom.congestion.uet.Rccc;
import dev.headroom.congestion.uet.ReceiverBuffers;
import dev.headroom.unit.Extension;
import java.util.List;
import java.util.stream.Stream;

/** List of all congestion controls, one a line. */
public final class ControlTypes {
  /** A control that somebody brings along as a source file. */
  public static final ControlType OWN =
      ControlType.of("own", ControlTypes::ofPlugin).everywhere().withoutAcks();

  /** No control: always at line rate. */
  public static final ControlType NONE =
      ControlType.of("none", _ -> LineRateController::new)
          .everywhere()
          .withoutBaseRtt()
          .withoutAcks();

  private static final List<ControlType> RESIDENT =
      List.of(
          ControlType.of(
                  "dcqcn", DcqcnVariant::factory, DcqcnVariant.Choice.class, DcqcnParameters.class)
              .withoutBaseRtt()
              .withoutAcks()
              .byMarks(),
          ControlType.of("hp-dcqcn", HpDcqcn.Settings.class, HpDcqcn::new)
              .withoutBaseRtt()
              .withoutAcks()
              .byMarks(),
          ControlType.of(
              "hpcc",
              ControlType.each(HpccSettings.class, Hpcc::new),
              HpccSettings.class,
              Telemetry.Settings.class),
          ControlType.of(
                  "hpcc++",
                  ControlType.each(HpccSettings.class, Hpcc::new),
                  HpccSettings.class,
                  Telemetry.Settings.class)
              .withIoam(),
          ControlType.of("hpcc-pint", HpccPint::factory, HpccSettings.class, Pint.Settings.class),
          ControlType.of(
              "timely",
              TimelyUpdateTrigger::factory,
              TimelyUpdateTrigger.Choice.class,
              TimelySettings.class),
          ControlType.of(
              "patched-timely",
              ControlType.each(TimelySettings.class, PatchedTimely::new, TimelyVariant.PATCHED),
              TimelySettings.class),
          ControlType.of("swift", Swift.Settings.class, Swift::new),
          ControlType.of("dctcp", Dctcp::factory, DctcpRdma.Settings.class)
              .alsoOn(UEC, TCP, IWARP)
              .byMarks(),
          ControlType.of("rtt-probe", RttProbeController.Settings.class, RttProbeController::new)
              .withoutAcks()
              .byReplies(),
          ControlType.of("ztr-rtt", ZtrRtt.Settings.class, ZtrRtt::new).withoutAcks().byReplies(),
          ControlType.of("admission", ClearToSend::factory, ReceiverBuffers.Settings.class)
              .withoutBaseRtt()
              .byReplies(),
          ControlType.of(
                  "nscc", NsccVersion::factory, NsccVersion.Choice.class, Nscc.Settings.class)
              .on(UEC),
          ControlType.of(
                  "rccc",
                  ControlType.each(Rccc.Settings.class, Rccc::new),
                  CreditShare.Choice.class,
                  Rccc.Settings.class,
                  CreditPacer.Settings.class,
                  CreditShare.Settings.class)
              .on(UEC)
              .byCreditOnly(),
          ControlType.of("nscc-rccc", NsccRccc::factory, Nscc.Settings.class, Rccc.Settings.class)
              .on(UEC)
              .byCredit(),
          ControlType.of("srd", Srd.Settings.class, Srd::new).on(SRD),
          ControlType.of("falcon-swift", FalconSwift.Settings.class, FalconSwift::new).on(FALCON),
          ControlType.of("reno", TcpWindowSettings.class, Reno::new).on(TCP, IWARP),
          ControlType.of("cubic", Cubic.Settings.class, Cubic::new).on(TCP, IWARP),
          ControlType.of("bbr", Bbr::factory, Bbr.Settings.class).on(TCP, IWARP));

  private static final List<ControlType> ALL =
      Stream.of(Extension.with(RESIDENT, ControlType.class).stream(), Stream.of(OWN, NONE))
          .flatMap(controls -> controls)
          .toList();

  private ControlTypes() {}

  /** Every control, the default first. */
  public static List<ControlType> all() {
    return ALL;
  }

  /**
   * A control that is known to be there.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static ControlType get(String word) {
    return ALL.stream()
        .filter(control -> control.word().equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no congestion control is named " + word));
  }

  private static ControllerFactory ofPlugin(ControlConfig controlConfig) {
    throw new IllegalStateException("the user's own class creates its controllers");
  }
}
