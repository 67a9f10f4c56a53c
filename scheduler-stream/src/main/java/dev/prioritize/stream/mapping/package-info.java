/**
 * Between the core's values and their Avro records, both ways and without loss. By hand and field
 * by field, so that a changed contract or core type does not compile until somebody has thought
 * about it. No decisions, no state, no Kafka.
 *
 * <p>{@code toAvro} goes outwards, {@code toCore} inwards. What comes from outside is checked
 * before it gets here: a value that the core does not know, such as {@code UNKNOWN}, is a
 * programmer's error here.
 */
package dev.prioritize.stream.mapping;
