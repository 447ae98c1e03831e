/** Who is signed in, as the provider knows them. */
export interface User {
  /** Null where the provider has none. */
  readonly email: string | null;
}

/** What a provider refused; `message` is the provider's own and is shown as it is. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
}

/** Where accounts live: the embedded ones, or a hosted provider's. */
export interface IdentityProvider {
  /** Tells who is signed in as soon as that is known, and whenever it changes; `onProblem` when it cannot be known. */
  subscribe(onUser: (user: User | null) => void, onProblem: (message: string) => void): () => void;
  /** These throw IdentityError. */
  signIn(email: string, password: string): Promise<void>;
  signUp(email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  /** `operator`: the server sends no mail, and its operator has the link. */
  sendPasswordReset(email: string): Promise<'mail' | 'operator'>;
  /** Sets a password by the token of a mail and signs in. A provider with pages of its own for that refuses. */
  setNewPassword(token: string, password: string): Promise<void>;
  /** Removes the account and everything that is kept of it. */
  deleteAccount(password: string): Promise<void>;
  /** What calls to our own server carry in the user's name. */
  headers(): Promise<Readonly<Record<string, string>>>;
}
