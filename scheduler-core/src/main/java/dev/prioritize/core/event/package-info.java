/** What the engine answers: facts, from which alone the state follows. */
package dev.prioritize.core.event;
