package dev.headroom.sim.ideal;

import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.sim.message.MessageSettings;
import java.util.function.Function;

/** Ideal completion time of a flow of a transport, alone on its path. */
@FunctionalInterface
public interface IdealFct {
  /**
   * Completion time, in picoseconds.
   *
   * @param forth the way of its data
   * @param back the way of its answers, or of what asks for it
   */
  long completionPs(IdealPath forth, IdealPath back, long bytes);

  /** That of one whose queue pair has terms of its own. */
  default IdealFct on(FlowOverrides own) {
    return this;
  }

  /**
   * That of a reliable connection.
   *
   * @param ownTerms what one is set with that has terms of its own
   */
  static IdealFct of(MessageSettings terms, Function<FlowOverrides, MessageSettings> ownTerms) {
    IdealFct alike = of(terms);
    return new IdealFct() {
      @Override
      public long completionPs(IdealPath forth, IdealPath back, long bytes) {
        return alike.completionPs(forth, back, bytes);
      }

      @Override
      public IdealFct on(FlowOverrides own) {
        return of(ownTerms.apply(own));
      }
    };
  }

  /** That of a reliable connection set as all are. */
  static IdealFct of(MessageSettings terms) {
    return terms.reads()
        ? (forth, back, bytes) -> new IdealReadFct(terms, forth, back).completionPs(bytes)
        : (forth, back, bytes) -> new IdealWriteFct(terms, forth, back).completionPs(bytes);
  }

  /**
   * That of a READ of one message with the same headers on each packet: when its last byte is
   * there. An ACK of the request goes before the data.
   */
  static IdealFct read(MessageSettings terms) {
    int full = terms.framing().dataFrame(terms.mtu(), 0);
    return (forth, back, bytes) -> {
      long whole = terms.packets(bytes) - 1;
      int last = terms.framing().dataFrame((int) (bytes - whole * terms.mtu()), 0);
      return new IdealStreamFct(forth, back)
          .readPs(terms.framing().readRequest(), terms.framing().ack(), whole, full, last);
    };
  }

  /**
   * That of a READ of which each packet is asked for: when its last byte is there. Of ACKs only
   * that of a single request is known to go before its data.
   */
  static IdealFct pulls(MessageSettings terms) {
    IdealFct single = read(terms);
    IdealFct many = of(terms);
    return (forth, back, bytes) ->
        (bytes <= terms.mtu() ? single : many).completionPs(forth, back, bytes);
  }

  /** That of one whose packets are not answered: when its last byte arrives. */
  static IdealFct withoutAcks(MessageSettings terms) {
    return (forth, back, bytes) ->
        new IdealWriteFct(terms, forth, IdealPath.NONE).completionPs(bytes);
  }

  /**
   * That of one message with the same headers on each packet, which are answered now and then: when
   * the answer to the last one comes, behind no other.
   */
  static IdealFct withFinalAck(MessageSettings terms) {
    int full = terms.framing().dataFrame(terms.mtu(), 0);
    return (forth, back, bytes) -> {
      long whole = terms.packets(bytes) - 1;
      int last = terms.framing().dataFrame((int) (bytes - whole * terms.mtu()), 0);
      return new IdealStreamFct(forth, back).completionPs(whole, full, last, terms.framing().ack());
    };
  }
}
