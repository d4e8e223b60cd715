package dev.headroom.wire.explain;

import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.CmMessage;
import dev.headroom.wire.packet.Ecn;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.Mad;
import dev.headroom.wire.packet.NetworkLayer;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.TransportService;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Analyzer of a capture, which takes its frames in order. Not thread-safe. */
public final class CaptureAnalyzer {
  /** Told after every so many frames, so that a person sees that it moves; false stops it. */
  public interface Progress {
    boolean frames(long frames);
  }

  private static final int REPORT_EVERY = 8192;

  /** Queues of the same NIC, and its interfaces, are apart by less than this. */
  private static final long CLOCK_SKEW_NS = 1_000_000;

  private final FrameHeaders frame = new FrameHeaders();
  private final CapturedConnections connections = new CapturedConnections();
  private final IwarpConnections iwarp = new IwarpConnections();
  private final FragmentReassembly reassembly = new FragmentReassembly();
  private final CaptureTimeline timeline = new CaptureTimeline();
  private final CapturedPauses pauses = new CapturedPauses();
  private final Map<String, Long> management = new LinkedHashMap<>();
  private final List<CaptureFindings.Refusal> refusals = new ArrayList<>();
  private final long[] opcodes = new long[256];
  private final long[] icrc = new long[3];
  private final long[] vcrc = new long[3];
  private final FrameEvidence fragments = new FrameEvidence();
  private final FrameEvidence malformed = new FrameEvidence();
  private final FrameEvidence cut = new FrameEvidence();
  private final FrameEvidence copies = new FrameEvidence();
  private final FrameEvidence strayIcrc = new FrameEvidence();
  private String firstFault = "";
  private long frames;
  private long unread;
  private long bytes;
  private long roce;
  private long infiniband;
  private long iwarpSegments;
  private boolean fromFragments;
  private long reassembledPackets;
  private final FrameEvidence earlier = new FrameEvidence();
  private long beforeNs = Long.MIN_VALUE;
  private long firstNs = Long.MAX_VALUE;
  private long lastNs = Long.MIN_VALUE;
  private long askedCm;
  private long answeredCm;
  private final FrameEvidence cmAsked = new FrameEvidence();

  /** Explains a whole capture. */
  public static CaptureReport explain(CaptureReader reader, Progress progress) throws IOException {
    CaptureAnalyzer explainer = new CaptureAnalyzer();
    while (reader.next()) {
      explainer.take(reader);
      if (reader.frame() % REPORT_EVERY == 0 && !progress.frames(reader.frame())) {
        break;
      }
    }
    return explainer.finish(reader.format(), reader.ending());
  }

  private void take(CaptureReader reader) {
    frames++;
    bytes += reader.originalBytes();
    long timeNs = reader.timeNs();
    firstNs = Math.min(firstNs, timeNs);
    lastNs = Math.max(lastNs, timeNs);
    long number = reader.frame();
    if (timeNs + CLOCK_SKEW_NS < beforeNs) {
      earlier.add(number);
    }
    beforeNs = timeNs;
    switch (frame.read(reader.bytes(), reader.link(), reader.originalBytes())) {
      case RDMA -> rdma(number, timeNs, reader, reader.originalBytes());
      case TCP -> {
        if (iwarp.take(frame, number, timeNs, reader)) {
          iwarpSegments++;
        }
      }
      case FRAGMENT -> {
        fragments.add(number);
        reassembly
            .take(frame, reader.originalBytes())
            .ifPresent(whole -> reassembled(whole, number, timeNs, reader));
      }
      case MALFORMED -> {
        malformed.add(number);
        firstFault = firstFault.isEmpty() ? frame.fault() : firstFault;
      }
      case CUT -> {
        cut.add(number);
        if (frame.bthAt() >= 0) {
          rdma(number, timeNs, reader, reader.originalBytes());
        } else {
          unread++;
        }
      }
      case PAUSE -> pauses.take(frame, timeNs, number);
      case OTHER -> {}
    }
  }

  private void reassembled(
      FragmentReassembly.Whole whole, long number, long timeNs, CaptureReader reader) {
    MemorySegment datagram = whole.datagram();
    if (frame.read(datagram, LinkType.RAW_IP, datagram.byteSize()) == FrameHeaders.Kind.RDMA) {
      fromFragments = true;
      rdma(number, timeNs, reader, whole.wireBytes());
      fromFragments = false;
      reassembledPackets++;
    }
  }

  /** 0 good, 1 bad, 2 not captured to the end. */
  private int verdict() {
    if (!frame.hasIcrc()) {
      return 2;
    }
    return (fromFragments ? FragmentReassembly.icrcGood(frame) : frame.icrcGood()) ? 0 : 1;
  }

  private void rdma(long number, long timeNs, CaptureReader reader, long wireBytes) {
    boolean ib =
        frame.network() == NetworkLayer.IB_LOCAL || frame.network() == NetworkLayer.IB_GLOBAL;
    infiniband += ib ? 1 : 0;
    roce += ib ? 0 : 1;
    opcodes[frame.opcode()]++;
    int verdict = verdict();
    icrc[verdict]++;
    if (ib) {
      vcrc[!frame.hasVcrc() ? 2 : frame.vcrcGood() ? 0 : 1]++;
    }
    if (Bth.destinationQp(frame.bytes(), frame.bthAt()) <= 1
        && frame.service() == TransportService.UD) {
      if (verdict == 1) {
        strayIcrc.add(number);
      }
      note(timeNs, wireBytes);
      management(number, timeNs);
      return;
    }
    QueuePairDirection way = connections.of(frame, number, timeNs);
    if (way != null && way.isCopy(frame, reader, timeNs)) {
      copies.add(number);
      if (frame.kind() == FrameHeaders.Kind.RDMA) {
        way.elsewhere.take(frame, way, number);
      }
      return;
    }
    note(timeNs, wireBytes);
    if (way != null && canFollow()) {
      if (verdict == 1) {
        way.wrongIcrc.add(number);
      }
      long resent = way.resent.count();
      way.take(frame, number, timeNs, wireBytes);
      timeline.add(timeNs, CaptureTimeline.Count.RESENT, way.resent.count() - resent);
    }
  }

  /** Of a packet that is cut off after its BTH, whether that is enough. */
  private boolean canFollow() {
    BthOperation operation = frame.operation();
    return frame.kind() == FrameHeaders.Kind.RDMA
        || frame.isCnp()
        || !(operation.isResponse() || operation == BthOperation.READ_REQUEST);
  }

  private void note(long timeNs, long wireBytes) {
    timeline.add(timeNs, CaptureTimeline.Count.BYTES, wireBytes);
    timeline.add(timeNs, CaptureTimeline.Count.PACKETS, 1);
    timeline.add(timeNs, CaptureTimeline.Count.CNPS, frame.isCnp() ? 1 : 0);
    timeline.add(timeNs, CaptureTimeline.Count.MARKED, frame.ecn() == Ecn.CE ? 1 : 0);
    if (frame.kind() == FrameHeaders.Kind.RDMA
        && !frame.isCnp()
        && frame.operation() == BthOperation.ACKNOWLEDGE) {
      boolean refusal = !Aeth.isAck(Aeth.syndrome(frame.bytes(), frame.extensionAt()));
      timeline.add(timeNs, CaptureTimeline.Count.NAKS, refusal ? 1 : 0);
    }
  }

  private void management(long number, long timeNs) {
    long at = frame.payloadAt();
    if (frame.payloadBytes() < Mad.BYTES || at + Mad.BYTES > frame.bytes().byteSize()) {
      return;
    }
    if (Mad.managementClass(frame.bytes(), at) != Mad.COMMUNICATION_MANAGEMENT) {
      management.merge("other MADs", 1L, Long::sum);
      return;
    }
    CmMessage message = CmMessage.read(frame.bytes(), at);
    management.merge(message.name(), 1L, Long::sum);
    connections.onCmMessage(message, frame, number, timeNs);
    switch (message) {
      case CmMessage.Request _ -> {
        askedCm++;
        cmAsked.add(number);
      }
      case CmMessage.Reply _ -> answeredCm++;
      case CmMessage.Reject reject -> {
        answeredCm++;
        if (refusals.size() < CaptureFindings.MOST_REFUSALS) {
          refusals.add(
              new CaptureFindings.Refusal(
                  PacketAddress.source(frame).toString(), reject.words(), number));
        }
      }
      default -> {}
    }
  }

  private CaptureReport finish(String format, String ending) {
    List<QueuePairDirection> firsts = connections.finish();
    CaptureReport.Frames kinds =
        new CaptureReport.Frames(
            frames,
            bytes,
            new CaptureReport.Frames.Transports(roce, infiniband, iwarpSegments),
            fragments.count(),
            malformed.count(),
            unread,
            copies.count() + iwarp.copies().count(),
            connections.untracked());
    CaptureFindings findings = new CaptureFindings();
    findings.file(ending, kinds, malformed, firstFault, cut);
    findings.clock(earlier);
    findings.fragments(fragments, reassembledPackets);
    findings.copies(kinds.copies(), copies.count() > 0 ? copies : iwarp.copies());
    if (strayIcrc.count() > 0) {
      findings.managementIcrc(strayIcrc);
    }
    findings.management(refusals, askedCm, answeredCm, cmAsked);
    findings.ports(firsts); // before what is said of each connection, of which there may be many
    List<CaptureReport.Connection> found = new ArrayList<>();
    List<CaptureReport.Datagrams> datagrams = new ArrayList<>();
    SourcePortEntropy ports = new SourcePortEntropy();
    for (QueuePairDirection way : firsts) {
      ports.add(way);
      if (way.service == TransportService.UD) {
        datagrams.add(DirectionReports.datagrams(way));
        findings.icrc(way);
      } else {
        found.add(DirectionReports.connection(way));
        findings.connection(way);
      }
    }
    found.addAll(iwarp.finish(findings));
    List<CaptureReport.Pauses> paused = pauses.finish(lastNs, findings);
    return new CaptureReport(
        new CaptureReport.Source(format, ending, frames == 0 ? 0 : lastNs - firstNs),
        kinds,
        new CaptureReport.Packets(
            new CaptureReport.Verdicts(icrc[0], icrc[1], icrc[2]),
            new CaptureReport.Verdicts(vcrc[0], vcrc[1], vcrc[2]),
            opcodeNames(),
            management),
        new CaptureReport.Traffic(found, datagrams, ports.finish()),
        paused,
        timeline.finish(),
        findings.list());
  }

  private Map<String, Long> opcodeNames() {
    Map<String, Long> names = new TreeMap<>();
    for (int opcode = 0; opcode < opcodes.length; opcode++) {
      if (opcodes[opcode] > 0) {
        names.put(Opcode.name(opcode), opcodes[opcode]);
      }
    }
    return names;
  }
}
