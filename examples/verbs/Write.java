import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * An RDMA WRITE from one process into the memory of another. The processes exchange their queue pairs and the address
 * of the memory over TCP.
 *
 * <p>The target is started with its address, and then the writer with its own, the target's, and a text.
 */
public final class Write {
  private static final int PORT = 18_600;
  private static final int ROOM = 64;
  private static final long PATIENCE_NS = 5_000_000_000L;

  private Write() {}

  public static void main(String[] arguments) throws Exception {
    InetAddress own = InetAddress.getByName(arguments[0]);
    try (SoftDevice device = SoftDevice.open(own);
        SoftLoop _ = SoftLoop.start(device)) { // the thread that sends and receives: without it nothing moves
      if (arguments.length == 1) {
        beWritten(device);
      } else {
        write(device, InetAddress.getByName(arguments[1]), arguments[2]);
      }
    }
  }

  private static void beWritten(SoftDevice device) throws IOException {
    byte[] room = new byte[ROOM];
    CompletionQueue unused = device.createCompletionQueue(1);
    ProtectionDomain domain = device.allocateProtectionDomain();
    QueuePair pair = domain.createQueuePair(new QueuePairLimits(1, 0), unused, unused);
    MemoryRegion region =
        domain.register(MemorySegment.ofArray(room), Set.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE));
    try (ServerSocket door = new ServerSocket(PORT, 1, device.address());
        Socket writer = door.accept()) {
      DataInputStream in = new DataInputStream(writer.getInputStream());
      DataOutputStream out = new DataOutputStream(writer.getOutputStream());
      out.writeInt(pair.self().queuePair());
      out.writeInt(pair.self().startingPsn());
      out.writeLong(region.address());
      out.writeInt(region.rkey());
      pair.connect(new Peer(writer.getInetAddress(), in.readInt(), in.readInt()), ConnectionSettings.DEFAULT);
      out.writeBoolean(true); // from now on it may write
      int length = in.readInt(); // it has written: nothing on this side would say so
      System.out.println("somebody wrote: " + new String(room, 0, length, StandardCharsets.UTF_8));
    }
  }

  private static void write(SoftDevice device, InetAddress target, String said)
      throws IOException, InterruptedException {
    byte[] text = said.getBytes(StandardCharsets.UTF_8);
    CompletionQueue done = device.createCompletionQueue(1);
    ProtectionDomain domain = device.allocateProtectionDomain();
    QueuePair pair = domain.createQueuePair(new QueuePairLimits(1, 0), done, done);
    MemoryRegion source = domain.register(MemorySegment.ofArray(text), Set.of());
    try (Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress(device.address(), 0));
      socket.connect(new InetSocketAddress(target, PORT));
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      Peer peer = new Peer(target, in.readInt(), in.readInt());
      long address = in.readLong();
      int rkey = in.readInt();
      out.writeInt(pair.self().queuePair());
      out.writeInt(pair.self().startingPsn());
      pair.connect(peer, ConnectionSettings.DEFAULT);
      in.readBoolean();
      pair.post(WorkRequest.write(1, address, rkey, source.slice(0, text.length)));
      WorkCompletion.Status status = done.await(PATIENCE_NS).orElseThrow().status();
      System.out.println("it ended with " + status);
      out.writeInt(status == WorkCompletion.Status.SUCCESS ? text.length : 0);
    }
  }
}
