package dev.headroom.model.training;

import dev.headroom.model.collective.AlgorithmChoice;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.schedule.ChunkingOptions;
import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.schedule.NcclCalibration;
import dev.headroom.model.schedule.NcclPace;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.ScheduleFactory;
import java.util.Optional;

/**
 * Collective call of a group, as NCCL runs it. In a group of two a {@link Collective#SEND_RECV} is
 * a send from the first to the second.
 *
 * @param choice of algorithm and protocol; none for sends and receives
 * @param schedule of the group's GPUs, counted within the group
 * @param pace from the call until it is done
 */
record CollectiveCall(Optional<AlgorithmChoice> choice, Schedule schedule, CollectivePace pace) {

  static CollectiveCall of(
      Cluster cluster, Collective collective, long bytes, NcclCalibration calibration) {
    Optional<AlgorithmChoice> choice =
        ScheduleFactory.choice(cluster, collective, Optional.empty(), Optional.empty(), bytes);
    Schedule schedule =
        collective == Collective.SEND_RECV && cluster.gpus() == 2
            ? ScheduleFactory.send(cluster, bytes)
            : ScheduleFactory.of(cluster, collective, choice, ChunkingOptions.BY_NCCL, bytes);
    return new CollectiveCall(
        choice, schedule, NcclPace.of(calibration, cluster, collective, choice));
  }

  NcclProtocol protocol() {
    return choice.map(AlgorithmChoice::protocol).orElse(NcclProtocol.SIMPLE);
  }

  /** Calls of one group for which this is the same go over the same channels. */
  String channels() {
    return schedule.description();
  }
}
