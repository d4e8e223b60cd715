package dev.headroom.formats.htsim;

import dev.headroom.formats.NotExpressibleException;
import dev.headroom.model.flow.FlowProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writer of flows as htsim's connection matrix. What waits for several flows becomes a barrier. A
 * flow can fire one trigger on completion and one on delivery there, so those that wait for it must
 * wait for the same flows; that simulator never fires {@code recv_done_trigger}, whatever its files
 * say.
 */
public final class ConnectionMatrixWriter {
  /** There sizes are read into 32 bits. */
  private static final long MOST_BYTES = Integer.MAX_VALUE;

  private final FlowProgram flows;
  private final int[] waitsFor;
  private final int[] sendDone;
  private final int[] receiveDone;
  private final List<Integer> counts = new ArrayList<>();

  private ConnectionMatrixWriter(FlowProgram flows) {
    this.flows = flows;
    waitsFor = new int[flows.flows()];
    sendDone = new int[flows.flows()];
    receiveDone = new int[flows.flows()];
  }

  /**
   * Writes all flows of a program.
   *
   * @param hosts hosts of the fabric
   * @throws NotExpressibleException if a flow cannot be said in this format
   */
  public static void write(FlowProgram flows, int hosts, Appendable out) throws IOException {
    ConnectionMatrixWriter writer = new ConnectionMatrixWriter(flows);
    writer.triggers();
    writer.print(hosts, out);
  }

  /** Gives each set of flows that others wait for a trigger of its own. */
  private void triggers() {
    List<List<Integer>> needs = new ArrayList<>();
    for (int flow = 0; flow < flows.flows(); flow++) {
      needs.add(new ArrayList<>());
    }
    for (int flow = 0; flow < flows.flows(); flow++) {
      int done = flow * 2;
      flows.whenCompleted(flow, dependent -> needs.get(dependent).add(done));
      flows.whenDelivered(flow, dependent -> needs.get(dependent).add(done + 1));
    }
    Map<List<Integer>, Integer> ids = new LinkedHashMap<>();
    for (int flow = 0; flow < flows.flows(); flow++) {
      List<Integer> need = needs.get(flow);
      if (need.isEmpty()) {
        continue;
      }
      Integer known = ids.get(need);
      if (known == null) {
        known = ids.size() + 1;
        ids.put(need, known);
        counts.add(need.size());
        for (int done : need) {
          fire(done / 2, done % 2 == 1 ? receiveDone : sendDone, known);
        }
      }
      waitsFor[flow] = known;
    }
  }

  private static void fire(int flow, int[] triggers, int id) {
    if (triggers[flow] != 0) {
      throw new NotExpressibleException(
          "flow "
              + flow
              + " belongs to several different sets of awaited flows: in htsim a flow fires only "
              + "one trigger");
    }
    triggers[flow] = id;
  }

  private void print(int hosts, Appendable out) throws IOException {
    out.append("Nodes ").append(Integer.toString(hosts)).append('\n');
    out.append("Connections ").append(Integer.toString(flows.flows())).append('\n');
    if (!counts.isEmpty()) {
      out.append("Triggers ").append(Integer.toString(counts.size())).append('\n');
    }
    for (int flow = 0; flow < flows.flows(); flow++) {
      out.append(line(flow)).append('\n');
    }
    for (int i = 0; i < counts.size(); i++) {
      int count = counts.get(i);
      out.append("trigger id ").append(Integer.toString(i + 1));
      out.append(count == 1 ? " oneshot" : " barrier count " + count).append('\n');
    }
  }

  private String line(int flow) {
    long bytes = flows.bytes(flow);
    if (bytes < 1 || bytes > MOST_BYTES) {
      throw new NotExpressibleException(
          "flow %d has %d B: htsim accepts 1 to %d".formatted(flow, bytes, MOST_BYTES));
    }
    StringBuilder line = new StringBuilder();
    line.append(flows.source(flow)).append("->").append(flows.destination(flow));
    line.append(" id ").append(flow + 1);
    if (waitsFor[flow] == 0) {
      line.append(" start ").append(flows.startPs(flow));
    } else {
      line.append(" trigger ").append(waitsFor[flow]);
    }
    line.append(" size ").append(bytes);
    if (sendDone[flow] != 0) {
      line.append(" send_done_trigger ").append(sendDone[flow]);
    }
    if (receiveDone[flow] != 0) {
      line.append(" recv_done_trigger ").append(receiveDone[flow]);
    }
    return line.toString();
  }
}
