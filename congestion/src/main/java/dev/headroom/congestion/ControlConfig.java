package dev.headroom.congestion;

/** Configuration chosen for the controllers of a run. */
public interface ControlConfig {
  /** What controllers find around them. */
  ControlEnvironment environment();

  /**
   * The way of a queue pair.
   *
   * @param lineBps rate of the NIC port
   */
  Path path(long lineBps);

  /**
   * The settings of a control.
   *
   * @param run what defaults follow from besides the surroundings, such as a {@link Path}
   */
  <S extends Record> S settings(Class<S> type, Object... run);
}
