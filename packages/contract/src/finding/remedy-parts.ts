/** A remedy, and the command that shows whether it has worked. */
export interface RemedyParts {
  /** Sentences. */
  readonly text: string;
  /** `Verify with`, `Verify that this fails`; null without a command. */
  readonly proof: { readonly lead: string; readonly command: string } | null;
}

/** As findings write it: the command is the last part of the remedy. */
const PROOF = /(?:^| )(Verify [^:]*(?:"[^"]*"[^:]*)?): ((?:openssl|sonde|dig|echo) \S.*)$/;

/** Takes a remedy apart, so that the command can be shown and copied as one. */
export function remedyParts(fix: string): RemedyParts {
  const found = PROOF.exec(fix);
  const [, lead, command] = found ?? [];
  if (found === null || lead === undefined || command === undefined) return { text: fix, proof: null };
  return { text: fix.slice(0, found.index), proof: { lead, command } };
}
