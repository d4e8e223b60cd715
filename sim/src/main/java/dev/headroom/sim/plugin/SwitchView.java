package dev.headroom.sim.plugin;

/** The switch that a {@link LoadBalancer} is for. */
public interface SwitchView {
  /** Its name, such as {@code leaf-0}. */
  String name();

  /** Ports that it has; {@link NextHops#port} is below. */
  int ports();

  /** A whole number from 0 to {@code below - 1}, all as likely, of the switch's random stream. */
  int draw(int below);
}
