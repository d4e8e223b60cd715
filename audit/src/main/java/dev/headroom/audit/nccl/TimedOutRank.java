package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Evidence;

/**
 * Rank and collective of a timeout of PyTorch's watchdog.
 *
 * @param rank of the job
 * @param place its number in its group; blank if nothing says
 * @param group of processes; blank if nothing says
 * @param number of the collective in its group
 * @param elements it brought; blank if nothing says
 */
record TimedOutRank(
    int rank,
    String place,
    String group,
    long number,
    String collective,
    String elements,
    Evidence evidence) {
  String description() {
    return "number " + number + " (" + collective + ")";
  }

  TimedOutRank withGroup(String itsGroup) {
    return new TimedOutRank(rank, place, itsGroup, number, collective, elements, evidence);
  }

  /** Whether another line tells of the same work of the same rank. */
  boolean isSameWork(String itsRank, String itsNumber) {
    return itsRank.equals("" + rank) && itsNumber.equals("" + number);
  }
}
