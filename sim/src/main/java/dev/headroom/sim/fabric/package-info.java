/**
 * Packets, wires, ports, switches with their shared buffer, PFC, ECN marking and routing.
 *
 * <p>A packet costs one event a hop where the physics allows: {@link
 * dev.headroom.sim.fabric.Port#arrive} takes it off a wire, {@link dev.headroom.sim.fabric.Switch}
 * admits and routes it, and an idle output puts it on the next wire in the same breath. Only the
 * head of a wire is in the event queue. Start with {@link dev.headroom.sim.fabric.Port}.
 *
 * <p>What moves packets knows each other and so lies in one package. Where to look for what:
 *
 * <ul>
 *   <li>packets: {@code Packet} and what transports add to it, {@code PacketPool}, {@code
 *       PacketQueue}
 *   <li>a link: {@code Wire}, {@code Port} with its {@code Lane}s and {@code LaneChoice}, {@code
 *       LinkControl} and {@code LinkRetry} of two sorts; what fails: {@code FailurePlan}, {@code
 *       Outages}
 *   <li>who may send: {@code PfcInitiator}, {@code PfcReceiver}, {@code Watchdog}; names with
 *       {@code Credit}, {@code InputBuffers} and {@code FlowControlPackets}, for credits
 *   <li>a switch: {@code Switch}, {@code SharedBuffer}, {@code Marking}, {@code Trimming}, {@code
 *       TelemetryStamp}; names with {@code Cell} and {@code VirtualQueue} for those that cut cells
 *   <li>where packets go: {@code Routing} and {@code ShortestPaths} make the tables, {@code
 *       SwitchRoutes} holds them, a {@code HopChoice} or {@code Selector} picks among equals,
 *       {@code Reroutes} follows what fails
 *   <li>from a scenario to all of it: {@code NetworkBuilder}, {@code PortPlans}, {@code
 *       NodeSettings}, {@code Headrooms}, {@code Partitioning}
 *   <li>a part of the fabric that runs by itself: {@code Partition}, {@code Outbox}; devices that
 *       do: {@code Stations}, {@code Turnout}, {@code Foresight}
 *   <li>what was measured: {@code LaneRecord}, {@code PauseLog}, {@code PortReport}; {@code Books}
 *       audits that everything adds up
 * </ul>
 */
@NullMarked
package dev.headroom.sim.fabric;

import org.jspecify.annotations.NullMarked;
