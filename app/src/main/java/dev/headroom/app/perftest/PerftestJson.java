package dev.headroom.app.perftest;

import dev.headroom.wire.perftest.BandwidthResult;
import dev.headroom.wire.perftest.LatencyResult;
import dev.headroom.wire.perftest.MeanLatencyResult;
import dev.headroom.wire.perftest.PerfReport;
import dev.headroom.wire.perftest.PerfTest;
import dev.headroom.wire.perftest.PerfTest.Verb;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writer of a report in JSON with perftest's keys and digits ({@code write_test_info_to_file},
 * {@code write_bw_report_to_file} and {@code write_report_lat_to_file} of 26.04): of the last size,
 * as there.
 *
 * @param mtu path MTU in bytes
 */
record PerftestJson(PerftestPair pair, PerftestArguments call, int mtu) {
  /** The file's text. */
  String of(PerfReport report) {
    return "{\n\"test_info\": {\n"
        + lines(test())
        + "\n},\n\"results\": {\n"
        + lines(results(report))
        + "\n}\n}\n";
  }

  private static String lines(Map<String, String> values) {
    return values.entrySet().stream()
        .map(each -> "\"" + each.getKey() + "\": " + each.getValue())
        .collect(Collectors.joining(",\n"));
  }

  private Map<String, String> test() {
    PerfTest test = call.test();
    boolean infiniband = pair.client().infiniband();
    Map<String, String> all = new LinkedHashMap<>();
    all.put("test", text(name(test)));
    String device = pair.client().device();
    if (call.events()) {
      all.put("Test with events", text("Using_" + device + "_comp0"));
    }
    all.put("Dual_port", text("OFF"));
    all.put("Device", text(device));
    all.put("Number_of_qps", "" + call.queuePairs());
    all.put("Transport_type", text("IB"));
    all.put("Connection_type", text("RC"));
    all.put("Using_SRQ", text("OFF"));
    all.put("PCIe_relax_order", onOff(call.relaxed()));
    all.put("ibv_wr_API", text("ON"));
    all.put("TX_depth", "" + call.depth());
    if (call.postList() > 1) {
      all.put("Post_List", "" + call.postList());
    }
    if (call.showsReceiveDepth()) {
      all.put("RX_depth", "" + call.receiveDepth());
    }
    if (!test.latency()) {
      all.put("CQ_Moderation", "" + call.moderation());
    }
    all.put("Mtu", "" + mtu);
    all.put("Link_type", text(infiniband ? "IB" : "Ethernet"));
    if (!infiniband) {
      all.put("GID_index", "" + call.gidIndex());
    }
    if (test.verb() == Verb.READ) {
      all.put("Outstand_reads", "" + call.reads());
    } else {
      all.put("Max_inline_data", "" + call.inline());
    }
    all.put("rdma_cm_QPs", onOff(call.manager()));
    pair.gpu()
        .ifPresent(gpu -> {
          if (!call.rocm()) {
            all.put("cuda_device", "" + gpu);
          }
        });
    all.put("Use_ROCm_memory", onOff(call.rocm()));
    all.put("Use_MUSA_memory", text("OFF"));
    all.put("Data_ex_method", text(call.manager() ? "rdma_cm" : "Ethernet"));
    return all;
  }

  private String name(PerfTest test) {
    String kind =
        test.latency()
            ? "_Latency"
            : (call.bothWays() ? "_Bidirectional" : "")
                + (call.postList() > 1 ? "_Post_List" : "")
                + "_BW";
    return test.verb().words() + kind + "_Test";
  }

  private Map<String, String> results(PerfReport report) {
    Map<String, String> all = new LinkedHashMap<>();
    switch (report) {
      case BandwidthResult b -> {
        double average = call.gigabits() ? b.averageGbps() : b.averageMiBps();
        int digits = call.gigabits() && average < 0.1 ? 6 : 2;
        all.put("MsgSize", "" + b.bytes());
        all.put("n_iterations", "" + b.messages());
        all.put("BW_peak", number(call.gigabits() ? b.peakGbps() : b.peakMiBps(), digits));
        all.put("BW_average", number(average, digits));
        all.put("MsgRate", number(b.messageRateMpps(), 6));
      }
      case LatencyResult l -> {
        all.put("MsgSize", "" + l.bytes());
        all.put("n_iterations", "" + l.messages());
        all.put("t_min", number(l.minUs(), 2));
        all.put("t_max", number(l.maxUs(), 2));
        all.put("t_typical", number(l.medianUs(), 2));
        all.put("t_avg", number(l.meanUs(), 2));
        all.put("t_stdev", number(l.deviationUs(), 2));
        all.put("percentile_99", number(l.p99Us(), 2));
        all.put("percentile_99.9", number(l.p999Us(), 2));
      }
      case MeanLatencyResult l -> {
        all.put("MsgSize", "" + l.bytes());
        all.put("n_iterations", "" + l.messages());
        all.put("t_avg", number(l.meanUs(), 2));
        all.put("tps_average", number(l.perSecond(), 2));
      }
    }
    return all;
  }

  private static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  private static String onOff(boolean on) {
    return text(on ? "ON" : "OFF");
  }

  private static String text(String words) {
    return "\"" + words + "\"";
  }
}
