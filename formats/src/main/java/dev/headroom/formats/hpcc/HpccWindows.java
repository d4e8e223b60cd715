package dev.headroom.formats.hpcc;

import static dev.headroom.formats.hpcc.HpccKey.GLOBAL_T;
import static dev.headroom.formats.hpcc.HpccKey.HAS_WIN;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.workload.FlowList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Windows and base RTTs of the HPCC simulator's queue pairs ({@code ScheduleFlowInputs} of {@code
 * third.cc}). They are the greatest of any pair of hosts for all, or with {@code GLOBAL_T} 0 those
 * of each pair.
 */
final class HpccWindows {
  private final boolean windowed;
  private final boolean timed;
  private final boolean forAll;
  private final HpccPaths paths;
  private final List<Integer> hosts;
  private final Map<Long, FlowOverrides> ofPairs = new HashMap<>();

  HpccWindows(HpccConfig config, HpccModel model, Fabric fabric, HpccPaths paths) {
    windowed = config.flag(HAS_WIN);
    timed = model == HpccModel.HPCC_NS3;
    forAll = config.flag(GLOBAL_T);
    this.paths = paths;
    hosts = fabric.hosts().stream().map(Node::id).toList();
  }

  /** The window of all, in bytes; 0: none. */
  long bytes() {
    return windowed ? paths.greatestBdpBytes() : 0;
  }

  /** The base round trip of all, in nanoseconds. */
  long baseRttNs() {
    return paths.greatestBaseRttNs();
  }

  /** The flows, each with what its pair of hosts has of its own. */
  List<FlowList.Entry> withPairWindows(List<FlowList.Entry> flows) {
    if (forAll) {
      return flows;
    }
    FlowOverrides all = terms(bytes(), baseRttNs());
    return flows.stream()
        .map(flow -> {
          FlowOverrides own = of(flow);
          return own.equals(all) ? flow : flow.with(own.in(flow.overrides().priority()));
        })
        .toList();
  }

  private FlowOverrides of(FlowList.Entry flow) {
    long pair = (long) flow.source() << 32 | flow.destination();
    return ofPairs.computeIfAbsent(
        pair,
        ends -> {
          HpccPaths.Pair between =
              paths.pair(hosts.get(flow.source()), hosts.get(flow.destination()));
          return terms(between.bdpBytes(), between.baseRttNs());
        });
  }

  private FlowOverrides terms(long bytes, long rttNs) {
    return new FlowOverrides(windowed ? bytes : 0, timed ? rttNs * 1_000 : 0);
  }
}
