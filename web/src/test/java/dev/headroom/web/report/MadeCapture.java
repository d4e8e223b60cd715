package dev.headroom.web.report;

import dev.headroom.wire.explain.CaptureReport;
import dev.headroom.wire.explain.CaptureReport.Cnps;
import dev.headroom.wire.explain.CaptureReport.Connection;
import dev.headroom.wire.explain.CaptureReport.Datagrams;
import dev.headroom.wire.explain.CaptureReport.EcnCounts;
import dev.headroom.wire.explain.CaptureReport.Finding;
import dev.headroom.wire.explain.CaptureReport.Frames;
import dev.headroom.wire.explain.CaptureReport.Moment;
import dev.headroom.wire.explain.CaptureReport.Ports;
import dev.headroom.wire.explain.CaptureReport.Timeline;
import dev.headroom.wire.explain.CaptureReport.Verdicts;
import dev.headroom.wire.explain.CaptureReport.Way;
import dev.headroom.wire.explain.MessageKind;
import dev.headroom.wire.explain.MessageLatency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a capture might show. */
final class MadeCapture {
  private MadeCapture() {}

  /** Two connections, one of which has trouble in the middle of it. */
  static CaptureReport explanation(String odd) {
    List<Moment> moments = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      boolean trouble = i > 140 && i < 160;
      moments.add(
          new Moment(
              trouble ? 20_000 : 120_000 + 400 * (i % 17),
              trouble ? 20 : 120,
              trouble ? 12 : 0,
              trouble && i % 4 == 0 ? 1 : 0,
              i > 120 && i < 180 && i % 3 == 0 ? 2 : 0,
              i > 118 && i < 150 ? 9 : 0));
    }
    return new CaptureReport(
        new CaptureReport.Source("pcapng", "", 300_000_000),
        new Frames(34_000, 36_000_000, new Frames.Transports(33_990, 0, 0), 0, 0, 0, 0, 0),
        new CaptureReport.Packets(
            new Verdicts(33_989, 1, 0),
            new Verdicts(0, 0, 0),
            Map.of("RC_SEND_ONLY", 20_000L, "RC_ACKNOWLEDGE", 4_000L, "CNP", 40L),
            Map.of("ConnectRequest", 1L)),
        new CaptureReport.Traffic(
            List.of(
                new Connection(
                    "RC", "CM", 1024, List.of(way("10.0.0.2", 0x12, 228), way(odd, 17, 0))),
                new Connection("RC", "answers", 4096, List.of(way("10.0.0.3", 0x99, 0)))),
            List.of(new Datagrams("10.0.0.1", "10.0.0.2", 0x55, 10, 640, 0)),
            new Ports(3, 1.58, 1.58)),
        List.of(),
        new Timeline(1_000_000, moments),
        List.of(
            new Finding("retransmissions", true, odd, List.of(1L, 2L, 3L)),
            new Finding("ports", false, "a note", List.of())));
  }

  static CaptureReport nothing() {
    return new CaptureReport(
        new CaptureReport.Source("pcap", "", 0),
        new Frames(0, 0, new Frames.Transports(0, 0, 0), 0, 0, 0, 0, 0),
        new CaptureReport.Packets(new Verdicts(0, 0, 0), new Verdicts(0, 0, 0), Map.of(), Map.of()),
        new CaptureReport.Traffic(List.of(), List.of(), new Ports(0, 0, 0)),
        List.of(),
        new Timeline(1000, List.of()),
        List.of());
  }

  private static Way way(String to, int qp, long resent) {
    return new Way(
        new Way.Ends("10.0.0.1", to, qp),
        new Way.Volume(12_000, 13_000_000, 12_000_000, 320_000_000),
        new Way.Operations(
            Map.of(MessageKind.SEND, 12_000L), new MessageLatency(512, 12_000, 480_000, 9_000_000)),
        new Way.Delivery(resent, resent, 0, 0),
        new Way.Answers(Map.of(), 0, resent > 0 ? 2 : 0, 4_000),
        new Way.Congestion(
            new Cnps(resent > 0 ? 40 : 0, 666, 50_000),
            new EcnCounts(0, 0, 11_720, resent > 0 ? 280 : 0)),
        new Way.Headers(List.of(26), 1, 0));
  }
}
