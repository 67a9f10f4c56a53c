package dev.prioritize.policy.onnx;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.prioritize.core.model.Substitution.Reason;
import java.io.IOException;

/**
 * What a model says of itself, as far as it must be known to run it. Its file tells more, for
 * people: opset, network, training data and seeds, commit, date, and the figures of its validation.
 *
 * @param name of the model, not empty
 * @param version of the model, at least 1
 * @param sha256 of the model file, 64 hex digits in lower case
 * @param observationVersion version of the features that it was trained on
 */
public record ModelManifest(String name, int version, String sha256, int observationVersion) {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  static ModelManifest read(ModelSource source) throws ModelException {
    String file = source.name(ModelSource.MANIFEST);
    JsonNode json;
    try {
      json = MAPPER.readTree(source.read(ModelSource.MANIFEST));
    } catch (IOException e) {
      throw new ModelException(Reason.MODEL_ALTERED, file + ": expected JSON, found none", e);
    }
    return new ModelManifest(
        text(file, json, "name", ".+"),
        number(file, json, "version"),
        text(file, json, "sha256", "[0-9a-f]{64}"),
        number(file, json, "observationVersion"));
  }

  private static String text(String file, JsonNode json, String field, String pattern)
      throws ModelException {
    JsonNode value = json.path(field);
    if (!value.isTextual() || !value.textValue().matches(pattern)) {
      throw wrong(file, field, "a text that matches " + pattern, value);
    }
    return value.textValue();
  }

  private static int number(String file, JsonNode json, String field) throws ModelException {
    JsonNode value = json.path(field);
    if (!value.isInt() || value.intValue() < 1) {
      throw wrong(file, field, "a whole number from 1", value);
    }
    return value.intValue();
  }

  private static ModelException wrong(String file, String field, String expected, JsonNode found) {
    return new ModelException(
        Reason.MODEL_ALTERED,
        "%s, field %s: expected %s, found %s"
            .formatted(file, field, expected, found.isMissingNode() ? "none" : found));
  }
}
