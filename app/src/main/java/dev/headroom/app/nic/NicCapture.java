package dev.headroom.app.nic;

import dev.headroom.congestion.TransportType;
import dev.headroom.formats.TemporaryFiles;
import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PfcHeadroom;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.NamedOutput;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.measure.NicObserver;
import dev.headroom.sim.measure.NicPacketEvent;
import dev.headroom.sim.measure.NicPauseEvent;
import dev.headroom.unit.Time;
import dev.headroom.wire.capture.PcapngWriter;
import dev.headroom.wire.packet.LinkType;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Writer of one host's link traffic into a pcapng file, as a tap on the cable would record it. It
 * has the sent and received packets and the PFC frames, which a NIC hides from captures on its own
 * host; times count from the start of the simulation. The file appears when it is whole. A disk
 * that fails is told at the end, so that the simulation itself is not disturbed.
 */
public final class NicCapture implements NicObserver, AutoCloseable {
  private static final long PS_PER_NS = 1000;
  private static final String LEAVE = "; use rocev2, or run without --pcap";

  private final Path target;
  private final Path draft;
  private final RoceFrames frames;
  private final PcapngWriter writer;
  private final int host;
  private final Scenario scenario;

  /** How long after its last bit a pause is shown at the latest. */
  private final long lagPs;

  /** Packets that a pause may still come before, in order. */
  private final ArrayDeque<Frame> waiting = new ArrayDeque<>();

  private Optional<IOException> failure = Optional.empty();
  private boolean kept;

  private record Frame(long atPs, MemorySegment bytes, boolean sent) {}

  private NicCapture(Path target, Path draft, PcapngWriter writer, int host, Scenario scenario) {
    this.target = target;
    this.draft = draft;
    this.writer = writer;
    this.host = host;
    this.scenario = scenario;
    frames = new RoceFrames(scenario);
    lagPs = lagPs(scenario, host);
  }

  private static long lagPs(Scenario scenario, int host) {
    Node node = scenario.fabric().hosts().get(host);
    Settings own = scenario.at(node);
    if (!own.get(PfcKnobs.PFC)) {
      return 0;
    }
    return scenario.fabric().ports().get(node.id()).stream()
        .map(scenario.fabric().links()::get)
        .mapToLong(link ->
            own.find(PfcKnobs.PFC_RESPONSE)
                .map(Time::ps)
                .orElse(PfcHeadroom.responsePs(link.rate().bps())))
        .max()
        .orElse(0);
  }

  /** Why this scenario's packets cannot be written as RoCEv2; empty if they can. */
  public static String unsupportedReason(Scenario scenario) {
    if (!scenario.parts().isEmpty()) {
      return "--pcap writes RoCEv2 of one class, but workload entries have their own transport or "
          + "congestion control";
    }
    Settings settings = scenario.settings();
    TransportType type = settings.get(TransportKnobs.TRANSPORT);
    FrameFormat framing = settings.get(TransportKnobs.FRAMING);
    if (type != TransportType.ROCEV2) {
      return "--pcap writes RoCEv2, but transport.type is " + type + LEAVE;
    }
    if (framing != FrameFormat.ROCEV2) {
      return "--pcap writes RoCEv2 frames, but transport.framing is " + framing + LEAVE;
    }
    SignalOverhead signalOverhead = SignalOverhead.of(settings);
    if (signalOverhead.dataBytes() > 0 || signalOverhead.ackBytes() > 0) {
      return "--pcap writes RoCEv2, whose packets have no room for the telemetry of "
          + "congestion.algorithm; use dcqcn, for example";
    }
    return "";
  }

  /**
   * Begins a file.
   *
   * @param host its position among the hosts; its name becomes that of the interface
   */
  public static NicCapture open(Path target, int host, Scenario scenario) throws IOException {
    Path draft = TemporaryFiles.newPath(target);
    OutputStream out = NamedOutput.open(draft, target);
    String name = scenario.fabric().hosts().get(host).name();
    PcapngWriter writer = new PcapngWriter(out, LinkType.ETHERNET, "headroom sim", name);
    return new NicCapture(target, draft, writer, host, scenario);
  }

  @Override
  public void onPacket(NicPacketEvent packet) {
    if (packet.kind() == NicPacketEvent.Kind.OTHER || failure.isPresent()) {
      return;
    }
    writeBefore(packet.atPs() - lagPs);
    MemorySegment frame = frames.frame(packet);
    if (lagPs == 0) {
      write(new Frame(packet.atPs(), frame, packet.sent()));
      return;
    }
    MemorySegment kept = MemorySegment.ofArray(new byte[(int) frame.byteSize()]);
    waiting.add(new Frame(packet.atPs(), kept.copyFrom(frame), packet.sent()));
  }

  /** A pause is shown late, after packets that came behind it or left since. */
  @Override
  public void onPause(NicPauseEvent pause) {
    MemorySegment bytes = RoceFrames.frame(pause, RoceFrames.macOfHost(host), peer(pause.port()));
    Deque<Frame> later = new ArrayDeque<>();
    while (!waiting.isEmpty() && waiting.getLast().atPs > pause.atPs()) {
      later.push(waiting.removeLast());
    }
    waiting.add(new Frame(pause.atPs(), bytes, pause.sent()));
    waiting.addAll(later);
  }

  private long peer(int port) {
    int own = scenario.fabric().hosts().get(host).id();
    Link link = scenario.fabric().links().get(scenario.fabric().ports().get(own).get(port));
    Node peer = scenario.fabric().nodes().get(link.other(own));
    return peer.isHost()
        ? RoceFrames.macOfHost(scenario.fabric().hosts().indexOf(peer))
        : RoceFrames.macOfSwitch(peer.id());
  }

  private void writeBefore(long ps) {
    while (!waiting.isEmpty() && waiting.getFirst().atPs < ps) {
      write(waiting.removeFirst());
    }
  }

  private void write(Frame frame) {
    try {
      writer.add(frame.atPs / PS_PER_NS, frame.bytes, frame.sent);
    } catch (IOException e) {
      failure = failure.or(() -> Optional.of(e));
    }
  }

  /** Puts the file in its place. */
  public void keep() throws IOException {
    writeBefore(Long.MAX_VALUE);
    try {
      writer.close();
    } catch (IOException e) {
      failure = failure.or(() -> Optional.of(e));
    }
    if (failure.isPresent()) {
      IOException why = failure.get();
      FileSystemException named =
          new FileSystemException(target.toString(), null, FailureMessage.of(why));
      named.initCause(why);
      throw named;
    }
    TemporaryFiles.commit(draft, target);
    kept = true;
  }

  /** Leaves nothing behind that was not kept. */
  @Override
  public void close() throws IOException {
    if (!kept) {
      try {
        writer.close();
      } finally {
        Files.deleteIfExists(draft);
      }
    }
  }
}
