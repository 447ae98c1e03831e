/** Who is signed in, whoever vouches for it. */
export interface Person {
  /** Under this name history and saved targets are kept. */
  readonly owner: string;
  /** Null where the provider gives none. */
  readonly email: string | null;
}

export const ownerOfMember = (id: string) => `member:${id}`;
export const ownerOfFirebase = (uid: string) => `firebase:${uid}`;
