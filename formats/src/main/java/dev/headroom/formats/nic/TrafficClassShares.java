package dev.headroom.formats.nic;

import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.model.knob.ClassSchedule;
import java.util.List;
import java.util.Optional;

/** Shares of the line that a NIC gives to its traffic classes, and which of them are strict. */
final class TrafficClassShares {
  static final String KNOB = "hosts.scheduling";

  private TrafficClassShares() {}

  static QosPart of(QosRequest request) {
    String text = wanted(request);
    if (text.isEmpty()) {
      return QosPart.NONE;
    }
    String form = request.tool().command(EmitStep.SCHEDULING);
    if (form.isEmpty()) {
      return QosPart.refused(
          request.refused(
              KNOB,
              request.tool().word()
                  + ": its traffic classes are two or three by firmware, not eight"));
    }
    EtsShares shares = EtsShares.of(ClassSchedule.of(text));
    Optional<EtsToday> today = EtsToday.of(request.facts(), request.subject(), request.tool());
    if (today.filter(now -> now.has(shares)).isPresent()) {
      return QosPart.NONE;
    }
    boolean exact = ClassSchedule.of(shares.text()).weights().equals(shares.schedule().weights());
    return QosPart.of(
        "shares of traffic classes",
        List.of(
            new QosLine(
                request.filled(form, shares.holes()),
                today.map(now -> request.filled(form, now.holes())).orElse(""))),
        List.of(
            request.change(
                KNOB,
                Optional.empty(),
                shares.text(),
                exact ? new Exactness.Exact() : new Exactness.Rounded(text, shares.text()))));
  }

  /** Whether a strict priority is wanted. */
  static boolean hasStrict(QosRequest request) {
    String text = wanted(request);
    return !text.isEmpty() && !ClassSchedule.of(text).strict().isEmpty();
  }

  private static String wanted(QosRequest request) {
    return request.knob(KNOB).replace("\"", "");
  }
}
