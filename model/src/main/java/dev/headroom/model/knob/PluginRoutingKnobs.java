package dev.headroom.model.knob;

/** Knobs of a load balancer plugin: {@code routing.own}. */
public final class PluginRoutingKnobs {
  private PluginRoutingKnobs() {}

  public static final Knob<Plugin> NAME =
      Knob.derived(
          "routing.own.name",
          Plugin.NAME,
          "that of the class that is brought along",
          "load balancer of your own: a class whose source --routing names");
  public static final Knob<String> SETTINGS =
      Knob.of(
          "routing.own.settings",
          ValueType.TEXT,
          "",
          "components of its record Settings, such as gapPs=50us; else its defaults");
}
