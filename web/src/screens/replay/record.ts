// The record of a match: its text in the notation of the rules, by the moment that each line is about.

export interface Line {
  /** The place of the command among all of the log; null for lines about no command. */
  command: number | null;
  text: string;
}

/** The lines of a record. The command that opens the table is its heading; every other has a line. */
export function linesOf(record: string): Line[] {
  const all = record.trimEnd().split("\n");
  const begin = all.indexOf("") + 1;
  let command = 0;
  return all.slice(begin).map((text) => {
    const isComment = text.trimStart().startsWith("#");
    const isCommand = text !== "" && !isComment && !text.startsWith("end ");
    if (isCommand) command += 1;
    return { command: isCommand || (isComment && command > 0) ? command : null, text };
  });
}

/** A line for a narrow column: comments come right after the move instead of in a column of their own. */
export function narrow(text: string): string {
  return text.replace(/ {3,}#/, "  #");
}
