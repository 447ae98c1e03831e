/** Headers that identify the signed-in person to our own server. */
export type CallHeaders = Promise<Readonly<Record<string, string>>>;

let source: () => CallHeaders | null = () => null;

/** Null if there are no such headers; then a call need not wait for them. */
export const callHeaders = () => source();

export function carry(next: () => CallHeaders | null): void {
  source = next;
}
