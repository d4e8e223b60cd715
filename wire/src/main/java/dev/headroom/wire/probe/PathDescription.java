package dev.headroom.wire.probe;

import dev.headroom.wire.probe.PathReport.Place;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * The points of a path, in words.
 *
 * @param start the machine that sends
 * @param routers in their order; empty where nobody answered
 * @param end the machine that receives
 */
public record PathDescription(String start, List<Optional<InetAddress>> routers, String end) {
  public PathDescription {
    routers = List.copyOf(routers);
  }

  /** One of which no router is known yet. */
  PathDescription(String start, String end) {
    this(start, List.of(), end);
  }

  PathDescription over(List<Optional<InetAddress>> found) {
    return new PathDescription(start, found, end);
  }

  /** The number of a router, from 1 on; 0 if it is none of these. */
  int number(InetAddress router) {
    return routers.indexOf(Optional.of(router)) + 1;
  }

  String words(Place place) {
    return "; between " + point(place.after()) + " and " + point(place.before());
  }

  /** One of the points, as {@link Place} counts them. */
  String point(int index) {
    if (index == 0) {
      return start;
    }
    if (index > routers.size()) {
      return end;
    }
    return "hop "
        + index
        + routers.get(index - 1).map(each -> " (" + each.getHostAddress() + ")").orElse("");
  }
}
