package dev.headroom.sim.solo;

import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.sim.message.MessageTerms;
import java.util.function.Function;

/** Ideal completion time of a flow of a transport, alone on its path. */
@FunctionalInterface
public interface Alone {
  /**
   * Completion time, in picoseconds.
   *
   * @param forth the way of its data
   * @param back the way of its answers, or of what asks for it
   */
  long completionPs(Pipeline forth, Pipeline back, long bytes);

  /** That of one whose queue pair has terms of its own. */
  default Alone on(FlowOverrides own) {
    return this;
  }

  /**
   * That of a reliable connection.
   *
   * @param ownTerms what one is set with that has terms of its own
   */
  static Alone of(MessageTerms terms, Function<FlowOverrides, MessageTerms> ownTerms) {
    Alone alike = of(terms);
    return new Alone() {
      @Override
      public long completionPs(Pipeline forth, Pipeline back, long bytes) {
        return alike.completionPs(forth, back, bytes);
      }

      @Override
      public Alone on(FlowOverrides own) {
        return of(ownTerms.apply(own));
      }
    };
  }

  /** That of a reliable connection set as all are. */
  static Alone of(MessageTerms terms) {
    return terms.reads()
        ? (forth, back, bytes) -> new SoloRead(terms, forth, back).completionPs(bytes)
        : (forth, back, bytes) -> new SoloFlow(terms, forth, back).completionPs(bytes);
  }

  /**
   * That of a READ of one message with the same headers on each packet: when its last byte is
   * there. An ACK of the request goes before the data.
   */
  static Alone read(MessageTerms terms) {
    int full = terms.framing().dataFrame(terms.mtu(), 0);
    return (forth, back, bytes) -> {
      long whole = terms.packets(bytes) - 1;
      int last = terms.framing().dataFrame((int) (bytes - whole * terms.mtu()), 0);
      return new SoloStream(forth, back)
          .readPs(terms.framing().readRequest(), terms.framing().ack(), whole, full, last);
    };
  }

  /**
   * That of a READ of which each packet is asked for: when its last byte is there. Of ACKs only
   * that of a single request is known to go before its data.
   */
  static Alone pulls(MessageTerms terms) {
    Alone single = read(terms);
    Alone many = of(terms);
    return (forth, back, bytes) ->
        (bytes <= terms.mtu() ? single : many).completionPs(forth, back, bytes);
  }

  /** That of one whose packets are not answered: when its last byte arrives. */
  static Alone unanswered(MessageTerms terms) {
    return (forth, back, bytes) -> new SoloFlow(terms, forth, Pipeline.NONE).completionPs(bytes);
  }

  /**
   * That of one message with the same headers on each packet, which are answered now and then: when
   * the answer to the last one comes, behind no other.
   */
  static Alone answeredAtTheEnd(MessageTerms terms) {
    int full = terms.framing().dataFrame(terms.mtu(), 0);
    return (forth, back, bytes) -> {
      long whole = terms.packets(bytes) - 1;
      int last = terms.framing().dataFrame((int) (bytes - whole * terms.mtu()), 0);
      return new SoloStream(forth, back).completionPs(whole, full, last, terms.framing().ack());
    };
  }
}
