package dev.prioritize.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Names that a submission gets if the user gives none. */
final class SubmitNames {
  /** Without 0, 1, i, l, o and u: nothing to be mistaken when read out, and no words. */
  private static final String LETTERS = "23456789abcdefghjkmnpqrstvwxyz";

  /** 30^8, some 39 bits: of 100,000 ids with one stem, two are alike once in 100 such hundreds. */
  private static final int RANDOM_LETTERS = 8;

  private static final int MAX_STEM_CHARS = 24;
  private static final String FALLBACK_STEM = "job";
  private static final String FALLBACK_TENANT = "unknown";

  private SubmitNames() {}

  /** A new job id: what it runs, and what makes it unique. */
  static String jobId(String name, String program) {
    return jobId(name, program, new SecureRandom());
  }

  static String jobId(String name, String program, RandomGenerator random) {
    String stem = cleaned(name.isEmpty() ? fileName(program) : name).toLowerCase(Locale.ROOT);
    StringBuilder id = new StringBuilder(stem.isEmpty() ? FALLBACK_STEM : stem);
    id.setLength(Math.min(id.length(), MAX_STEM_CHARS));
    id.append('-');
    for (int i = 0; i < RANDOM_LETTERS; i++) {
      id.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return id.toString();
  }

  /** The tenant that a user of this machine is. */
  static String tenant(String userName) {
    String cleaned = cleaned(userName);
    return cleaned.isEmpty() ? FALLBACK_TENANT : cleaned;
  }

  private static String fileName(String program) {
    try {
      Path fileName = Path.of(program).getFileName();
      return fileName == null ? "" : fileName.toString();
    } catch (InvalidPathException e) {
      return "";
    }
  }

  /** What an id may not hold becomes a dash; none at the ends. */
  private static String cleaned(String text) {
    return text.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[-.]+|[-.]+$", "");
  }
}
