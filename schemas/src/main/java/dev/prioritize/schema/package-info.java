/**
 * The contracts between Prioritize and everybody else: the record types, the topics that carry them
 * ({@link dev.prioritize.schema.Topic}) and their encoding ({@link
 * dev.prioritize.schema.AvroCodec}). It knows nothing of scheduling; {@code
 * dev.prioritize.stream.mapping} translates between these types and the core's.
 *
 * <p>The record classes of this package are generated from {@code src/main/avro}, one file per
 * type.
 *
 * <p><b>Names.</b> No type here has the simple name of a core type, so that a reader of the mapping
 * always knows on which side he is:
 *
 * <ul>
 *   <li>a command in the log ends in {@code Command}: {@code SubmitJobCommand};
 *   <li>an event ends in {@code Event}: {@code JobSubmittedEvent};
 *   <li>a row of a state store ends in {@code Row}: {@code JobRow};
 *   <li>a record or enum inside of them that mirrors a core type ends in {@code Value}: {@code
 *       NodeFactsValue}, {@code PriorityClassValue};
 *   <li>inputs, outputs and what only they contain have plain names: {@code JobSubmission}, {@code
 *       TaskAssignment}, {@code LaunchSpec}.
 * </ul>
 *
 * <p><b>Growth.</b> Compatibility is FULL_TRANSITIVE: any version reads any other. New fields have
 * defaults, enums have {@code UNKNOWN}, there are no maps. Every schema ever released stays in
 * {@code src/main/resources/released}; {@code schemas/README.md} says how one is added.
 */
package dev.prioritize.schema;
