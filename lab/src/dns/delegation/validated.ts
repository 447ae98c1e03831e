/** The answer of a validating resolver for the SOA record of a name. */
export interface Validated {
  readonly rcode: string;
  readonly isAuthenticated: boolean;
  /** Extended DNS errors (RFC 8914), as printed by dig. */
  readonly extendedErrors: readonly string[];
}

/** Parses the output of dig; lines may be joined by `~`. */
export function validatedOf(text: string): Validated {
  return {
    rcode: /status: (\w+)/.exec(text)?.[1] ?? 'none',
    isAuthenticated: /flags:[^;]* ad[ ;]/.test(text),
    extendedErrors: [...text.matchAll(/EDE: ([^~\n]*)/g)].map(([, said = '']) => said),
  };
}
