/** What the engine may be asked, in the order of the log. */
package dev.prioritize.core.command;
