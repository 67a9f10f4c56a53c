package dev.prioritize.stream.telemetry;

import java.util.Map;
import java.util.TreeMap;

/**
 * The Xid codes after which a GPU is not to be trusted until its driver is loaded anew. The others
 * are mostly the application's own doing, such as 13, 31 and 43, or tell of what was repaired, such
 * as 63 and 94.
 *
 * <p>Source: NVIDIA, "XID Errors", docs.nvidia.com/deploy/xid-errors.
 */
final class HardwareXids {
  private static final Map<Integer, String> MEANINGS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(48, "double-bit ECC error"),
              Map.entry(62, "internal micro-controller halt"),
              Map.entry(64, "row remapping failed"),
              Map.entry(74, "NVLink error"),
              Map.entry(79, "fallen off the bus"),
              Map.entry(92, "high single-bit ECC error rate"),
              Map.entry(95, "uncontained memory error"),
              Map.entry(119, "GSP RPC timeout"),
              Map.entry(120, "GSP error"),
              Map.entry(140, "unrecovered ECC error")));

  private HardwareXids() {}

  /** What the code means, or null if it is no reason to take the GPU out of service. */
  static String meaning(int xid) {
    return MEANINGS.get(xid);
  }
}
