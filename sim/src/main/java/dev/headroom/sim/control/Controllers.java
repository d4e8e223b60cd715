package dev.headroom.sim.control;

import dev.headroom.congestion.Bbr;
import dev.headroom.congestion.ClearToSend;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.CreditPacer;
import dev.headroom.congestion.CreditShare;
import dev.headroom.congestion.Cubic;
import dev.headroom.congestion.DcqcnPaper;
import dev.headroom.congestion.DcqcnParameters;
import dev.headroom.congestion.DcqcnVendor;
import dev.headroom.congestion.Dctcp;
import dev.headroom.congestion.DctcpRdma;
import dev.headroom.congestion.DctcpUet;
import dev.headroom.congestion.EventOrder;
import dev.headroom.congestion.FalconSwift;
import dev.headroom.congestion.HpDcqcn;
import dev.headroom.congestion.Hpcc;
import dev.headroom.congestion.HpccPint;
import dev.headroom.congestion.LineRate;
import dev.headroom.congestion.Nscc;
import dev.headroom.congestion.NsccDraft;
import dev.headroom.congestion.NsccRccc;
import dev.headroom.congestion.PatchedTimely;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Pint;
import dev.headroom.congestion.Rccc;
import dev.headroom.congestion.ReceiverBuffers;
import dev.headroom.congestion.Reno;
import dev.headroom.congestion.RttProbe;
import dev.headroom.congestion.Signal;
import dev.headroom.congestion.Srd;
import dev.headroom.congestion.Swift;
import dev.headroom.congestion.Timely;
import dev.headroom.congestion.TimelyRounds;
import dev.headroom.congestion.Unpaced;
import dev.headroom.congestion.ZtrRtt;
import dev.headroom.model.knob.AdmissionKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DcqcnKnobs;
import dev.headroom.model.knob.Draws;
import dev.headroom.model.knob.HpccKnobs;
import dev.headroom.model.knob.OwnClass;
import dev.headroom.model.knob.OwnControlKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TimelyKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.TransportType;
import dev.headroom.model.knob.UetKnobs;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Makes controllers as the knobs of a scenario say. */
public final class Controllers {
  /** For a controller that is only asked what it watches. */
  private static final long ANY_LINE_BPS = 100_000_000_000L;

  private static final long ANY_RTT_PS = 10_000_000;

  /** Decrease factors; {@code congestion.timely.beta} says whence. */
  private static final double TIMELY_BETA = 0.8;

  private static final double PATCHED_TIMELY_BETA = 0.008;

  private final Settings settings;
  private final long baseRttPs;
  private final int packetBytes;
  private final ControllerSettings own;

  private Controllers(Settings settings, long baseRttPs, int packetBytes) {
    this.settings = settings;
    this.baseRttPs = baseRttPs;
    this.packetBytes = packetBytes;
    own = new ControllerSettings(settings);
  }

  /**
   * Makes the controllers of a scenario.
   *
   * @param baseRttPs round-trip time of a packet that waits nowhere
   * @param packetBytes a full packet, as windows count it
   */
  public static ControllerFactory of(Settings settings, long baseRttPs, int packetBytes) {
    ControllerFactory factory = new Controllers(settings, baseRttPs, packetBytes).factory();
    return settings.get(CongestionKnobs.PACED) ? factory : unpaced(factory);
  }

  private static ControllerFactory unpaced(ControllerFactory factory) {
    return new ControllerFactory() {
      @Override
      public Controller make(long lineBps) {
        return new Unpaced(factory.make(lineBps), lineBps);
      }

      @Override
      public Controller make(long lineBps, long draw) {
        return new Unpaced(factory.make(lineBps, draw), lineBps);
      }

      @Override
      public Controller make(long lineBps, EventOrder order) {
        return new Unpaced(factory.make(lineBps, order), lineBps);
      }
    };
  }

  /** What the controllers of a scenario watch. */
  public static Set<Signal> watched(Settings settings) {
    return of(settings, ANY_RTT_PS, settings.get(TransportKnobs.MTU).intValue())
        .make(ANY_LINE_BPS)
        .watches();
  }

  /** Whether senders slow down for marks of switches. Of TCP, only who asks for marks has them. */
  public static boolean heedMarks(Settings settings) {
    if (settings.get(TransportKnobs.TRANSPORT).isStream()) {
      if (settings.isSet(TcpKnobs.ECN)) {
        return settings.find(TcpKnobs.ECN).orElseThrow();
      }
      String algorithm = settings.get(CongestionKnobs.ALGORITHM);
      return "dctcp".equals(algorithm)
          || (OwnClass.WORD.equals(algorithm) && watched(settings).contains(Signal.ECN_ECHO));
    }
    Set<Signal> watched = watched(settings);
    return watched.contains(Signal.CNP) || watched.contains(Signal.ECN_ECHO);
  }

  private ControllerFactory factory() {
    return switch (settings.get(CongestionKnobs.ALGORITHM)) {
      case "none" -> LineRate::new;
      case "hpcc", "hpcc++" -> sharing(own::hpcc, Hpcc::new);
      case "hpcc-pint" -> pint();
      case "timely" ->
          "segment".equals(settings.get(TimelyKnobs.COMPLETION))
              ? sharing(path -> own.timely(path, TIMELY_BETA), Timely::new)
              : sharing(path -> own.timely(path, TIMELY_BETA), TimelyRounds::new);
      case "patched-timely" ->
          sharing(path -> own.timely(path, PATCHED_TIMELY_BETA), PatchedTimely::new);
      case "swift" -> sharing(own::swift, Swift::new);
      case "dctcp" -> dctcp();
      case "rtt-probe" -> sharing(own::rttProbe, RttProbe::new);
      case "ztr-rtt" -> sharing(own::ztrRtt, ZtrRtt::new);
      case "hp-dcqcn" -> sharing(own::hpDcqcn, HpDcqcn::new);
      case "admission" -> sharing(path -> path, (same, path) -> new ClearToSend(path));
      case "srd" -> sharing(own::srd, Srd::new);
      case "falcon-swift" -> sharing(own::falcon, FalconSwift::new);
      case "nscc" ->
          "specification".equals(settings.get(UetKnobs.NSCC_EDITION))
              ? sharing(path -> own.nscc(path, false), Nscc::new)
              : sharing(path -> own.nsccDraft(), NsccDraft::new);
      case "rccc" -> sharing(path -> own.rccc(), Rccc::new);
      case "nscc-rccc" ->
          sharing(
              path -> own.nscc(path, true),
              (nscc, path) -> new NsccRccc(new Nscc(nscc, path), new Rccc(own.rccc(), path), path));
      case "reno" -> sharing(path -> own.windows(), Reno::new);
      case "cubic" -> sharing(own::cubic, Cubic::new);
      case "bbr" -> bbr();
      case OwnClass.WORD -> own(brought(settings).orElseThrow());
      default -> dcqcn();
    };
  }

  /** The control that somebody brought along for these settings, if they ask for one. */
  public static Optional<BroughtControl> brought(Settings settings) {
    return settings
        .find(OwnControlKnobs.NAME)
        .filter(BroughtControl.class::isInstance)
        .map(BroughtControl.class::cast);
  }

  private ControllerFactory own(BroughtControl control) {
    BroughtControl.Maker maker = control.with(settings.get(OwnControlKnobs.SETTINGS));
    return lineBps -> maker.make(new Path(lineBps, baseRttPs, packetBytes));
  }

  private boolean isTcp() {
    return settings.get(TransportKnobs.TRANSPORT).isStream();
  }

  /** A factory whose controllers share their settings, as far as their lines are equally fast. */
  private <S> ControllerFactory sharing(Function<Path, S> read, Maker<S> make) {
    Map<Long, S> byLine = new ConcurrentHashMap<>();
    return lineBps -> {
      Path path = new Path(lineBps, baseRttPs, packetBytes);
      return make.make(byLine.computeIfAbsent(lineBps, line -> read.apply(path)), path);
    };
  }

  @FunctionalInterface
  private interface Maker<S> {
    Controller make(S settings, Path path);
  }

  private ControllerFactory pint() {
    Pint code = new Pint(settings.get(HpccKnobs.PINT_BASE));
    boolean asNs3 = settings.get(RunKnobs.DRAWS) == Draws.NS_3;
    return sharing(own::hpcc, (hpcc, path) -> new HpccPint(hpcc, code, path, asNs3));
  }

  /** Each connection starts with another phase, so that they do not probe together. */
  private ControllerFactory bbr() {
    Bbr.Settings bbr = own.bbr();
    return new ControllerFactory() {
      @Override
      public Controller make(long lineBps) {
        return make(lineBps, 0);
      }

      @Override
      public Controller make(long lineBps, long draw) {
        return new Bbr(bbr, new Path(lineBps, baseRttPs, packetBytes), phase(draw));
      }
    };
  }

  /** Any of the eight but the one that drains, as Linux draws it. */
  private static int phase(long draw) {
    int seventh = (int) Long.remainderUnsigned(draw, 7);
    return seventh == 0 ? 0 : seventh + 1;
  }

  /** What a receiver has for the senders of receiver-driven admission. */
  public static ReceiverBuffers.Settings buffers(Settings settings) {
    return new ReceiverBuffers.Settings(
        settings.get(AdmissionKnobs.CHANNELS).intValue(),
        settings.get(AdmissionKnobs.SLOTS).intValue(),
        settings.get(AdmissionKnobs.SLOT).bytes());
  }

  private ControllerFactory dctcp() {
    if (isTcp()) {
      return sharing(own::dctcpOfTcp, Dctcp::new);
    }
    return settings.get(TransportKnobs.TRANSPORT) == TransportType.UEC
        ? sharing(path -> path, (same, path) -> new DctcpUet(path))
        : sharing(own::dctcp, DctcpRdma::new);
  }

  /** Whether receivers grant credit. */
  public static boolean grantCredit(Settings settings) {
    return watched(settings).contains(Signal.CREDIT);
  }

  /**
   * What hands out the rate of a port as credit, where receivers {@linkplain #grantCredit grant}
   * any.
   *
   * @param baseRttPs round-trip time of a packet that waits nowhere
   * @param share of the rate that is handed out
   */
  public static CreditPacer pacer(
      Settings settings, long portBps, long baseRttPs, CreditShare share) {
    Path path = new Path(portBps, baseRttPs, settings.get(TransportKnobs.MTU).intValue());
    double unasked = settings.get(UetKnobs.RCCC_MAX_CREDIT) * path.bdpBytes();
    return new CreditPacer(
        new CreditPacer.Settings(
            settings.get(UetKnobs.RCCC_GRANT).bytes(),
            settings.get(UetKnobs.RCCC_RATE),
            (long) unasked),
        portBps,
        share);
  }

  private ControllerFactory dcqcn() {
    return "paper".equals(settings.get(DcqcnKnobs.FORM))
        ? sharing(own::dcqcn, (parameters, path) -> new DcqcnPaper(parameters, path.lineBps()))
        : vendor();
  }

  private ControllerFactory vendor() {
    Map<Long, DcqcnParameters> byLine = new ConcurrentHashMap<>();
    return new ControllerFactory() {
      @Override
      public Controller make(long lineBps) {
        return new DcqcnVendor(of(lineBps), lineBps);
      }

      @Override
      public Controller make(long lineBps, EventOrder order) {
        return new DcqcnVendor(of(lineBps), lineBps, Optional.of(order));
      }

      private DcqcnParameters of(long lineBps) {
        return byLine.computeIfAbsent(
            lineBps, line -> own.dcqcn(new Path(line, baseRttPs, packetBytes)));
      }
    };
  }
}
