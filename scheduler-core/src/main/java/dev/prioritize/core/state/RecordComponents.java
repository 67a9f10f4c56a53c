package dev.prioritize.core.state;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** What each record class consists of; looked up once per class. */
final class RecordComponents {
  private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);

  private static final ClassValue<List<Component>> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> type) {
          return read(type);
        }
      };

  private RecordComponents() {}

  /** The components of a record class, sorted by name. */
  static List<Component> of(Class<?> recordClass) {
    return COMPONENTS.get(recordClass);
  }

  private static List<Component> read(Class<?> recordClass) {
    List<Component> components = new ArrayList<>();
    for (RecordComponent component : recordClass.getRecordComponents()) {
      components.add(new Component(component));
    }
    components.sort(Comparator.comparing(Component::name));
    return Collections.unmodifiableList(components);
  }

  /** One component. */
  static final class Component {
    private final String name;
    private final byte[] prefixedName;
    private final Object blank;
    private final MethodHandle getter;

    private Component(RecordComponent component) {
      name = component.getName();
      prefixedName = prefixed(name.getBytes(StandardCharsets.UTF_8));
      blank = blankOf(component.getType());
      getter = getterOf(component);
    }

    String name() {
      return name;
    }

    /** The name's length in one byte, then the name. */
    byte[] prefixedName() {
      return prefixedName;
    }

    /** True for 0, false, "" and the empty list where such is declared, else for null. */
    boolean isBlank(Object value) {
      return value == null ? blank == null : value.equals(blank);
    }

    Object valueOf(Record record) {
      try {
        return getter.invokeExact((Object) record);
      } catch (Throwable e) {
        throw new IllegalStateException("cannot read " + name + " of " + record, e);
      }
    }

    private static byte[] prefixed(byte[] text) {
      if (text.length > Byte.MAX_VALUE) {
        throw new IllegalArgumentException("a component's name has more than 127 bytes");
      }
      byte[] prefixed = new byte[text.length + 1];
      prefixed[0] = (byte) text.length;
      System.arraycopy(text, 0, prefixed, 1, text.length);
      return prefixed;
    }

    private static Object blankOf(Class<?> type) {
      if (type == long.class) {
        return 0L;
      }
      if (type == int.class) {
        return 0;
      }
      if (type == boolean.class) {
        return false;
      }
      if (type == String.class) {
        return "";
      }
      return type == List.class ? List.of() : null;
    }

    private static MethodHandle getterOf(RecordComponent component) {
      try {
        return MethodHandles.lookup().unreflect(component.getAccessor()).asType(GETTER);
      } catch (IllegalAccessException e) {
        throw new IllegalArgumentException(
            "state cannot hold a "
                + component.getDeclaringRecord().getName()
                + ": make it public, so that it can be digested",
            e);
      }
    }
  }
}
