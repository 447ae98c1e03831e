/** Headers that calls to our own server send for the signed-in person. */
export type CallHeaders = Promise<Readonly<Record<string, string>>>;

let source: () => CallHeaders | null = () => null;

/** Null without such headers; then a call does not wait. */
export const callHeaders = () => source();

export function carry(next: () => CallHeaders | null): void {
  source = next;
}
