/** What calls to our own server carry in the name of whoever is signed in. */
export type CallHeaders = Promise<Readonly<Record<string, string>>>;

let source: () => CallHeaders | null = () => null;

/** Null where nothing is carried: then nothing is waited for. */
export const callHeaders = () => source();

export function carry(next: () => CallHeaders | null): void {
  source = next;
}
