package dev.headroom.model.training;

import dev.headroom.model.collective.Choice;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Protocol;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.schedule.Calibration;
import dev.headroom.model.schedule.Cut;
import dev.headroom.model.schedule.NcclPace;
import dev.headroom.model.schedule.Pace;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.Schedules;
import java.util.Optional;

/**
 * Collective call of a group, as NCCL runs it. In a group of two a {@link Collective#SEND_RECV} is
 * a send from the first to the second.
 *
 * @param choice of algorithm and protocol; none for sends and receives
 * @param schedule of the group's GPUs, counted within the group
 * @param pace from the call until it is done
 */
record Call(Optional<Choice> choice, Schedule schedule, Pace pace) {

  static Call of(Cluster cluster, Collective collective, long bytes, Calibration calibration) {
    Optional<Choice> choice =
        Schedules.choice(cluster, collective, Optional.empty(), Optional.empty(), bytes);
    Schedule schedule =
        collective == Collective.SEND_RECV && cluster.gpus() == 2
            ? Schedules.send(cluster, bytes)
            : Schedules.of(cluster, collective, choice, Cut.BY_NCCL, bytes);
    return new Call(choice, schedule, NcclPace.of(calibration, cluster, collective, choice));
  }

  Protocol protocol() {
    return choice.map(Choice::protocol).orElse(Protocol.SIMPLE);
  }

  /** Calls of one group for which this is the same go over the same channels. */
  String channels() {
    return schedule.description();
  }
}
