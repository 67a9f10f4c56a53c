package dev.prioritize.cli.broker;

import java.util.Objects;

/**
 * Where clients reach an embedded broker.
 *
 * @param bindHost the address to listen on: a name, an address of this machine, or 0.0.0.0 for all
 * @param advertisedHost the name or address that clients are told to connect to; it must reach this
 *     machine from every client, this process included, so it cannot be 0.0.0.0
 * @param port 0 for a free one
 */
public record ClientListener(String bindHost, String advertisedHost, int port) {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MAX_PORT = 65_535;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if a host is blank, the advertised host is a wildcard, or the
   *     port is outside 0..65535
   */
  public ClientListener {
    Objects.requireNonNull(bindHost, "bindHost");
    Objects.requireNonNull(advertisedHost, "advertisedHost");
    if (bindHost.isBlank() || advertisedHost.isBlank()) {
      throw new IllegalArgumentException(
          "host is blank: bind '" + bindHost + "', advertised '" + advertisedHost + "'");
    }
    if (advertisedHost.equals("0.0.0.0") || advertisedHost.equals("::")) {
      throw new IllegalArgumentException(
          "advertised host "
              + advertisedHost
              + " means no machine in particular: give the name that other machines know this one"
              + " by");
    }
    if (port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException("port " + port + " is outside 0.." + MAX_PORT);
    }
  }

  /**
   * Reachable from this machine only.
   *
   * @param port 0 for a free one
   */
  public static ClientListener loopback(int port) {
    return new ClientListener(LOOPBACK, LOOPBACK, port);
  }
}
