package dev.prioritize.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.prioritize.simulator.WorkloadException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The fields of one object of a file, each read with its type checked. */
record JsonFields(Path file, String where, JsonNode object) {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** The outermost object of a file. */
  static JsonFields read(Path file) {
    return new JsonFields(file, "", parse(file));
  }

  private static JsonNode parse(Path file) {
    try {
      return MAPPER.readTree(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new WorkloadException(
          Reason.FILE_MISSING, file + ": there is no such file; check the path", e);
    } catch (JsonProcessingException e) {
      throw new WorkloadException(
          Reason.JSON_MALFORMED,
          file
              + ", line "
              + e.getLocation().getLineNr()
              + ": no JSON ("
              + e.getOriginalMessage()
              + "); repair the file",
          e);
    } catch (IOException e) {
      throw new WorkloadException(
          Reason.FILE_UNREADABLE, file + ": cannot be read (" + e + "); name a readable file", e);
    }
  }

  boolean has(String field) {
    return object.has(field);
  }

  JsonNode object(String field) {
    return check(field, object.path(field).isObject(), "an object");
  }

  Path path(String field) {
    try {
      return file.resolveSibling(text(field));
    } catch (InvalidPathException e) {
      throw new WorkloadException(
          Reason.JSON_MALFORMED,
          file + ": " + where + "." + field + " is no path; repair the file",
          e);
    }
  }

  /** The objects of a list that is not empty. */
  List<JsonFields> objects(String field) {
    List<JsonFields> objects = new ArrayList<>();
    boolean allObjects = object.path(field).isArray() && !object.path(field).isEmpty();
    for (JsonNode element : object.path(field)) {
      allObjects &= element.isObject();
      objects.add(new JsonFields(file, field + "[" + objects.size() + "]", element));
    }
    check(field, allObjects, "a list of objects");
    return objects;
  }

  String text(String field) {
    JsonNode value = object.path(field);
    return check(field, value.isTextual() && !value.textValue().isEmpty(), "a text").textValue();
  }

  List<String> texts(String field) {
    List<String> texts = new ArrayList<>();
    boolean allText = object.path(field).isArray() && !object.path(field).isEmpty();
    for (JsonNode text : object.path(field)) {
      allText &= text.isTextual();
      texts.add(text.asText());
    }
    check(field, allText, "a list of texts");
    return texts;
  }

  long integer(String field, long least, long most) {
    JsonNode value = object.path(field);
    boolean inRange =
        value.isIntegralNumber()
            && value.canConvertToLong()
            && value.longValue() >= least
            && value.longValue() <= most;
    return check(field, inRange, "a whole number from " + least + " to " + most).longValue();
  }

  private JsonNode check(String field, boolean good, String wanted) {
    JsonNode value = object.path(field);
    if (!good) {
      throw new WorkloadException(
          Reason.JSON_MALFORMED,
          file
              + ": "
              + (where.isEmpty() ? field : where + "." + field)
              + (value.isMissingNode() ? " is missing" : " is " + OneLine.quoted(value.toString()))
              + "; it must be "
              + wanted);
    }
    return value;
  }
}
