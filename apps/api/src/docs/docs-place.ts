/** What the pages say about where the server is. */
export interface DocsPlace {
  /** Of the server, without a slash at its end. */
  readonly origin: string;
  /** A value of the target that this server can answer for; null for the one of the contract. */
  target(tool: string): string | null;
}
