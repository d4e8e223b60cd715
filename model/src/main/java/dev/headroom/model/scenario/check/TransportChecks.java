package dev.headroom.model.scenario.check;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.choice.LossRecovery;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.unit.Size;
import java.util.List;
import java.util.Set;

/** Checks of a transport: its verbs, and its packet sizes. */
public final class TransportChecks {
  /** RFC 791, section 3.1: every host takes packets of so many bytes. */
  private static final long LEAST_IP = 576;

  private static final Set<Long> MTUS = Set.of(256L, 512L, 1024L, 2048L, 4096L);

  private TransportChecks() {}

  static void mtu(Settings settings, List<KnobConflict> complaints) {
    long mtu = settings.get(TransportKnobs.MTU);
    if (settings.get(TransportKnobs.TRANSPORT).isStream()) {
      if (mtu < LEAST_IP) {
        complaints.add(
            new KnobConflict(
                TransportKnobs.MTU.name(),
                mtu + " leaves no room for payload after the IP and TCP headers",
                "such as 1500 or 9000"));
      }
      return;
    }
    if (settings.get(TransportKnobs.FRAMING).isOfIbta() && !MTUS.contains(mtu)) {
      complaints.add(
          new KnobConflict(
              TransportKnobs.MTU.name(),
              mtu + " is not a path MTU of InfiniBand or RoCE",
              "256, 512, 1024, 2048 or 4096"));
    }
  }

  /** A SEND takes receive requests in order, and the responses to a READ are asked for in order. */
  static void placing(Settings settings, List<KnobConflict> complaints) {
    LossRecovery recovery = settings.get(TransportKnobs.RECOVERY);
    Verb operation = settings.get(TransportKnobs.OPERATION);
    if (recovery != LossRecovery.GO_BACK_N && operation != Verb.WRITE) {
      complaints.add(
          new KnobConflict(
              TransportKnobs.RECOVERY.name(),
              "%s can place only data of WRITEs, but transport.operation is %s"
                  .formatted(recovery, operation),
              "transport.operation write, or transport.recovery go-back-n"));
    }
  }

  /** ACKs count whole units: a window that holds none of them is never open again. */
  public static void units(Settings settings, List<KnobConflict> complaints) {
    if (!settings.isSet(TransportKnobs.GO_BACK_UNIT)
        || !settings.isSet(TransportKnobs.WINDOW)
        || settings.get(TransportKnobs.RECOVERY) != LossRecovery.GO_BACK_N
        || settings.get(TransportKnobs.OPERATION) == Verb.READ) {
      return;
    }
    long mtu = settings.get(TransportKnobs.MTU);
    Size window = settings.find(TransportKnobs.WINDOW).orElseThrow();
    Size named = settings.find(TransportKnobs.GO_BACK_UNIT).orElseThrow();
    boolean ofBytes = settings.get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3;
    long whole = ofBytes ? packets(named, mtu) : named.bytes() / mtu;
    long unit = Math.min(whole, packets(settings.get(TransportKnobs.MESSAGE_SIZE), mtu));
    if (packets(window, mtu) < unit) {
      complaints.add(
          new KnobConflict(
              TransportKnobs.WINDOW.name(),
              "%s is %d of the %d packets that one ACK covers (transport.goBackUnit): no ACK would be sent"
                  .formatted(window, packets(window, mtu), unit),
              "over %s, or a smaller unit".formatted(new Size((unit - 1) * mtu))));
    }
  }

  private static long packets(Size size, long mtu) {
    return Math.ceilDiv(size.bytes(), mtu);
  }

  /** Each transport with what it can run. */
  static void transport(Settings settings, List<KnobConflict> complaints) {
    TransportType transport = settings.get(TransportKnobs.TRANSPORT);
    if (settings.get(TransportKnobs.OPERATION) == Verb.READ) {
      reading(transport, settings, complaints);
    }
    if (settings.get(SwitchKnobs.TRIMMING) && transport != TransportType.UEC) {
      complaints.add(
          new KnobConflict(
              SwitchKnobs.TRIMMING.name(),
              "transport " + transport + " cannot use trimmed packets",
              "false, or transport.type uec"));
    }
    powerOfTwo(UetKnobs.ENTROPY_VALUES, settings, complaints);
    powerOfTwo(SrdKnobs.WAYS, settings, complaints);
  }

  /** Who can be asked for data. */
  private static void reading(
      TransportType transport, Settings settings, List<KnobConflict> complaints) {
    if (transport == TransportType.TCP) {
      complaints.add(
          new KnobConflict(
              TransportKnobs.OPERATION.name(),
              "transport tcp sends data from its source: a socket has no READ",
              "write or send; or transport.type iwarp"));
    } else if (transport == TransportType.UEC && settings.get(UetKnobs.DELIVERY).isStateless()) {
      complaints.add(
          new KnobConflict(
              UetKnobs.DELIVERY.name(),
              settings.get(UetKnobs.DELIVERY)
                  + " keeps no requests, but a READ (transport.operation) is one",
              "rud or rod; or transport.operation write or send"));
    }
  }

  private static void powerOfTwo(
      Knob<Long> knob, Settings settings, List<KnobConflict> complaints) {
    long values = settings.get(knob);
    if (Long.bitCount(values) != 1) {
      complaints.add(
          new KnobConflict(
              knob.name(),
              values + " is not a power of two",
              "such as " + Long.highestOneBit(values)));
    }
  }
}
