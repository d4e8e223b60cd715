package dev.headroom.sim.rc;

import dev.headroom.congestion.Signal;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.congestion.roce.DcqcnVariant;
import dev.headroom.model.choice.CnpTiming;
import dev.headroom.model.choice.MarkFeedback;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DeclaredKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.control.SignalOverhead;

/**
 * Settings of the feedback of ECN marks to the source of data.
 *
 * @param echo whether they are echoed in ACKs
 * @param cnps whether they are told by CNP
 * @param cnpClass priority of CNP
 * @param cnpIntervalPs least time between CNPs of a queue pair
 * @param cnpTiming what becomes of marks within that time
 */
public record EcnFeedbackSettings(
    boolean echo, boolean cnps, int cnpClass, long cnpIntervalPs, CnpTiming cnpTiming) {
  static EcnFeedbackSettings of(Settings settings, SignalOverhead signalOverhead) {
    boolean echo =
        settings.get(TransportKnobs.OPERATION) != Verb.READ
            && (settings.get(CongestionKnobs.FEEDBACK) == MarkFeedback.ACK
                || signalOverhead.watches(Signal.ECN_ECHO));
    return new EcnFeedbackSettings(
        echo,
        !echo && sendsCnps(settings, signalOverhead),
        ServiceLevelClasses.ofCnps(settings),
        settings.get(CongestionKnobs.CNP_INTERVAL).ps(),
        timing(settings));
  }

  /**
   * Whether receivers send CNPs: where somebody heeds them, and where there is no control, since
   * NICs have the two halves of DCQCN switched on apart.
   */
  private static boolean sendsCnps(Settings settings, SignalOverhead signalOverhead) {
    return signalOverhead.watches(Signal.CNP)
        || settings.get(CongestionKnobs.ALGORITHM) == ControlTypes.NONE;
  }

  private static CnpTiming timing(Settings settings) {
    return settings
        .find(CongestionKnobs.CNP_TIMING)
        .orElse(
            DeclaredKnobs.read(settings, DcqcnVariant.Choice.class).form() == DcqcnVariant.PAPER
                ? CnpTiming.SLOTS
                : CnpTiming.GAP);
  }
}
