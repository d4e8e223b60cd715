package dev.headroom.app.nic;

import dev.headroom.formats.Drafts;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.reason.Reason;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.text.NamedOutput;
import dev.headroom.sim.control.Instruments;
import dev.headroom.sim.measure.NicObserver;
import dev.headroom.sim.measure.Sighting;
import dev.headroom.wire.capture.PcapngWriter;
import dev.headroom.wire.packet.LinkType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Writes what the NIC of one host sends and receives into a pcapng file; times count from the start
 * of the simulation. The file appears when it is whole. A disk that fails is told at the end, so
 * that the simulation itself is not disturbed.
 */
public final class NicCapture implements NicObserver, AutoCloseable {
  private static final long PS_PER_NS = 1000;
  private static final String LEAVE =
      "; rocev2 is one that can be written, and every other runs without --pcap";

  private final Path target;
  private final Path draft;
  private final RoceFrames frames;
  private final PcapngWriter writer;
  private Optional<IOException> failure = Optional.empty();
  private boolean kept;

  private NicCapture(Path target, Path draft, RoceFrames frames, PcapngWriter writer) {
    this.target = target;
    this.draft = draft;
    this.frames = frames;
    this.writer = writer;
  }

  /** Why this scenario's packets cannot be written as RoCEv2; empty if they can. */
  public static String obstacle(Scenario scenario) {
    if (!scenario.parts().isEmpty()) {
      return "--pcap writes RoCEv2 of one class, and parts of the workload have a transport or a"
          + " congestion control of their own";
    }
    Settings settings = scenario.settings();
    String type = settings.get(TransportKnobs.TRANSPORT);
    String framing = settings.get(TransportKnobs.FRAMING);
    if (!type.equals("rocev2")) {
      return "--pcap writes RoCEv2, and transport.type is " + type + LEAVE;
    }
    if (!framing.equals("rocev2")) {
      return "--pcap writes RoCEv2 frames, and transport.framing is " + framing + LEAVE;
    }
    Instruments instruments = Instruments.of(settings);
    if (instruments.dataBytes() > 0 || instruments.ackBytes() > 0) {
      return "--pcap writes RoCEv2, whose packets have no room for what"
          + " congestion.algorithm puts on them; dcqcn is one that can be written";
    }
    return "";
  }

  /**
   * Begins a file.
   *
   * @param host its name, which becomes that of the interface
   */
  public static NicCapture open(Path target, String host, Scenario scenario) throws IOException {
    Path draft = Drafts.beside(target);
    OutputStream out = NamedOutput.open(draft, target);
    return new NicCapture(
        target,
        draft,
        new RoceFrames(scenario),
        new PcapngWriter(out, LinkType.ETHERNET, "headroom sim", host));
  }

  @Override
  public void saw(Sighting packet) {
    if (packet.kind() == Sighting.Kind.OTHER || failure.isPresent()) {
      return;
    }
    try {
      writer.add(packet.atPs() / PS_PER_NS, frames.frame(packet), packet.sent());
    } catch (IOException e) {
      failure = Optional.of(e);
    }
  }

  /** Puts the file in its place. */
  public void keep() throws IOException {
    try {
      writer.close();
    } catch (IOException e) {
      failure = failure.or(() -> Optional.of(e));
    }
    if (failure.isPresent()) {
      IOException why = failure.get();
      FileSystemException named = new FileSystemException(target.toString(), null, Reason.of(why));
      named.initCause(why);
      throw named;
    }
    Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
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
