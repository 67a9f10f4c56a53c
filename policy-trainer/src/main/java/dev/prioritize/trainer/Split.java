package dev.prioritize.trainer;

import java.util.List;

/** Which slices of the shared traces may be trained on; all others are for validation only. */
final class Split {
  static final List<String> TRAINING =
      List.of(
          "philly-103959-w8-w11",
          "philly-ee9e8c-w8-w9",
          "philly-7f04ca-w8-w11",
          "philly-b436b2-w10",
          "philly-6214e9-w8-w9",
          "lublin-256-d0-d10");

  private Split() {}
}
