package dev.prioritize.cli.simulate;

import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.stream.config.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How long a job of each class may wait before the starvation guard steps in.
 *
 * @param millis from LOW to URGENT, 0 = off, as {@link PoolConfig} has them
 */
public record StarvationBounds(List<Long> millis) {

  /** Reads {@code off}, {@code default} or {@code urgent=12h,high=2d}. */
  public static final class Converter implements ITypeConverter<StarvationBounds> {
    @Override
    public StarvationBounds convert(String text) {
      return switch (text) {
        case "off" -> new StarvationBounds(PoolConfig.NO_STARVATION_BOUNDS);
        case "default" -> new StarvationBounds(PoolConfig.DEFAULT_STARVATION_BOUNDS_MILLIS);
        default -> new StarvationBounds(byClass(text));
      };
    }

    private static List<Long> byClass(String text) {
      List<Long> millis = new ArrayList<>(PoolConfig.NO_STARVATION_BOUNDS);
      for (String bound : text.split(",", -1)) {
        String[] parts = bound.split("=", -1);
        if (parts.length != 2) {
          throw new TypeConversionException(
              "\"" + bound + "\" is no bound: use off, default, or such as urgent=12h,high=2d");
        }
        try {
          PriorityClass priorityClass = PriorityClass.valueOf(parts[0].toUpperCase(Locale.ROOT));
          millis.set(priorityClass.base() - 1, Durations.parse(parts[1]).toMillis());
        } catch (IllegalArgumentException e) {
          throw new TypeConversionException(
              e.getMessage().startsWith("No enum")
                  ? "\"" + parts[0] + "\" is no class: use low, normal, high or urgent"
                  : e.getMessage());
        }
      }
      return millis;
    }
  }
}
