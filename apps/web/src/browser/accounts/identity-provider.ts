/** The signed-in person, as the provider knows them. */
export interface User {
  /** Null if the provider knows none. */
  readonly email: string | null;
}

/** An error of a provider; `message` is the provider's own text and is shown unchanged. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
}

/** A system of accounts: our own, or that of a hosted provider. */
export interface IdentityProvider {
  /**
   * Calls `onUser` as soon as it is known who is signed in and after every change, or `onProblem` if that cannot be
   * found out.
   */
  subscribe(onUser: (user: User | null) => void, onProblem: (message: string) => void): () => void;
  /** These methods throw IdentityError. */
  signIn(email: string, password: string): Promise<void>;
  signUp(email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  /** Returns `operator` if the server sends no mail; the operator can then pass on the link. */
  sendPasswordReset(email: string): Promise<'mail' | 'operator'>;
  /**
   * Sets a password with the token of a reset mail and signs in. Throws for providers that have their own pages for
   * that.
   */
  setNewPassword(token: string, password: string): Promise<void>;
  /** Deletes the account and all its data. */
  deleteAccount(password: string): Promise<void>;
  /** Headers that identify the user to our own server. */
  headers(): Promise<Readonly<Record<string, string>>>;
}
