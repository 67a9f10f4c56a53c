package dev.prioritize.core.model;

/**
 * Why a request was refused, for the person who made it.
 *
 * @param code what kind of fault
 * @param field the field at fault, as in the submitted record
 * @param value its value, shortened
 * @param fix what to do instead
 */
public record Rejection(RejectionCode code, String field, String value, String fix) {}
