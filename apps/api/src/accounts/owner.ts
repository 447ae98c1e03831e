/** The signed-in person, from any provider. */
export interface Person {
  /** The owner of history and saved targets. */
  readonly owner: string;
  /** Null if the provider names none. */
  readonly email: string | null;
}

export const ownerOfMember = (id: string) => `member:${id}`;
export const ownerOfFirebase = (uid: string) => `firebase:${uid}`;
